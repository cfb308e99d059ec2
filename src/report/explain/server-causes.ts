import { type Advice, type Answered, firstAdvice, quoted, roughly, shown } from './answered.ts'

/** Why a server failed, or does not want to be asked now: who says so, and what it says. */
export function serverAdvice(answer: Answered): Advice | undefined {
  const advice = firstAdvice(answer.status === 429 ? [tooMany] : [later, stackTrace, gateway, portal], answer)
  const trace = traceOf(answer)
  if (trace === undefined) return advice
  return { ...advice, next: advice?.next === undefined ? trace : `${advice.next} ${trace}` }
}

/** When a request may be sent again. */
function tooMany(answer: Answered): Advice {
  const again = againAt(answer)
  const limit = receivedOf(answer, 'ratelimit-limit x-ratelimit-limit x-rate-limit-limit ratelimit-policy')
  const left = receivedOf(answer, 'ratelimit-remaining x-ratelimit-remaining x-rate-limit-remaining')
  const isLeft = /^[1-9]\d{0,12}$/.test(left?.[1] ?? '')
  const allowed = [
    limit === undefined ? '' : ` The server allows ${quoted(limit[1])} (its rate limit)`,
    isLeft
      ? `${limit === undefined ? ' The server' : ', and'} says that ${left?.[1]} are left: another limit counts`
      : '',
  ].join('')
  const cause = `${again?.cause ?? ''}${allowed === '' ? '' : `${allowed}.`}`.trim()
  return {
    ...(cause === '' ? {} : { cause }),
    next:
      again === undefined
        ? 'Send fewer requests, or wait between them: `retry` has an interval.'
        : `${again.next}, or send fewer requests.`,
  }
}

function later(answer: Answered): Advice | undefined {
  const again = answer.status === 503 ? againAt(answer) : undefined
  if (again === undefined) return undefined
  return { cause: `${again.cause} ${gateway(answer)?.cause ?? ''}`.trim(), next: `${again.next}.` }
}

/** The first of some headers that came, and what it says. */
function receivedOf(answer: Answered, names: string): readonly [name: string, value: string] | undefined {
  const name = names.split(' ').find(one => answer.received(one) !== undefined)
  return name === undefined ? undefined : [name, answer.received(name)?.trim() ?? '']
}

/** Reads when the server wants the caller to come again (RFC 9110, section 10.2.3, and the headers of rate limits). */
function againAt(answer: Answered): { readonly cause: string; readonly next: string } | undefined {
  for (const one of ['retry-after', 'ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset']) {
    const [name, value] = receivedOf(answer, one) ?? []
    if (name === undefined || value === undefined) continue
    const number = /^\d{1,13}(?:\.\d+)?$/.test(value) ? Number(value) : undefined
    // A number is a wait in seconds, or a moment in seconds or milliseconds since 1970.
    const moment =
      number === undefined
        ? Date.parse(value)
        : number > 1e8
          ? number > 1e11
            ? number
            : number * 1000
          : undefined
    const wait = moment === undefined ? (number ?? 0) * 1000 : moment - answer.time
    if (Number.isNaN(wait)) continue
    const next = wait < 500 ? 'That time has come: send it again' : `Send it again in ${roughly(wait)}`
    return { cause: `The header ${name} says ${quoted(value)}.`, next }
  }
  return undefined
}

/** How the lines begin in which an exception is named, before the places it came by. */
const named = /^[\w.$:\\]{0,200}(?:Error|Exception|Throwable)\b/

/** Lines that say it without another. */
const alone = /^(?:PHP )?(?:Fatal error|Parse error|Uncaught \w+|panic): ?.|^\S{1,300}\.rb:\d+:in /

function stackTrace({ text }: Answered): Advice | undefined {
  const lines = text
    .slice(0, 40_000)
    .replaceAll(/<[^<>]{0,200}>|&nbsp;|\\t/g, match => (/^<br/i.test(match) ? '\n' : ' '))
    .split(/\n|\\n/, 500)
    .map(line => line.trim().slice(0, 500))
  const line = exceptionIn(lines)
  if (line === undefined) return undefined
  return {
    cause: `The body has the stack trace of an exception in the application: ${quoted(line)}.`,
    next: 'Mend it there; and a service should not show its traces to callers.',
  }
}

/** The line of a trace that names the exception: the last in Python, the first elsewhere. */
function exceptionIn(lines: readonly string[]): string | undefined {
  const beginning = lines.findIndex(line => line.includes('Traceback (most recent call last)'))
  if (beginning >= 0) return lines.slice(beginning + 1).find(line => named.test(line))
  for (const [index, line] of lines.entries()) {
    // In JSON it stands within a text.
    const bare = line.replace(/^.{0,100}"(?=[\w.]{1,200}(?:Error|Exception)\b)/, '')
    if (alone.test(bare) || (named.test(bare) && /^at \S/.test(lines[index + 1] ?? ''))) return bare
  }
  return undefined
}

const ownPage = 'its own error page'

/** Signs of a gateway that answered itself; what only says that one was passed is none. */
const gateways: readonly (readonly [who: string, sign: (answer: Answered) => string | false | undefined])[] =
  [
    ['nginx', inText(/<center>(?:nginx|openresty)/, ownPage)],
    ['Apache', inText(/The proxy server (?:received|could not)|<address>Apache/, ownPage)],
    ['Envoy', inText(/^(?:upstream connect error|no healthy upstream|upstream request timeout)/)],
    ['HAProxy', inText(/No server is available to handle this request/)],
    [
      'Kong',
      inText(/The upstream server is timing out|An invalid response was received from the upstream server/),
    ],
    ['AWS load balancer', answer => serverIs(answer, 'awselb')],
    [
      'CloudFront',
      answer => /Error from cloudfront/i.test(answer.received('x-cache') ?? '') && 'header X-Cache',
    ],
    [
      'Cloudflare',
      answer =>
        (answer.isPage || /^error code: \d/.test(answer.text) || (answer.status ?? 0) >= 520) &&
        serverIs(answer, 'cloudflare'),
    ],
    ['Azure Application Gateway', answer => serverIs(answer, 'Microsoft-Azure-Application-Gateway')],
    ['Vercel', answer => answer.received('x-vercel-error') !== undefined && 'header X-Vercel-Error'],
    ['Squid', answer => answer.received('x-squid-error') !== undefined && 'header X-Squid-Error'],
    ['Varnish', inText(/Guru Meditation|Varnish cache server/)],
    // These name themselves in answers of others, too.
    ['most likely Envoy', answer => answer.json === undefined && serverIs(answer, 'envoy')],
    ['most likely nginx', answer => answer.json === undefined && serverIs(answer, 'nginx')],
  ]

function inText(sign: RegExp, words?: string): (answer: Answered) => string | undefined {
  return ({ text }) => {
    const [found] = sign.exec(text) ?? []
    return found === undefined ? undefined : (words ?? found)
  }
}

/** The advice where a gateway says that it got nothing from behind. */
const behind: Readonly<Record<number, string>> = {
  502: 'Look whether the service behind it runs, and listens where the gateway looks for it.',
  503: 'Look whether the service behind it runs and is healthy, or is being deployed.',
  504: 'Look in the log of the service behind it for what takes so long; or raise the timeout of the gateway.',
}

function gateway(answer: Answered): Advice | undefined {
  const { status = 0, exchange } = answer
  const isOfGateway = [502, 503, 504].includes(status) || status >= 520
  for (const [who, sign] of gateways) {
    const told = sign(answer)
    if (told === false || told === undefined) continue
    if (!isOfGateway && told.startsWith('header Server')) return undefined
    const waited = exchange?.duration ?? 0
    const duration =
      (status === 504 || status === 524) && waited >= 1000 ? ` It waited ${roughly(waited)}.` : ''
    return {
      cause: `It was ${who} that answered, and not the application (${told}).${duration}`,
      next: behind[status] ?? 'Look at the service behind it, and in the log of both.',
    }
  }
  return undefined
}

function serverIs(answer: Answered, name: string): string | false {
  const server = answer.received('server') ?? ''
  return server.toLowerCase().startsWith(name.toLowerCase()) && `header Server: ${shown(server, 40)}`
}

/** A page where an API was asked: who made it, as far as it says. */
export function pageCause(answer: Answered): Advice | undefined {
  if (!answer.isPage) return undefined
  const title = /<title[^>]*>([^<]{1,300})/i.exec(answer.text.slice(0, 20_000))?.[1]
  const server = answer.received('server')
  const called = title === undefined ? '' : `, titled ${quoted(title)}`
  const from = server === undefined ? '' : `, from ${quoted(server)}`
  return {
    cause: `The answer is a web page${called}${from}: something for browsers answered, and no API.`,
    next: 'Check host, port and base path of the URL.',
  }
}

function portal(answer: Answered): Advice | undefined {
  return answer.status === 511 ? pageCause(answer) : undefined
}

/** Where to look in the log of the server, by headers that name a request. */
function traceOf(answer: Answered): string | undefined {
  if (answer.status === 429) return undefined
  const found = receivedOf(
    answer,
    'x-request-id x-correlation-id x-trace-id x-b3-traceid traceparent x-amzn-requestid x-amzn-trace-id cf-ray request-id',
  )
  if (found !== undefined) return `In the log of the server it is ${found[0]} ${shown(found[1], 80)}.`
  const sent = ['x-request-id', 'x-correlation-id', 'traceparent'].find(one => answer.sent(one) !== undefined)
  return sent === undefined
    ? undefined
    : `In the log of the server look for ${sent} ${shown(answer.sent(sent) ?? '', 80)}, which was sent.`
}
