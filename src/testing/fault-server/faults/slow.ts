import { ok, send, trickle } from '../../../mock/faults/behaviours.ts'
import { timeLimit, type FaultGroup } from '../fault.ts'
import { faultServer } from '../fault-server.ts'

const longer = 'Give the step a longer timeout, or find out what the server waits for.'

/** Answers that take too long. */
export const slowFaults: FaultGroup = {
  title: 'Slow answers',
  faults: [
    {
      name: 'Never answers',
      start: () => faultServer(send()),
      outcome: 'errored',
      message: `Network Error: no answer within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'Stops within the headers',
      start: () => faultServer(send(`${ok}content-`)),
      outcome: 'errored',
      message: `Network Error: no complete headers within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'Stops within the body',
      start: () => faultServer(send(`${ok}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n`)),
      outcome: 'errored',
      message: `Network Error: no complete answer within ${timeLimit} ms, after 5 bytes (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'Sends one byte of the headers a second',
      start: () => faultServer(trickle(`${ok}x-slow: `)),
      outcome: 'errored',
      message: `Network Error: no complete headers within ${timeLimit} ms (timeout)`,
      hint: longer,
      timed: true,
    },
    {
      name: 'Sends one byte of the body a second',
      start: () => faultServer(trickle(`${ok}content-length: 1000\r\n\r\n`)),
      outcome: 'errored',
      message: `Network Error: no complete answer within ${timeLimit} ms, after BYTES of 1000 bytes (timeout)`,
      hint: `${longer} Its content-length may be wrong, too.`,
      timed: true,
    },
  ],
}
