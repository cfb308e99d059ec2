// Shows the site that was built, below any path, as a server of files would.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { lookup } from 'mrmime'
import { decoded } from './navigation.mjs'

/** Serves a folder on this machine, below a base such as `/docs/`; gives the address once it can be asked. */
export function serve(folder, port, base) {
  const server = createServer(async (request, response) => {
    // As it came: `//` is no URL.
    const [pathname] = request.url.split('?')
    const name = pathname.slice(base.length).replace(/^$|\/$/, '$&index.html')
    const file = path.join(folder, path.posix.join('/', decoded(name)))
    const bytes = pathname.startsWith(base) ? await readFile(file).catch(() => undefined) : undefined
    if (bytes === undefined) response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
    else response.writeHead(200, { 'content-type': `${lookup(file)}; charset=utf-8` }).end(bytes)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(`http://127.0.0.1:${server.address().port}${base}`))
  })
}
