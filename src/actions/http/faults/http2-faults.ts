import { Http2Error, type Http2ErrorCode } from '../engine/http2-error.ts'
import type { Fault } from '../engine/wire.ts'
import { type DescribeFault, gaveUp, howFar } from './fault-text.ts'

/** Faults of HTTP/2, by the codes of `Http2Error`. */
export const http2Faults: Readonly<Record<Http2ErrorCode, DescribeFault>> = {
  HTTP2_GOAWAY: fault => ({
    message: `the server ended the HTTP/2 connection ${howFar(fault)} (GOAWAY, ${reasonOf(fault)})`,
    hint: hints[reasonOf(fault)] ?? gaveUp,
  }),
  HTTP2_RESET: fault => ({
    message: `the HTTP/2 stream was reset ${howFar(fault)} (${reasonOf(fault)})`,
    hint: hints[reasonOf(fault)] ?? gaveUp,
  }),
  HTTP2_INVALID: fault => ({
    message: `the answer is not valid HTTP/2: ${reasonOf(fault)}`,
    hint: 'With http-version: 1.1 the server is not asked for HTTP/2.',
  }),
}

function reasonOf({ error }: Fault): string {
  return error instanceof Http2Error ? error.reason : error.message
}

/** What to do, where the code says more than that the server gave up. */
const hints: Readonly<Record<string, string>> = {
  REFUSED_STREAM: 'The server has not begun with the request: a step with retry sends it again.',
  // Node resets streams with it, too, whose headers are beyond the limits.
  ENHANCE_YOUR_CALM:
    'The server wants fewer requests at a time, or its answer has more headers than fit into 128 KiB or 2000 lines.',
  PROTOCOL_ERROR:
    'One side breaks the rules of HTTP/2, perhaps with a body of another length than its content-length says.',
  HTTP_1_1_REQUIRED: 'The server wants HTTP/1.1 for this: http-version: 1.1.',
}
