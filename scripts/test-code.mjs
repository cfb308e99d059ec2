// node scripts/test-code.mjs install: what the tests of generated test code run with, into the user's cache folder: packages of
// Python and of npm. Go, Java with Maven and Rust are used where the machine has them. After a build.
import { installPackages } from '../dist/modules/src/testing/npm-packages.js'
import { installPython } from '../dist/modules/src/testing/python-tools.js'

const [word] = process.argv.slice(2)
if (word !== 'install') {
  console.error('node scripts/test-code.mjs install')
  process.exit(2)
}
const say = line => console.log(line)
await installPython('fixtures/test-code/python.txt', say)
await installPackages('fixtures/test-code/javascript.json', say)
