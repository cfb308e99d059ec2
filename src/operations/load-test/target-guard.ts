import { factsOf } from '../../actions/index.ts'
import { publicHost } from '../../load-test/own-target.ts'
import { errorProblem, type Problem } from '../../model/problem.ts'
import type { RunContext } from '../../run/run-context.ts'
import { text } from '../../util/read-values.ts'

/** Ends a load test before it sends anything to a host that nobody said may be loaded. */
export class TargetGuard {
  problem: Problem | undefined
  readonly #known = new Map<string, string | undefined>()
  readonly #over = new AbortController()
  readonly #allows: boolean

  constructor(allows: boolean) {
    this.#allows = allows
  }

  /** The context of a run that is guarded. */
  watch(run: RunContext): RunContext {
    if (this.#allows) return run
    return {
      ...run,
      interrupt: AbortSignal.any([run.interrupt, this.#over.signal]),
      refuse: ({ action }, input) => {
        const { sendsRequests, address } = factsOf(action)
        if (sendsRequests !== true) return undefined
        const host = this.#publicHost(text(input[address?.key ?? action]) ?? '')
        if (host === undefined) return undefined
        this.problem ??= notAllowed(host)
        this.#over.abort()
        return { kind: 'Request Error', message: this.problem.message }
      },
    }
  }

  /** Of `METHOD URL`, or of `host:port`. */
  #publicHost(written: string): string | undefined {
    const [address = ''] = /\S+$/.exec(written) ?? []
    const origin = /^[^/]*\/\/[^/]+|^[^/]+/.exec(address)?.[0] ?? ''
    if (!this.#known.has(origin)) this.#known.set(origin, publicHost(origin))
    return this.#known.get(origin)
  }
}

function notAllowed(host: string): Problem {
  return errorProblem({
    code: 'not-for-load',
    message: `${host} is not on this machine or a private network, so no load is put on it unasked`,
    hint: 'Where it is yours to load, or you were allowed to, add --target-is-mine.',
  })
}
