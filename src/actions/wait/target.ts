import type { JsonValue } from '../../model/json.ts'
import type { askHealth } from '../grpc/ask-health.ts'
import { prepared, type Failed, type Prepared, unfit } from '../failure.ts'
import { parseRequestTarget } from '../http/request-target.ts'
import { scalarTexts } from '../scalars.ts'

/** A service that is asked whether it is up. */
export interface Target {
  /** As written; it may hold credentials. */
  readonly url: string
  /** The URL as outputs show it, without credentials. */
  readonly name: string
  /** Where to connect to, when a connection is all that is asked for. */
  readonly port?: { readonly host: string; readonly port: number }
  /** Loads the check that asks a server of gRPC for its health. Few suites wait for one, and its code is large. */
  readonly loadHealthCheck?: () => Promise<{ readonly askHealth: typeof askHealth }>
}

/** Reads one URL or a list of them, each `http`, `https`, `grpc`, `grpcs` or `tcp`. */
export function readTargets(value: JsonValue | undefined): Prepared<readonly Target[]> {
  const urls = value === undefined ? [] : scalarTexts(value)
  if (urls === undefined || urls.length === 0) return unfit('wait must be a URL, or a list of URLs')
  const read = urls.map(url => readTarget(url.trim()))
  const wrong = read.find((target): target is Failed => !target.ok)
  return wrong ?? prepared(read.flatMap(target => (target.ok ? [target.value] : [])))
}

function readTarget(url: string): Prepared<Target> {
  if (/^tcp:/i.test(url)) return readPort(url)
  if (/^grpcs?:/i.test(url)) return readGrpcUrl(url)
  const target = parseRequestTarget(`GET ${url}`)
  if (!target.ok) return target
  const { origin, pathname, search } = target.value.address
  return prepared({ url, name: origin + pathname + search })
}

function readGrpcUrl(url: string): Prepared<Target> {
  if (/^grpcs?:\/\/(\[[^\]]+\]|[^\s:/?#@]+):\d+(\/[\w.]*)?$/i.test(url))
    return prepared({ url, name: url, loadHealthCheck: () => import('../grpc/ask-health.ts') })
  return unfit(
    `"${url}" is not a gRPC server, or a service of one`,
    'Write it as grpc://127.0.0.1:50051 or grpc://127.0.0.1:50051/shop.v1.Shop, for example.',
  )
}

function readPort(url: string): Prepared<Target> {
  const [, host = '', digits = ''] = /^tcp:\/\/(\[[^\]]+\]|[^\s:/?#@]+):(\d+)\/?$/i.exec(url) ?? []
  const port = Number(digits)
  if (host === '' || port < 1 || port > 65_535)
    return unfit(`"${url}" is not a host and a port`, 'Write it as tcp://127.0.0.1:5432, for example.')
  return prepared({ url, name: url, port: { host: host.replace(/^\[|\]$/g, ''), port } })
}
