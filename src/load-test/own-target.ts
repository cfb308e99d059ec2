import { BlockList, isIP } from 'node:net'

const own = new BlockList()
own.addSubnet('127.0.0.0', 8)
own.addSubnet('10.0.0.0', 8)
own.addSubnet('172.16.0.0', 12)
own.addSubnet('192.168.0.0', 16)
own.addSubnet('169.254.0.0', 16)
own.addAddress('0.0.0.0')
own.addAddress('::', 'ipv6')
own.addAddress('::1', 'ipv6')
own.addSubnet('fc00::', 7, 'ipv6')
own.addSubnet('fe80::', 10, 'ipv6')

/** Ends of names that are never looked up in the public: RFC 6761, RFC 6762, RFC 8375, and what clusters and routers use. */
const ownEnds = ['localhost', 'test', 'local', 'internal', 'lan', 'home.arpa', 'svc']

/**
 * The host of a URL, or of `host:port`, where it is not of this machine or a private network, going by what is written: a
 * name that looks private may still lead elsewhere.
 */
export function publicHost(address: string): string | undefined {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`
  if (!URL.canParse(url)) return undefined
  // Only of the schemes that the standard calls special is a host made small and an address put in its usual form.
  const { hostname } = new URL(url.replace(/^[^:]+/, 'http'))
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  return isOwn(host) ? undefined : host
}

function isOwn(host: string): boolean {
  const version = isIP(host)
  if (version === 4) return own.check(host)
  if (version === 6) return own.check(host, 'ipv6')
  return !host.includes('.') || ownEnds.some(end => host.endsWith(`.${end}`))
}
