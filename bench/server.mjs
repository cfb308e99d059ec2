import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { certificates } from '../dist/modules/src/testing/certificates.js'

/** Starts the server in its own process. `taken` says how many requests came since it was asked last. */
export async function startServer() {
  const { authority, server } = await certificates()
  const program = path.join(import.meta.dirname, 'programs/server.mjs')
  const child = fork(program, [server.certificate, server.key])
  const [[port, securePort]] = await once(child, 'message')
  const url = `http://127.0.0.1:${port}`
  const secureUrl = `https://127.0.0.1:${securePort}`
  let before = 0
  const taken = async () => {
    child.send('taken')
    const [total] = await once(child, 'message')
    const since = total - before
    before = total
    return since
  }
  return { url, secureUrl, authority, taken, stop: () => child.disconnect() }
}
