import { ok, send, sendAndClose } from '../behaviours.ts'
import { timeLimit, type FaultGroup } from '../fault.ts'
import { faultServer } from '../fault-server.ts'

const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`

/** Answers whose form is wrong or unusual. */
export const framingFaults: FaultGroup = {
  title: 'The form of the answer',
  faults: [
    {
      name: 'Content-length too large: 10 announced, 5 sent, connection left open',
      start: () => faultServer(send(`${ok}content-length: 10\r\n\r\nhello`)),
      outcome: 'errored',
      message: `Network Error: no complete answer within ${timeLimit}ms, after 5 of 10 bytes (timeout)`,
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
      message:
        'Network Error: the answer is not valid HTTP: Content-Length already present (HTTPParserError)',
    },
    {
      name: 'Content-length and chunks',
      start: () => faultServer(send(`${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`)),
      outcome: 'errored',
      message:
        'Network Error: the headers of the answer are not valid HTTP (UND_ERR_RES_CONTENT_LENGTH_MISMATCH)',
    },
    {
      name: 'A content-length that is no number',
      start: () => faultServer(send(`${ok}content-length: ten\r\n\r\n`)),
      outcome: 'errored',
      message:
        'Network Error: the answer is not valid HTTP: Invalid character in Content-Length (HTTPParserError)',
    },
    {
      name: 'Garbage for a chunk size',
      start: () => faultServer(send(`${chunked}zz\r\nhello\r\n0\r\n\r\n`)),
      outcome: 'errored',
      message:
        'Network Error: the answer is not valid HTTP: Invalid character in chunk size (HTTPParserError)',
    },
    {
      name: 'A chunk longer than its size says',
      start: () => faultServer(send(`${chunked}3\r\nhello\r\n0\r\n\r\n`)),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: ? (HTTPParserError)',
    },
    {
      name: 'No HTTP at all',
      start: () => faultServer(sendAndClose('220 mail.example ESMTP\r\n')),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: Expected HTTP/, RTSP/ or ICE/ (HTTPParserError)',
    },
    {
      name: 'A header name with a space',
      start: () => faultServer(send(`${ok}bad header: 1\r\n\r\n`)),
      outcome: 'errored',
      message: 'Network Error: the answer is not valid HTTP: Invalid header token (HTTPParserError)',
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
