import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { it } from 'node:test'
import { hostIn } from '../testing/host-in.ts'
import { sendRequest } from './call-operations.ts'

it('hides the credentials of a step, whoever asks and whatever it was made of', async () => {
  const server = createServer(({ headers, url }, response) => {
    response.end(JSON.stringify({ url, headers }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const step = {
      request: `GET http://127.0.0.1:${(server.address() as AddressInfo).port}/?api_key=key-in-the-query`,
      headers: { 'X-Api-Key': 'key-in-a-header' },
      auth: { bearer: 'token-of-the-step' },
    }
    const answer = await sendRequest.run({ step, history: false }, hostIn(os.tmpdir()))
    assert.ok(answer.ok && answer.value.result !== undefined && answer.value.body !== undefined)
    const { result, body } = answer.value
    assert.equal(result.outcome, 'passed')
    assert.match(body.text, /"authorization":"Bearer \*\*\*"/)
    assert.doesNotMatch(JSON.stringify([result, body.text]), /key-in-|token-of/)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})
