import { failed, prepared, type Prepared } from '../failure.ts'
import { exemptions, notAProxy, parseProxy, withoutCredentials } from './read-proxy.ts'
import type { Proxy, ProxyRules } from './route.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * The proxies of the usual environment variables, read as curl does: small letters before capitals, the scheme's own
 * before ALL_PROXY, and HTTP_PROXY in capitals not at all, because a CGI program gets the Proxy header of a request
 * there. Undefined when there are none.
 */
export function environmentProxies(environment: Environment): Prepared<ProxyRules> | undefined {
  const plain = firstOf(environment, ['http_proxy', 'all_proxy', 'ALL_PROXY'])
  const secure = firstOf(environment, ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'])
  if (plain === undefined && secure === undefined) return undefined
  const list = environment['no_proxy'] ?? environment['NO_PROXY'] ?? ''
  const read = { plain: plain && proxyOf(plain), secure: secure && proxyOf(secure) }
  if (read.plain?.ok === false) return read.plain
  if (read.secure?.ok === false) return read.secure
  return prepared({
    ...(read.plain === undefined ? {} : { plain: read.plain.value }),
    ...(read.secure === undefined ? {} : { secure: read.secure.value }),
    exempt: exemptions(list),
  })
}

interface Variable {
  readonly name: string
  readonly value: string
}

/** The first that is set; an empty one switches the proxy off. */
function firstOf(environment: Environment, names: readonly string[]): Variable | undefined {
  const name = names.find(candidate => environment[candidate] !== undefined)
  const value = name === undefined ? '' : (environment[name] ?? '').trim()
  return name === undefined || value === '' ? undefined : { name, value }
}

function proxyOf({ name, value }: Variable): Prepared<Proxy> {
  const proxy = parseProxy(value)
  if (proxy !== undefined) return prepared({ ...proxy, variable: name })
  return failed(
    'Request Error',
    `the environment variable ${name} names a proxy that ${notAProxy}: ${withoutCredentials(value)}`,
    'Correct it, or set `proxy: none`.',
  )
}
