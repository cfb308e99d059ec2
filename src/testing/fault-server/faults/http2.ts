import type { Socket } from 'node:net'
import { timeLimit, type Fault, type FaultGroup } from '../fault.ts'
import { faultServer, type FaultServer } from '../fault-server.ts'
import { errorCodes, headerBlock, http2Frames as frames, onRequest } from '../http2-frames.ts'
import { flood, send, sendAndClose, sendAndReset } from '../../../mock/faults/behaviours.ts'

const ok = headerBlock({ ':status': '200' })
const step = 'http-version: 2'
const calm =
  'The server wants fewer requests at a time, or its answer has more headers than fit into 128 KiB or 2000 lines.'
const gaveUp = 'Look into the log of the server, and of what stands before it: it gave up while it answered.'
const perhapsTls = 'If the server speaks TLS there, use https://HOST.'
const longer = 'Give the step a longer timeout, or find out what the server waits for.'
const rules =
  'One side breaks the rules of HTTP/2, perhaps with a body of another length than its content-length says.'
const leftAlone = 'With http-version: 1.1 the server is not asked for HTTP/2.'
const looksAtBody = `${step}\n  validations: [{ text: { contains: a } }]`

/** The mistakes of servers in HTTP/2, which is spoken here without TLS. */
export const http2Faults: FaultGroup = {
  title: 'HTTP/2',
  faults: [...goodbyes(), ...endings(), ...stalls(), ...floods(), ...violations()],
}

type Frames = readonly Buffer[]

/** A server that answers every request with these frames, and leaves the connection open. */
function answering(answer: (stream: number) => Frames): () => Promise<FaultServer> {
  return serving((socket, stream) => {
    for (const part of answer(stream)) socket.write(part)
  })
}

/** A server that answers every request with these frames, and closes the connection. */
function closingAfter(answer: (stream: number) => Frames): () => Promise<FaultServer> {
  return serving((socket, stream) => {
    for (const part of answer(stream)) socket.write(part)
    socket.end()
  })
}

/** A server that answers with `start`, and then `piece` again and again. */
function flooding(
  start: (stream: number) => Buffer,
  piece: (stream: number) => Buffer,
): () => Promise<FaultServer> {
  return serving((socket, stream) => {
    socket.write(start(stream))
    flood('', piece(stream))(socket, '')
  })
}

function serving(answer: (socket: Socket, stream: number) => void): () => Promise<FaultServer> {
  return () => faultServer(onRequest(answer), { atOnce: true })
}

function goodbyes(): readonly Fault[] {
  return [
    {
      name: 'GOAWAY instead of an answer',
      start: answering(() => [frames.goAway(0, errorCodes.none)]),
      step,
      outcome: 'errored',
      message: 'Network Error: the server ended the HTTP/2 connection without an answer (GOAWAY, NO_ERROR)',
      hint: gaveUp,
    },
    {
      name: 'GOAWAY with an error instead of an answer',
      start: answering(() => [frames.goAway(0, errorCodes.enhanceYourCalm)]),
      step,
      outcome: 'errored',
      message:
        'Network Error: the server ended the HTTP/2 connection without an answer (GOAWAY, ENHANCE_YOUR_CALM)',
      hint: calm,
    },
    {
      name: 'GOAWAY with an error within the body',
      start: answering(stream => [
        frames.headers(stream, ok),
        frames.data(stream, 'hello'),
        frames.goAway(stream, errorCodes.internal),
      ]),
      step,
      outcome: 'errored',
      message:
        'Network Error: the server ended the HTTP/2 connection before the answer was complete, after 5 bytes (GOAWAY, INTERNAL_ERROR)',
      hint: gaveUp,
    },
    {
      name: 'GOAWAY before a whole answer: the next request goes over a new connection',
      start: answering(stream => [
        frames.goAway(stream, errorCodes.none),
        frames.headers(stream, ok),
        frames.data(stream, 'hi', true),
      ]),
      step: `${step}\n  validations: [{ text: hi }]`,
      outcome: 'passed',
    },
    {
      name: 'RST_STREAM instead of an answer',
      start: answering(stream => [frames.resetStream(stream, errorCodes.internal)]),
      step,
      outcome: 'errored',
      message: 'Network Error: the HTTP/2 stream was reset without an answer (INTERNAL_ERROR)',
      hint: gaveUp,
    },
    {
      name: 'RST_STREAM: the stream is refused',
      start: answering(stream => [frames.resetStream(stream, errorCodes.refusedStream)]),
      step,
      outcome: 'errored',
      message: 'Network Error: the HTTP/2 stream was reset without an answer (REFUSED_STREAM)',
      hint: 'The server has not begun with the request: a step with retry sends it again.',
    },
    {
      name: 'RST_STREAM with a code that nobody knows',
      start: answering(stream => [frames.resetStream(stream, 0x99)]),
      step,
      outcome: 'errored',
      message: 'Network Error: the HTTP/2 stream was reset without an answer (error 153)',
      hint: gaveUp,
    },
    {
      name: 'RST_STREAM within the body',
      start: answering(stream => [
        frames.headers(stream, ok),
        frames.data(stream, 'hello'),
        frames.resetStream(stream, errorCodes.internal),
      ]),
      step,
      outcome: 'errored',
      message:
        'Network Error: the HTTP/2 stream was reset before the answer was complete, after 5 bytes (INTERNAL_ERROR)',
      hint: gaveUp,
    },
    {
      name: 'RST_STREAM without an error within the body',
      start: answering(stream => [
        frames.headers(stream, ok),
        frames.data(stream, 'hello'),
        frames.resetStream(stream, errorCodes.none),
      ]),
      step,
      outcome: 'errored',
      message:
        'Network Error: the HTTP/2 stream was reset before the answer was complete, after 5 bytes (NO_ERROR)',
      hint: gaveUp,
    },
  ]
}

function endings(): readonly Fault[] {
  return [
    {
      name: 'HTTP/2: closed as soon as connected',
      start: () => faultServer(sendAndClose(), { atOnce: true }),
      step,
      outcome: 'errored',
      message: 'Network Error: the server closed the connection without an answer (CLOSED)',
      hint: perhapsTls,
    },
    {
      name: 'HTTP/2: closed before the headers',
      start: closingAfter(() => []),
      step,
      outcome: 'errored',
      message: 'Network Error: the server closed the connection without an answer (CLOSED)',
      hint: perhapsTls,
    },
    {
      name: 'HTTP/2: reset before the headers',
      start: serving(socket => {
        sendAndReset(frames.ping.toString('latin1'))(socket, '')
      }),
      step,
      outcome: 'errored',
      message: 'Network Error: the connection was reset without an answer (ECONNRESET)',
      hint: perhapsTls,
    },
    {
      name: 'HTTP/2: closed within the headers',
      start: closingAfter(stream => [frames.openHeaders(stream, ok)]),
      step,
      outcome: 'errored',
      message: 'Network Error: the server closed the connection without an answer (CLOSED)',
      hint: perhapsTls,
    },
    {
      name: 'HTTP/2: closed within the body',
      start: closingAfter(stream => [frames.headers(stream, ok), frames.data(stream, 'hello')]),
      step,
      outcome: 'errored',
      message:
        'Network Error: the server closed the connection before the answer was complete, after 5 bytes (CLOSED)',
      hint: gaveUp,
    },
    {
      name: 'HTTP/2: closed within a body of known length',
      start: closingAfter(stream => [
        frames.headers(stream, headerBlock({ ':status': '200', 'content-length': '10' })),
        frames.data(stream, 'hello'),
      ]),
      step,
      outcome: 'errored',
      message:
        'Network Error: the server closed the connection before the answer was complete, after 5 of 10 bytes (CLOSED)',
      hint: gaveUp,
    },
  ]
}

function stalls(): readonly Fault[] {
  return [
    {
      name: 'HTTP/2: never answers',
      start: answering(() => []),
      step,
      outcome: 'errored',
      message: `Network Error: no answer within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'HTTP/2: not even settings come',
      start: () => faultServer(send(), { atOnce: true }),
      step,
      outcome: 'errored',
      message: `Network Error: no answer within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'HTTP/2: stops within the headers',
      start: answering(stream => [frames.openHeaders(stream, ok)]),
      step,
      outcome: 'errored',
      message: `Network Error: no answer within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'HTTP/2: stops within the body',
      start: answering(stream => [frames.headers(stream, ok), frames.data(stream, 'hello')]),
      step,
      outcome: 'errored',
      message: `Network Error: no complete answer within ${timeLimit} ms, after 5 bytes (timeout)`,
      hint: longer,
      timed: true,
    },
  ]
}

/** `accept-encoding: gzip, deflate` as HPACK knows it (RFC 7541 appendix A). */
const knownLine = 0x90

function manyKnownLines(stream: number): readonly Buffer[] {
  const lines = Buffer.alloc(15_000, knownLine)
  return Array.from({ length: 8 }, (_, index) => frames.moreHeaders(stream, lines, index === 7))
}

function floods(): readonly Fault[] {
  const manyLines = Buffer.concat(Array.from({ length: 100 }, () => headerBlock({ 'x-more': '1' })))
  return [
    {
      name: 'HTTP/2: endless header lines',
      start: flooding(
        stream => frames.openHeaders(stream, ok),
        stream => frames.moreHeaders(stream, manyLines),
      ),
      step,
      outcome: 'errored',
      message:
        'Network Error: the answer is not valid HTTP/2: Too many CONTINUATION frames following a HEADER frame',
      hint: leftAlone,
    },
    {
      name: 'HTTP/2: 2500 header lines',
      start: answering(stream => [
        frames.openHeaders(stream, ok),
        ...Array.from({ length: 5 }, (_, index) =>
          frames.moreHeaders(stream, Buffer.concat(Array<Buffer>(5).fill(manyLines)), index === 4),
        ),
        frames.data(stream, 'hi', true),
      ]),
      step,
      outcome: 'errored',
      message: 'Network Error: the HTTP/2 stream was reset without an answer (ENHANCE_YOUR_CALM)',
      hint: calm,
    },
    {
      name: 'HTTP/2: 120000 header lines of a byte each',
      start: answering(stream => [
        frames.openHeaders(stream, ok),
        ...manyKnownLines(stream),
        frames.data(stream, 'hi', true),
      ]),
      step,
      outcome: 'errored',
      message: 'Network Error: the HTTP/2 stream was reset without an answer (ENHANCE_YOUR_CALM)',
      hint: calm,
      memory: 160,
    },
    {
      name: 'HTTP/2: 120000 header lines of a byte each in an interim answer',
      start: answering(stream => [
        frames.openHeaders(stream, headerBlock({ ':status': '103' })),
        ...manyKnownLines(stream),
        frames.headers(stream, ok),
        frames.data(stream, 'hi', true),
      ]),
      step,
      outcome: 'errored',
      message: 'Network Error: the HTTP/2 stream was reset without an answer (ENHANCE_YOUR_CALM)',
      hint: calm,
      memory: 160,
    },
    {
      name: 'HTTP/2: endless empty pieces of headers',
      start: flooding(
        stream => frames.openHeaders(stream, ok),
        stream => frames.moreHeaders(stream, Buffer.alloc(0)),
      ),
      step,
      outcome: 'errored',
      message:
        'Network Error: the answer is not valid HTTP/2: Too many CONTINUATION frames following a HEADER frame',
      hint: leftAlone,
    },
    {
      name: 'HTTP/2: endless interim answers (103)',
      start: flooding(
        stream => frames.headers(stream, headerBlock({ ':status': '103' })),
        stream => frames.headers(stream, headerBlock({ ':status': '103' })),
      ),
      step,
      outcome: 'errored',
      message: 'Network Error: the server sent more than 100 interim answers (1xx) before the answer itself',
      hint: 'Look at what in the server, or before it, sends 100 or 103 again and again.',
    },
    {
      name: 'HTTP/2: endless body that the step looks at',
      start: endlessBody(),
      step: looksAtBody,
      outcome: 'errored',
      message: 'Network Error: the response body is larger than 64 MiB',
      hint: 'A step without validations or extracts of the body can receive any size.',
      memory: 160,
    },
    {
      name: 'HTTP/2: endless body that nobody looks at',
      start: endlessBody(),
      step,
      outcome: 'errored',
      message: `Network Error: no complete answer within ${timeLimit} ms, after BYTES bytes (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'HTTP/2: endless empty pieces of the body',
      start: flooding(
        stream => frames.headers(stream, ok),
        stream => frames.data(stream, ''),
      ),
      step,
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP/2: Too many invalid HTTP/2 frames',
      hint: leftAlone,
    },
    {
      name: 'HTTP/2: endless PING',
      start: flooding(
        stream => frames.headers(stream, ok),
        () => frames.ping,
      ),
      step,
      outcome: 'errored',
      message:
        'Network Error: the answer is not valid HTTP/2: Flooding was detected in this HTTP/2 session, and it must be closed',
      hint: leftAlone,
    },
    {
      name: 'HTTP/2: endless SETTINGS',
      start: flooding(
        stream => frames.headers(stream, ok),
        () => frames.settings,
      ),
      step,
      outcome: 'errored',
      message:
        'Network Error: the answer is not valid HTTP/2: Flooding was detected in this HTTP/2 session, and it must be closed',
      hint: leftAlone,
    },
  ]
}

function violations(): readonly Fault[] {
  return [
    {
      name: 'HTTP/1.1 where HTTP/2 was asked for',
      start: () => faultServer(send('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')),
      step,
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP/2: Protocol error',
      hint: leftAlone,
    },
    {
      name: 'HTTP/2: less data than content-length says',
      start: answering(stream => [
        frames.headers(stream, headerBlock({ ':status': '200', 'content-length': '10' })),
        frames.data(stream, 'hello', true),
      ]),
      step,
      outcome: 'errored',
      message:
        'Network Error: the HTTP/2 stream was reset before the answer was complete, after 5 of 10 bytes (PROTOCOL_ERROR)',
      hint: rules,
    },
    {
      name: 'HTTP/2: more data than content-length says',
      start: answering(stream => [
        frames.headers(stream, headerBlock({ ':status': '200', 'content-length': '2' })),
        frames.data(stream, 'hello', true),
      ]),
      step,
      outcome: 'errored',
      message:
        'Network Error: the HTTP/2 stream was reset before the answer was complete, after 0 of 2 bytes (PROTOCOL_ERROR)',
      hint: rules,
    },
    {
      name: 'HTTP/2: a head without status',
      start: answering(stream => [frames.headers(stream, headerBlock({ 'x-a': '1' }), true)]),
      step,
      outcome: 'errored',
      message: 'Network Error: the HTTP/2 stream was reset without an answer (PROTOCOL_ERROR)',
      hint: rules,
    },
    {
      name: 'HTTP/2: the status 000',
      start: answering(stream => [frames.headers(stream, headerBlock({ ':status': '000' }), true)]),
      step,
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: 000 is no status',
      hint: 'The server, or something before it, writes answers that no client can rely on.',
    },
    {
      name: 'HTTP/2: headers that cannot be unpacked',
      start: answering(stream => [frames.headers(stream, Buffer.of(0xff, 0xff, 0xff, 0xff, 0xff, 0xff))]),
      step,
      outcome: 'errored',
      message: `Network Error: no answer within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'HTTP/2: data before the headers',
      start: answering(stream => [frames.data(stream, 'hello', true)]),
      step,
      outcome: 'errored',
      message: `Network Error: no answer within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'HTTP/2: an answer on a stream that nobody opened',
      start: answering(stream => [frames.headers(stream + 2, ok, true)]),
      step,
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP/2: Protocol error',
      hint: leftAlone,
    },
    {
      name: 'HTTP/2: a promise of an answer that nobody asked for',
      start: answering(stream => [frames.pushPromise(stream)]),
      step,
      outcome: 'errored',
      message: `Network Error: no answer within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'HTTP/2: a frame larger than allowed',
      start: answering(stream => [frames.headers(stream, ok), frames.data(stream, Buffer.alloc(20_000))]),
      step,
      outcome: 'errored',
      message: `Network Error: no complete answer within ${timeLimit} ms, after 0 bytes (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'HTTP/2: garbage after the settings',
      start: answering(() => [Buffer.alloc(64, 'a')]),
      step,
      outcome: 'errored',
      message: `Network Error: no answer within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
  ]
}

/** Not slowed down by the client's window, as far as it lets it. */
function endlessBody(): () => Promise<FaultServer> {
  return serving((socket, stream) => {
    socket.write(frames.headers(stream, ok))
    flood('', frames.data(stream, Buffer.alloc(16_000, 'a')))(socket, '')
  })
}
