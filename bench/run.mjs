// Measures what apitest costs: all rows, or those named on the command line. See README.md beside this file.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { measurePairs } from './measure.mjs'
import { Skipped } from './peers.mjs'
import { contractRows } from './rows/contracts.mjs'
import { eventRows } from './rows/events.mjs'
import { importRows } from './rows/imports.mjs'
import { memoryRows } from './rows/memory.mjs'
import { peerRows } from './rows/peers.mjs'
import { requestRows } from './rows/requests.mjs'
import { startRows } from './rows/start.mjs'
import { startServer } from './server.mjs'
import { resultLine, tableHead } from './table.mjs'

const rows = [
  ...startRows,
  ...requestRows,
  ...peerRows,
  ...memoryRows,
  ...importRows,
  ...contractRows,
  ...eventRows,
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter(name => !rows.some(row => row.name === name))
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. Rows are ${rows.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
process.exitCode = await measureAll(rows.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))

/** Prints the table; gives 1 when a budget is not held. */
async function measureAll(chosen) {
  const folder = mkdtempSync(path.join(tmpdir(), 'apitest-bench-'))
  const server = await startServer()
  let broken = false
  console.log(`Node ${process.version}, ${process.arch}, ${availableParallelism()} cores\n\n${tableHead}`)
  try {
    for (const row of chosen) {
      const result = await measureRow(row, { folder, ...server })
      broken ||= 'failure' in result || result.ratio > row.budget
      console.log(resultLine(row, result))
    }
  } finally {
    server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return broken ? 1 : 0
}

/** A row's figures, or why there are none. A row that is not about whole processes measures itself. */
async function measureRow({ measure, sides, pairs, unit = 'ms', requests }, context) {
  const afterRun = async side => {
    const taken = await context.taken()
    const expected = requests?.[side] ?? requests
    if (expected !== undefined && taken !== expected) throw new Error(`${side} sent ${taken} requests`)
  }
  try {
    if (measure !== undefined) return await measure()
    await context.taken()
    return await measurePairs(sides(context), { pairs, unit, folder: context.folder, afterRun })
  } catch (error) {
    return error instanceof Skipped ? { skipped: error.message } : { failure: error.message }
  }
}
