import type { Target } from './route.ts'

/** `127.0.0.1:80`, `[::1]:80`. */
export function hostAndPort({ host, port }: Pick<Target, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** A host and port as one text, the same for all ways of writing the host: `xn--bcher-kva.example:80`, `[::1]:80`. */
export function placeKey({ host, port }: Pick<Target, 'host' | 'port'>): string {
  return hostAndPort({ host: canonicalHost(host), port })
}

/** A host as the URL standard writes it: in small letters, and in ASCII. */
function canonicalHost(host: string): string {
  const url = `http://${host.includes(':') ? `[${host}]` : host}/`
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : host.toLowerCase()
}
