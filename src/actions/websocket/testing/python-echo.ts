import { spawnSync } from 'node:child_process'
import { type PythonServer, startPythonServer } from '../../../testing/python-server.ts'

const asked = spawnSync('/usr/bin/python3', ['-c', 'import websockets'], { timeout: 60_000 })

/** Why tests beside Python's library `websockets` (of Debian) are skipped, or false when they need not be. */
export const withoutPythonWebSockets: false | string =
  asked.status !== 0 && 'python3-websockets is not installed; run scripts/install-parts.sh as root.'

/**
 * Starts fixtures/websocket/echo_server.py; with TLS, PEM files: its key, its certificate, and the authority of the only
 * clients it takes.
 */
export function startPythonEcho(tls: readonly string[] = []): Promise<PythonServer> {
  return startPythonServer('fixtures/websocket/echo_server.py', tls)
}
