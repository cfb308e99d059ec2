import { isCredentialField } from '../../secrets/index.ts'
import { listed } from '../../util/listed.ts'
import { type Advice, type Answered, known, quoted, roughly, type Rule, shown } from './answered.ts'

/** How each scheme that a server asks for is given; what is not here apitest does not speak. */
const waysToGive: ReadonlyMap<string, string> = new Map([
  ['bearer', 'Give a token: `auth: { bearer: TOKEN }` in a suite, `--bearer TOKEN` with a call.'],
  [
    'basic',
    'Give name and password: `auth: { basic: { username, password } }` in a suite, `--user NAME:PASSWORD` with a call.',
  ],
  [
    'digest',
    'Give name and password: `auth: { digest: { username, password } }` in a suite, `--user NAME:PASSWORD --digest` with a call.',
  ],
])

const anyWay = 'Give credentials: with `auth` in a suite, with `--bearer`, `--user` or `--api-key` in a call.'

/** The advice for each error of a challenge (RFC 6750, section 3). */
const challengeErrors: ReadonlyMap<string, string> = new Map([
  ['invalid_token', 'Fetch a new token, and check that it is for this service.'],
  ['insufficient_scope', 'Ask for a token with more scope.'],
  ['invalid_request', 'Look at how the credentials are sent: once, and whole.'],
])

/** Why a server does not know who asks (401, UNAUTHENTICATED). */
export const unknownCaller: readonly Rule[] = [
  keptBack,
  signIn,
  tokenTime,
  none,
  otherScheme,
  toldByChallenge,
  known(sentOnes, (credentials, { host }) => ({
    cause: `Credentials were sent, ${listed(credentials)}, and the server does not take them.`,
    next: `Check that they are for ${host === '' ? 'this server' : shown(host, 80)} and this environment, and still valid.`,
  })),
]

/** Why a server refuses who asks (403, PERMISSION_DENIED). */
export const refusedCaller: readonly Rule[] = [
  known(
    answer => answer.received('cf-mitigated'),
    () => ({
      cause: 'Cloudflare took the caller for a robot (header cf-mitigated), so the API was not asked.',
      next: 'Let the tests through by a rule in Cloudflare, or ask the server behind it.',
    }),
  ),
  answer =>
    /MissingAuthenticationToken/.test(answer.received('x-amzn-errortype') ?? '')
      ? {
          cause:
            'AWS API Gateway says Missing Authentication Token, and does so of paths and methods it does not have, too.',
          next: 'Check path, stage and method first, then the signature.',
        }
      : undefined,
  keptBack,
  tokenTime,
  known(
    ({ text, method }) =>
      method === 'GET'
        ? undefined
        : /[^"'<>\n{}]{0,60}\b[cx]srf\b[^"'<>\n{}]{0,60}/i.exec(text.slice(0, 20_000))?.[0],
    told => ({
      cause: `The answer speaks of the protection against forged requests: ${quoted(told)}.`,
      next: 'Send the token that the service hands out for it, most often a cookie with a header of the same value.',
    }),
  ),
  none,
  toldByChallenge,
  known(sentOnes, credentials => ({
    cause: `Credentials were sent (${listed(credentials)}), so it is their rights that are in question.`,
    next: 'Try with credentials of a caller who has the right, and look at role and scope of these.',
  })),
]

function sentOnes({ credentials = [] }: Answered): readonly string[] | undefined {
  return credentials.length === 0 ? undefined : credentials
}

/** A redirect to another origin, which was followed without the credentials. */
function keptBack({ exchange }: Answered): Advice | undefined {
  const led = exchange?.redirects?.find(({ withheld = [] }) =>
    withheld.some(name => /authorization|cookie|certificate|key|token/i.test(name)),
  )
  if (led === undefined) return undefined
  return {
    cause: `A redirect (${led.status}) led to another origin, so ${listed(led.withheld ?? [])} was kept back.`,
    next: 'Send the request to where the redirect leads, with its credentials.',
  }
}

/** A request that brings its credentials in the body, such as a login; a server that asks for others says so. */
function signIn(answer: Answered): Advice | undefined {
  const names = answer.sentFields.filter(isCredentialField)
  if (names.length === 0 || challengeOf(answer) !== '') return undefined
  return {
    cause: `The body brings credentials, ${listed(names.map(quoted))}, and the server does not take what it says.`,
    next: 'Check the values in the body: they have to be those of an account that this environment knows.',
  }
}

function tokenTime({ token: { begins, expires }, time }: Answered): Advice | undefined {
  if (expires !== undefined && expires <= time)
    return {
      cause: `The token that was sent expired ${roughly(time - expires)} ago (its exp).`,
      next: 'Fetch a new one; `auth: { oauth2: … }` does so by itself.',
    }
  if (begins !== undefined && begins > time)
    return {
      cause: `The token that was sent is not valid yet, but in ${roughly(begins - time)} (its nbf).`,
      next: 'Wait, or set the clock of this machine or of the one that made the token.',
    }
  return undefined
}

function toldByChallenge(answer: Answered): Advice | undefined {
  const error = parameter(answer, 'error')
  if (error === undefined) return undefined
  const scope = parameter(answer, 'scope')
  const isScope = error === 'insufficient_scope' && scope !== undefined
  return {
    cause: `The server says in WWW-Authenticate: ${wordsOf(answer)}`,
    next: isScope
      ? 'Ask for a token with this scope.'
      : (challengeErrors.get(error) ?? 'Check the credentials.'),
  }
}

/** Words the error as the challenge states it: `"invalid_token", "The token expired".` */
function wordsOf(answer: Answered): string {
  const words = ['error', 'error_description'].flatMap(name => parameter(answer, name) ?? []).map(quoted)
  const scope = parameter(answer, 'scope')
  return `${words.join(', ')}.${scope === undefined ? '' : ` It wants the scope ${quoted(scope)}.`}`
}

function parameter(answer: Answered, name: string): string | undefined {
  const challenge = ` ${challengeOf(answer)}`
  const [, quotedOne, plain] =
    new RegExp(`[\\s,]${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"]+))`, 'i').exec(challenge) ?? []
  return quotedOne?.replaceAll(/\\(.)/g, '$1') ?? plain
}

function challengeOf(answer: Answered): string {
  return (answer.received('www-authenticate') ?? '').slice(0, 4000)
}

function none(answer: Answered): Advice | undefined {
  if (answer.credentials?.length !== 0) return undefined
  const schemes = schemesOf(answer)
  const asked = schemes.length === 0 ? '' : `, and the server asks for ${shown(listed(schemes), 60)}`
  // Some servers call a token wrong that nobody sent.
  const said = parameter(answer, 'error') === undefined ? '' : ` It says ${wordsOf(answer)}`
  return {
    cause: `No credentials were sent: the request has no Authorization, key or session cookie${asked}.${said}`,
    next: wayFor(schemes),
  }
}

function otherScheme(answer: Answered): Advice | undefined {
  const schemes = schemesOf(answer)
  const sent = answer.sent('authorization')?.split(' ', 1)[0] ?? ''
  if (sent === '' || schemes.length === 0) return undefined
  if (schemes.some(scheme => scheme.toLowerCase() === sent.toLowerCase())) return undefined
  const isScheme = /^(?:basic|bearer|digest|negotiate|ntlm|token|apikey|hawk|aws4-hmac-sha256)$/i.test(sent)
  return {
    cause: `Authorization was sent ${isScheme ? `as ${sent}` : 'without a scheme before its value'}, and the server asks for ${shown(listed(schemes), 60)}.`,
    next: wayFor(schemes),
  }
}

/** The schemes of a challenge, each once. */
function schemesOf(answer: Answered): readonly string[] {
  const challenge = challengeOf(answer).replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
  const found = challenge.matchAll(/(?:^|,)\s*([A-Za-z][\w-]*)(?=\s*$|\s*,|\s+[^\s=,])/g)
  return [...new Set(Array.from(found, ([, scheme = '']) => scheme))].slice(0, 4)
}

function wayFor(schemes: readonly string[]): string {
  if (schemes.length === 0) return anyWay
  const way = schemes.map(scheme => waysToGive.get(scheme.toLowerCase())).find(one => one !== undefined)
  return way ?? `Give what the server asks for in a header; \`auth\` has no ${shown(listed(schemes), 60)}.`
}
