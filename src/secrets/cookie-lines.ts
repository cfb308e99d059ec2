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

/** The values of those cookies in a header that tell who is asking, long enough to be known again elsewhere. */
export function sessionCookies(header: string, value: string): readonly string[] {
  const pattern = pairs[header.toLowerCase()]
  if (pattern === undefined) return []
  return [...value.matchAll(pattern)].flatMap(([, name = '', written = '']) => {
    const text = written.trim().replace(/^"(.*)"$/, '$1')
    const isSession = isCredentialCookie(name) || looksLikeCredential(text) || /;\s*httponly/i.test(value)
    return isSession && text.length >= shortestCookie ? [text] : []
  })
}
