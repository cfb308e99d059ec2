import { unfit } from '../../actions/failure.ts'
import { engineOf } from '../../actions/http/engine/engine.ts'
import { targetOf } from '../../actions/http/engine/target-of.ts'
import { factsOf } from '../../actions/index.ts'
import { nextHop } from '../../actions/transport/next-hop.ts'
import { hostAndPort } from '../../actions/transport/place.ts'
import type { Route } from '../../actions/transport/route.ts'
import { publicHost } from '../../load-test/own-target.ts'
import { errorProblem, type Problem } from '../../model/problem.ts'
import type { RunContext } from '../../run/run-context.ts'
import { BoundedCache } from '../../util/bounded-cache.ts'
import { text } from '../../util/read-values.ts'

/** So many origins are known with whose they are: addresses may come from rows and answers. */
const mostKnown = 1000

/**
 * Ends a load test before it sends anything to a host that nobody said may be loaded: by HTTP wherever a request goes at last, over
 * redirects, for credentials, through proxies or to other addresses; by gRPC going by the target that a step names.
 */
export class TargetGuard {
  problem: Problem | undefined
  /** The public hosts of addresses; empty for one's own. */
  readonly #known = new BoundedCache<string>(mostKnown)
  readonly #over = new AbortController()
  readonly #allows: boolean

  constructor(allows: boolean) {
    this.#allows = allows
  }

  /** The context of a run that is guarded. */
  watch(run: RunContext): RunContext {
    if (this.#allows) return run
    engineOf(run.resources).refuse = ({ origin, route }) =>
      route === undefined ? this.#refusal(origin) : this.#refusalOf(origin, route)
    return {
      ...run,
      interrupt: AbortSignal.any([run.interrupt, this.#over.signal]),
      refuse: ({ action }, input) => {
        const { sendsRequests, address } = factsOf(action)
        if (sendsRequests !== true || address === undefined) return undefined
        const reason = this.#refusal(text(input[address.key]) ?? '')
        return reason === undefined ? undefined : unfit(reason).failure
      },
    }
  }

  /** Ends the load test for this reason. */
  refuse(problem: Problem): void {
    this.problem ??= problem
    this.#over.abort()
  }

  /** Why nothing is sent to an address, if so. */
  #refusal(address: string): string | undefined {
    const host = this.#known.get(address, one => publicHost(one) ?? '')
    if (host === '') return undefined
    const problem = notAllowed(host)
    this.refuse(problem)
    return problem.message
  }

  /** The same of where a connection leads: to another address, or through a proxy. */
  #refusalOf(origin: string, route: Route): string | undefined {
    const way = nextHop(targetOf(origin), route)
    if (way.kind === 'file') return undefined
    if (way.kind === 'place') return this.#refusal(hostAndPort(way.place))
    return this.#refusal(origin) ?? this.#refusal(hostAndPort(way.proxy))
  }
}

function notAllowed(host: string): Problem {
  return errorProblem({
    code: 'not-for-load',
    message: `${host} is not on this machine or a private network, so no load is put on it unasked`,
    hint: 'Where it is yours to load, or you were allowed to, add --target-is-mine.',
  })
}
