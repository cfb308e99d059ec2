import type { JsonValue } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import { prepared, type Prepared } from '../failure.ts'
import { environmentProxies } from './environment-proxies.ts'
import { noProxies, proxySecrets, readProxySetting } from './read-proxy.ts'
import { readResolve } from './read-resolve.ts'
import { plainTls, readTls } from './read-tls.ts'
import type { HttpVersionChoice, ProxyRules, Route } from './route.ts'

/** The way to the host of the URL, with Node's own TLS. */
export const straightRoute: Route = {
  key: '',
  tls: plainTls,
  resolve: new Map(),
  proxies: noProxies,
  httpVersion: 'auto',
}

/** Reads how connections are made from `settings.transport` and the environment. Files are read here. */
export function readRoute(key: string, context: ActionContext): Prepared<Route> {
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
  })
}

function readProxies(
  setting: JsonValue | undefined,
  environment: ActionContext['processEnvironment'],
): Prepared<ProxyRules> {
  if (setting !== undefined) return readProxySetting(setting)
  return environmentProxies(environment) ?? prepared(noProxies)
}

function readVersion(setting: JsonValue | undefined): HttpVersionChoice {
  if (setting === 1.1 || setting === '1.1') return '1.1'
  return setting === 2 || setting === '2' ? '2' : 'auto'
}
