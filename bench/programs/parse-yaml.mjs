// What `apitest check` is compared with: reading the same files and parsing them with the same library.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

const [folder] = process.argv.slice(2)
for (const file of readdirSync(folder)) parse(readFileSync(path.join(folder, file), 'utf8'))
