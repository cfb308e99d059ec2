// Runs the tests in dist/modules with node:test. Without words these are the first tier: tests that need nothing but Node. With
// --tools it is the second: the files in which the first has just skipped tests for the sake of a tool, as browsers, brokers and
// other languages are. Parts of paths name files, of which all tests run. Files of one room share a process, which loads the
// program once for all of them.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { secondTierFile, timesFile } from './test-records.mjs'

const groups = 'dist/test-groups'

/** A file that cannot share its process: it has hooks around all tests, changes the process, or looks at it. */
const needsItsOwnProcess =
  /^(before|after)(Each)?\(|process\.env(\[[^\]]*\]|\.\w+) (\?\?)?= |delete process\.env|process\.(chdir|exitCode|memoryUsage|on)\b|getActiveResources|mock\.timers/m

/** Files with pages to look at: one browser serves all of one process. */
const opensPages = /testing\/browser\.js/

/** The files of one process at most, and their seconds: more would leave the other processor without work at the end. */
const mostFiles = 16
const mostSeconds = 20

/** Seconds of a file that never ran here. */
const usualSeconds = 1

/** Files that take long, the first most: their order until the times of a run are known. */
const longest = [
  ...['fault-server/fault-table', 'cli/falsely-green', 'cli/mcp-secrets', 'cli/mcp-lifetime', 'cli/secrets'],
  ...['postman/verdicts', 'postman/corpus', 'pact/reference', 'sandbox/sandbox', 'run/scripts/scripts'],
  ...['openapi/corpus', 'javascript/verdicts', 'cli/mcp', 'cli/mcp-hostile'],
].map(name => path.normalize(`/${name}.test.js`))

const words = process.argv.slice(2)
const wanted = words.filter(word => word !== '--tools')
const tier = wanted.length > 0 ? undefined : words.length > 0 ? 2 : 1
const files = filesOf(tier)
refuseUnknownNames()
if (files.length === 0) {
  console.error(tier === 2 ? 'No test asks for a tool.' : `No test file matches ${wanted.join(', ')}.`)
  process.exit(tier === 2 ? 0 : 1)
}
if (tier !== 1) spawnSync('sh', ['scripts/install-parts.sh'], { stdio: 'inherit' })
const child = spawn(
  process.execPath,
  [
    ...['--enable-source-maps', '--test', `--test-concurrency=${availableParallelism() + 1}`],
    ...['--test-reporter=tap', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./scripts/report-tests.mjs', '--test-reporter-destination=stderr'],
    ...processesFor(files),
  ],
  {
    stdio: 'inherit',
    env: { ...process.env, ...(tier === undefined ? {} : { APITEST_TIER: String(tier) }) },
  },
)
child.on('exit', code => process.exit(code ?? 1))

function filesOf(tier) {
  const all = readdirSync('dist/modules', { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith('.test.js'))
    .map(entry => path.join(entry.parentPath, entry.name))
    .sort()
  if (tier === 1) return all
  if (tier === undefined) return all.filter(file => wanted.some(part => file.includes(part)))
  const second = new Set(JSON.parse(readFileSync(secondTierFile, 'utf8')))
  return all.filter(file => second.has(sourceOf(file)))
}

/** A name in a list that stands for no file any more would be passed over without a word. */
function refuseUnknownNames() {
  const unknown = tier === 1 ? longest.filter(name => !files.some(file => file.endsWith(name))) : []
  if (unknown.length === 0) return
  console.error(`scripts/test.mjs names tests that are not there: ${unknown.join(', ')}`)
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
  const times = existsSync(timesFile) ? JSON.parse(readFileSync(timesFile, 'utf8')) : {}
  const secondsOf = file => {
    const place = longest.findIndex(name => file.endsWith(name))
    return times[sourceOf(file)] ?? (place < 0 ? usualSeconds : mostSeconds + longest.length - place)
  }
  const inBrowser = []
  const alone = []
  const rooms = new Map()
  for (const file of testFiles) {
    const text = readFileSync(file, 'utf8')
    const room = file.split(path.sep).slice(2, 4).join('-')
    if (opensPages.test(text)) inBrowser.push(file)
    else if (needsItsOwnProcess.test(text) || secondsOf(file) > mostSeconds) alone.push([file])
    else rooms.set(room, [...(rooms.get(room) ?? []), file])
  }
  const together = [...rooms.values()].flatMap(members => partsOf(members, secondsOf))
  const total = members => members.reduce((sum, file) => sum + secondsOf(file), 0)
  const longestFirst = [...together, ...alone].sort((one, other) => total(other) - total(one))
  rmSync(groups, { recursive: true, force: true })
  mkdirSync(groups, { recursive: true })
  return [inBrowser, ...longestFirst].filter(members => members.length > 0).map(writeGroup)
}

/** The files of a room in parts that take about as long as each other. */
function partsOf(members, secondsOf) {
  const seconds = members.reduce((sum, file) => sum + secondsOf(file), 0)
  const count = Math.ceil(Math.max(members.length / mostFiles, seconds / mostSeconds))
  const parts = Array.from({ length: count }, () => ({ files: [], seconds: 0 }))
  for (const file of [...members].sort((one, other) => secondsOf(other) - secondsOf(one))) {
    const free = parts.filter(part => part.files.length < mostFiles)
    const part = free.reduce((least, one) => (one.seconds < least.seconds ? one : least))
    part.files.push(file)
    part.seconds += secondsOf(file)
  }
  return parts.map(part => part.files)
}

function writeGroup(members, index) {
  const name = path.basename(members[0], '.test.js')
  const file = path.join(groups, `${String(index).padStart(3, '0')}-${name}.mjs`)
  writeFileSync(file, members.map(member => `import '../../${member}'\n`).join(''))
  return file
}
