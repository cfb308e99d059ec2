import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { MockAnswer } from '../model/mock.ts'
import { createScope } from '../template/scope.ts'
import { callEntry } from './journal.ts'
import { type RunningMock, serveMock } from './serve-mock.ts'

/** A mock with one route, for as long as `use` needs it. */
async function withMock(
  route: string,
  answer: MockAnswer,
  use: (mock: RunningMock) => Promise<void>,
): Promise<void> {
  const [method = '', path = ''] = route.split(' ')
  const span = { file: 'a', start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }
  const mock = await serveMock(
    { name: 'a', routes: [{ method, path, answers: [answer], span }], allowsUnmatched: false, span },
    {
      directory: '/',
      toolFolder: '/nowhere',
      scope: () => createScope([]),
      hide: () => undefined,
      mask: text => text,
    },
  )
  try {
    await use(mock)
  } finally {
    await mock.stop()
  }
}

describe('the server of a mock', () => {
  it('unpacks bodies, gives bytes that are no text as base64, and refuses what is packed wrongly', () =>
    withMock(
      'POST /',
      { status: 200, headers: {}, body: { kind: 'json', value: '{{body}}' }, path: [] },
      async mock => {
        const post = async (body: Uint8Array, headers: Record<string, string>): Promise<string> => {
          const answer = await fetch(mock.variables.url, { method: 'POST', body, headers })
          return `${answer.status} ${await answer.text()}`
        }
        const packed = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
        assert.equal(await post(gzipSync('{"a":1}'), packed), '200 {"a":1}')
        assert.match(await post(Buffer.from('hello'), packed), /^400 .*not what its content-encoding says/)
        assert.match(await post(gzipSync(Buffer.alloc(20_000_000)), packed), /^413 .*16 MiB/)
        await post(Buffer.from([0xff, 0xfe, 0]), {})
        await post(Buffer.from('Ren\xe9', 'latin1'), { 'content-type': 'text/plain; charset=iso-8859-1' })
        const entries = mock.journal.calls.map(callEntry)
        assert.deepEqual(
          entries.map(({ body, base64 }) => [body, base64]),
          [
            [{ a: 1 }, undefined],
            [null, '//4A'],
            ['René', undefined],
          ],
        )
        assert.equal(mock.journal.problems(false).length, 2)
      },
    ))
})
