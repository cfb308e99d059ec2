import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { JsonValue } from '../../model/json.ts'
import { Secrets } from '../../secrets/index.ts'
import { ReceivedRequest } from '../received-request.ts'
import { Learner } from './learner.ts'
import { Recording } from './recording.ts'
import { learnerOf } from './recorder.ts'

const token = '4Qz9Tk2Lw8'

/** A text with the secret, as it may be shown when the learner has been told of something. */
function shownAfter(tell: (learner: Learner) => void): string {
  const secrets = new Secrets()
  tell(new Learner(secrets))
  return secrets.mask(`/orders/${token}`)
}

function request(headers: Readonly<Record<string, string>>, body = '', url = '/'): ReceivedRequest {
  return new ReceivedRequest(
    { method: 'POST', url, rawHeaders: Object.entries(headers).flat() },
    Buffer.from(body),
  )
}

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const parts = { 'content-type': 'multipart/form-data; boundary=X' }

describe('what a mock learns to be secret', () => {
  for (const [title, received] of [
    ['a header', request({ authorization: `Bearer ${token}` })],
    ['a parameter', request({}, '', `/?access_token=${token}`)],
    ['a cookie', request({ cookie: `a=1; sid=${token}` })],
    ['a body', request(json, `{"user":[{"password":"${token}"}]}`)],
    ['a body without a type', request({}, `{"token":"${token}"}`)],
    ['a form', request(form, `user=ada&password=${token}`)],
    [
      'a form in parts',
      request(parts, `--X\r\ncontent-disposition: form-data; name="token"\r\n\r\n${token}\r\n--X--`),
    ],
  ] as const)
    it(`stands in ${title} of a request`, () => {
      assert.equal(
        shownAfter(learner => {
          learner.request(received)
        }),
        '/orders/***',
      )
    })

  for (const isRecorded of [false, true])
    it(`is known when a packed answer goes back${isRecorded ? ' that is recorded' : ''}`, async () => {
      const secrets = new Secrets()
      const headers = [['content-encoding', 'gzip'] as const, ['content-type', 'application/json'] as const]
      const asked = [request({}), { status: 200, headers }, 1] as const
      const record = isRecorded
        ? new Recording('bodies').begin(secrets, ...asked)
        : learnerOf(secrets).begin(...asked)
      record.add(gzipSync(JSON.stringify({ access_token: token })))
      await record.end()
      assert.equal(secrets.mask(`/orders/${token}`), '/orders/***')
    })

  it('is no word that may stand anywhere', () => {
    for (const body of [
      '{"password":"is too short"}',
      '{"password":"username"}',
      '{"token":"Abc12"}',
      '{"a":"',
    ])
      assert.equal(
        shownAfter(learner => {
          learner.request(request(json, body))
        }),
        `/orders/${token}`,
      )
  })

  it('stands in messages, however deep', () => {
    let deep: JsonValue = { token }
    for (let depth = 0; depth < 20_000; depth++) deep = depth % 2 === 0 ? [deep] : { a: deep }
    for (const message of [{ type: 'login', password: token }, [{ apiKey: token }], deep])
      assert.equal(
        shownAfter(learner => {
          learner.message(message)
        }),
        '/orders/***',
      )
  })
})
