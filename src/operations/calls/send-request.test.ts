import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { hostIn } from '../testing/host-in.ts'
import { sendRequest } from './call-operations.ts'

/** Runs a step in a project with a variable that is null. */
async function told(step: JsonObject) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'apitest-send-'))
  try {
    await writeFile(path.join(folder, 'apitest.config.yaml'), 'variables: { nothing: null }\n')
    const answer = await sendRequest.run({ step, history: false }, hostIn(folder))
    assert.ok(answer.ok && answer.value.result !== undefined)
    const { result, body } = answer.value
    return { result, text: body?.text ?? '' }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('the credentials of a step are hidden, whoever asks and whatever it was made of', () => {
  it('where a server repeats them', async () => {
    const server = createServer(({ headers, url }, response) => {
      response.end(JSON.stringify({ url, headers }))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    try {
      const { result, text } = await told({
        request: `GET http://127.0.0.1:${(server.address() as AddressInfo).port}/?api_key=key-in-the-query`,
        headers: { 'X-Api-Key': 'key-in-a-header' },
        auth: { bearer: 'token-of-the-step' },
      })
      assert.equal(result.outcome, 'passed')
      assert.match(text, /"authorization":"Bearer \*\*\*"/)
      assert.doesNotMatch(JSON.stringify([result, text]), /key-in-|token-of/)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('where its placeholders cannot be filled in', async () => {
    const request = 'GET http://127.0.0.1:1/{{nothing}}/x?api_key=key-in-the-query'
    const { result } = await told({ request })
    assert.match(result.failures[0]?.message ?? '', /is null, which "request" would send/)
    assert.match(result.name, /api_key=\*\*\*/)
  })
})
