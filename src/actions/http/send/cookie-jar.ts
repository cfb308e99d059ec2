import { CookieJar } from 'tough-cookie'

/** A jar that also takes cookies for hosts without a public suffix, such as those of a test network. */
export function createJar(): CookieJar {
  return new CookieJar(undefined, { rejectPublicSuffixes: false })
}

/** A jar with the cookies that another one has written. */
export function readJar(written: string): CookieJar {
  return CookieJar.deserializeSync(written)
}
