import { withoutModules } from '../../../testing/python-tools.ts'
import { type PythonServer, startPythonServer } from '../../../testing/python-server.ts'

/** Why tests beside Python's library `websockets` (of Debian) are skipped, or false when they need not be. */
export const withoutPythonWebSockets = withoutModules('websockets')

/**
 * Starts fixtures/websocket/echo_server.py; with TLS, PEM files: its key, its certificate, and the authority of the only
 * clients it takes.
 */
export function startPythonEcho(tls: readonly string[] = []): Promise<PythonServer> {
  return startPythonServer('fixtures/websocket/echo_server.py', tls)
}
