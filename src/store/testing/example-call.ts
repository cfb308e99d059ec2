import { randomBytes } from 'node:crypto'
import type { CallRecord } from '../../model/call-record.ts'

/** A call that nobody made, with an id of its own and a body of 4 KB. */
export function exampleCall(differing: Partial<CallRecord> = {}): CallRecord {
  return {
    id: randomBytes(4).toString('hex').slice(0, 7),
    time: new Date().toISOString(),
    source: { kind: 'send' },
    request: { method: 'GET', url: 'http://127.0.0.1/users/1', headers: [] },
    response: {
      status: 200,
      headers: [['content-type', 'text/plain']],
      body: { text: 'x'.repeat(4096), size: 4096, truncated: false },
    },
    duration: 1.5,
    attempts: 1,
    outcome: 'passed',
    ...differing,
  }
}
