// The truth of what `apitest load` tells: all lines, or those named on the command line. Each compares figures with what a
// server knows of itself, with another program or with what was asked for; ends with 1 when one is not as expected. See
// README.md in the folder above.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { Skipped } from '../peers.mjs'
import { courseLines } from './course-lines.mjs'
import { k6Lines } from './k6-lines.mjs'
import { percentileLines } from './percentile-lines.mjs'
import { stallLines } from './stall-lines.mjs'

const lines = { ...percentileLines, ...stallLines, ...courseLines, ...k6Lines }

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !Object.hasOwn(lines, name))
if (unknown.length > 0) {
  console.error(`There is no line ${unknown.join(', ')}. Lines are ${Object.keys(lines).join(', ')}.`)
  process.exit(2)
}
process.exitCode = (await compareAll(wanted.length > 0 ? wanted : Object.keys(lines))) ? 0 : 1

/** Prints the table; gives whether all is as expected. */
async function compareAll(names) {
  console.log(`Node ${process.version}, ${process.arch}, ${availableParallelism()} cores\n`)
  console.log('| line | what | expected | measured | ok |\n|---|---|---|---|---|')
  let isFine = true
  for (const name of names)
    for (const { what, expected, measured, ok } of await checksOf(name)) {
      isFine &&= ok !== false
      const told = ok === undefined ? 'skipped' : ok ? 'yes' : '**no**'
      console.log(`| ${[name, what, expected, measured, told].join(' | ')} |`)
    }
  return isFine
}

async function checksOf(name) {
  const folder = mkdtempSync(path.join(tmpdir(), 'apitest-bench-'))
  try {
    return await lines[name](folder)
  } catch (error) {
    const ok = error instanceof Skipped ? undefined : false
    return [{ what: '', expected: '', measured: error.message.replaceAll('\n', ' '), ok }]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
