import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { withMock } from './testing/with-mock.ts'

describe('the server of a mock', () => {
  it('unpacks bodies, gives bytes that are no text as base64, and refuses what is packed wrongly', () =>
    withMock('routes: [{ route: POST /, answer: { json: "{{body}}" } }]', async mock => {
      const post = async (body: Uint8Array, headers: Record<string, string>): Promise<string> => {
        const answer = await fetch(mock.url, { method: 'POST', body, headers })
        return `${answer.status} ${await answer.text()}`
      }
      const packed = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
      assert.equal(await post(gzipSync('{"a":1}'), packed), '200 {"a":1}')
      assert.match(await post(Buffer.from('hello'), packed), /^400 .*not what its content-encoding says/)
      assert.match(await post(gzipSync(Buffer.alloc(20_000_000)), packed), /^413 .*16 MiB/)
      await post(Buffer.from([0xff, 0xfe, 0]), {})
      await post(Buffer.from('Ren\xe9', 'latin1'), { 'content-type': 'text/plain; charset=iso-8859-1' })
      const entries = mock.received()
      assert.deepEqual(
        entries.map(({ body, base64 }) => [body, base64]),
        [
          [{ a: 1 }, undefined],
          [null, '//4A'],
          ['René', undefined],
        ],
      )
      assert.equal(mock.journal.problems(false).length, 2)
    }))
})
