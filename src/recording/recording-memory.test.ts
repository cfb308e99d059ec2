import assert from 'node:assert/strict'
import { Agent, createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { importFlow } from '../formats/har/flow/import-flow.ts'
import { BodyFiles, entryOf } from './entry-of.ts'
import type { RecordedExchange } from './recorded-exchange.ts'
import { RecordingProxy } from './recording-proxy.ts'
import { Spool } from './spool.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes that are still held when garbage is gone. */
function held(): number {
  collect()
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

const mebibyte = 1024 * 1024

describe('the memory of a recording', () => {
  it('holds 5,000 exchanges, and the flow that they become, in less than 50 MiB', async () => {
    const answer = JSON.stringify({
      id: 'order-0123456789',
      items: Array.from({ length: 30 }, (_, id) => ({ id, name: `Item ${id}` })),
    })
    const server = createServer((incoming, response) => {
      incoming.resume()
      response.setHeader('content-type', 'application/json')
      response.end(answer)
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const exchanges: RecordedExchange[] = []
    const complaints: string[] = []
    const spool = new Spool()
    const target = new URL(`http://127.0.0.1:${port}`)
    const open = (): Promise<ReturnType<typeof connect>> => Promise.resolve(connect(port, '127.0.0.1'))
    const take = (exchange: RecordedExchange): void => void exchanges.push(exchange)
    const proxy = await RecordingProxy.listen({
      target,
      open,
      spool,
      take,
      complain: told => complaints.push(told),
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const send = (url: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify({ id: 'order-0123456789', note: 'x'.repeat(500) })
        const headers = { 'content-type': 'application/json', 'x-client': 'a client with some headers' }
        const sent = request(url, { method: 'POST', agent, headers }, incoming => {
          incoming.resume()
          incoming.on('end', resolve)
        })
        sent.on('error', reject)
        sent.end(body)
      })
    try {
      for (let count = 0; count < 50; count++) await send(`${proxy.url}/warm/${count}`)
      exchanges.length = 0
      const before = held()
      for (let round = 0; round < 625; round++)
        await Promise.all(
          Array.from({ length: 8 }, (_, index) => send(`${proxy.url}/orders/${round}/${index}`)),
        )
      const recorded = held() - before
      assert.deepEqual([exchanges.length, complaints], [5000, []])
      assert.ok(recorded < 25 * mebibyte, `${recorded}`)
      const files = new BodyFiles('x')
      const flow = importFlow(
        'x',
        exchanges.map((one, index) => entryOf(one, index, target.origin, files)),
      )
      assert.equal(flow.steps.length, 5000)
      const all = held() - before
      assert.ok(all < 50 * mebibyte, `${all}`)
    } finally {
      agent.destroy()
      await proxy.close()
      spool.close()
      server.close()
    }
  })

  it('holds nothing of large bodies', () => {
    const spool = new Spool()
    const body = spool.body()
    const piece = Buffer.alloc(mebibyte, 'secret ')
    const before = held()
    for (let count = 0; count < 48; count++) body.add(piece)
    assert.ok(held() - before < 4 * mebibyte)
    assert.deepEqual([...body.pieces()][47], piece)
    assert.equal(body.isWhole, true)
    for (let count = 0; count < 20; count++) body.add(piece)
    assert.deepEqual([body.size, body.isWhole, body.bytes().length], [68 * mebibyte, false, 0])
    spool.close()
  })
})
