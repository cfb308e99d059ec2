import { flood, ok, send, sendAndClose } from '../../../mock/faults/behaviours.ts'
import { timeLimit, type FaultGroup } from '../fault.ts'
import { faultServer } from '../fault-server.ts'
import { bombMember, bombMembers } from './gzip-bomb.ts'

const looksAtBody = 'validations: [{ text: { contains: a } }]'
const anySize = 'A step without validations or extracts of the body can receive any size.'
const headersTooLarge = "Network Error: the answer's headers are larger than 128 KiB (HEADERS_TOO_LARGE)"
const tooManyInterim =
  'Network Error: the server sent more than 100 interim answers (1xx) before the answer itself'
const sameHeader = 'No server should send so many: most often it sets the same header again and again.'
const longer = 'Give the step a longer timeout, or find out what the server waits for.'
const gzipped = `${ok}content-encoding: gzip\r\nconnection: close\r\n\r\n`

const bomb = [gzipped, ...bombMembers]

/** Answers that never end, or are larger than they look. */
export const endlessFaults: FaultGroup = {
  title: 'Endless and oversized answers',
  faults: [
    {
      name: 'Endless header lines',
      start: () => faultServer(flood(ok, 'x-more: 1\r\n')),
      outcome: 'errored',
      message: headersTooLarge,
      hint: sameHeader,
    },
    {
      name: 'One endless header line',
      start: () => faultServer(flood(`${ok}x-more: `, 'a')),
      outcome: 'errored',
      message: headersTooLarge,
      hint: sameHeader,
    },
    {
      name: 'Endless interim answers (103)',
      start: () => faultServer(flood('', 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n')),
      outcome: 'errored',
      message: tooManyInterim,
      hint: 'Look at what in the server, or before it, sends 100 or 103 again and again.',
    },
    {
      name: 'Endless interim answers (100)',
      start: () => faultServer(flood('', 'HTTP/1.1 100 Continue\r\n\r\n')),
      outcome: 'errored',
      message: tooManyInterim,
      hint: 'Look at what in the server, or before it, sends 100 or 103 again and again.',
    },
    {
      name: 'Endless body that the step looks at',
      start: () => faultServer(flood(`${ok}\r\n`, 'a')),
      step: looksAtBody,
      outcome: 'errored',
      message: 'Network Error: the response body is larger than 64 MiB',
      hint: anySize,
      memory: 160,
    },
    {
      name: 'Endless body that nobody looks at',
      start: () => faultServer(flood(`${ok}\r\n`, 'a')),
      outcome: 'errored',
      message: `Network Error: no complete answer within ${timeLimit} ms, after BYTES bytes (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'Endless trailers after a chunked body',
      start: () => faultServer(flood(`${ok}transfer-encoding: chunked\r\n\r\n0\r\n`, 'x-more: 1\r\n')),
      outcome: 'errored',
      message: headersTooLarge,
      hint: sameHeader,
    },
    {
      name: 'Decompression bomb (256 kB become 256 MiB) that the step looks at',
      start: () => faultServer(sendAndClose(...bomb)),
      step: looksAtBody,
      outcome: 'errored',
      message: 'Network Error: the response body is larger than 64 MiB',
      hint: anySize,
      memory: 160,
    },
    {
      name: 'Decompression bomb that nobody looks at',
      start: () => faultServer(sendAndClose(...bomb)),
      outcome: 'passed',
    },
    {
      name: 'Endless decompression bomb that nobody looks at',
      start: () => faultServer(flood(gzipped, bombMember)),
      outcome: 'errored',
      message: `Network Error: no complete answer within ${timeLimit} ms, after BYTES bytes (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'More than five content codings on top of each other',
      start: () =>
        faultServer(
          send(`${ok}content-encoding: ${Array(99).fill('gzip').join(', ')}\r\ncontent-length: 2\r\n\r\nhi`),
        ),
      step: 'validations: [{ text: hi }]',
      outcome: 'passed',
    },
  ],
}
