// Measures what documents of three sizes cost, CPU and memory, to see that cost grows in a line. See README.md beside this file.
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { apitest } from './commands.mjs'
import { writeDescription } from './files/openapi.mjs'
import { writeScriptedCollection } from './files/scripted-collection.mjs'
import { measureOnce, median } from './measure.mjs'
import { comparison, writeVersions } from './rows/contracts.mjs'
import { freePort } from './free-port.mjs'

/** Runs of each, after one that does not count. */
const runs = 3

/** Resources of descriptions of about 0.3, 1 and 3 MB. */
const descriptions = [23, 77, 230]

/** Folders of forty requests in collections of about 1, 4 and 16 MB. */
const collections = [17, 67, 267]

/** An answer to every operation of the descriptions that they allow. */
const answer = {
  id: '3f0f1a0e-0b3c-4c8e-9a57-9c9e3c1f6a10',
  name: 'Ada',
  amount: 1,
  part1: {},
  items: [],
}

/** Each gives a document and the command that reads it. */
const works = [
  { work: '`import openapi`', sizes: descriptions, commandOf: importOfDescription },
  { work: '`contract diff`', sizes: descriptions, commandOf: comparisonOf },
  {
    work: '`contract check`, one request for each operation that reads',
    sizes: descriptions,
    commandOf: check,
  },
  { work: '`import postman`', sizes: collections, commandOf: importOfCollection },
]

const folder = mkdtempSync(path.join(tmpdir(), 'apitest-growth-'))
const server = await startMock()
try {
  console.log('| work | document | CPU | peak memory |\n|---|---|---|---|')
  for (const { work, sizes, commandOf } of works)
    for (const size of sizes) {
      const { file, command } = commandOf(size)
      const megabytes = (statSync(file).size / 1e6).toFixed(1)
      const cpu = `${(costOf(command, 'CPU ms') / 1000).toFixed(2)} s`
      console.log(
        `| ${work} | ${megabytes} MB | ${cpu} | ${(costOf(command, 'KiB') / 1024).toFixed(0)} MiB |`,
      )
    }
} finally {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function costOf(command, unit) {
  const values = Array.from({ length: runs + 1 }, () => measureOnce({ folder, ...command }, unit))
  return median(values.slice(1))
}

function importOfDescription(resources) {
  const file = writeDescription(folder, { resources })
  return { file, command: apitest('import', 'openapi', file, '--replace', '--json') }
}

function importOfCollection(folders) {
  const file = writeScriptedCollection(folder, { folders })
  return { file, command: apitest('import', 'postman', file, '--replace', '--json') }
}

function comparisonOf(resources) {
  const { before, after } = writeVersions(folder, resources)
  return { file: before, command: comparison(before, after) }
}

function check(resources) {
  const file = writeDescription(folder, { resources })
  const all = ['--max-operations', '10000', '--max-parameters', '0']
  return { file, command: apitest('contract', 'check', server.url, '--spec', file, ...all) }
}

/** A server that answers every request with the same, in a process of its own. */
async function startMock() {
  const port = await freePort()
  const program = path.join(import.meta.dirname, 'programs/bare-mock.mjs')
  const child = fork(program, [String(port), JSON.stringify(answer)])
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() }
}
