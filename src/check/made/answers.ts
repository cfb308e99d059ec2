import { jsonBody } from '../../actions/body/json-body.ts'
import type { Body, Exchange } from '../../model/exchange.ts'
import { jsonIn } from '../../util/json-in.ts'

/** The parts of a made answer that are not as usual. */
interface Parts {
  readonly status?: number | undefined
  readonly headers?: Exchange['response']['headers']
  /** In milliseconds. */
  readonly duration?: number
}

/** An exchange with a made answer. */
export function madeExchange(body: Body, { status, headers = [], duration = 1 }: Parts = {}): Exchange {
  return {
    request: { summary: '', headers: [] },
    response: { ...(status === undefined ? {} : { status }), headers, body },
    timings: { startedAt: 0, duration },
    success: { holds: status === undefined || (status >= 200 && status < 400), expected: '2xx or 3xx' },
    namespaces: {},
  }
}

/** A body of any text; its size, where that is to be another, as of more than is made. */
export function textBody(text: string, size = Buffer.byteLength(text)): Body {
  return {
    ...jsonBody(null),
    size,
    bytes: () => Buffer.from(text),
    text: () => text,
    json() {
      const value = jsonIn(text)
      return value === undefined ? { ok: false, reason: 'the body is not JSON' } : { ok: true, value }
    },
  }
}
