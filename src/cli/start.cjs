'use strict'
// The first file of the program, copied as it is into dist/program. It loads the bundle's files through a cache of
// compiled code, which halves the start-up time, and answers --version before anything is loaded.
const fs = require('node:fs')
const path = require('node:path')
const vm = require('node:vm')

/** The exit code of a start that was refused, and so has compiled little of what the next one needs. */
const misused = 2

/** Nor has a start that only shows something. */
const onlyShows = ['--help', '-h', '--list', '--dry-run'].some(word => process.argv.includes(word))

/** `build` names the build, `commands` are all of its commands; `files` says in which file each chunk is that has none of its own. */
const { version, build, commands, files } = JSON.parse(
  fs.readFileSync(path.join(__dirname, 'build.json'), 'utf8'),
)

/** A thread of a load test, which runs beside the program that has started it. */
const isThread = process.argv[2] === 'load-thread' && !require('node:worker_threads').isMainThread

/**
 * The work of this start: a command, `run` where none is named. An import of an export of Postman is known by its name
 * or format: it keeps most of what it makes, where that of another document drops it at once.
 */
const work = workOf(process.argv.slice(2))

function workOf([command, ...words]) {
  if (isThread) return command
  if (command === 'import' && words.some(word => /postman/i.test(word))) return 'import-postman'
  return commands.includes(command) ? command : 'run'
}

/** A run finds in one file what other commands have in two, as most of them need the first alone. */
function fileOf(chunk) {
  const file = files[chunk] ?? chunk
  return work === 'run' && ['program.js', 'sending.js'].includes(file) ? 'run.js' : file
}

/** Work on whole documents for seconds: for it V8's heap is best left as it is. */
const largeWork = new Set(['compile', 'contract', 'import-postman'])

/**
 * Before the code of a cached file stand its checksum and how much code there was when it was saved, 0 where the start had not
 * done its whole work; V8 would copy code that is not at a multiple of 8.
 */
const headLength = 8

/** As everywhere: a reader that has gone is no failure, and a full disk is one. */
function printVersion() {
  process.stdout.on('error', error => {
    if (error.code !== 'EPIPE') process.exitCode = 2
  })
  process.stdout.write(`${version}\n`)
}

function start() {
  // The modules of Node that each start needs are loaded before V8's flags change; the output is made when first asked
  // for.
  require('node:zlib')
  if (!isThread) void process.stdout
  const flags = isThread ? flagsAsTheyAre : openFlags()
  const cache = openCache()
  const chunks = {}
  const loaded = new Map()
  const load = name => {
    if (!loaded.has(name)) {
      const exports = {}
      const module = { exports }
      loaded.set(name, module)
      if (chunks[name] === undefined)
        Object.assign(
          chunks,
          flags.ofStart(() => cache.run(fileOf(name))),
        )
      chunks[name](module, requireFrom, path.join(__dirname, name))
    }
    return loaded.get(name).exports
  }
  const requireFrom = request =>
    request.startsWith('./') ? load(path.basename(request)) : loadBuiltIn(request)
  const builtIns = new Map()
  const loadBuiltIn = name => {
    if (!builtIns.has(name))
      builtIns.set(
        name,
        flags.ofV8(() => require(name)),
      )
    return builtIns.get(name)
  }
  if (isThread) load('load-thread.js')
  else load('main.js').main(process.argv.slice(2))
  process.once('exit', code => flags.ofStart(() => cache.save(code !== misused && !onlyShows)))
}

/**
 * Keeps V8 from giving new objects 2, 4, 8 and at last 16 MB before it collects those that are no longer used. What a request
 * leaves behind is used for so short a time that collecting it from 1 MB takes no longer, and to wake other threads for so
 * little takes longer than to collect it. Only a mock keeps its last thousand calls: to copy them for every MB is a sixth of what
 * a request takes. Nor are they collected ahead of need: between its last answer and its end a run would do so for nothing.
 */
const smallNewSpace = {
  ofStart: '--semi-space-growth-factor=1 --no-parallel-scavenge --no-minor-gc-task',
  ofV8: '--semi-space-growth-factor=2 --parallel-scavenge --minor-gc-task',
}

/**
 * Gives a load test 8 MB of new space: objects that many callers wait for are still used when the next MB is full. V8
 * would go on to 16, three times over, which are no faster.
 */
function holdNewSpace({ setFlagsFromString, getHeapSpaceStatistics }) {
  setFlagsFromString('--semi-space-growth-factor=8')
  const look = wait => {
    const { space_size: size } = getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')
    if (size < 8 * 1024 * 1024) setTimeout(look, wait, Math.min(wait * 1.05, 200)).unref()
    else setFlagsFromString(smallNewSpace.ofStart.split(' ')[0])
  }
  look(1)
}

/** Keeps V8 from giving older objects three times what they need, so that a thousand rows need hardly more memory than a hundred. */
const smallOldSpace = { ofStart: '--heap-growing-percent=50', ofV8: '--heap-growing-percent=0' }

/** An editor's server is there all day, and mostly waits: it is kept as small as it can be, and each collection takes it some 5 ms. */
const smallestOldSpace = {
  ofStart: '--heap-growing-percent=10 --optimize-for-size',
  ofV8: '--heap-growing-percent=0 --no-optimize-for-size',
}

/**
 * Has V8 wait with optimising until a function has run some times as long as it asks for by itself: in a run of 1000 requests a
 * third of the CPU time goes into machine code that is hardly used afterwards, and 7 MB (by Node 22 a fifth, by Node 24 16 MB);
 * in a comparison of two documents of 2 MB, or an import of 4 MB, it is a fifth. A process that is still there after 650
 * milliseconds is worth it, and goes on under V8's own rule. To wait longer for either makes runs of up to ten thousand requests
 * some percent faster, and those of twenty thousand and more as much slower. What other versions than those of Node 20, 22 and 24
 * call it, and how often they ask for, is not known.
 */
const byCount = {
  ofStart: '--invocation-count-for-maglev=4000 --invocation-count-for-turbofan=12000',
  ofV8: '--invocation-count-for-maglev=400 --invocation-count-for-turbofan=3000',
}
const lateMachineCode = {
  11: { ofStart: '--interrupt-budget=500000', ofV8: '--interrupt-budget=67584' },
  12: byCount,
  13: byCount,
}[parseInt(process.versions.v8, 10)]

/** V8 has one set of flags for all threads. */
const flagsAsTheyAre = { ofStart: work => work(), ofV8: work => work() }

/**
 * Sets V8's flags for the work. V8 refuses cached code that was made under others, so `ofStart` does something with that of
 * the program under the flags of the start, and `ofV8` something with Node's own modules under those that V8 has by itself:
 * without their cached code they take three times as long to load.
 */
function openFlags() {
  const { setFlagsFromString } = require('node:v8')
  const forGood = largeWork.has(work) ? [] : [work === 'lsp' ? smallestOldSpace : smallOldSpace]
  const forAWhile = lateMachineCode === undefined ? [] : [lateMachineCode]
  if (work === 'load') holdNewSpace(require('node:v8'))
  else if (!largeWork.has(work)) (work === 'mock' ? forAWhile : forGood).push(smallNewSpace)
  let runsForLong = false
  const set = (flags, whose) => {
    for (const flag of flags) setFlagsFromString(flag[whose])
  }
  const settle = () => {
    set(forGood, 'ofStart')
    set(forAWhile, runsForLong ? 'ofV8' : 'ofStart')
  }
  const under = whose => work => {
    set([...forGood, ...forAWhile], whose)
    try {
      return work()
    } finally {
      settle()
    }
  }
  settle()
  if (forAWhile.length > 0)
    setTimeout(() => {
      runsForLong = true
      settle()
    }, 650).unref()
  return { ofStart: under('ofStart'), ofV8: under('ofV8') }
}

/**
 * Runs files of the bundle, from cached code where there is any. `save` keeps the code of those that had none; V8 puts into
 * it what this start has compiled, so a start that has done its whole work also replaces what one that has not has left,
 * or one whose suite had little in it. To find that out takes a millisecond, which only some starts are asked for.
 */
function openCache() {
  const folder = cacheFolder()
  const scripts = []
  const run = name => {
    const source = fs.readFileSync(path.join(__dirname, name), 'latin1')
    const cached = folder === undefined ? undefined : readCached(path.join(folder, name))
    const script = new vm.Script(source, {
      filename: path.join(__dirname, name),
      cachedData: cached?.data,
    })
    const isCached = cached !== undefined && !script.cachedDataRejected
    scripts.push({ name, script, isCached, codeSize: isCached ? cached.codeSize : 0 })
    return script.runInThisContext()
  }
  const save = isWhole => {
    const looks = isWhole && (Date.now() % looksEvery === 0 || scripts.some(script => script.codeSize === 0))
    const codeSize = looks ? sizeOfCode() : 0
    const wanting = scripts.filter(script => !script.isCached || codeSize > 1.04 * script.codeSize)
    if (folder === undefined || wanting.length === 0) return
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
      for (const { name, script } of wanting)
        writeCached(path.join(folder, name), { data: script.createCachedData(), codeSize })
      removeOldCaches(path.dirname(path.dirname(folder)))
    } catch {
      // Without a cache the next start is slower, and nothing else.
    }
  }
  return { run, save }
}

/** Of so many starts one looks whether it has compiled what is not kept yet. */
const looksEvery = 16

function sizeOfCode() {
  return require('node:v8').getHeapCodeStatistics().bytecode_and_metadata_size
}

/** Each work compiles other functions of the same files. */
function cacheFolder() {
  const { APITEST_CACHE, XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env
  if (APITEST_CACHE === 'off') return undefined
  const base = XDG_CACHE_HOME || LOCALAPPDATA || (HOME && path.join(HOME, '.cache'))
  if (!base) return undefined
  return path.join(base, 'apitest', `${build}-${process.version}-${process.arch}`, work)
}

/** Keeps the folders of the five builds that were cached last. */
function removeOldCaches(base) {
  const folders = fs
    .readdirSync(base)
    .filter(name => /^[0-9a-f]+-v\d[^/\\]*$/.test(name))
    .map(name => ({ folder: path.join(base, name), time: fs.lstatSync(path.join(base, name)).mtimeMs }))
    .sort((one, other) => other.time - one.time)
  for (const { folder } of folders.slice(5)) fs.rmSync(folder, { recursive: true, force: true })
}

/** Cached code, unless it is missing or its checksum does not fit: V8 would run damaged code. */
function readCached(file) {
  try {
    const bytes = fs.readFileSync(file)
    if (bytes.readUInt32LE(0) !== checksum(bytes)) return undefined
    return { codeSize: bytes.readUInt32LE(4), data: bytes.subarray(headLength) }
  } catch {
    return undefined
  }
}

/** Beside and renamed, so that another process never sees half a file. */
function writeCached(file, { data, codeSize }) {
  const bytes = Buffer.concat([Buffer.alloc(headLength), data])
  bytes.writeUInt32LE(codeSize, 4)
  bytes.writeUInt32LE(checksum(bytes), 0)
  const temporary = `${file}.${process.pid}`
  try {
    fs.writeFileSync(temporary, bytes, { mode: 0o600 })
    fs.renameSync(temporary, file)
  } catch (error) {
    fs.rmSync(temporary, { force: true })
    throw error
  }
}

/** Of everything behind the checksum. */
function checksum(bytes) {
  return require('node:zlib').crc32(bytes.subarray(4))
}

if (process.argv.includes('--version', 2)) printVersion()
else start()
