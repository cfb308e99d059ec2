// The baseline for importing a Postman collection: parsing it, and each of its scripts with the same parser.
import { readFileSync } from 'node:fs'
import { parse } from 'acorn'

const [file] = process.argv.slice(2)
parseScripts(JSON.parse(readFileSync(file, 'utf8')))

function parseScripts({ item = [], event = [] }) {
  for (const { script } of event) parse(script.exec.join('\n'), { ecmaVersion: 'latest' })
  for (const inner of item) parseScripts(inner)
}
