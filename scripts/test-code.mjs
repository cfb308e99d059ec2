// node scripts/test-code.mjs install [rust]: what the tests of generated test code run with, into the user's cache folder: packages
// of Python and of npm and, where there is Maven, JUnit; with `rust` also the crates, whose first build takes minutes. After a build.
import { installJava } from '../dist/modules/src/formats/test-code/java/testing/maven-project.js'
import { installRust } from '../dist/modules/src/testing/cargo-project.js'
import { installPackages } from '../dist/modules/src/testing/npm-packages.js'
import { installPython } from '../dist/modules/src/testing/python-tools.js'

const [word, more] = process.argv.slice(2)
if (word !== 'install' || (more !== undefined && more !== 'rust')) {
  console.error('node scripts/test-code.mjs install [rust]')
  process.exit(2)
}
const say = line => console.log(line)
await installPython('fixtures/test-code/python.txt', say)
await installPackages('fixtures/test-code/javascript.json', say)
await installJava(say)
if (more === 'rust') await installRust(say)
