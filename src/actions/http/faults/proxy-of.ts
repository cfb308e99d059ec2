import { nextHop } from '../../transport/next-hop.ts'
import type { Proxy } from '../../transport/route.ts'
import { targetOf } from '../engine/target-of.ts'
import type { WireRequest } from '../engine/wire.ts'

/** The proxy that a request goes through; undefined when there is none. */
export function proxyOf({ origin, route }: WireRequest): Proxy | undefined {
  const way = route === undefined ? undefined : nextHop(targetOf(origin), route)
  return way?.kind === 'proxy' ? way.proxy : undefined
}
