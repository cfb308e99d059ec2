// Runs the tests in dist/modules with node:test; names given on the command line choose among them.
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'

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
    ...['--enable-source-maps', '--test', '--test-concurrency=2'],
    ...['--test-reporter=tap', '--test-reporter-destination=stdout'],
    ...['--test-reporter=./scripts/report-failures.mjs', '--test-reporter-destination=stderr'],
    ...files,
  ],
  { stdio: 'inherit' },
)
child.on('exit', code => process.exit(code ?? 1))
