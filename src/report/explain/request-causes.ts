import { jsonIn } from '../../util/json-in.ts'
import { listed } from '../../util/listed.ts'
import { formatSize } from '../../util/quantity.ts'
import { refusedCaller, unknownCaller } from './credential-causes.ts'
import {
  type Advice,
  type Answered,
  firstAdvice,
  known,
  mediaType,
  quoted,
  type Rule,
  shown,
} from './answered.ts'
import { pageCause } from './server-causes.ts'
import { toldError, wrongFields } from './told-errors.ts'

/** Why a request is found wrong, or its answer is elsewhere, by what was sent and what the answer says. */
export function requestAdvice(answer: Answered): Advice | undefined {
  const { status = 0 } = answer
  const general = status >= 400 && status !== 401 ? [unfilled] : []
  return firstAdvice([...general, ...(rules[status] ?? (status < 400 ? [elsewhere] : [wrongFields]))], answer)
}

const rules: Readonly<Record<number, readonly Rule[]>> = {
  304: [
    known(sentOf('If-None-Match', 'If-Modified-Since'), names => ({
      cause: `The request has ${listed(names)}, and what it names is still the same.`,
      next: `Leave ${listed(names)} out to get the body.`,
    })),
  ],
  400: [plainToTls, turnedToGet, wrongHost, wrongFields, badBody, noBody],
  401: unknownCaller,
  403: refusedCaller,
  404: [knownRouter, pageCause, oddPath, otherHost],
  405: [turnedToGet, otherMethods, pageCause],
  406: [known(answer => answer.sent('accept'), notAccepted)],
  407: [proxyCredentials],
  409: [wrongFields],
  411: [noLength],
  412: [condition],
  413: [
    known(
      answer => answer.exchange?.request.body?.size ?? Number(answer.sent('content-length') ?? 0),
      (size, answer) =>
        size > 0
          ? {
              cause: `The body that was sent has ${formatSize(size)}.${pageOf(answer)}`,
              next: 'Send less, or raise the limit where the answer comes from.',
            }
          : undefined,
    ),
  ],
  414: [
    ({ url, query }) => ({
      cause: `The URL has ${url.length} characters${query === '' ? ', and no query' : ''}.`,
      next:
        query === ''
          ? 'Look at what fills the path.'
          : 'Send what is in the query as the body of a POST, if the API has one.',
    }),
  ],
  415: [bodyType],
  416: [
    known(
      answer => answer.sent('range'),
      (range, answer) => {
        const of = answer.received('content-range')
        const said = of === undefined ? '' : `, and the answer says ${quoted(of)}`
        return {
          cause: `The request asks for ${quoted(range)}${said}.`,
          next: 'Ask for a part within the length.',
        }
      },
    ),
  ],
  421: [otherHost],
  422: [wrongFields, badBody],
  426: [
    known(
      answer => answer.received('upgrade'),
      upgrade => ({
        cause: `The header Upgrade says what it speaks there: ${quoted(upgrade)}.`,
        next: /websocket/i.test(upgrade)
          ? 'Open it as a WebSocket: `apitest ws`.'
          : 'Ask by that protocol; `http-version` chooses one of HTTP.',
      }),
    ),
  ],
  428: [
    known(sentOf('If-Match', 'If-Unmodified-Since', 'If-None-Match'), names => ({
      cause: `The request has a condition, ${listed(names)}, and the server wants another.`,
      next: 'Look into the description of the API for the one it wants.',
    })),
    () => ({ next: 'Read it first, and send the ETag of that answer as If-Match.' }),
  ],
  431: [
    known(
      ({ exchange }) =>
        (exchange?.request.headers ?? []).toSorted(([, one], [, other]) => other.length - one.length)[0],
      ([name, value]) => ({
        cause: `The longest header that was sent is ${shown(name, 40)}, with ${value.length} characters.`,
        next: 'Send less in it; a Cookie that grows is the usual one.',
      }),
    ),
  ],
}

/** Which of some headers were sent; undefined for none. */
function sentOf(...names: readonly string[]): (answer: Answered) => readonly string[] | undefined {
  return answer => {
    const found = names.filter(name => answer.sent(name) !== undefined)
    return found.length === 0 ? undefined : found
  }
}

function otherMethods(answer: Answered): Advice | undefined {
  const allowed = answer.received('allow')?.trim() ?? ''
  if (allowed === '') return undefined
  const method = shown(answer.method, 20)
  const names = allowed.split(',').map(name => name.trim())
  if (names.includes(answer.method))
    return {
      cause: `The header Allow says that it takes ${method} there (${shown(allowed, 80)}): the server contradicts itself.`,
      next: 'Look into its log, and at what stands before it: one of the two does not take what the other does.',
    }
  const isCase = names.some(name => name.toUpperCase() === answer.method.toUpperCase())
  return {
    cause: `The header Allow says what it takes there: ${shown(allowed, 80)}.`,
    next: isCase
      ? `Capital letters count: ${method} is another method.`
      : `Send it by one of them, or check the path: ${method} may belong to another.`,
  }
}

/** A type that is not there; or one that any server has. */
function notAccepted(accept: string, answer: Answered): Advice {
  const isAny = accept
    .split(',')
    .some(one => /^\s*\*\/\*/.test(one) && !/;\s*q=0(?:\.0*)?\s*(?:;|$)/.test(one))
  if (!isAny)
    return {
      cause: `The request accepts ${quoted(accept)} (its header Accept).`,
      next: 'Name a type in the header Accept that the server has, or */*.',
    }
  const others = sentOf('Accept-Language', 'Accept-Charset', 'Accept-Encoding')(answer) ?? []
  return {
    cause: `The request accepts any type (${quoted(accept)}), so that it is not the type that the server misses.`,
    next: `${others.length === 0 ? '' : `Try it without ${listed(others)}. `}Some servers want one type by its name: Accept: application/json.`,
  }
}

function proxyCredentials(answer: Answered): Advice {
  const asked = answer.received('proxy-authenticate')
  const { proxy } = answer.exchange?.request.settings ?? {}
  const isGiven =
    answer.sent('proxy-authorization') !== undefined ||
    /"username"|\/\/[^/"]*@/.test(JSON.stringify(proxy ?? ''))
  const cause = [
    asked === undefined ? '' : `The proxy asks for ${quoted(asked)}.`,
    isGiven ? 'Name and password were sent, and it does not take them.' : '',
  ].join(' ')
  return {
    ...(cause.trim() === '' ? {} : { cause: cause.trim() }),
    next: isGiven
      ? 'Check name and password of the proxy.'
      : 'Give name and password with `proxy`, or `--proxy-user`.',
  }
}

function noLength(answer: Answered): Advice | undefined {
  const length = answer.sent('content-length')
  if (length !== undefined)
    return {
      cause: `The request told its length (Content-Length: ${shown(length, 20)}), so something on the way took it out.`,
      next: 'Look at what stands before the server.',
    }
  if (answer.sent('transfer-encoding') === undefined) return undefined
  return {
    cause: 'The body was sent in pieces (Transfer-Encoding), so its length was not told before.',
    next: 'Send a body whose size is known, such as a file or text.',
  }
}

/** A redirect that was not followed. */
function elsewhere(answer: Answered): Advice | undefined {
  const location = answer.received('location')
  if (location === undefined) return undefined
  const { url, credentials, exchange } = answer
  const isLogin = /(?:^|[/.])(?:log-?in|sign-?in|sso|oauth2?|authorize)(?:[/?.]|$)/i.test(location)
  const followed = exchange?.redirects?.length ?? 0
  const after = followed > 0 ? `, after ${followed} others that were followed` : ''
  const cause = `It leads to ${quoted(location)}${isLogin ? ', which looks like a login' : ''}${after}.`
  if (URL.canParse(location, url) && new URL(location, url).href === new URL(url).href)
    return {
      cause: `${cause} That is where it was sent.`,
      next: 'Look for what it wants first: a cookie, most often.',
    }
  if (url.startsWith('http:') && location.startsWith(url.replace(/^http:/, 'https:')))
    return { cause, next: 'Write https in the URL.' }
  if (isLogin && credentials?.length === 0)
    return { cause: `${cause} No credentials were sent.`, next: 'Give credentials with `auth`.' }
  const isOff = followed === 0
  return {
    cause,
    next: isOff ? 'Ask there, or follow it: `follow-redirects: true`, `--location`.' : 'Ask there.',
  }
}

/** A part of the URL that nobody filled in. */
function unfilled({ path, query }: Answered): Advice | undefined {
  const next = 'Look at where this part comes from: a variable, or an extract of an earlier step.'
  const segments = path.split('/').slice(1).map(decoded)
  const odd = segments.find(segment => isUnfilled(segment))
  if (odd !== undefined) return { cause: `The path has ${quoted(odd)} where a value belongs.`, next }
  if (segments.slice(0, -1).includes(''))
    return { cause: 'The path has two slashes in a row, as where a value is empty.', next }
  const parameter = query.split('&').find(one => isUnfilled(decoded(one.split('=').slice(1).join('='))))
  if (parameter !== undefined)
    return { cause: `The query has ${quoted(decoded(parameter))}, where a value belongs.`, next }
  return undefined
}

/** A placeholder, or the word for nothing. Of single braces no name has blanks, and an operation of GraphQL mostly does. */
function isUnfilled(part: string): boolean {
  return /^(?:undefined|null|NaN|None|\[object Object\]|\{\{[^{}]*\}\}|\{[^{}\s]*\}|:[A-Za-z_]\w*|<[^<>]+>)$/.test(
    part,
  )
}

/** Paths that look written wrongly, where nothing else says why there is nothing. */
const oddPaths: readonly (readonly [sign: RegExp, cause: string, next?: string])[] = [
  [/%(?:20|09|0[ad])(?:\/|$)/i, 'A part of the path ends with white space (percent-encoded).'],
  [/%25[\da-f]{2}/i, 'The path is percent-encoded twice (%25).', 'Encode it once.'],
  [/.\/$/, 'The path ends with a slash, which many servers take for another path.'],
]

function oddPath({ path, json }: Answered): Advice | undefined {
  const [, twice] = /\/([^/]+)(?=\/\1(?:\/|$))/.exec(path) ?? []
  const [sign, cause, next = 'Try it without.'] = oddPaths.find(([odd]) => odd.test(path)) ?? []
  if (twice !== undefined)
    return {
      cause: `The path has ${quoted(twice)} twice in a row, as where the base URL ends with what the path begins with.`,
      next: 'Try it without.',
    }
  // An API that answers in JSON knew the path.
  return cause === undefined || (sign === oddPaths[2]?.[0] && json !== undefined)
    ? undefined
    : { cause, next }
}

/** The texts of routers that know no such path, so that it is the path and not a missing record. */
const routers: readonly (readonly [sign: RegExp, who: string])[] = [
  [/\bCannot (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \//, 'Express'],
  [/"Route (?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS):\S+ not found"/, 'Fastify'],
  [/"?No static resource /, 'Spring'],
  [/no Route matched with those values/, 'Kong'],
  [/^default backend - 404/, 'The ingress of Kubernetes'],
  [/^404 page not found\s*$/, 'A router written in Go (such as Traefik)'],
  [/<h1>No such app<\/h1>|There's nothing here, yet/, 'Heroku'],
  [/<Code>NoSuchBucket<\/Code>/, 'Amazon S3'],
  [/^\{"detail":"Not Found"\}$/, 'FastAPI'],
]

function knownRouter({ text, method }: Answered): Advice | undefined {
  const who = routers.find(([sign]) => sign.test(text.slice(0, 4000)))?.[1]
  if (who === undefined) return undefined
  return {
    cause: `${who} answers in these words where no route fits the request: ${quoted(text.replace(/<[^>]*>/g, ' '))}.`,
    next: `Check path and method (${shown(method, 20)}), and the base path before it.`,
  }
}

/** A host of its own in the header, or a name for several servers. */
function otherHost(answer: Answered): Advice | undefined {
  const host = answer.sent('host') ?? answer.host
  const [own, named] = [answer.host, host].map(one => one.toLowerCase().split(':')[0])
  if (own === '' || own === named) return undefined
  return {
    cause: `The header Host names ${quoted(host)}, and the URL ${quoted(answer.host)}.`,
    next: 'Leave the header Host out, or name a host that is served there.',
  }
}

function wrongHost({ text }: Answered): Advice | undefined {
  const told = /Invalid host header|DisallowedHost|Invalid Hostname/i.exec(text.slice(0, 20_000))?.[0]
  if (told === undefined) return undefined
  return {
    cause: `The answer says ${quoted(told)}: the server does not want to be asked by this name.`,
    next: 'Ask by a name that the server allows, or add this one to its settings.',
  }
}

function plainToTls({ text, url }: Answered): Advice | undefined {
  const sign = /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/i
  if (!sign.test(text.slice(0, 4000))) return undefined
  return /^(?:https|wss):/.test(url)
    ? {
        cause: 'It was asked by TLS, and something on the way asks the server behind it without.',
        next: 'Look at the gateway before the server: it has to use TLS, too.',
      }
    : { cause: 'The server speaks TLS at this port, and was asked without.', next: 'Write https in the URL.' }
}

/** A redirect that made a GET of another method, without its body (RFC 9110, section 15.4). */
function turnedToGet({ exchange, method }: Answered): Advice | undefined {
  const led = exchange?.redirects?.find(redirect => redirect.method !== method)
  return led === undefined
    ? undefined
    : {
        cause: `A redirect (${led.status}) made ${shown(method, 20)} of ${shown(led.method, 20)}, without the body.`,
        next: `Send it to where the redirect leads: ${quoted(led.location)}.`,
      }
}

/** A body that is not what its type says. */
function badBody(answer: Answered): Advice | undefined {
  const { exchange, text } = answer
  const body = exchange?.request.body
  const type = mediaType(answer.sent('content-type'))
  if (body === undefined || body.truncated || body.size === 0) return undefined
  if (isJsonType(type) && jsonIn(body.text) === undefined)
    return {
      cause: `The body was sent as ${type}, and is not JSON.`,
      next: 'Write the body as `json`, or mend it.',
    }
  const speaksOfJson = /\bjson\b/i.test(text.slice(0, 4000))
  return speaksOfJson && !isJsonType(type)
    ? {
        cause: `The answer speaks of JSON, and the body was sent as ${type === '' ? 'no type' : shown(type, 60)}.`,
        next: 'Send the body as `json`, or `--json`.',
      }
    : undefined
}

function noBody({ method, isKnown, sendsBody }: Answered): Advice | undefined {
  if (!isKnown || sendsBody || !['POST', 'PUT', 'PATCH'].includes(method)) return undefined
  return {
    cause: `${method} was sent without a body.`,
    next: 'Give it one, if the API wants it: `json`, `form` or `body`.',
  }
}

/** A type that the server does not take. */
function bodyType(answer: Answered): Advice | undefined {
  if (!answer.isKnown) return undefined
  const sent = answer.sent('content-type')
  if (sent === undefined && !answer.sendsBody)
    return {
      cause: 'The request has no body, and so no type.',
      next: 'Give it one: `json`, `form` or `body`.',
    }
  const taken = ['accept-post', 'accept-patch', 'accept']
    .map(name => answer.received(name))
    .find(one => one !== undefined)
  const was = `The body was sent ${sent === undefined ? 'without a Content-Type' : `as ${quoted(sent)}`}`
  const encoding = answer.sent('content-encoding')
  if (encoding !== undefined && sent !== undefined && taken === undefined)
    return {
      cause: `${was}, compressed by ${quoted(encoding)}.`,
      next: 'Try it without Content-Encoding first.',
    }
  if (sent !== undefined && taken?.split(',').some(one => mediaType(one) === mediaType(sent)) === true)
    return {
      cause: `${was}, and the server says that it takes ${quoted(taken)}.`,
      next: 'Look at what else may be in the way: parameters of the type, Content-Encoding, or the body itself.',
    }
  if (mediaType(sent).startsWith('multipart/') && taken === undefined)
    // Words of the server on a part stand beside this, and then it is not the type of the whole that it refuses.
    return toldError(answer) === undefined
      ? { cause: `${was}.`, next: 'Look at the types of its parts, or send it as the API describes.' }
      : undefined
  const isJson = sent === undefined || sent.includes('form') || taken?.includes('json') === true
  return {
    cause: `${was}.${taken === undefined ? '' : ` It takes ${quoted(taken)}.`}`,
    next: isJson
      ? 'Send the body as `json` (`--json`), or name its type with the header Content-Type.'
      : 'Name a type with the header Content-Type that the server takes.',
  }
}

/** A condition that does not hold; which way round tells what is there (RFC 9110, section 13.1). */
function condition(answer: Answered): Advice | undefined {
  const match = answer.sent('if-match')
  const none = answer.sent('if-none-match')
  if (match?.trim() === '*')
    return { cause: 'If-Match: * wants something to be there, and there is nothing.', next: 'Make it first.' }
  const other = sentOf('If-Match', 'If-Unmodified-Since')(answer)
  if (other !== undefined)
    return {
      cause: `The request has ${listed(other)}, and what is there now is another version.`,
      next: 'Read it again, and send the ETag of that answer.',
    }
  if (none === undefined) return undefined
  return none.trim() === '*'
    ? {
        cause: 'If-None-Match: * wants nothing to be there, and something is.',
        next: 'Change what is there with If-Match.',
      }
    : {
        cause: 'The request has If-None-Match, and what is there is still that.',
        next: 'Leave If-None-Match out.',
      }
}

function pageOf(answer: Answered): string {
  const page = pageCause(answer)?.cause
  return page === undefined ? '' : ` ${page}`
}

function isJsonType(type: string): boolean {
  return /[/+]json$/.test(type)
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
