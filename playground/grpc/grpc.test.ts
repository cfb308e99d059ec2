import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { exchange } from '../../src/actions/grpc/testing/perform.ts'
import { jsonOf } from '../../src/actions/testing/answers.ts'
import type { JsonObject } from '../../src/model/json.ts'
import { certificates, withoutCertificates } from '../../src/testing/certificates.ts'
import { findProgram } from '../../src/testing/parts.ts'
import { type Playground, startPlayground } from '../start-playground.ts'

describe('the gRPC service of the playground', () => {
  let playground: Playground
  before(async () => {
    playground = await startPlayground({ port: 0, grpc: {} })
  })
  after(() => playground.close())

  const call = async (method: string, input: JsonObject = {}): Promise<unknown> => {
    const made = await exchange({
      grpc: `shop.v1.Shop/${method}`,
      target: playground.grpcUrl ?? '',
      ...input,
    })
    return made.response.status === 'OK'
      ? jsonOf(made)
      : `${made.response.status}: ${made.response.statusText}`
  }

  test('has the products of the HTTP API', async () => {
    const http = (await (await fetch(`${playground.url}/api/products/1`)).json()) as {
      name: string
      price: number
    }
    const product = (await call('GetProduct', { message: { id: 1 } })) as { name: string; priceCents: string }
    assert.equal(product.name, http.name)
    assert.equal(product.priceCents, String(Math.round(http.price * 100)))
    assert.equal(await call('GetProduct', { message: { id: 999 } }), 'NOT_FOUND: There is no product 999.')
  })

  test('lists products, and answers about the stock, as streams', async () => {
    const products = (await call('ListProducts', { message: { limit: 3 } })) as unknown[]
    assert.equal(products.length, 3)
    const messages = [{ productId: 1 }, { productId: 2 }]
    const stocks = (await call('CheckStock', { messages })) as { productId: number }[]
    assert.deepEqual(
      stocks.map(({ productId }) => productId),
      [1, 2],
    )
  })

  test('takes orders that the HTTP API knows, too', async () => {
    const messages = [
      { userId: 1, productId: 2, quantity: 1 },
      { productId: 3, quantity: 2 },
    ]
    const order = (await call('PlaceOrder', { messages })) as { id: number; state: string }
    assert.equal(order.state, 'PENDING')
    const seen = (await (await fetch(`${playground.url}/api/orders/${order.id}`)).json()) as { state: string }
    assert.equal(seen.state, 'pending')
    assert.equal(((await call('GetOrder', { message: { id: order.id } })) as { state: string }).state, 'PAID')
    assert.match(String(await call('PlaceOrder', { messages: [] })), /^INVALID_ARGUMENT/)
    assert.match(
      String(await call('PlaceOrder', { messages: [{ userId: 1, productId: 2, quantity: 9999 }] })),
      /^FAILED_PRECONDITION/,
    )
  })

  test('speaks TLS on request', { skip: withoutCertificates }, async () => {
    const { server, authority } = await certificates()
    const tls = { certificate: await readFile(server.certificate), key: await readFile(server.key) }
    const secure = await startPlayground({ port: 0, grpc: { tls } })
    const input = { grpc: 'grpc.health.v1.Health/Check', target: secure.grpcUrl ?? '' }
    const made = await exchange(input, { settings: { transport: { tls: { ca: authority } } } })
    assert.deepEqual(jsonOf(made), { status: 'SERVING' })
    await secure.close()
  })

  const grpcurl = findProgram('grpcurl')
  test(
    'is understood by grpcurl',
    { skip: grpcurl === undefined && 'grpcurl is not installed.' },
    async () => {
      const address = new URL(playground.grpcUrl ?? '').host
      const run = async (...args: string[]) =>
        (await promisify(execFile)(grpcurl ?? '', ['-plaintext', ...args])).stdout
      assert.match(
        await run(address, 'list'),
        /^grpc\.health\.v1\.Health\ngrpc\.reflection\.[^]*shop\.v1\.Shop|shop\.v1\.Shop/,
      )
      assert.match(await run(address, 'describe', 'shop.v1.Product'), /int64 price_cents = 6/)
      const order = JSON.parse(await run('-d', '{"id":1}', address, 'shop.v1.Shop/GetOrder')) as unknown
      assert.deepEqual(await call('GetOrder', { message: { id: 1 } }), order)
      const products = await run('-d', '{"limit":2}', address, 'shop.v1.Shop/ListProducts')
      assert.equal(products.match(/"sku"/g)?.length, 2)
    },
  )
})
