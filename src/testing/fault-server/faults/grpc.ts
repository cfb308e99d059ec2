import { gzipSync } from 'node:zlib'
import type { Socket } from 'node:net'
import { send, sendAndClose } from '../../../mock/faults/behaviours.ts'
import type { Fault, FaultGroup } from '../fault.ts'
import { faultServer, nobody } from '../fault-server.ts'
import { errorCodes, headerBlock, http2Frames, onRequest } from '../http2-frames.ts'
import { bombMembers } from './gzip-bomb.ts'

const action = 'grpc: lab.v1.Lab/Echo\n  target: HOST\n  descriptor-set: PROTOSET'
const streaming = 'grpc: lab.v1.Lab/Repeat\n  target: HOST\n  descriptor-set: PROTOSET'
const grpc = { 'content-type': 'application/grpc' }

/** The connection, too, takes its time on a busy machine. */
const unhurried = 'timeout: 2s'

const { headers, data, resetStream, goAway } = http2Frames

function head(lines: Readonly<Record<string, string>> = grpc, status = '200'): Buffer {
  return headerBlock({ ':status': status, ...lines })
}

/** A message as gRPC frames it: whether it is packed, its length, itself. */
function message(
  payload: Buffer | string = '',
  { packed = 0, length = Buffer.byteLength(payload) } = {},
): Buffer {
  const start = Buffer.alloc(5)
  start[0] = packed
  start.writeUInt32BE(length, 1)
  return Buffer.concat([start, Buffer.from(payload)])
}

/** Answers every call with these frames. */
function answered(...frames: readonly ((stream: number) => Buffer)[]): Pick<Fault, 'start' | 'action'> {
  return behaving((socket, stream) => {
    for (const frame of frames) socket.write(frame(stream))
  })
}

function behaving(answer: (socket: Socket, stream: number) => void): Pick<Fault, 'start' | 'action'> {
  return { start: () => faultServer(onRequest(answer), { atOnce: true }), action }
}

const begin = (stream: number): Buffer => headers(stream, head())
const endOf = (lines: Readonly<Record<string, string>>) => (stream: number) =>
  headers(stream, headerBlock(lines), true)
const status = (code: number, text = ''): Pick<Fault, 'start' | 'action'> =>
  answered(stream =>
    headers(stream, head({ ...grpc, 'grpc-status': String(code), 'grpc-message': text }), true),
  )

/** Sends the same message again and again, as fast as the client takes it or in this many milliseconds. */
function endless(payload: Buffer, every?: number): Pick<Fault, 'start'> {
  return behaving((socket, stream) => {
    socket.write(begin(stream))
    const timer = setInterval(() => {
      if (socket.destroyed) clearInterval(timer)
      else socket.write(data(stream, payload))
    }, every)
    socket.on('close', () => {
      clearInterval(timer)
    })
  })
}

/** Calls that come to no status of a server. */
export const grpcConnectionFaults: FaultGroup = {
  title: 'gRPC: the connection',
  faults: [
    {
      name: 'gRPC: nothing listens',
      start: nobody,
      action,
      outcome: 'errored',
      message: 'Network Error: connect ECONNREFUSED HOST (nothing listens there)',
      hint: 'Start the service, or check the host and port of the target.',
    },
    {
      name: 'gRPC: closed as soon as connected',
      start: () => faultServer(sendAndClose(), { atOnce: true }),
      action,
      outcome: 'errored',
      message:
        'Network Error: the server at HOST closed the connection before it had said anything in HTTP/2',
      hint: 'Check the host and port of the target: another service seems to listen there.',
    },
    {
      name: 'gRPC: a server of HTTP/1.1',
      start: () =>
        faultServer(sendAndClose('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'), { atOnce: true }),
      action,
      outcome: 'errored',
      message: 'Network Error: the server at HOST does not speak HTTP/2, which gRPC needs',
      hint: 'Check the host and port of the target: another service seems to listen there.',
    },
    {
      name: 'gRPC: a server that greets with something else',
      start: () => faultServer(send('SSH-2.0-OpenSSH_9\r\n'), { atOnce: true }),
      action,
      outcome: 'errored',
      message: 'Network Error: the server at HOST does not speak HTTP/2, which gRPC needs',
      hint: 'Check the host and port of the target: another service seems to listen there.',
    },
    {
      name: 'gRPC: not even settings come',
      start: () => faultServer(send(), { atOnce: true }),
      action,
      outcome: 'errored',
      message: 'Network Error: no answer within 400 ms (timeout)',
      hint: 'Give the step a longer timeout, or find out what the server waits for.',
      timed: true,
    },
    {
      name: 'gRPC: GOAWAY instead of an answer',
      ...behaving((socket, stream) => {
        socket.end(goAway(stream, errorCodes.enhanceYourCalm))
      }),
      outcome: 'failed',
      message: 'status: Expected OK, got RESOURCE_EXHAUSTED (Bandwidth exhausted or memory limit exceeded)',
    },
    {
      name: 'gRPC: closed before the answer',
      ...behaving(socket => socket.end()),
      outcome: 'errored',
      message: 'Network Error: the server closed the connection without an answer (CLOSED)',
      hint: 'Look into the log of the server, and of what stands before it: it gave up before it answered.',
    },
    {
      name: 'gRPC: reset before the answer',
      ...behaving(socket => socket.resetAndDestroy()),
      outcome: 'errored',
      message: 'Network Error: the connection was reset without an answer (ECONNRESET)',
      hint: 'Look into the log of the server, and of what stands before it: it gave up before it answered.',
    },
  ],
}

/** Answers that are not as those of gRPC. */
export const grpcAnswerFaults: FaultGroup = {
  title: 'gRPC: answers',
  // A fault of one call need not be one of the next call over the same connection.
  faults: answerFaults().map(fault => ({ keepsConnection: true, memory: 64, ...fault })),
}

function answerFaults(): readonly Fault[] {
  return [
    {
      name: 'A page instead of an answer of gRPC',
      ...answered(
        stream => headers(stream, head({ 'content-type': 'text/html' })),
        stream => data(stream, '<html>', true),
      ),
      outcome: 'failed',
      message: 'status: Expected OK, got UNKNOWN (the answer is none of gRPC, but text/html)',
    },
    ...(
      [
        [404, 'UNIMPLEMENTED'],
        [502, 'UNAVAILABLE'],
      ] as const
    ).map(([code, name]) => ({
      name: `A page with ${code} instead of an answer of gRPC`,
      ...answered(
        stream => headers(stream, head({ 'content-type': 'text/html' }, String(code))),
        stream => data(stream, '<html>', true),
      ),
      outcome: 'failed' as const,
      message: `status: Expected OK, got ${name} (the server answered with the HTTP status ${code})`,
    })),
    {
      name: 'UNAUTHENTICATED',
      ...status(16, 'who are you?'),
      outcome: 'failed',
      message: 'status: Expected OK, got UNAUTHENTICATED (who are you?)',
    },
    {
      name: 'UNIMPLEMENTED',
      ...status(12, 'no such method'),
      outcome: 'failed',
      message: 'status: Expected OK, got UNIMPLEMENTED (no such method)',
    },
    {
      name: 'NOT_FOUND without a word',
      ...answered(begin, endOf({ 'grpc-status': '5' })),
      outcome: 'failed',
      message: 'status: Expected OK, got NOT_FOUND',
    },
    {
      name: 'UNAVAILABLE in words of the server',
      ...answered(begin, endOf({ 'grpc-status': '14', 'grpc-message': 'closed for lunch' })),
      outcome: 'failed',
      message: 'status: Expected OK, got UNAVAILABLE (closed for lunch)',
    },
    {
      name: 'UNAVAILABLE without a word',
      ...answered(begin, endOf({ 'grpc-status': '14' })),
      outcome: 'failed',
      message: 'status: Expected OK, got UNAVAILABLE',
    },
    {
      name: 'DEADLINE_EXCEEDED in words of the server',
      ...answered(begin, endOf({ 'grpc-status': '4', 'grpc-message': 'the kitchen took too long' })),
      outcome: 'failed',
      message: 'status: Expected OK, got DEADLINE_EXCEEDED (the kitchen took too long)',
    },
    {
      name: 'A status that nobody knows',
      ...status(99),
      outcome: 'failed',
      message: 'status: Expected OK, got UNKNOWN (status 99, which has no name)',
    },
    {
      name: 'The answer has no trailers',
      ...answered(begin, stream => data(stream, message(), true)),
      outcome: 'failed',
      message:
        'status: Expected OK, got INTERNAL (the server ended the stream without a status after 1 message)',
    },
    {
      name: 'The trailers have no status',
      ...answered(begin, stream => data(stream, message()), endOf({ 'x-trailer': 'a' })),
      outcome: 'failed',
      message:
        'status: Expected OK, got UNKNOWN (the server ended the stream without a status after 1 message)',
    },
    {
      name: 'OK without a message',
      ...answered(begin, endOf({ 'grpc-status': '0' })),
      outcome: 'errored',
      message: 'Network Error: the server sent 0 messages, where lab.v1.Lab/Echo answers with one',
    },
    {
      name: 'Two messages where one is the answer',
      ...answered(
        begin,
        stream => data(stream, Buffer.concat([message(), message()])),
        endOf({ 'grpc-status': '0' }),
      ),
      outcome: 'errored',
      message: 'Network Error: the server sent 2 messages, where lab.v1.Lab/Echo answers with one',
    },
    {
      name: 'A message that does not fit its type',
      ...answered(
        begin,
        stream => data(stream, message(Buffer.of(0xff, 0xff))),
        endOf({ 'grpc-status': '0' }),
      ),
      outcome: 'errored',
      message: 'Request Error: what the server sent is not a lab.v1.Kitchen: index out of range: 2 + 1 > 2',
      hint: 'The schema may be of another version than the server.',
    },
    {
      name: 'A message that is cut off',
      ...answered(
        begin,
        stream => data(stream, message('ab', { length: 10 })),
        endOf({ 'grpc-status': '0' }),
      ),
      outcome: 'errored',
      message: 'Network Error: the server sent 0 messages, where lab.v1.Lab/Echo answers with one',
    },
    {
      name: 'A packed message, and the headers say nothing of that',
      ...answered(
        begin,
        stream => data(stream, message(gzipSync('a'), { packed: 1 })),
        endOf({ 'grpc-status': '0' }),
      ),
      outcome: 'failed',
      message:
        'status: Expected OK, got INTERNAL (a message of the answer is packed, and cannot be unpacked)',
    },
    {
      name: 'A message that cannot be unpacked',
      ...answered(
        stream => headers(stream, head({ ...grpc, 'grpc-encoding': 'gzip' })),
        stream => data(stream, message('no gzip', { packed: 1 })),
        endOf({ 'grpc-status': '0' }),
      ),
      outcome: 'failed',
      message:
        'status: Expected OK, got INTERNAL (a message of the answer is packed, and cannot be unpacked)',
    },
    {
      name: 'A message packed in a way that nobody knows',
      ...answered(
        stream => headers(stream, head({ ...grpc, 'grpc-encoding': 'zstd' })),
        stream => data(stream, message('a', { packed: 1 })),
        endOf({ 'grpc-status': '0' }),
      ),
      outcome: 'failed',
      message:
        'status: Expected OK, got INTERNAL (a message of the answer is packed, and cannot be unpacked)',
    },
    {
      name: 'A message of 100 MiB by gRPC',
      ...answered(begin, stream => data(stream, message('a', { length: 104_857_600 }))),
      outcome: 'failed',
      message:
        'status: Expected OK, got RESOURCE_EXHAUSTED (a message of the answer has 100 MiB, more than the 64 MiB that are taken)',
    },
    {
      name: 'A message that unpacks to 256 MiB',
      ...answered(
        stream => headers(stream, head({ ...grpc, 'grpc-encoding': 'gzip' })),
        // In frames that fit the windows of HTTP/2 and the largest frame a client takes unasked.
        stream => {
          const packed = message(Buffer.concat(bombMembers), { packed: 1 })
          const pieces = Array.from({ length: Math.ceil(packed.length / 16_384) }, (_, index) =>
            data(stream, packed.subarray(index * 16_384, (index + 1) * 16_384)),
          )
          return Buffer.concat(pieces)
        },
        endOf({ 'grpc-status': '0' }),
      ),
      outcome: 'failed',
      message:
        'status: Expected OK, got RESOURCE_EXHAUSTED (a message of the answer unpacks to more than the 64 MiB that are taken)',
      memory: 256,
    },
    {
      name: 'DEADLINE_EXCEEDED: no answer comes',
      ...answered(),
      outcome: 'failed',
      message: 'status: Expected OK, got DEADLINE_EXCEEDED (no end of the call within 2 s (timeout))',
      step: unhurried,
      timed: true,
    },
    {
      name: 'DEADLINE_EXCEEDED: the answer stops after its headers',
      ...answered(begin),
      outcome: 'failed',
      message: 'status: Expected OK, got DEADLINE_EXCEEDED (no end of the call within 2 s (timeout))',
      step: unhurried,
      timed: true,
    },
    {
      name: 'RST_STREAM instead of an answer of gRPC',
      ...answered(stream => resetStream(stream, errorCodes.internal)),
      outcome: 'failed',
      message: 'status: Expected OK, got INTERNAL (the server reset the stream (HTTP/2 error 2))',
    },
    {
      name: 'RST_STREAM within the answer of gRPC',
      ...answered(
        begin,
        stream => data(stream, message('', { length: 10 })),
        stream => resetStream(stream, errorCodes.enhanceYourCalm),
      ),
      outcome: 'failed',
      message: 'status: Expected OK, got RESOURCE_EXHAUSTED (Bandwidth exhausted or memory limit exceeded)',
    },
    {
      name: 'gRPC: closed within the answer',
      ...behaving((socket, stream) => {
        socket.write(begin(stream))
        setTimeout(() => socket.end(), 30)
      }),
      outcome: 'failed',
      message: 'status: Expected OK, got UNAVAILABLE (the connection was lost)',
    },
    {
      name: 'gRPC: GOAWAY with an error within the answer',
      ...behaving((socket, stream) => {
        socket.write(begin(stream))
        setTimeout(() => socket.end(goAway(stream, errorCodes.internal)), 30)
      }),
      outcome: 'failed',
      message: 'status: Expected OK, got INTERNAL (the server reset the stream (HTTP/2 error 2))',
    },
    {
      name: 'A stream of messages without end',
      ...endless(message(), 20),
      action: streaming,
      outcome: 'failed',
      message:
        'status: Expected OK, got DEADLINE_EXCEEDED (no end of the call within 2 s after BYTES messages (timeout))',
      step: unhurried,
      timed: true,
    },
    {
      name: 'A stream of messages without end, and max-messages: 3',
      ...endless(message(), 20),
      action: streaming,
      step: 'max-messages: 3',
      outcome: 'passed',
    },
  ]
}
