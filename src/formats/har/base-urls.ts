import type { Endpoint } from './endpoints-of.ts'

/** The variable of each origin; that of most endpoints is `baseUrl`. */
export function baseUrls(endpoints: readonly Endpoint[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>()
  for (const { parts } of endpoints) counts.set(parts.origin, (counts.get(parts.origin) ?? 0) + 1)
  const origins = [...counts].sort(([, one], [, other]) => other - one).map(([origin]) => origin)
  const names = new Map<string, string>()
  for (const origin of origins) names.set(origin, freeName(origin, [...names.values()]))
  return names
}

function freeName(origin: string, taken: readonly string[]): string {
  const wanted = taken.length === 0 ? 'baseUrl' : `${hostName(new URL(origin))}Url`
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.includes(`${wanted}${number}`)) return `${wanted}${number}`
}

/** `auth` for `auth.example.com`, `localhost8081` for `localhost:8081`. */
function hostName({ hostname, port }: URL): string {
  const labels = hostname.split('.')
  const isAddress = /^[\d.]+$|:/.test(hostname)
  const name = isAddress ? 'host' : (labels.find(label => label !== 'www') ?? hostname)
  const words = `${name}${isAddress || labels.length === 1 ? port : ''}`
    .split(/[^A-Za-z\d]+/)
    .filter(word => word !== '')
  const [first = 'other', ...rest] = words
  const joined = [first, ...rest.map(word => word.charAt(0).toUpperCase() + word.slice(1))].join('')
  return /^\d/.test(joined) ? `host${joined}` : joined
}
