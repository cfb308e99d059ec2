import { CookieJar } from 'tough-cookie'

/** A jar that also takes cookies for hosts without a public suffix, such as those of a test network. */
export function createJar(): CookieJar {
  return new CookieJar(undefined, { rejectPublicSuffixes: false })
}
