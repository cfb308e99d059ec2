// Run by npm before and after it packs: what is only for people who work on apitest is left out of the package.json in
// the package, so that installing it warns of no install script and shows no dependency that it does not have.
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

const whole = 'package.whole.json'

if (process.argv[2] === 'restore') renameSync(whole, 'package.json')
else {
  const {
    scripts: _,
    devDependencies: __,
    overrides: ___,
    ...clean
  } = JSON.parse(readFileSync('package.json', 'utf8'))
  copyFileSync('package.json', whole)
  writeFileSync('package.json', `${JSON.stringify(clean, null, 2)}\n`)
}
