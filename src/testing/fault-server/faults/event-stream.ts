import type { Socket } from 'node:net'
import { ok, flood, send, sendAndClose, sendAndReset } from '../behaviours.ts'
import type { Fault, FaultGroup } from '../fault.ts'
import { type Behaviour, faultServer, nobody } from '../fault-server.ts'
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

/** What goes wrong with server-sent events. What goes wrong before an answer comes is as for every HTTP request. */
export const eventStreamFaults: FaultGroup = {
  title: 'Server-sent events',
  faults: [
    { name: 'Events: nothing listens', start: nobody, action, outcome: 'errored' },
    { name: 'Events: never answered', ...stream(send()), outcome: 'errored', timed: true },
    {
      name: 'Events: the answer is 503',
      ...stream(send('HTTP/1.1 503 Service Unavailable\r\ncontent-length: 5\r\n\r\nlater')),
      outcome: 'failed',
      keepsConnection: true,
    },
    {
      name: 'Events: the answer is 204, which tells browsers to stop',
      ...stream(send('HTTP/1.1 204 No Content\r\n\r\n')),
      outcome: 'failed',
      keepsConnection: true,
    },
    {
      name: 'Events: the answer is a page that does not end',
      ...stream(send(`${ok}content-type: text/html\r\n\r\n<html>`)),
      outcome: 'failed',
    },
    {
      name: 'Events: the answer has no content type',
      ...stream(send(`${ok}content-length: 13\r\n\r\ndata: awaited`)),
      outcome: 'failed',
      keepsConnection: true,
    },
    {
      name: 'Events: redirected, and no redirects are followed',
      ...stream(send('HTTP/1.1 307 Temporary Redirect\r\nlocation: /there\r\ncontent-length: 0\r\n\r\n')),
      outcome: 'failed',
      keepsConnection: true,
    },
    {
      name: 'The stream ends before the awaited event',
      ...stream(send(`${chunked}d\r\ndata: other\n\n\r\n0\r\n\r\n`)),
      outcome: 'failed',
      keepsConnection: true,
    },
    {
      name: 'The stream ends within the awaited event, which does not count then',
      ...stream(sendAndClose(`${streaming}\r\ndata: awaited\n`)),
      outcome: 'failed',
    },
    {
      name: 'The stream is cut off: closed before the last chunk',
      ...stream(sendAndClose(`${chunked}d\r\ndata: other\n\n\r\n`)),
      outcome: 'errored',
    },
    {
      name: 'The stream is reset',
      ...stream(sendAndReset(`${chunked}d\r\ndata: other\n\n\r\n`)),
      outcome: 'errored',
    },
    {
      name: 'The stream is reset by HTTP/2',
      start: () => faultServer(onRequest(resetStream), { atOnce: true }),
      action,
      step: `http-version: 2\n  ${awaiting}`,
      outcome: 'errored',
    },
    { name: 'The stream stalls', ...stream(send(begun)), outcome: 'failed', timed: true },
    {
      name: 'The stream stalls within a line',
      ...stream(send(`${streaming}\r\ndata: awai`)),
      outcome: 'failed',
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
    },
    {
      name: 'The stream is said to be packed, and is not',
      ...stream(send(`${streaming}content-encoding: gzip\r\n\r\ndata: awaited\n\n`)),
      outcome: 'errored',
    },
    {
      name: 'A line without end',
      ...stream(flood(`${streaming}\r\ndata:`, 'x')),
      outcome: 'errored',
      memory: 320,
    },
    {
      name: 'An event of lines without end',
      ...stream(flood(`${streaming}\r\n`, 'data: x\n')),
      outcome: 'errored',
      memory: 512,
    },
    {
      name: 'Events without end, and none that is awaited',
      ...stream(flood(`${streaming}\r\n`, `data: ${'x'.repeat(1000)}\n\n`)),
      outcome: 'failed',
      timed: true,
      memory: 192,
    },
    {
      name: 'Comments without end',
      ...stream(flood(`${streaming}\r\n`, ': still here\n')),
      outcome: 'failed',
      timed: true,
      memory: 192,
    },
    {
      name: 'Awaited events without end, together more than 64 MiB',
      ...stream(flood(`${streaming}\r\n`, `data: ${'x'.repeat(100_000)}\n\n`)),
      step: 'count: 1000',
      outcome: 'errored',
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
