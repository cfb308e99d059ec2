import { writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes what a client of the tool server says first: the handshake of 2025-11-25, and that it wants to see the tools. */
export function writeToolRequests(folder) {
  const clientInfo = { name: 'bench', version: '1' }
  const messages = [
    { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list', params: {} },
  ]
  const file = path.join(folder, 'tool-requests.jsonl')
  writeFileSync(file, messages.map(one => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join(''))
  return file
}

/** The command with a file as its standard input. */
export function reading(file, { program, args }) {
  return { program: 'sh', args: ['-c', 'exec "$@" < "$0" > /dev/null', file, program, ...args] }
}
