import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

const asked = spawnSync('/usr/bin/python3', ['-c', 'import websockets'], { timeout: 60_000 })

/** Why tests beside Python's library `websockets` (of Debian) are skipped, or false when they need not be. */
export const withoutPythonWebSockets: false | string =
  asked.status !== 0 && 'python3-websockets is not installed; run scripts/install-parts.sh as root.'

/** A server of fixtures/websocket/echo_server.py, to be ended with `await using`. */
interface PythonServer extends AsyncDisposable {
  /** `127.0.0.1:41234`. */
  readonly address: string
}

/** Starts it; with TLS, PEM files: its key, its certificate, and the authority of the only clients it takes. */
export async function startPythonServer(tls: readonly string[] = []): Promise<PythonServer> {
  const child = spawn('/usr/bin/python3', ['fixtures/websocket/echo_server.py', ...tls], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [port] = (await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('The server of Python ended.'))),
  ])) as [Buffer]
  return {
    address: `127.0.0.1:${port.toString().trim()}`,
    [Symbol.asyncDispose]: async () => {
      const end = once(child, 'exit')
      child.kill('SIGKILL')
      await end
    },
  }
}
