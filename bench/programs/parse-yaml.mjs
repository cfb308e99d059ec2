// The baseline for `apitest check`: reading the same files and parsing them with the library that reads sound files.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'js-yaml'

const [folder] = process.argv.slice(2)
for (const file of readdirSync(folder)) load(readFileSync(path.join(folder, file), 'utf8'))
