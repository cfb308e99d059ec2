import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { failureOf } from '../../testing/answers.ts'
import { testContext } from '../../testing/test-context.ts'
import { action } from '../index.ts'

/** The versions of each call that a broker takes: `[key, lowest, highest]`. */
type Versions = readonly (readonly [key: number, lowest: number, highest: number])[]

const [produce, metadata, versions] = [0, 3, 18]

for (const [what, taken, code, message, hint] of [
  [
    'takes only newer ones',
    [[metadata, 9, 13]],
    0,
    'is too new: it takes Metadata requests (API 3) of versions 9 to 13, and apitest knows versions 4 to 6',
    'Look for a newer apitest, or ask a broker of an older version.',
  ],
  [
    'takes only older ones',
    [[metadata, 0, 3]],
    0,
    'is too old: it takes Metadata requests (API 3) of versions 0 to 3, and apitest knows versions 4 to 6',
    'Brokers from Kafka 1.0 on are understood.',
  ],
  [
    'takes none',
    [[produce, 0, 7]],
    0,
    'does not take Metadata requests (API 3); apitest knows versions 4 to 6',
    'Brokers from Kafka 1.0 on are understood.',
  ],
  [
    'does not take the first question',
    [[versions, 3, 3]],
    35,
    'is too new: it takes ApiVersions requests (API 18) of version 3, and apitest knows version 0',
    'Look for a newer apitest, or ask a broker of an older version.',
  ],
] as const)
  test(`D2: a broker that ${what} is told so, with the versions of both sides`, async () => {
    await using broker = await brokerOf(taken, code)
    for (const act of ['listen', 'publish']) {
      const failure = failureOf(await perform(act, broker.place))
      assert.equal(failure.kind, 'Network Error')
      assert.equal(failure.message, `kafka://${broker.place} ${message}`)
      assert.equal(failure.hint, hint)
    }
  })

test('D2: a broker that takes other versions of a call than the highest is asked in one that it takes', async () => {
  await using broker = await brokerOf([[metadata, 4, 5]], 0)
  failureOf(await perform('publish', broker.place))
  assert.deepEqual(broker.asked.at(-1), [metadata, 5])
})

test('D2: an answer that is cut short is said to be one', async () => {
  await using broker = await brokerOf([[metadata, 6, 6]], 0)
  const { kind, message } = failureOf(await perform('publish', broker.place))
  assert.equal(kind, 'Network Error')
  assert.match(message, /^the answer of kafka:\/\/\S+ to Metadata of version 6 cannot be read: /)
})

function perform(act: string, brokers: string) {
  return action.perform({ kafka: act, brokers, topic: 'orders', text: 'x' }, testContext({ timeout: 5000 }))
}

/** Tells which versions it takes, and answers everything else with three bytes. */
async function brokerOf(taken: Versions, code: number) {
  const asked: (readonly [key: number, version: number])[] = []
  const server = net.createServer(socket => {
    socket.on('error', () => undefined)
    socket.on('data', request => {
      const key = request.readInt16BE(4)
      asked.push([key, request.readInt16BE(6)])
      const list = Buffer.concat([int16(code), int32(taken.length), ...taken.flat().map(int16)])
      const answer = key === versions ? list : Buffer.alloc(3)
      socket.write(Buffer.concat([int32(answer.length + 4), request.subarray(8, 12), answer]))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    place: `127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await once(server, 'close')
    },
  }
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
