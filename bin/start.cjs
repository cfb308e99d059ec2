'use strict'
const path = require('node:path')

if (process.argv[2] === '--version' && process.argv.length === 3) {
  process.stdout.write(`${require('../package.json').version}\n`)
} else {
  require(path.join(__dirname, '../dist/program/main.js')).main(process.argv.slice(2))
}
