import type { CookieJar } from 'tough-cookie'
import type { HeaderList } from '../../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import type { RunResources } from '../../resources.ts'
import type { PreparedRequest } from '../prepared-request.ts'

/** The cookies of one pass over a suite. */
export function cookiesOf(session: RunResources): Cookies {
  const cookies = session.get('cookies', makeCookies)
  if (session.adopted.size > 0) cookies.takeOver(session.adopted)
  return cookies
}

function makeCookies(): { value: Cookies } {
  return { value: new Cookies() }
}

/** Cookies that answers have set, for the requests that they belong to (RFC 6265). */
export class Cookies {
  /** True where no answer has set any. */
  isEmpty = true
  /** Made for the first cookie: most APIs set none, and the library takes time to load. */
  #jar: CookieJar | undefined
  readonly #takenOver = new Set<RunResources>()

  /** Begins with copies of the cookies of other sessions. */
  takeOver(sessions: ReadonlySet<RunResources>): void {
    for (const session of sessions) {
      if (this.#takenOver.has(session)) continue
      this.#takenOver.add(session)
      const jar = session.get('cookies', makeCookies).#jar
      if (jar === undefined) continue
      this.#jar = jar.cloneSync(this.#jar?.store)
      this.isEmpty = false
    }
  }

  /** All of them as a text that `read` takes in another thread; undefined where there are none. */
  get written(): string | undefined {
    return this.#jar === undefined ? undefined : JSON.stringify(this.#jar.serializeSync())
  }

  /** Takes the cookies that another thread has written. */
  async read(written: string): Promise<void> {
    const { readJar } = await import('./cookie-jar.ts')
    this.#jar = readJar(written)
    this.isEmpty = false
  }

  /**
   * The request with a `cookie` header, unless it wants none, or no cookie belongs to it. A header of its own stays as it is, or gets
   * the cookies in front where `besideOwn` is set.
   */
  addTo(request: PreparedRequest, besideOwn: boolean): PreparedRequest {
    if (this.#jar === undefined || request.withoutCookies === true) return request
    const { wire, record } = request
    const at = record.headers.findIndex(([name]) => name.toLowerCase() === 'cookie')
    if (at >= 0 && !besideOwn) return request
    const cookie = this.#jar.getCookieStringSync(wire.origin + wire.path)
    if (cookie === '') return request
    const headers: HeaderList =
      at < 0 ? [...record.headers, ['cookie', cookie]] : withCookiesInFront(record.headers, at, cookie)
    const lines = at < 0 ? [...wire.headers, 'cookie', cookie] : headers.flat()
    return { ...request, wire: { ...wire, headers: lines }, record: { ...record, headers } }
  }

  /** Keeps the cookies that an answer from `url` sets. One that is not for that host, or malformed, is let go. */
  async keep(url: string, headers: HeaderList): Promise<void> {
    for (const [name, value] of headers) {
      if (name.toLowerCase() !== 'set-cookie') continue
      const jar = await this.#made()
      jar.setCookieSync(value, url, { ignoreError: true })
    }
  }

  /** The cookies that belong to a URL, for scripts to read. */
  async forUrl(url: string): Promise<readonly JsonObject[]> {
    if (this.#jar === undefined || !URL.canParse(url)) return []
    return (await import('./cookie-access.ts')).cookiesFor(this.#jar, url)
  }

  /** Carries out a method of the store of cookies that a script asks for. */
  async ask(method: string, args: readonly JsonValue[]): Promise<JsonValue | undefined> {
    const jar = await this.#made()
    return (await import('./cookie-access.ts')).askStore(jar, method, args)
  }

  async #made(): Promise<CookieJar> {
    const { createJar } = await import('./cookie-jar.ts')
    this.#jar ??= createJar()
    this.isEmpty = false
    return this.#jar
  }
}

function withCookiesInFront(headers: HeaderList, at: number, cookie: string): HeaderList {
  const line = (own: string): string => (own === '' ? cookie : `${cookie}; ${own}`)
  return headers.map(([name, value], index) => [name, index === at ? line(value) : value])
}
