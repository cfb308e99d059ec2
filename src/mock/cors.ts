import type { HeaderList } from '../model/exchange.ts'
import { headerValue } from '../model/header-value.ts'
import { andThen } from '../util/maybe.ts'
import type { Answering } from './answer-requests.ts'
import type { ReceivedRequest } from './received-request.ts'
import { WireAnswer } from './wire-answer.ts'

/**
 * Answers so that pages of all origins may read it (Fetch, section 3.3): preflights that `hasOwn` does not know are allowed what they
 * ask for, and are no calls; answers that do not say themselves who may read them name the origin that asks.
 */
export function forAllOrigins(answer: Answering, hasOwn: (request: ReceivedRequest) => boolean): Answering {
  return (request, ...more) => {
    const { headers, method } = request
    const origin = headerValue(headers, 'origin')
    if (origin === undefined) return answer(request, ...more)
    const asked = headerValue(headers, 'access-control-request-method')
    return method === 'OPTIONS' && asked !== undefined && !hasOwn(request)
      ? preflightAnswer(headers, origin, asked)
      : andThen(answer(request, ...more), given => readableBy(origin, given))
  }
}

function preflightAnswer(headers: HeaderList, origin: string, method: string): WireAnswer {
  const asked = headerValue(headers, 'access-control-request-headers')
  const isPrivate = headerValue(headers, 'access-control-request-private-network') === 'true'
  return new WireAnswer(204, [
    ...allowing(origin),
    ['access-control-allow-methods', method],
    ...(asked === undefined ? [] : [['access-control-allow-headers', asked] as const]),
    ...(isPrivate ? [['access-control-allow-private-network', 'true'] as const] : []),
  ])
}

/** A name and not `*`, which browsers refuse where cookies are sent. */
function allowing(origin: string): WireAnswer['headers'] {
  return [
    ['access-control-allow-origin', origin],
    ['access-control-allow-credentials', 'true'],
    ['vary', 'Origin'],
  ]
}

function readableBy(origin: string, answer: WireAnswer): WireAnswer {
  const { status, headers, body, manner } = answer
  const names = [...new Set(headers.map(([name]) => name.toLowerCase()))]
  if (names.includes('access-control-allow-origin')) return answer
  const exposed = names.includes('access-control-expose-headers') || names.length === 0
  const exposing = exposed ? [] : [['access-control-expose-headers', names.join(', ')] as const]
  return new WireAnswer(status, [...headers, ...allowing(origin), ...exposing], body, manner)
}
