// The long form of the test that nothing acknowledged is lost from the call history: rounds of four processes that
// write and are killed. `node scripts/kill-history.mjs 200` kills 200; three to five minutes. Ends with 1 when a call
// is missing or the file was not readable once.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { killWriters } from '../dist/modules/src/store/testing/kill-writers.js'

/** Kills of a round: with the four processes at its start, at most 400 calls, which the history holds. */
const killsOfRound = 8

const wanted = Number(process.argv[2] ?? 200)
const total = {
  kills: 0,
  acknowledged: 0,
  missing: 0,
  broken: 0,
  takeovers: 0,
  longestWait: 0,
  halfWritten: 0,
}
while (total.kills < wanted) {
  const directory = await mkdtemp(path.join(tmpdir(), 'apitest-'))
  const round = await killWriters(directory, Math.min(killsOfRound, wanted - total.kills))
  await rm(directory, { recursive: true })
  for (const text of round.broken) console.error(text)
  total.longestWait = Math.max(total.longestWait, round.longestWait)
  total.broken += round.broken.length
  for (const key of ['kills', 'acknowledged', 'missing', 'takeovers', 'halfWritten']) total[key] += round[key]
}
console.log(JSON.stringify(total))
if (total.missing > 0 || total.broken > 0) process.exitCode = 1
