import type { Socket } from 'node:net'
import {
  type Behaviour,
  ok,
  flood,
  send,
  sendAndClose,
  sendAndReset,
} from '../../../mock/faults/behaviours.ts'
import type { Fault, FaultGroup } from '../fault.ts'
import { faultServer, nobody } from '../fault-server.ts'
import { errorCodes, headerBlock, http2Frames, onRequest } from '../http2-frames.ts'

const action = 'sse: http://HOST/'
const awaiting = 'expect: { text: awaited }'
const streaming = `${ok}content-type: text/event-stream\r\n`
/** The head of a stream, and its first event. */
const begun = `${streaming}\r\ndata: other\n\n`
const chunked = `${streaming}transfer-encoding: chunked\r\n\r\n`

function stream(behave: Behaviour): Pick<Fault, 'start' | 'action' | 'step'> {
  return { start: () => faultServer(behave), action, step: awaiting }
}

/** The faults of server-sent events. Faults before a response comes are as for every HTTP request. */
export const eventStreamFaults: FaultGroup = {
  title: 'Server-sent events',
  faults: [
    {
      name: 'Events: nothing listens',
      start: nobody,
      action,
      outcome: 'errored',
      message: 'Network Error: connect ECONNREFUSED HOST (nothing listens there)',
      hint: 'Start the service, or check the host and port of the URL.',
    },
    {
      name: 'Events: never answered',
      ...stream(send()),
      outcome: 'errored',
      message: 'Network Error: no answer within 400 ms (timeout)',
      hint: 'Give the step a longer timeout, or find out what the server waits for.',
      timed: true,
    },
    {
      name: 'Events: the answer is 503',
      ...stream(send('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 5\r\n\r\nlater')),
      outcome: 'failed',
      message: 'status: Expected 200, got 503 Service Unavailable: later',
      keepsConnection: true,
    },
    {
      name: 'Events: the answer is 204, which tells browsers to stop',
      ...stream(send('HTTP/1.1 204 No Content\r\n\r\n')),
      outcome: 'failed',
      message: 'status: Expected 200, got 204 No Content',
      keepsConnection: true,
    },
    {
      name: 'Events: the answer is a page that does not end',
      ...stream(send(`${ok}content-type: text/html\r\n\r\n<html>`)),
      outcome: 'failed',
      message: 'messages: Expected events as text/event-stream, got text/html',
    },
    {
      name: 'Events: the answer has no content type',
      ...stream(send(`${ok}content-length: 13\r\n\r\ndata: awaited`)),
      outcome: 'failed',
      message:
        'messages: Expected events as text/event-stream, got an answer without content-type: data: awaited',
      keepsConnection: true,
    },
    {
      name: 'Events: redirected, and no redirects are followed',
      ...stream(send('HTTP/1.1 307 Temporary Redirect\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n')),
      outcome: 'failed',
      message: 'status: Expected 200, got 307 Temporary Redirect',
      keepsConnection: true,
    },
    {
      name: 'The stream ends before the awaited event',
      ...stream(send(`${chunked}d\r\ndata: other\n\n\r\n0\r\n\r\n`)),
      outcome: 'failed',
      message:
        'messages: Expected 1 with body-text equals awaited within 20 s, got none of 1 message (the last other one: body-text: Expected equals awaited, got other); the server ended the stream',
      keepsConnection: true,
    },
    {
      name: 'The stream ends within the awaited event, which does not count then',
      ...stream(sendAndClose(`${streaming}\r\ndata: awaited\n`)),
      outcome: 'failed',
      message:
        'messages: Expected 1 with body-text equals awaited within 20 s, got no message at all; the server ended the stream',
    },
    {
      name: 'The stream is cut off: closed before the last chunk',
      ...stream(sendAndClose(`${chunked}d\r\ndata: other\n\n\r\n`)),
      outcome: 'errored',
      message:
        'Network Error: the server closed the connection before the answer was complete, after 13 bytes (CLOSED)',
      hint: 'Look into the log of the server, and of what stands before it: it gave up while it answered.',
    },
    {
      name: 'The stream is reset',
      ...stream(sendAndReset(`${chunked}d\r\ndata: other\n\n\r\n`)),
      outcome: 'errored',
      message:
        'Network Error: the connection was reset before the answer was complete, after 13 bytes (ECONNRESET)',
      hint: 'Look into the log of the server, and of what stands before it: it gave up while it answered.',
    },
    {
      name: 'The stream is reset by HTTP/2',
      start: () => faultServer(onRequest(resetStream), { atOnce: true }),
      action,
      step: `http-version: 2\n  ${awaiting}`,
      outcome: 'errored',
      message:
        'Network Error: the HTTP/2 stream was reset before the answer was complete, after 13 bytes (INTERNAL_ERROR)',
      hint: 'Look into the log of the server, and of what stands before it: it gave up while it answered.',
    },
    {
      name: 'The stream stalls',
      ...stream(send(begun)),
      outcome: 'failed',
      message:
        'messages: Expected 1 with body-text equals awaited within 400 ms, got none of 1 message (the last other one: body-text: Expected equals awaited, got other)',
      timed: true,
    },
    {
      name: 'The stream stalls within a line',
      ...stream(send(`${streaming}\r\ndata: awai`)),
      outcome: 'failed',
      message: 'messages: Expected 1 with body-text equals awaited within 400 ms, got no message at all',
      timed: true,
    },
    {
      name: 'The stream is quiet, as the step expects with `none`',
      ...stream(send(`${streaming}\r\n`)),
      step: 'none: true',
      outcome: 'passed',
      timed: true,
    },
    {
      name: 'The stream is not valid HTTP: a chunk without a length',
      ...stream(send(`${chunked}zz\r\n`)),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: Invalid character in chunk size (MALFORMED)',
      hint: 'The server, or something before it, writes answers that no client can rely on.',
    },
    {
      name: 'The stream is said to be packed, and is not',
      ...stream(send(`${streaming}content-encoding: gzip\r\n\r\ndata: awaited\n\n`)),
      outcome: 'errored',
      message:
        'Network Error: the response body is not what its content-encoding says (gzip: incorrect header check)',
      hint: 'To get the body as it is, send the header Accept-Encoding: identity.',
    },
    {
      name: 'A line without end',
      ...stream(flood(`${streaming}\r\ndata:`, 'x')),
      outcome: 'errored',
      message: 'Network Error: an event of the stream is larger than 64 MiB',
      memory: 320,
    },
    {
      name: 'An event of lines without end',
      ...stream(flood(`${streaming}\r\n`, 'data: x\n')),
      outcome: 'errored',
      message: 'Network Error: an event of the stream is larger than 64 MiB',
      memory: 512,
    },
    {
      name: 'Events without end, and none that is awaited',
      ...stream(flood(`${streaming}\r\n`, `data: ${'x'.repeat(1000)}\n\n`)),
      outcome: 'failed',
      message:
        'messages: Expected 1 with body-text equals awaited within 400 ms, got none of BYTES messages (the last other one: REASON)',
      timed: true,
      memory: 192,
    },
    {
      name: 'Comments without end',
      ...stream(flood(`${streaming}\r\n`, ': still here\n')),
      outcome: 'failed',
      message: 'messages: Expected 1 with body-text equals awaited within 400 ms, got no message at all',
      timed: true,
      memory: 192,
    },
    {
      name: 'Awaited events without end, together more than 64 MiB',
      ...stream(flood(`${streaming}\r\n`, `data: ${'x'.repeat(100_000)}\n\n`)),
      step: 'count: 1000',
      outcome: 'errored',
      message: 'Network Error: the awaited events are larger than 64 MiB together',
      memory: 512,
    },
  ],
}

function resetStream(socket: Socket, id: number): void {
  socket.write(
    http2Frames.headers(id, headerBlock({ ':status': '200', 'content-type': 'text/event-stream' })),
  )
  socket.write(http2Frames.data(id, 'data: other\n\n'))
  socket.write(http2Frames.resetStream(id, errorCodes.internal))
}
