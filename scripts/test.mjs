// Runs the tests with node:test: the first tier, tests that need nothing but Node; with --all those as well that run
// a tool, as browsers, brokers and other languages are. Parts of paths name files, of which all tests run. Files that are near
// each other share a process, which loads the program once for all of them.
import { spawn, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { timesFile } from './report-tests.mjs'

/** The modules that each process imports, and the same as bundles. */
const groups = 'dist/test-groups'
const bundles = 'dist/test-bundles'

/** A file that cannot share its process: it has hooks around each test, changes the environment, or looks at the process itself. */
const needsItsOwnProcess = new RegExp(
  [
    /^(?:before|after)Each\(/,
    /process\.(?:chdir|exitCode|memoryUsage|on)\b/,
    /process\.env(?:\.\w+|\[[^\]]*\])?\s*=[^=]|(?:delete |assign\()process\.env/,
    /getActiveResources|mock\.timers|beginEnding\(|new WeakRef/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
)

/** Files with pages to look at: one browser serves all of one process. */
const opensPages = /testing\/browser\.js/

/** The files of one process at most, and their seconds: more would leave the other processor without work at the end. */
const mostFiles = 40
const mostSeconds = 45

/** Seconds of a file that never ran here. */
const usualSeconds = 1

/** Seconds of the files that take over four, as of a run on two slow cores: for where no time of a run here is known. */
const usualTimes = JSON.parse(readFileSync('scripts/test-seconds.json', 'utf8'))

const words = process.argv.slice(2)
const wanted = words.filter(word => word !== '--all')
const isFirstTier = (process.env.APITEST_TIER ?? (words.length === 0 ? '1' : 'all')) === '1'
const files = readdirSync('dist/modules', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.test.js'))
  .map(entry => path.join(entry.parentPath, entry.name))
  .filter(file => wanted.length === 0 || wanted.some(part => file.includes(part)))
  .sort()
if (files.length === 0) {
  console.error(`No test file matches ${wanted.join(', ')}.`)
  process.exit(1)
}
refuseUnknownNames()
if (!isFirstTier) spawnSync('sh', ['scripts/install-parts.sh'], { stdio: 'inherit' })
await bundle(processesFor(files))
const child = spawn(
  process.execPath,
  [
    ...['--enable-source-maps', '--test', `--test-concurrency=${availableParallelism() + 2}`],
    ...['--test-reporter=tap', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./scripts/report-tests.mjs', '--test-reporter-destination=stderr'],
    ...readdirSync(bundles)
      .filter(name => /^\d.*\.mjs$/.test(name))
      .map(name => path.join(bundles, name)),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, APITEST_TIER: isFirstTier ? '1' : 'all' },
  },
)
child.on('exit', code => process.exit(code ?? 1))

/** A name in a list that stands for no file any more would be passed over without a word. */
function refuseUnknownNames() {
  const unknown = Object.keys(usualTimes).filter(file => !existsSync(file))
  if (unknown.length === 0) return
  console.error(`scripts/test-seconds.json names tests that are not there: ${unknown.join(', ')}`)
  process.exit(1)
}

function sourceOf(file) {
  return path.relative('dist/modules', file).replace(/\.js$/, '.ts')
}

/**
 * A file for each process, which imports one or several of a room. Node starts them in the order of their names, so these
 * begin with a number: whatever takes long must not come last.
 */
function processesFor(testFiles) {
  const own = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {}
  const times = { ...usualTimes, ...own }
  const secondsOf = file => times[sourceOf(file)] ?? usualSeconds
  const inBrowser = []
  const alone = []
  const sharing = []
  for (const file of testFiles) {
    const text = readFileSync(file, 'utf8')
    if (opensPages.test(text)) inBrowser.push(file)
    else if (needsItsOwnProcess.test(text) || secondsOf(file) > mostSeconds) alone.push([file])
    else sharing.push(file)
  }
  const total = members => members.reduce((sum, file) => sum + secondsOf(file), 0)
  const longestFirst = [...partsOf(sharing, secondsOf), ...alone].sort(
    (one, other) => total(other) - total(one),
  )
  rmSync(groups, { recursive: true, force: true })
  mkdirSync(groups, { recursive: true })
  return [inBrowser, ...longestFirst].filter(members => members.length > 0).map(writeGroup)
}

/** Files in parts that one process may run, each in the first that has room: neighbours mostly stay together, which need the same. */
function partsOf(files, secondsOf) {
  const parts = []
  for (const file of files) {
    const seconds = secondsOf(file)
    const room = parts.find(part => part.files.length < mostFiles && part.seconds + seconds <= mostSeconds)
    const part = room ?? { files: [], seconds: 0 }
    if (room === undefined) parts.push(part)
    part.files.push(file)
    part.seconds += seconds
  }
  return parts.map(part => part.files)
}

function writeGroup(members, index) {
  const name = path.basename(members[0], '.test.js')
  const file = path.join(groups, `${String(index).padStart(3, '0')}-${name}.mjs`)
  writeFileSync(file, members.map(member => `import '../../${sourceOf(member)}'\n`).join(''))
  return file
}

/**
 * Bundles the groups, with what several of them import in files that they share: loading these takes half as long as loading each
 * module. A module that asks where it is gets the place that it has in dist/modules, beside what it starts and reads.
 */
async function bundle(entryPoints) {
  rmSync(bundles, { recursive: true, force: true })
  const knowPlaces = {
    name: 'know-places',
    setup(plugin) {
      plugin.onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
        const contents = await readFile(file, 'utf8')
        const own = path.resolve('dist/modules', path.relative('.', file)).replace(/\.ts$/, '.js')
        const place = contents.includes('import.meta.url')
          ? `const placeOfModule = ${JSON.stringify(pathToFileURL(own).href)};`
          : ''
        return { contents: place + contents, loader: 'ts' }
      })
    },
  }
  await build({
    entryPoints,
    outdir: bundles,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    packages: 'external',
    define: { 'import.meta.url': 'placeOfModule' },
    plugins: [knowPlaces],
    logLevel: 'error',
  })
}
