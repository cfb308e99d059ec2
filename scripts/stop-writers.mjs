// The long form of the test that nothing acknowledged is lost when a process is stopped while it holds the lock of a file
// and another one writes meanwhile. `node scripts/stop-writers.mjs 100` stops 100 times; under a minute. Ends with 1 when a
// line is missing, or is there twice.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stopWriters } from '../dist/modules/src/store/testing/stop-writers.js'

const directory = await mkdtemp(path.join(tmpdir(), 'apitest-'))
const stopped = await stopWriters(directory, Number(process.argv[2] ?? 100))
await rm(directory, { recursive: true })
console.log(JSON.stringify(stopped))
if (stopped.missing > 0 || stopped.repeated > 0) process.exitCode = 1
