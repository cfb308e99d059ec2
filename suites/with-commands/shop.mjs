// A shop that has its orders paid by another service: what checkout.apitest.yaml tries, with a mock in place of that service.
// Its arguments are the port, and where payments are made.
import { createServer } from 'node:http'

const [port, payments] = process.argv.slice(2)
const orders = new Map()

createServer((request, response) => {
  answer(request).then(
    ([status, value]) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    },
    error => response.writeHead(500).end(String(error)),
  )
}).listen(Number(port), '127.0.0.1')

async function answer(request) {
  const [, kind, id] = request.url.split('/')
  if (kind === 'health') return [200, { status: 'UP' }]
  if (kind === 'orders' && request.method === 'POST') return placeOrder(await bodyOf(request))
  if (kind === 'payments') return setPaid(await bodyOf(request))
  const order = orders.get(id)
  return order === undefined ? [404, { error: 'no such order' }] : [200, order]
}

async function placeOrder({ sku, amount }) {
  const order = { id: String(orders.size + 1), sku, amount, state: 'placed' }
  orders.set(order.id, order)
  const callbackUrl = `http://127.0.0.1:${port}/payments`
  const paid = await charge({ order: order.id, amount, callbackUrl })
  order.state = paid.status === 402 ? 'refused' : 'waiting for payment'
  order.charge = paid.body.id
  return [paid.status === 402 ? 402 : 202, order]
}

/** Tries three times, under one key, so that nobody pays twice. */
async function charge(content, attempt = 1) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': `order-${content.order}` }
  try {
    const answered = await fetch(`${payments}/charges`, {
      ...{ method: 'POST', headers, body: JSON.stringify(content) },
    })
    return { status: answered.status, body: await answered.json() }
  } catch (error) {
    if (attempt === 3) throw error
    return charge(content, attempt + 1)
  }
}

/** The callback of the service when a charge is settled; the shop asks the service whether that is true. */
async function setPaid({ order: id, charge: number }) {
  const answered = await fetch(`${payments}/charges/${number}`)
  const { state } = await answered.json()
  const order = orders.get(id)
  order.state = state === 'settled' ? 'paid' : 'waiting for payment'
  return [state === 'settled' ? 200 : 409, order]
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}
