import { nextHop } from '../actions/transport/next-hop.ts'
import { hostAndPort } from '../actions/transport/place.ts'
import { noProxies, readProxySetting } from '../actions/transport/read-proxy.ts'
import { readResolve } from '../actions/transport/read-resolve.ts'
import type { RequestRecord } from '../model/exchange.ts'
import type { StepResult } from '../model/result.ts'
import { mapping, text } from '../util/read-values.ts'
import type { Iteration } from './iteration.ts'

/** A result with the mocks that its request and those of its scripts went to; one in whose place a real server stands is none. */
export function withMock(result: StepResult, iteration: Iteration): StepResult {
  const mock = mockAsked(result, iteration)
  const asked = mock === undefined ? result : { ...result, mock }
  const { steps } = result
  if (steps?.some(({ sentBy }) => sentBy !== undefined) !== true) return asked
  return {
    ...asked,
    steps: steps.map(step => (step.sentBy === undefined ? step : withMock(step, iteration))),
  }
}

function mockAsked({ exchange }: StepResult, iteration: Iteration): string | undefined {
  const names = exchange === undefined ? [] : mocksAsked(exchange.request, iteration)
  return names.length === 0 ? undefined : names.join(', ')
}

/**
 * True where mocks alone answered, by what the project says and not by the description of an API: that is not held against
 * one. `document` is its file, undefined where it is none.
 */
export function isOwnAnswer(
  request: RequestRecord,
  iteration: Iteration,
  document: string | undefined,
): boolean {
  if (iteration.received.size === 0) return false
  const asked = mocksAsked(request, iteration).map(name => iteration.received.get(name))
  const isApi = (mock: (typeof asked)[number]): boolean =>
    mock?.passesOn === true ||
    (mock?.spec !== undefined && (mock.spec === document || document === undefined))
  return asked.length > 0 && !asked.some(isApi)
}

type Asked = Pick<RequestRecord, 'url' | 'urls' | 'settings'>

function mocksAsked(
  { url = '', urls = [url], settings = {} }: Asked,
  { mocks, received }: Iteration,
): readonly string[] {
  const places = urls.flatMap(
    asked =>
      // A bare connection goes straight to its port.
      placeOf(asked.startsWith('tcp:') ? { url: asked } : { url: asked, settings }) ?? [],
  )
  if (places.length === 0) return []
  return [...received.keys()].filter(name =>
    places.includes(placeOf({ url: text(mapping(mocks[name])['url']) ?? '' }) ?? ''),
  )
}

/** Where a request went, whatever is spoken there: to the host of its URL, to where `resolve` leads, or to a proxy. */
function placeOf({ url = '', settings = {} }: Pick<RequestRecord, 'url' | 'settings'>): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port } = new URL(url)
  const secure = /^(?:https|wss|grpcs):$/.test(protocol)
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: port === '' ? (secure ? 443 : 80) : Number(port), secure }
  if (settings['unix-socket'] !== undefined) return undefined
  const { resolve, proxy } = settings
  if (resolve === undefined && proxy === undefined) return nameOf(target)
  const places = readResolve(resolve)
  const proxies = proxy === undefined ? undefined : readProxySetting(proxy)
  if (!places.ok || proxies?.ok === false) return undefined
  const way = nextHop(target, { resolve: places.value, proxies: proxies?.value ?? noProxies })
  return way.kind === 'file' ? undefined : nameOf(way.kind === 'place' ? way.place : way.proxy)
}

function nameOf(place: Parameters<typeof hostAndPort>[0]): string {
  return hostAndPort(place).replace(/^localhost(?=:)/, '127.0.0.1')
}
