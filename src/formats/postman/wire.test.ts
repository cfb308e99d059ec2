import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { httpServer, type SeenRequest } from '../../actions/http/testing/http-server.ts'
import { comparable } from '../../compile/testing/same-wire.ts'
import { suitesToRun } from '../../compile/suites-to-run.ts'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { runText } from '../../testing/run-text.ts'
import { exportPostman } from './export-postman.ts'
import { importPostman } from './import-postman.ts'
import { textAt } from './parts.ts'
import { runNewman } from './testing/run-newman.ts'
import { placedRequests } from './testing/sent-requests.ts'

const text = readFileSync('fixtures/postman/kitchen-sink.postman_collection.json', 'utf8')
const result = importPostman(text, { file: 'kitchen-sink.json' })
assert.ok(result.ok)
const { collection } = result.value
assert.ok(collection)
const names = placedRequests(collection).map(({ request }) => textAt(request.step, 'name') ?? '')

const files = Object.fromEntries(
  ['data.json', 'note.txt'].map(name => {
    const file = `fixtures/postman/files/${name}`
    return [file, readFileSync(file, 'utf8')]
  }),
)

/** Runs the suites that a collection stands for. */
async function runSuitesOf(
  collection: Collection,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  for (const suite of suitesToRun(collection, [])) {
    const { messages, summary } = await runText(JSON.stringify(suite), { files, input: { variables } })
    assert.deepEqual([messages, summary.problems], [[], []])
  }
}

/** The requests that a server sees when something sends all requests to it. */
async function seenBy(
  send: (variables: Readonly<Record<string, string>>) => Promise<unknown>,
): Promise<readonly SeenRequest[]> {
  // An answer that GraphQL requests can pass with.
  await using server = await httpServer((_, response) => response.end('{"data":{}}'))
  await send({ baseUrl: server.url, bareHost: server.url.slice('http://'.length) })
  return server.seen
}

describe('what is sent', async () => {
  const ofNewman = await seenBy(variables => runNewman(JSON.parse(text) as JsonObject, variables))
  const ours = await seenBy(variables => runSuitesOf(collection, variables))
  const exported = JSON.parse(exportPostman(collection).files[0]?.text ?? '') as JsonObject
  const again = await seenBy(variables => runNewman(exported, variables))
  const anew = JSON.parse(exportPostman(withoutKept(collection)).files[0]?.text ?? '') as JsonObject
  const written = await seenBy(variables => runNewman(anew, variables))

  it('is as many requests', () => {
    assert.deepEqual([ours.length, again.length, written.length], Array(3).fill(ofNewman.length))
    assert.equal(names.length, ofNewman.length)
  })
  names.forEach((name, index) => {
    const expected = ofNewman[index]
    it(`${name}: is what Postman's runner sends`, () => {
      assert.deepEqual(view(ours[index]), view(expected))
    })
    it(`${name}: is the same after an export`, () => {
      assert.deepEqual(view(again[index]), view(expected))
    })
    it(`${name}: is the same after an export of which nothing was kept`, () => {
      assert.deepEqual(view(written[index]), view(expected))
    })
  })
})

function view(request: SeenRequest | undefined): unknown {
  assert.ok(request)
  const { rawHeaders, ...rest } = request
  const own = new Set(['accept', 'cache-control', 'postman-token'])
  const kept = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !own.has(name.toLowerCase()) ? [name, (rawHeaders[index + 1] ?? '').trim()] : [],
  )
  return comparable({ ...rest, rawHeaders: kept })
}

/** A collection as if it had been written by hand. */
function withoutKept(value: typeof collection & object): typeof collection & object {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) => (key === 'kept' ? undefined : member)),
  ) as typeof value
}
