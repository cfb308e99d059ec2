import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mockKey } from './mocks.ts'

/** Words of other tools by the part of a mock that they stand in, each with the beginning of what is said. */
const words: Readonly<Record<string, readonly (readonly [written: string, said: string])[]>> = {
  mock: [
    ['forward', 'Write it as `proxy`'],
    ['database', 'Write it as `state`'],
    ['crossOrigin', 'Write it as `cors`'],
  ],
  'mock-route': [
    ['endpoint', 'Method and path stand together'],
    ['respond', 'Write it as `answer`'],
    ['sequence', 'Write it as `answers`'],
    ['match', 'Write it as `when`'],
    ['headers', 'What a request has to be like stands under `when`'],
    ['webhook', 'Write it as `then`'],
  ],
  'mock-answer': [
    ['statusCode', 'Write it as `status`'],
    ['responseHeaders', 'Write it as `headers`'],
    ['payload', 'Write it under `json`'],
    ['bodyFile', 'Write it as `file`'],
    ['latency', 'Write it as `delay`'],
    ['chaos', 'Write it as `fault`'],
    ['throttle', 'Write it as `over`'],
    ['sse', 'Write it as `events`'],
  ],
}

describe('F7: words of other tools in a mock', () => {
  for (const [part, known] of Object.entries(words))
    for (const [written, said] of known)
      it(`F7: ${part}: ${written}`, () => {
        assert.ok(mockKey(part, written)?.startsWith(said), mockKey(part, written))
      })
})
