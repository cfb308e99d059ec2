import type { JsonValue } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import {
  exemptions,
  noProxies,
  notAProxy,
  parseProxy,
  proxySecrets,
  readProxySetting,
  withoutCredentials,
} from './read-proxy.ts'
import { readResolve } from './read-resolve.ts'
import { plainTls, readTls } from './read-tls.ts'
import type { HttpVersionChoice, Proxy, ProxyRules, Route } from './route.ts'

/** The way to the host of the URL, with Node's own TLS. */
export const straightRoute: Route = {
  key: '',
  tls: plainTls,
  resolve: new Map(),
  proxies: noProxies,
  httpVersion: 'auto',
}

/** Reads how connections are made from `settings.transport` and the environment. Files are read here. */
export function readRoute(
  key: string,
  context: Pick<ActionContext, 'settings' | 'processEnvironment' | 'hide'>,
): Prepared<Route> {
  const { settings, processEnvironment } = context
  const transport = settings.transport ?? {}
  const proxies = readProxies(transport['proxy'], processEnvironment)
  if (!proxies.ok) return proxies
  for (const secret of proxySecrets(proxies.value)) context.hide(secret)
  const resolve = readResolve(transport['resolve'])
  if (!resolve.ok) return resolve
  const tls = readTls(transport['tls'])
  if (!tls.ok) return tls
  const file = transport['unix-socket']
  return prepared({
    key,
    tls: tls.value,
    resolve: resolve.value,
    proxies: proxies.value,
    httpVersion: readVersion(transport['http-version']),
    ...(typeof file === 'string' ? { unixSocket: file } : {}),
    ...(transport['proxy'] === undefined ? ignoredProxy(processEnvironment) : {}),
  })
}

function readProxies(
  setting: JsonValue | undefined,
  environment: ActionContext['processEnvironment'],
): Prepared<ProxyRules> {
  if (setting !== undefined) return readProxySetting(setting)
  return environmentProxies(environment) ?? prepared(noProxies)
}

/** A proxy that the environment names in a variable that is not read. */
function ignoredProxy(environment: Environment): Pick<Route, 'ignoresProxy'> {
  const isNamed = (environment['HTTP_PROXY'] ?? '') !== ''
  return isNamed && environmentProxies(environment) === undefined ? { ignoresProxy: true } : {}
}

function readVersion(setting: JsonValue | undefined): HttpVersionChoice {
  if (setting === 1.1 || setting === '1.1') return '1.1'
  return setting === 2 || setting === '2' ? '2' : 'auto'
}

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
  return unfit(
    `the environment variable ${name} names a proxy that ${notAProxy}: ${withoutCredentials(value)}`,
    'Correct it, or set `proxy: none`.',
  )
}
