import { ok, send, sendAndClose, sendAndReset } from '../../../mock/faults/behaviours.ts'
import type { FaultGroup } from '../fault.ts'
import { faultServer, nobody } from '../fault-server.ts'

const perhapsTls = 'If the server speaks TLS there, use https://HOST.'
const gaveUp = 'Look into the log of the server, and of what stands before it: it gave up while it answered.'
const known = `${ok}content-length: 10\r\n\r\n`
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`

/** Connections that cannot be made or that end too early. */
export const connectionFaults: FaultGroup = {
  title: 'The connection',
  faults: [
    {
      name: 'Nothing listens',
      start: nobody,
      outcome: 'errored',
      message: 'Network Error: connect ECONNREFUSED HOST (nothing listens there)',
      hint: 'Start the service, or check the host and port of the URL.',
    },
    {
      name: 'Reset as soon as connected',
      start: () => faultServer(sendAndReset(''), { atOnce: true }),
      outcome: 'errored',
      message: 'Network Error: the connection was reset without an answer (ECONNRESET)',
      hint: perhapsTls,
    },
    {
      name: 'Reset before the headers',
      start: () => faultServer(sendAndReset('')),
      outcome: 'errored',
      message: 'Network Error: the connection was reset without an answer (ECONNRESET)',
      hint: perhapsTls,
    },
    {
      name: 'Closed before the headers',
      start: () => faultServer(sendAndClose()),
      outcome: 'errored',
      message: 'Network Error: the server closed the connection without an answer (CLOSED)',
      hint: perhapsTls,
    },
    {
      name: 'Reset within the headers',
      start: () => faultServer(sendAndReset(`${ok}content-`)),
      outcome: 'errored',
      message:
        'Network Error: the connection was reset before the headers of the answer were complete (ECONNRESET)',
      hint: gaveUp,
    },
    {
      name: 'Closed within the headers',
      start: () => faultServer(sendAndClose(`${ok}content-`)),
      outcome: 'errored',
      message:
        'Network Error: the server closed the connection before the headers of the answer were complete (CLOSED)',
      hint: gaveUp,
    },
    {
      name: 'Reset after the headers',
      start: () => faultServer(sendAndReset(known)),
      outcome: 'errored',
      message:
        'Network Error: the connection was reset before the answer was complete, after 0 of 10 bytes (ECONNRESET)',
      hint: gaveUp,
    },
    {
      name: 'Reset within the body',
      start: () => faultServer(sendAndReset(`${known}hello`)),
      outcome: 'errored',
      message:
        'Network Error: the connection was reset before the answer was complete, after 5 of 10 bytes (ECONNRESET)',
      hint: gaveUp,
    },
    {
      name: 'Body cut short: closed after 5 of 10 bytes',
      start: () => faultServer(sendAndClose(`${known}hello`)),
      outcome: 'errored',
      message:
        'Network Error: the server closed the connection before the answer was complete, after 5 of 10 bytes (CLOSED)',
      hint: gaveUp,
    },
    {
      name: 'Chunked body cut short: closed before the last chunk',
      start: () => faultServer(sendAndClose(`${chunked}5\r\nhello\r\n`)),
      outcome: 'errored',
      message:
        'Network Error: the server closed the connection before the answer was complete, after 5 bytes (CLOSED)',
      hint: gaveUp,
    },
    {
      name: 'Switches to another protocol',
      start: () =>
        faultServer(
          send('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
        ),
      outcome: 'errored',
      message: 'Network Error: the server switched to another protocol, which nobody asked for (101)',
      hint: 'Check the URL: it seems to be for other clients, such as those of WebSocket.',
    },
  ],
}
