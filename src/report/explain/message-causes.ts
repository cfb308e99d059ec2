import type { SettingNames } from '../../actions/faults/setting-names.ts'
import { plural } from '../../util/quantity.ts'
import { type Advice, type Answered, firstAdvice, quoted, shown } from './answered.ts'
import { refusedCaller, unknownCaller } from './credential-causes.ts'
import { pageCause } from './server-causes.ts'
import { wrongFields } from './told-errors.ts'

/** Why a call with names for its statuses did not succeed. */
export function namedAdvice(answer: Answered): Advice | undefined {
  const said = answer.exchange?.response?.fields?.['status-message']
  const words = typeof said === 'string' ? said : ''
  const known = namedRules.find(([name, sign]) => name === answer.name && sign.test(words))
  if (known !== undefined) {
    const [, , cause, next] = known
    return {
      cause: `${cause}${words === '' ? '.' : `: ${quoted(words)}.`}`,
      next: typeof next === 'string' ? next : next(answer.settingNames),
    }
  }
  const ofCaller = answer.name === 'UNAUTHENTICATED' ? unknownCaller : refusedCaller
  const isOfCaller = answer.name === 'UNAUTHENTICATED' || answer.name === 'PERMISSION_DENIED'
  const advice = firstAdvice(isOfCaller ? ofCaller : [violations], answer)
  const told = words === '' ? [] : [`The server says ${quoted(words)}.`]
  const cause = [...(advice?.cause === undefined ? [] : [advice.cause]), ...told].join(' ')
  return cause === '' && advice === undefined ? undefined : { ...advice, ...(cause === '' ? {} : { cause }) }
}

/** The messages of servers and proxies for some statuses, and their causes. */
const namedRules: readonly (readonly [
  name: string,
  sign: RegExp,
  cause: string,
  next: string | ((names: SettingNames) => string),
])[] = [
  [
    'UNIMPLEMENTED',
    /unknown service/i,
    'The server does not have the service',
    'Check package and service, and that this server is the one that has it.',
  ],
  [
    'UNIMPLEMENTED',
    /unknown method|not found|does(?: not|n't) implement/i,
    'The server does not have the method',
    'Check the name of the method; the server may run an older version of it.',
  ],
  [
    'RESOURCE_EXHAUSTED',
    /larger than max|message (?:too|is) large|max(?:imum)? (?:message )?size/i,
    'A message is larger than allowed',
    'Send less, or raise the limit of the side that says so.',
  ],
  [
    'UNAVAILABLE',
    /no healthy upstream|upstream connect error|connection refused|ECONNREFUSED/i,
    'A proxy on the way reached nothing behind it',
    'Look whether the service runs, and where the proxy looks for it.',
  ],
  [
    'DEADLINE_EXCEEDED',
    /^/,
    'The time was over',
    ({ givesTime }) => `${givesTime}, or find out what the server waits for.`,
  ],
  [
    'UNKNOWN',
    /exception calling application/i,
    'The code of the method threw an exception',
    'Look for it in the log of the server.',
  ],
]

/** The fields that google.rpc.BadRequest names in the details. */
function violations(answer: Answered): Advice | undefined {
  const details = answer.exchange?.response?.fields?.details
  if (details === undefined) return undefined
  return wrongFields({ json: { details }, status: answer.status, sentJson: answer.sentJson })
}

/** Why too few messages came, or none. */
export function messageAdvice(answer: Answered): Advice | undefined {
  const { exchange, url, failures } = answer
  const failure = failures.find(text => text.startsWith('messages: '))
  if (failure === undefined) return undefined
  const got =
    /, got ((?:no message at all|none of \d|\d+ (?:of|messages?)\b|all sent|message \d)[^]*)$/.exec(
      failure,
    )?.[1] ?? ''
  if (/^messages: Expected events as /.test(failure)) return noStream(answer)
  const code = exchange?.response?.fields?.['close-code']
  const closing = typeof code === 'number' ? closings[code] : undefined
  if (typeof code === 'number' && closing !== undefined && /closed/.test(got))
    return { cause: `The other side closed the WebSocket with ${code}: ${closing[0]}.`, next: closing[1] }
  if (/no step acted since the listener was opened/.test(got))
    return {
      cause: 'No step acted since the listener was opened, and it takes only what comes after that.',
      next: 'Open the listener first, then act, then collect; or read from the beginning.',
    }
  const within = /within ([\d.]+ m?s(?: \d+ s)?|[\d.]+ m(?: \d+ s)?)/.exec(failure)?.[1] ?? 'the time'
  if (got.startsWith('no message at all'))
    return {
      cause: `Nothing came within ${within}.`,
      next: /^(?:ws|http)/.test(url)
        ? 'Look whether the server has anything to send: a message or a subscription first, the right path; or wait longer with `timeout`.'
        : 'Check the topic, or the exchange and routing key; wait longer with `timeout`; open the listener before what sends the message.',
    }
  const [, taken = '', all = ''] = /^(none|\d+) of (\d+) messages?\b/.exec(got) ?? []
  if (all !== '')
    return {
      cause: `${plural(Number(all), 'message')} came within ${within}, and ${taken === 'none' ? 'none is' : `only ${taken} of them`} as awaited.`,
      next: 'The way is right, as messages come: look at what is expected of them.',
    }
  return /^\d+ messages?/.test(got)
    ? {
        cause: `Only ${shown(got, 60)} came within ${within}.`,
        next: 'Wait longer with `timeout`, or expect fewer with `count`.',
      }
    : undefined
}

/** An answer where events were asked for. */
function noStream(answer: Answered): Advice {
  const page = pageCause(answer)
  if (page !== undefined) return page
  const type = answer.type === '' ? 'no Content-Type' : `the type ${shown(answer.type, 60)}`
  return {
    cause: `The answer has ${type}; events come as text/event-stream.`,
    next: 'Check the path; what answers once is asked by `apitest send`.',
  }
}

/** The meanings of the codes by which a WebSocket is closed (RFC 6455, section 7.4.1; graphql-ws). */
const closings: Readonly<Record<number, readonly [meaning: string, next: string]>> = {
  1001: ['it goes away', 'Look whether the server was stopped or deployed meanwhile.'],
  1002: ['the protocol was not kept', 'Look in the log of the server for what it does not take.'],
  1003: ['it does not take this kind of message', 'Send text instead of bytes, or the other way round.'],
  1006: ['the connection was lost', 'Look at the server, and at timeouts of proxies on the way.'],
  1007: ['a message was not what its kind says', 'Send text as UTF-8.'],
  1008: ['a message goes against its rules', 'Look at what was sent last, and at the credentials.'],
  1009: ['a message was too large', 'Send less in one message.'],
  1011: ['the server failed', 'Look in its log.'],
  1012: ['it is starting anew', 'Try again.'],
  1013: ['it has too much to do', 'Try again later.'],
  4400: ['a message was wrong', 'Look at what was sent last.'],
  4401: ['the caller is not known', 'Send credentials, in the headers or in connection_init.'],
  4403: ['the caller may not do this', 'Look at the credentials and their rights.'],
  4406: ['it does not speak the subprotocol', 'Name another subprotocol.'],
  4408: ['connection_init did not come in time', 'Send connection_init first.'],
  4429: ['connection_init came twice', 'Send connection_init once.'],
}

/** Why a WebSocket was refused, where its status alone does not say it. */
export function refusedSocket(answer: Answered): Advice | undefined {
  const { url, status } = answer
  if (!/^wss?:/.test(url) || status === 101 || !answer.isKnown) return undefined
  if (status === 200)
    return {
      cause: 'An ordinary answer (200) came to the request for a WebSocket.',
      next: 'Check the path: there is no WebSocket here.',
    }
  if (status === 403 && answer.sent('origin') === undefined)
    return {
      cause: 'The request has no Origin, which many servers ask of WebSockets before anything else.',
      next: 'Send the header Origin of a page that the server allows.',
    }
  return undefined
}
