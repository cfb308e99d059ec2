// Measures what apitest costs: all rows, or those named on the command line; with `--against FOLDER` beside another
// built checkout of it. See README.md beside this file.
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { measurePairs } from './measure.mjs'
import { Skipped } from './peers.mjs'
import { apitest } from './commands.mjs'
import { contractRows } from './rows/contracts.mjs'
import { editorRows } from './rows/editor.mjs'
import { eventRows } from './rows/events.mjs'
import { importRows } from './rows/imports.mjs'
import { loadRows } from './rows/load.mjs'
import { memoryRows } from './rows/memory.mjs'
import { mockRows } from './rows/mocks.mjs'
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
  ...editorRows,
  ...eventRows,
  ...mockRows,
  ...loadRows,
]

const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
})
const unknown = wanted.filter(name => !rows.some(row => row.name === name))
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}. Rows are ${rows.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
const chosen = rows.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
process.exitCode = await measureAll(
  values.against === undefined ? chosen : chosen.flatMap(row => againstBuild(row, values.against)),
)

/** The row with the program of another checkout on the other side, which the change may cost 3 % of; none without a program. */
function againstBuild(row, folder) {
  if (row.sides === undefined) return []
  const [program] = apitest().args
  const other = path.resolve(folder, 'bin/apitest.cjs')
  const sides = context => {
    const { ours } = row.sides(context)
    if (ours.args[0] !== program) throw new Skipped('no program of ours')
    return { ours, theirs: { ...ours, args: [other, ...ours.args.slice(1)] } }
  }
  const { requests = {} } = row
  const sent = typeof requests === 'object' ? requests.ours : requests
  const pairs = Math.max(row.pairs, 7)
  return [{ ...row, against: folder, budget: 1.03, goal: 1, pairs, sides, requests: sent }]
}

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
