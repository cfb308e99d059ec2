import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/**
 * Starts slow-server.mjs in a process of its own, with its options; `before` are the words of what runs it. `figures` asks for
 * the delays and arrivals.
 */
export async function startSlowServer(options, before = []) {
  const file = path.join(import.meta.dirname, 'slow-server.mjs')
  const [program, ...args] = [...before, process.execPath, file, JSON.stringify(options)]
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [port] = await once(child, 'message')
  const figures = async () => {
    child.send('figures')
    const [told] = await once(child, 'message')
    return told
  }
  return { url: `http://127.0.0.1:${port}`, figures, stop: () => child.disconnect() }
}
