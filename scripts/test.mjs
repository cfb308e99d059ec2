// Runs the tests in dist/modules with node:test; names given on the command line choose among them. Files of one room
// share a process, which loads the program once for all of them.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'

const groups = 'dist/test-groups'

/** What a file says that cannot share its process: hooks around all tests, a look at the process itself. */
const needsItsOwnProcess =
  /^(before|after)(Each)?\(|process\.(env|chdir|exitCode|memoryUsage|on)\b|getActiveResources|mock\.timers/m

/** Files with pages to look at: one browser serves all of one process. */
const opensPages = /testing\/browser\.js/

/** The files of one process at most: more would leave the other processor without work at the end. */
const filesInGroup = 16

/** Files that take longest, the first most; each has a process of its own, and these start before all others. */
const longest = [
  ...['postman/verdicts', 'fault-server/fault-table', 'postman/corpus', 'util/json-path'],
  ...['scripts/translate-script', 'postman/scripts/write-scripts', 'pact/reference'],
  ...['cli/secrets', 'cli/falsely-green', 'sandbox/sandbox', 'run/scripts/scripts', 'openapi/corpus'],
  ...['cli/exported-javascript-tests', 'javascript/vitest-verdicts', 'javascript/verdicts', 'k6/verdicts'],
  ...['k6/export-k6', 'cli/exported-k6'],
  ...['cli/mcp', 'cli/mcp-lifetime', 'cli/mcp-secrets', 'cli/mcp-hostile'],
].map(name => path.normalize(`${name}.test.js`))

const wanted = process.argv.slice(2)
const files = readdirSync('dist/modules', { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile() && entry.name.endsWith('.test.js'))
  .map(entry => path.join(entry.parentPath, entry.name))
  .filter(file => wanted.length === 0 || wanted.some(part => file.includes(part)))
  .sort()
if (files.length === 0) {
  console.error(`No test file matches ${wanted.join(', ')}.`)
  process.exit(1)
}
spawnSync('sh', ['scripts/install-parts.sh'], { stdio: 'inherit' })
const child = spawn(
  process.execPath,
  [
    ...['--enable-source-maps', '--test', `--test-concurrency=${availableParallelism() + 1}`],
    ...['--test-reporter=tap', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./scripts/report-tests.mjs', '--test-reporter-destination=stderr'],
    ...processesFor(files),
  ],
  { stdio: 'inherit' },
)
child.on('exit', code => process.exit(code ?? 1))

/**
 * A file for each process, which imports one or several of a room. Node starts them in the order of their names, so these
 * begin with a number: whatever takes long must not come last.
 */
function processesFor(testFiles) {
  const first = longest.flatMap(name => testFiles.filter(file => file.endsWith(path.sep + name)))
  const inBrowser = []
  const alone = []
  const rooms = new Map()
  for (const file of testFiles.filter(file => !first.includes(file))) {
    const room = file.split(path.sep).slice(2, 4).join('-')
    const text = readFileSync(file, 'utf8')
    if (opensPages.test(text)) inBrowser.push(file)
    else if (needsItsOwnProcess.test(text)) alone.push(file)
    else rooms.set(room, [...(rooms.get(room) ?? []), file])
  }
  const together = [...rooms.values()].flatMap(partsOf).sort((one, other) => other.length - one.length)
  rmSync(groups, { recursive: true, force: true })
  mkdirSync(groups, { recursive: true })
  const single = files => files.map(file => [file])
  return [inBrowser, ...single(first), ...together, ...single(alone)]
    .filter(members => members.length > 0)
    .map(writeGroup)
}

function partsOf(members) {
  const count = Math.ceil(members.length / filesInGroup)
  return Array.from({ length: count }, (_, part) =>
    members.filter((_, position) => position % count === part),
  )
}

function writeGroup(members, index) {
  const name = path.basename(members[0], '.test.js')
  const file = path.join(groups, `${String(index).padStart(3, '0')}-${name}.mjs`)
  writeFileSync(file, members.map(member => `import '../../${member}'\n`).join(''))
  return file
}
