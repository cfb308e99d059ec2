import type { HeaderList } from '../model/exchange.ts'
import { isCredentialCookie, looksLikeCredential } from './credential-names.ts'

/** Fewest characters of a cookie that is hidden wherever it is told: shorter ones, such as `1`, stand in every text. */
const shortestCookie = 8

/**
 * The name and value pairs of a `cookie` or `set-cookie` header: all of it, or what stands before the attributes. A name
 * begins at a separator, so that a long text without any pair is read once.
 */
const pairs: Readonly<Record<string, RegExp>> = {
  cookie: /(?<![^=;\s])([^=;\s]+)=([^;]*)/g,
  'set-cookie': /^\s*([^=;\s]+)=([^;]*)/g,
}

/** The value of a header, without those of the cookies in it: `session=***; Path=/`. */
export function maskCookies(header: string, value: string): string {
  const pattern = pairs[header.toLowerCase()]
  return pattern === undefined
    ? value
    : value.replace(pattern, (_, name: string, text: string) => (text === '' ? `${name}=` : `${name}=***`))
}

/** The cookies in a header by name and value, without their attributes. */
export function cookiesIn(
  header: string,
  value: string,
): readonly (readonly [name: string, value: string])[] {
  const pattern = pairs[header.toLowerCase()]
  if (pattern === undefined) return []
  return [...value.matchAll(pattern)].map(([, name = '', written = '']) => [
    name,
    written.trim().replace(/^"(.*)"$/, '$1'),
  ])
}

/** The values of those cookies in a header that tell who is asking, long enough to be known again elsewhere. */
export function sessionCookies(header: string, value: string): readonly string[] {
  return cookiesIn(header, value).flatMap(([name, text]) => {
    const isSession = isCredentialCookie(name) || looksLikeCredential(text) || /;\s*httponly/i.test(value)
    return isSession && text.length >= shortestCookie ? [text] : []
  })
}

/** Lines in which there is nothing to hide: those of a message are often the very ones of another before. */
let harmless: HeaderList | undefined
let alsoHarmless: HeaderList | undefined

const tellingLine = /^(?:(?:set-)?cookie|location)$/i

/** True where a message has a cookie, or a URL that it redirects to: lines in which there may be something to hide. */
export function mayTell(headers: HeaderList): boolean {
  if (headers === harmless || headers === alsoHarmless) return false
  for (let index = 0; index < headers.length; index++) {
    const name = headers[index]?.[0] ?? ''
    // Asked of every header of a run: most names are told from the three by their length.
    const mayBe = name.length === 6 || name.length === 8 || name.length === 10
    if (mayBe && tellingLine.test(name)) return true
  }
  alsoHarmless = harmless
  harmless = headers
  return false
}
