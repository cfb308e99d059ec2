// Runs the tests in dist/modules with node:test; names given on the command line choose among them. Files of one room
// share a process, which loads the program once for all of them.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'

const groups = 'dist/test-groups'

/**
 * What a file says that cannot share its process: hooks around all tests, a look at the process itself, a sandbox that has to
 * start within 30 s of the file's being read.
 */
const needsItsOwnProcess =
  /^(before|after)(Each)?\(|process\.(env|chdir|exitCode|memoryUsage|on)\b|getActiveResources|mock\.timers|openOfficialSandbox/m

/** The files of one process at most: more would leave the other processor without work at the end. */
const filesInGroup = 16

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

/** A file for each process: a test file itself, or one that imports several of a room. Those of the command line, which start programs of their own and take longest, come first. */
function processesFor(testFiles) {
  const alone = []
  const rooms = new Map()
  for (const file of testFiles) {
    const room = file.split(path.sep).slice(2, 4).join('-')
    if (room === 'src-cli' || needsItsOwnProcess.test(readFileSync(file, 'utf8'))) alone.push(file)
    else rooms.set(room, [...(rooms.get(room) ?? []), file])
  }
  rmSync(groups, { recursive: true, force: true })
  mkdirSync(groups, { recursive: true })
  return [...alone, ...[...rooms].flatMap(([room, members]) => groupsOf(room, members))]
}

function groupsOf(room, members) {
  const count = Math.ceil(members.length / filesInGroup)
  return Array.from({ length: count }, (_, index) => {
    const file = path.join(groups, `${room}-${index + 1}.mjs`)
    const part = members.filter((_, position) => position % count === index)
    writeFileSync(file, part.map(member => `import '../../${member}'\n`).join(''))
    return file
  })
}
