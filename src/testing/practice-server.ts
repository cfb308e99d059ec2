import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A small server for tests of whole runs: `/ok`, `/status/CODE`, `/never` (no answer), `/calls` (how many there were), `/count` (that,
 * and 200 from the third call), `/third` (200 only to each third call).
 */
export async function withPracticeServer<Value>(use: (url: string) => Promise<Value>): Promise<Value> {
  let calls = 0
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const status = Number(/^\/status\/(\d+)$/.exec(pathname)?.[1] ?? 200)
    if (pathname === '/never') return
    if (['/calls', '/count', '/third'].includes(pathname)) calls++
    const isAtFault = (pathname === '/count' && calls < 3) || (pathname === '/third' && calls % 3 !== 0)
    response.statusCode = isAtFault ? 503 : status
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
