import type { JsonObject, JsonValue } from '../../model/json.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { isObject } from '../../util/is-json.ts'
import type { ActionContext } from '../action.ts'

/** The settings that another program needs to send the same request. */
const recorded = ['tls', 'proxy', 'resolve', 'unix-socket', 'http-version', 'follow-redirects']

/**
 * What a record keeps of the settings of a request (see `RequestRecord`); undefined when there is nothing to keep. What
 * is secret in it appears in no output.
 */
export function recordedSettings(
  input: JsonObject,
  { settings: { transport = {}, auth }, ...context }: ActionContext,
): JsonObject | undefined {
  const entries = recorded.flatMap(key => {
    const value = transport[key]
    return value === undefined || value === false ? [] : [[key, value] as const]
  })
  // Cookies count for another program only where it follows redirects; what the first request had is in its headers.
  const keepsNone = transport['cookies'] === false && entries.some(([key]) => key === 'follow-redirects')
  hideSecrets(transport, secret => {
    context.hide(secret)
  })
  const computed = input['auth'] ?? auth
  const isComputed = isObject(computed) && ('digest' in computed || 'aws' in computed)
  if (entries.length === 0 && !isComputed) return undefined
  return {
    ...Object.fromEntries(entries),
    ...(keepsNone ? { cookies: false } : {}),
    ...(isComputed ? { auth: computed } : {}),
  }
}

/** The passphrase of a key, and a proxy's password, also the one in its URL. */
function hideSecrets({ tls, proxy }: JsonObject, hide: (secret: string) => void): void {
  const { passphrase } = isObject(tls) ? tls : {}
  const { url, password }: Partial<JsonObject> = isObject(proxy) ? proxy : { url: proxy ?? null }
  for (const secret of [passphrase, password, passwordIn(url)])
    if (typeof secret === 'string' && secret !== '') hide(secret)
}

function passwordIn(url: JsonValue | undefined): string | undefined {
  return typeof url === 'string' && URL.canParse(url) ? decodePercent(new URL(url).password) : undefined
}
