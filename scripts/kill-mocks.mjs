// The long form of the test that mocks which run on their own leave nothing when they are killed: `node scripts/kill-mocks.mjs 200`
// starts and ends 200, every other one by force; some two minutes, after a build. Ends with 1 when anything is left.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { killMocks } from '../dist/modules/src/mock/standalone/testing/kill-mocks.js'

process.chdir(path.join(import.meta.dirname, '..'))
const folder = await mkdtemp(path.join(tmpdir(), 'apitest-'))
await writeFile(
  path.join(folder, 'a.apitest.yaml'),
  'suite: A\nmocks: { a: { routes: [{ route: GET / }] } }\nsteps: [{ request: "GET {{mocks.a.url}}/" }]\n',
)
const { killed, left } = await killMocks(folder, 'a.apitest.yaml', Number(process.argv[2] ?? 200))
await rm(folder, { recursive: true })
console.log(JSON.stringify({ killed, left }))
if (left.length > 0) process.exitCode = 1
