import { formatDuration } from '../../util/quantity.ts'
import { type FaultKind, type FaultRow, noWholeAnswer, rowOf, rowsOf, type Said, tooMuch } from './row.ts'

const unfit = 'the request cannot be sent as it is written.'
const unsentRequest = { kind: 'Request Error', meaning: unfit, unsent: true } as const
const unreadable = 'a file that the step needs cannot be read.'
const ended = 'Somebody ended it before it was done.'

/** Faults whose reasons are put into words where they are found. */
export const saidFaults = rowsOf<Said>()({
  'answer-late': said('Network Error', noWholeAnswer),
  'answer-unreadable': said('Network Error', noWholeAnswer),
  'broker-refuses': said('Request Error', 'The broker was reached, and refuses what the step asks for.'),
  'command-failed': said('Exec Error', 'The command did not come to its end.'),
  'command-unstarted': said('Exec Error', 'The command was not started.'),
  'connection-lost': said('Network Error', 'The connection ended before all was done.'),
  'file-missing': unsent('File Error', unreadable),
  'file-unreadable': unsent('File Error', unreadable),
  interrupted: said('Network Error', ended),
  'login-refused': said('Auth Error', 'The server does not let the caller in.'),
  'messages-too-large': said('Network Error', tooMuch),
  'method-unknown': said(
    'Request Error',
    'The method was not called: what describes the service does not have it.',
  ),
  'other-protocol': said('Network Error', 'What listens there speaks another protocol.'),
  'placeholder-unfilled': unsent('Template Error', 'a placeholder has no value.'),
  'reflection-missing': said(
    'Request Error',
    'The method was not called: the server does not tell what it has.',
  ),
  'request-unfit': unsent('Request Error', unfit),
  'services-down': said('Network Error', 'Not everything that is waited for came up.'),
  'topic-missing': said('Request Error', 'The broker does not have the topic.'),
  unjudged: said('Judging Error', 'An answer came, and it could not be judged in time.'),
  'use-unfit': said('Use Error'),
  'wait-interrupted': said('Request Error', ended),
  'websocket-refused': {
    ...said('Network Error', 'The server does not open the WebSocket as it should.'),
    message: ({ reason }) => `the WebSocket handshake failed: ${reason}`,
  },
  'token-refused': {
    ...unsent('Auth Error', 'the token server gave out no token.'),
    message: ({ reason }) => `OAuth2 token request failed: ${reason}`,
  },
})

/** Faults whose reasons are put into words here. */
export const otherFaults = {
  ...rowsOf<Record<string, never>>()({
    'body-length': {
      ...unsentRequest,
      message: () => 'the body does not have the length its content-length says',
      hint: () => 'Leave the content-length header out; if a file is sent, it changed meanwhile.',
    },
    'not-sent': { ...unsentRequest, message: () => 'not sent' },
  }),
  'http2-unoffered': rowOf<{ readonly origin: string }>({
    message: ({ origin }) =>
      `the server at ${origin} does not offer HTTP/2, which http-version: 2 insists on`,
    hint: () => 'With http-version: auto, HTTP/1.1 is spoken then.',
    meaning: 'the server does not offer HTTP/2.',
    unsent: true,
  }),
  'redirect-astray': rowOf<Redirected & { readonly status: number }>({
    message: ({ url, status, location }) =>
      `${url} answered ${status} with location "${location}", which is no http or https URL with a host`,
    hint: () => 'Leave follow-redirects out to look at the redirect itself.',
    meaning: 'The server answered with a redirect that leads nowhere.',
  }),
  'script-ended': rowOf<Said & { readonly isLate?: boolean }>({
    kind: 'Script Error',
    message: ({ reason }) => reason,
    hint: ({ hint, isLate }, { givesTime }) =>
      isLate === true ? `${givesTime}, or find out what the script waits for.` : hint,
    meaning: 'A script of the step did not come to its end.',
  }),
  'token-late': rowOf<{ readonly timeout: number; readonly url: string }>({
    message: ({ timeout }) =>
      `OAuth2 token request failed: no answer within ${formatDuration(timeout)} (timeout)`,
    hint: ({ url }, { givesTime }) => `${givesTime}, or find out what the token server at ${url} waits for.`,
    meaning:
      'The request was sent, and the server did not begin to answer in time. It may carry it out nevertheless.',
  }),
  'too-many-redirects': rowOf<Redirected & { readonly count: number }>({
    message: ({ count, url, location }) =>
      `${count} redirects, more than follow-redirects allows; the last was from ${url} to ${location}`,
    hint: (_, { firstRedirect }) =>
      `The server may send the request around in a circle; ${firstRedirect} the first redirect.`,
    meaning: 'The server answered with one redirect after the other.',
  }),
}

/** A redirect that is not followed. */
interface Redirected {
  readonly url: string
  readonly location: string
}

function said(kind: FaultKind, meaning?: string): FaultRow<Said> {
  const row = { kind, message: ({ reason }: Said) => reason, hint: ({ hint }: Said) => hint }
  return meaning === undefined ? row : { ...row, meaning }
}

function unsent(kind: FaultKind, meaning: string): FaultRow<Said> {
  return { ...said(kind, meaning), unsent: true }
}
