import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small server for tests of whole runs: `/ok`, `/status/CODE`, `/never` (no answer), `/count` (200 from the third call). */
export async function withPracticeServer<Value>(use: (url: string) => Promise<Value>): Promise<Value> {
  let calls = 0
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const status = Number(/^\/status\/(\d+)$/.exec(pathname)?.[1] ?? 200)
    if (pathname === '/never') return
    if (pathname === '/count') calls++
    response.statusCode = pathname === '/count' && calls < 3 ? 503 : status
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ name: 'Ada', id: 1, tags: ['a', 'b'], calls, path: request.url }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
