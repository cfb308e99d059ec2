import { ok, send, sendAndClose } from '../../../mock/faults/behaviours.ts'
import { timeLimit, type Fault, type FaultGroup } from '../fault.ts'
import { faultServer } from '../fault-server.ts'

const unreliable = 'The server, or something before it, writes answers that no client can rely on.'
const twoLengths = 'Most often they state two lengths: content-length twice, or beside transfer-encoding.'
const otherPort = 'Check the port of the URL: something that speaks no HTTP listens there.'
const otherClients = 'Check the URL: it seems to be for other clients, such as those of WebSocket.'
const longer = 'Give the step a longer timeout, or find out what the server waits for.'
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`

/** Answers whose form is wrong or unusual. */
export const framingFaults: FaultGroup = {
  title: 'The form of the answer',
  faults: [
    ...statusLines(),
    {
      name: 'Content-length too large: 10 announced, 5 sent, connection left open',
      start: () => faultServer(send(`${ok}content-length: 10\r\n\r\nhello`)),
      outcome: 'errored',
      message: `Network Error: no complete answer within ${timeLimit} ms, after 5 of 10 bytes (timeout)`,
      hint: 'Give the step a longer timeout, or find out what the server waits for. Its content-length may be wrong, too.',
      timed: true,
    },
    {
      name: 'Content-length too small: 5 announced, 10 sent',
      start: () => faultServer(send(`${ok}content-length: 5\r\n\r\nhelloworld`)),
      step: 'validations: [{ text: hello }]',
      outcome: 'passed',
    },
    {
      name: 'Two answers to one request',
      start: () =>
        faultServer(send(`${ok}content-length: 5\r\n\r\nhello${ok}content-length: 5\r\n\r\nworld`)),
      step: 'validations: [{ text: hello }]',
      outcome: 'passed',
    },
    {
      name: 'Two different content-lengths',
      start: () => faultServer(send(`${ok}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`)),
      outcome: 'errored',
      message: 'Network Error: the headers of the answer are not valid HTTP (TWO_LENGTHS)',
      hint: twoLengths,
    },
    {
      name: 'Content-length and chunks',
      start: () => faultServer(send(`${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`)),
      outcome: 'errored',
      message: 'Network Error: the headers of the answer are not valid HTTP (TWO_LENGTHS)',
      hint: twoLengths,
    },
    {
      name: 'A content-length that is no number',
      start: () => faultServer(send(`${ok}content-length: ten\r\n\r\n`)),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: Invalid character in Content-Length (MALFORMED)',
      hint: unreliable,
    },
    {
      name: 'Garbage for a chunk size',
      start: () => faultServer(send(`${chunked}zz\r\nhello\r\n0\r\n\r\n`)),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: Invalid character in chunk size (MALFORMED)',
      hint: unreliable,
    },
    {
      name: 'A chunk longer than its size says',
      start: () => faultServer(send(`${chunked}3\r\nhello\r\n0\r\n\r\n`)),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: Expected LF after chunk data (MALFORMED)',
      hint: unreliable,
    },
    {
      name: 'No HTTP at all',
      start: () => faultServer(sendAndClose('220 mail.example ESMTP\r\n')),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: Expected HTTP/ (MALFORMED)',
      hint: otherPort,
    },
    {
      name: 'A header name with a space',
      start: () => faultServer(send(`${ok}bad header: 1\r\n\r\n`)),
      outcome: 'errored',
      message:
        'Network Error: the answer is not valid HTTP: Invalid header token in "bad header" (MALFORMED)',
      hint: unreliable,
    },
    {
      name: 'The same header twice',
      start: () => faultServer(send(`${ok}x-tag: a\r\nx-tag: b\r\ncontent-length: 0\r\n\r\n`)),
      step: "validations: [{ header x-tag: 'a, b' }]",
      outcome: 'passed',
    },
    {
      name: '100 Continue before the answer',
      start: () => faultServer(send(`HTTP/1.1 100 Continue\r\n\r\n${ok}content-length: 2\r\n\r\nhi`)),
      step: 'validations: [{ status: 200 }, { text: hi }]',
      outcome: 'passed',
    },
    {
      name: '103 Early Hints before the answer',
      start: () =>
        faultServer(
          send(`HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n${ok}content-length: 2\r\n\r\nhi`),
        ),
      step: 'validations: [{ status: 200 }, { text: hi }]',
      outcome: 'passed',
    },
    {
      name: 'HTTP/1.0 with a content-length',
      start: () => faultServer(sendAndClose('HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nhi')),
      step: 'validations: [{ text: hi }]',
      outcome: 'passed',
    },
    {
      name: 'HTTP/1.0 without a content-length: the body ends with the connection',
      start: () => faultServer(sendAndClose('HTTP/1.0 200 OK\r\n\r\nhi')),
      step: 'validations: [{ text: hi }]',
      outcome: 'passed',
    },
  ],
}

function statusLines(): readonly Fault[] {
  const end = 'content-length: 0\r\n\r\n'
  const errored = (name: string, bytes: string, message: string, hint: string): Fault => ({
    name,
    start: () => faultServer(send(bytes)),
    outcome: 'errored',
    message: `Network Error: ${message}`,
    hint,
  })
  const inVain = (name: string, bytes: string, what: string): Fault => ({
    ...errored(name, bytes, `no ${what} within ${timeLimit} ms (timeout)`, longer),
    timed: true,
  })
  const passed = (name: string, bytes: string): Fault => ({
    name,
    start: () => faultServer(send(bytes)),
    outcome: 'passed',
  })
  const noStatus = (status: string): string => `the answer is not valid HTTP: ${status} is no status`
  const behindHints = `HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 000 X\r\n${end}`
  const noProtocol = `HTTP/1.1 101 Switching Protocols\r\n\r\n${ok}${end}`
  const switched = 'the server switched to another protocol, which nobody asked for (101)'
  const noNumber = 'the answer is not valid HTTP: Invalid status code (MALFORMED)'
  const noHttp = 'the answer is not valid HTTP: Expected HTTP/ (MALFORMED)'
  return [
    errored('The status 000', `HTTP/1.1 000 X\r\n${end}`, noStatus('000'), unreliable),
    errored('The status 099', `HTTP/1.1 099 X\r\n${end}`, noStatus('099'), unreliable),
    errored('The status 000 behind 103 Early Hints', behindHints, noStatus('000'), unreliable),
    errored('The status 42', `HTTP/1.1 42 X\r\n${end}`, noNumber, unreliable),
    {
      ...passed('The status 600', `HTTP/1.1 600 X\r\n${end}`),
      outcome: 'failed',
      message: 'status: Expected 2xx or 3xx, got 600',
      keepsConnection: true,
    },
    passed('A status without a reason phrase', `HTTP/1.1 200\r\n${end}`),
    passed('HTTP/2.0 as the version of an answer by HTTP/1.1', `HTTP/2.0 200 OK\r\n${end}`),
    errored('The answer of a radio station', `ICY 200 OK\r\n${end}`, noHttp, otherPort),
    errored('101 Switching Protocols without a protocol', noProtocol, switched, otherClients),
    inVain('100 Continue, of which only the number comes', 'HTTP/1.1 100', 'complete headers'),
    inVain('100 Continue, and no answer behind it', 'HTTP/1.1 100 Continue\r\n\r\n', 'answer'),
  ]
}
