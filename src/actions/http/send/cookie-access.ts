import { Cookie, type CookieJar } from 'tough-cookie'
import type { JsonObject, JsonValue } from '../../../model/json.ts'

/** The cookies that belong to a URL, with their attributes. */
export function cookiesFor(jar: CookieJar, url: string): readonly JsonObject[] {
  return jar.getCookiesSync(url).map(({ key, value, domain, path, httpOnly, secure }) => ({
    name: key,
    value,
    domain: domain ?? '',
    path: path ?? '/',
    httpOnly,
    secure,
  }))
}

/**
 * Carries out a method of the store behind a jar, as scripts ask for it through one of their own: cookies go in and come
 * out as JSON. Throws when there is no such method.
 */
export async function askStore(
  { store }: CookieJar,
  method: string,
  args: readonly JsonValue[],
): Promise<JsonValue | undefined> {
  const [first, second, third] = args.map(arg => (typeof arg === 'string' ? arg : ''))
  const [cookie, newer] = args.map(arg => Cookie.fromJSON(arg))
  switch (method) {
    case 'findCookie':
      return jsonOf(await store.findCookie(first ?? '', second ?? '', third ?? ''))
    case 'findCookies':
      return (await store.findCookies(first ?? '', args[1] === null ? null : (second ?? ''), true)).map(
        jsonOf,
      )
    case 'getAllCookies':
      return (await store.getAllCookies()).map(jsonOf)
    case 'putCookie':
    case 'updateCookie': {
      const put = newer ?? cookie
      if (put !== undefined) await store.putCookie(put)
      return undefined
    }
    case 'removeCookie':
      await store.removeCookie(first ?? '', second ?? '', third ?? '')
      return undefined
    case 'removeCookies':
      await store.removeCookies(first ?? '', args[1] === null ? null : (second ?? ''))
      return undefined
    case 'removeAllCookies':
      await store.removeAllCookies()
      return undefined
    default:
      throw new Error(`cookies know no ${method}`)
  }
}

function jsonOf(cookie: Cookie | undefined | null): JsonValue {
  return cookie === undefined || cookie === null ? null : (cookie.toJSON() as JsonObject)
}
