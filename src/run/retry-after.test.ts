import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import type { HeaderList } from '../model/exchange.ts'
import { runText } from '../testing/run-text.ts'
import { askedToWait } from './retry.ts'

const now = Date.parse('Sun, 06 Nov 1994 08:49:37 GMT')

function asked(status: number, headers: HeaderList): number {
  return askedToWait({ status, headers }, now)
}

describe('an answer asks to be left alone for a while', () => {
  for (const [status, headers, wait] of [
    [429, [['Retry-After', '2']], 2000],
    [503, [['retry-after', ' 0 ']], 0],
    [503, [['retry-after', 'Sun, 06 Nov 1994 08:49:40 GMT']], 3000],
    [503, [['retry-after', 'Sun, 06 Nov 1994 08:49:30 GMT']], 0],
    [
      429,
      [
        ['retry-after', 'Sun, 06 Nov 1994 08:00:05 GMT'],
        ['date', 'Sun, 06 Nov 1994 08:00:00 GMT'],
      ],
      5000,
    ],
    [429, [['retry-after', 'soon']], 0],
    [429, [], 0],
    [200, [['retry-after', '2']], 0],
    [301, [['retry-after', '2']], 0],
  ] as const)
    it(`${status} ${JSON.stringify(headers)}`, () => {
      assert.equal(asked(status, headers), wait)
    })
})

/** Runs a step against a server that answers first with a status and how long to wait. */
async function run(
  status: number,
  retryAfter: string,
  retry: string,
  write = (request: string, own: string): string => `{ ${request}, ${own} }`,
) {
  const times: number[] = []
  const server = createServer((_request, response) => {
    times.push(Date.now())
    if (times.length > 1) response.end('{"ok":true}')
    else response.writeHead(status, { 'retry-after': retryAfter }).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  try {
    const { steps, messages } = await runText(
      `suite: A\nsteps: [${write(`request: 'GET http://127.0.0.1:${port}/', validations: [$.ok: true]`, `retry: ${retry}`)}]`,
    )
    const [first = 0, second = 0] = times
    return { step: steps[0], messages, waited: second - first }
  } finally {
    server.close()
  }
}

describe('retry', () => {
  for (const status of [429, 503])
    it(`waits as long as ${status} asks for, and tells it`, async () => {
      const { step, waited } = await run(status, '1', '{ attempts: 2, interval: 1ms }')
      assert.deepEqual([step?.outcome, step?.attempts, step?.retryAfter], ['passed', 2, 1000])
      assert.ok(waited >= 1000, `waited ${waited} ms`)
    })

  it('waits as long as a step of a group was asked to', async () => {
    const { step, waited } = await run(
      429,
      '1',
      '{ attempts: 2, interval: 1ms }',
      (request, own) => `{ steps: [{ ${request} }], ${own} }`,
    )
    assert.deepEqual([step?.outcome, step?.attempts, step?.retryAfter], ['passed', 2, 1000])
    assert.ok(waited >= 1000, `waited ${waited} ms`)
  })

  it('waits for its own interval where that is longer', async () => {
    const { step, waited } = await run(429, '0', '{ attempts: 2, interval: 200ms }')
    assert.deepEqual([step?.outcome, step?.retryAfter], ['passed', undefined])
    assert.ok(waited >= 199, `waited ${waited} ms`)
  })

  it('does not wait for longer than a minute, and says why', async () => {
    const { step, messages } = await run(503, '3600', '{ attempts: 2, interval: 1ms }')
    assert.deepEqual([step?.outcome, step?.attempts], ['failed', 1])
    assert.ok(
      messages.includes('no further attempt: the server asks to wait 60 m (retry-after), more than 1 m'),
      messages.join('\n'),
    )
  })
})
