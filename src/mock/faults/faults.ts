import { STATUS_CODES } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { FaultName } from '../../model/mock.ts'
import { type HeaderLines, WireAnswer } from '../wire-answer.ts'
import { type Behaviour, dribble, flood, send, sendAndClose, sendAndReset } from './behaviours.ts'

/** A whole answer as bytes of HTTP/1.1. */
interface AnswerBytes {
  /** The status line and the headers, with the length of the body and an empty line. */
  readonly head: Buffer
  readonly body: Buffer
}

/** Fault of a response: on its connection, or in the bytes that are sent. */
export type Fault =
  | { readonly kind: 'connection'; behave(bytes: AnswerBytes): Behaviour }
  | { readonly kind: 'content'; change(answer: WireAnswer): WireAnswer }

/** All faults by their names. */
export const faults: Readonly<Record<FaultName, Fault>> = {
  close: connection(() => sendAndClose()),
  reset: connection(() => sendAndReset()),
  'close-within-headers': connection(({ head }) => sendAndClose(half(head))),
  'reset-within-headers': connection(({ head }) => sendAndReset(half(head))),
  'reset-after-headers': connection(({ head }) => sendAndReset(head)),
  'close-within-body': connection(({ head, body }) => sendAndClose(head, half(body))),
  'reset-within-body': connection(({ head, body }) => sendAndReset(head, half(body))),
  stall: connection(() => send()),
  'stall-within-headers': connection(({ head }) => send(half(head))),
  'stall-within-body': connection(({ head, body }) => send(head, half(body))),
  'slow-headers': connection(({ head, body }) => dribble(Buffer.alloc(0), Buffer.concat([head, body]))),
  'slow-body': connection(({ head, body }) => dribble(head, body)),
  'no-http': connection(() => sendAndClose('220 mail.example ESMTP\r\n')),
  'bad-status': connection(({ head, body }) => sendAndClose(withStatus(head, '099'), body)),
  'bad-header': connection(({ head, body }) => sendAndClose(withLine(head, 'bad header: 1'), body)),
  'bad-length': connection(({ head, body }) => sendAndClose(withLength(head, 'ten'), body)),
  'two-lengths': connection(({ head, body }) =>
    sendAndClose(withLine(head, `content-length: ${body.length + 1}`), body),
  ),
  'length-too-large': connection(({ head, body }) =>
    sendAndClose(withLength(head, String(body.length + 10)), body),
  ),
  'length-too-small': connection(({ head, body }) =>
    sendAndClose(withLength(head, String(half(body).length)), body),
  ),
  'bad-chunks': connection(({ head }) => sendAndClose(chunked(head), 'zz\r\nhello\r\n0\r\n\r\n')),
  'two-answers': connection(({ head, body }) => sendAndClose(head, body, head, body)),
  'endless-headers': connection(({ head }) => flood(head.subarray(0, -2), 'x-more: 1\r\n')),
  'endless-body': connection(({ head }) => flood(withoutLength(head), 'a')),
  'cut-body': content(answer => withBody(answer, half(bufferOf(answer)))),
  'bad-text': content(answer => withBody(answer, Buffer.concat([bufferOf(answer), Buffer.of(0xff, 0xfe)]))),
  'bad-gzip': content(answer => withBody(answer, bufferOf(answer), gzipped)),
  'cut-gzip': content(answer => withBody(answer, gzipSync(bufferOf(answer)).subarray(0, -12), gzipped)),
}

function connection(behave: (bytes: AnswerBytes) => Behaviour): Fault {
  return { kind: 'connection', behave }
}

function content(change: (answer: WireAnswer) => WireAnswer): Fault {
  return { kind: 'content', change }
}

/** An answer as it is written by HTTP/1.1. */
export function answerBytes({ status, prepared: { lines }, body }: WireAnswer): AnswerBytes {
  const pairs = Array.from({ length: lines.length / 2 }, (_, index) => lines.slice(index * 2, index * 2 + 2))
  const first = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`
  const head = [first, ...pairs.map(pair => pair.join(': ')), '', ''].join('\r\n')
  return { head: Buffer.from(head, 'latin1'), body: Buffer.from(body) }
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length / 2))
}

function bufferOf({ body }: WireAnswer): Buffer {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength)
}

const gzipped: HeaderLines = [['content-encoding', 'gzip']]

function withBody({ status, headers }: WireAnswer, body: Buffer, more: HeaderLines = []): WireAnswer {
  return new WireAnswer(status, [...headers, ...more], body)
}

function changed(head: Buffer, pattern: RegExp, text: string): Buffer {
  return Buffer.from(head.toString('latin1').replace(pattern, text), 'latin1')
}

function withStatus(head: Buffer, status: string): Buffer {
  return changed(head, / \d{3} /, ` ${status} `)
}

function withLength(head: Buffer, length: string): Buffer {
  return changed(head, /\r\ncontent-length: \d+/, `\r\ncontent-length: ${length}`)
}

/** With one more line, before the others. */
function withLine(head: Buffer, line: string): Buffer {
  return changed(head, /\r\n/, `\r\n${line}\r\n`)
}

function chunked(head: Buffer): Buffer {
  return changed(head, /\r\ncontent-length: \d+/, '\r\ntransfer-encoding: chunked')
}

function withoutLength(head: Buffer): Buffer {
  return changed(head, /\r\ncontent-length: \d+/, '')
}
