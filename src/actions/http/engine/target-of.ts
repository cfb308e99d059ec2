import type { Target } from '../../transport/route.ts'

/** Where connections to an origin end. */
export function targetOf(origin: string): Target {
  const { protocol, hostname, port } = new URL(origin)
  const secure = protocol === 'https:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 443 : 80)),
    secure,
  }
}
