import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Mock } from '../../model/mock.ts'
import { errorProblem, type Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import { Secrets } from '../../secrets/index.ts'
import { defined } from '../../util/defined.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { type CallOutcome, callEntry, type ReceivedCall } from '../journal.ts'
import type { ProxyContext } from '../proxy/recorder.ts'
import { Learner } from '../proxy/learner.ts'
import { credentialsIn } from '../received-request.ts'
import type { RunningMock } from '../running-mock.ts'
import type { RecentSecrets } from './recent-secrets.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** A mock to be served on its own. */
export interface StandaloneMock {
  readonly mock: Mock
  readonly context: ProxyContext
  /** Its name in the file, which its answers may use. */
  readonly writtenName: string
  /** The secrets that no output may show: of the file and its surroundings, and those that came with calls and answers. */
  readonly secrets: RecentSecrets
  /** The values that `{{mocks.NAME.url}}` stands for in answers: the mocks of one file, each entered when it answers. */
  readonly places: Record<string, JsonValue>
  /** Absolute path of the file that describes it. */
  readonly file: string
}

/** A mock that answers. */
export interface LiveMock extends StandaloneMock {
  readonly running: RunningMock
  /** Milliseconds since 1970. */
  readonly since: number
}

/** Summary of a call in a list: everything else is asked for by its number. */
export interface CallSummary extends JsonObject {
  readonly number: number
  readonly mock: string
}

/** The mocks of a process, and what is told of them to those who ask from outside; secrets are masked in all of it. */
export class LiveMocks {
  readonly #mocks: Map<string, LiveMock>
  /** The names of all that were started, those included that have been stopped. */
  readonly #started: ReadonlySet<string>
  readonly #leave: (names: readonly string[]) => Promise<void>
  readonly #numbers = new WeakMap<ReceivedCall, number>()
  readonly #over = new AbortController()
  /** Settles when mocks that are being ended have ended. */
  #ending: Promise<unknown> = Promise.resolve()
  #next = 1
  /** Why the routes are not those of the file as it is now. */
  #complaint: string | undefined

  /** `leave` is told which mocks have ended, before who ended them gets an answer. */
  constructor(mocks: readonly LiveMock[], leave: (names: readonly string[]) => Promise<void>) {
    this.#mocks = new Map(mocks.map(one => [one.mock.name, one]))
    this.#started = new Set(this.#mocks.keys())
    this.#leave = leave
  }

  /** Aborted when none is left; its reason says why. */
  get over(): AbortSignal {
    return this.#over.signal
  }

  get all(): readonly LiveMock[] {
    return [...this.#mocks.values()]
  }

  find(name: string): LiveMock | undefined {
    return this.#mocks.get(name)
  }

  /** Has the mocks answer as they are described now: all of them, or none, and why not. One that was stopped stays so. */
  async answerBy(described: readonly StandaloneMock[]): Promise<readonly Problem[]> {
    const other = this.#needsRestart(described)
    if (other.length > 0) return other
    const readied = await Promise.all(described.map(one => this.#ready(one)))
    const failed = readied.flatMap(one => (typeof one === 'function' ? [] : [one]))
    if (failed.length === 0) for (const take of readied) if (typeof take === 'function') take()
    return failed
  }

  /** The changes that count only for mocks that are started anew: of the set of mocks, and of where they listen. */
  #needsRestart(described: readonly StandaloneMock[]): readonly Problem[] {
    const names = new Set(described.map(({ mock }) => mock.name))
    const missing = this.all.filter(({ mock }) => !names.has(mock.name))
    return [
      ...missing.map(({ mock: { name }, file }) =>
        restartProblem(`the mock "${name}" is no longer in ${path.basename(file)}`),
      ),
      ...described.flatMap(({ mock }) => {
        if (!this.#started.has(mock.name))
          return [restartProblem(`the mock "${mock.name}" is new`, mock.span)]
        const live = this.#mocks.get(mock.name)?.mock ?? mock
        return Object.entries(settled)
          .filter(([, of]) => of(live) !== of(mock))
          .map(([key]) => restartProblem(`"${key}" of the mock "${mock.name}" has changed`, mock.span))
      }),
    ]
  }

  /** Has a mock answer as it is described now; says why it cannot, if so. */
  async #ready(one: StandaloneMock): Promise<Problem | (() => void)> {
    const { name, span } = one.mock
    const live = this.#mocks.get(name)
    if (live === undefined) return () => undefined
    try {
      const take = await live.running.readyFor(one.mock, one.context)
      return () => {
        Object.assign(one.places, live.places)
        one.secrets.goOnFor(live.secrets)
        take()
        // One that was stopped meanwhile stays so.
        if (this.#mocks.get(name) === live) this.#mocks.set(name, { ...live, ...one })
      }
    } catch (error) {
      const message = `the mock "${name}" cannot answer by it: ${reasonOf(error)}`
      return errorProblem({ code: 'usage', message, span })
    }
  }

  complain(complaint: string | undefined): void {
    this.#complaint = complaint
  }

  /** The state of the mocks: each with its routes and how often each was asked. */
  state(): JsonObject {
    return defined({
      mocks: this.all.map(({ mock: { name }, running, since, file }) => ({
        name,
        url: running.variables.url,
        file,
        since: new Date(since).toISOString(),
        count: running.journal.count(),
        routes: running.routes.map(route => ({ route, count: running.journal.count(route) })),
      })),
      complaint: this.#complaint,
    })
  }

  /** The calls that a mock received, as the action `calls` tells them. */
  calls({ running: { journal }, secrets }: LiveMock, route?: string): JsonValue {
    const kept = journal.calls.filter(call => route === undefined || call.outcome?.route === route)
    const count = journal.count(route)
    const refused = route === undefined ? journal.refused : 0
    const dropped = count - kept.length - refused
    const told = {
      ...(dropped === 0 ? {} : { dropped }),
      ...(refused === 0 ? {} : { refused, refusals: journal.refusals }),
    }
    return masked({ count, calls: kept.map(callEntry), ...told }, kept, secrets)
  }

  /** The calls of a mock that `seen` has not seen as they are now. */
  news(
    { mock, running, secrets }: LiveMock,
    seen: WeakMap<ReceivedCall, CallOutcome | undefined>,
  ): readonly CallSummary[] {
    const calls = running.journal.calls.filter(call => !seen.has(call) || seen.get(call) !== call.outcome)
    const told = calls.map(call => {
      seen.set(call, call.outcome)
      const { request, outcome } = call
      const { method, url, at } = request
      const { route = null, status = null, problem = null, fault = null } = outcome ?? {}
      const { isAborted: aborted = false } = outcome ?? {}
      return {
        aborted,
        number: this.#numberOf(call),
        mock: mock.name,
        at,
        method,
        url,
        route,
        status,
        fault,
        problem,
      }
    })
    return masked(told, calls, secrets) as readonly CallSummary[]
  }

  /** Everything about a call, by its number. */
  call({ running, secrets }: LiveMock, number: number): JsonValue | undefined {
    const call = running.journal.calls.find(one => this.#numberOf(one) === number)
    if (call === undefined) return undefined
    return masked(callEntry(call), [call], secrets)
  }

  /** Ends mocks: these, or all. */
  stop(names: readonly string[] | undefined, reason: string): Promise<readonly string[]> {
    const stopped = this.#ending.then(() => this.#stop(names, reason))
    this.#ending = stopped.catch(() => undefined)
    return stopped
  }

  async #stop(names: readonly string[] | undefined, reason: string): Promise<readonly string[]> {
    const ended = this.all.filter(({ mock }) => names === undefined || names.includes(mock.name))
    for (const { mock } of ended) this.#mocks.delete(mock.name)
    const told = ended.map(({ mock }) => mock.name)
    try {
      await Promise.all(ended.map(({ running }) => running.stop()))
      await this.#leave(told)
    } finally {
      if (this.#mocks.size === 0) this.#over.abort(reason)
    }
    return told
  }

  /** Ends all when so many milliseconds have passed without a call, or a message of one. */
  async stopWhenIdle(idle: number): Promise<void> {
    const pause = Math.min(Math.max(idle / 20, 20), 10_000)
    let known = this.#activity()
    let since = monotonicTime()
    while (!this.over.aborted && monotonicTime() - since < idle) {
      await wait(pause, undefined, { ref: false, signal: this.over }).catch(() => undefined)
      const activity = this.#activity()
      if (activity !== known || this.#isAnswering()) since = monotonicTime()
      known = activity
    }
    await this.stop(undefined, 'idle')
  }

  /** Changes with every call, and with every message of one. */
  #activity(): string {
    const calls = this.all.flatMap(({ running }) => running.journal.calls)
    const messages = calls.reduce(
      (sum, { stream }) => sum + (stream === undefined ? 0 : stream.messages.length + stream.dropped),
      0,
    )
    return [...this.all.map(({ running }) => running.journal.count()), messages].join(' ')
  }

  /** True where a call waits for its answer, or for the end of it. */
  #isAnswering(): boolean {
    return this.all.some(({ running }) => running.journal.calls.some(({ outcome }) => outcome === undefined))
  }

  #numberOf(call: ReceivedCall): number {
    const known = this.#numbers.get(call)
    if (known !== undefined) return known
    this.#numbers.set(call, this.#next)
    return this.#next++
  }
}

/** The settings that the listening settles, by how they are written. */
const settled = {
  host: ({ host }: Mock) => host,
  port: ({ port }: Mock) => port,
  tls: ({ tls }: Mock) => JSON.stringify(tls),
  proto: ({ services }: Mock) => services === undefined,
}

function restartProblem(what: string, span?: Span): Problem {
  const message = `${what}, which needs a new start`
  return errorProblem({ code: 'usage', message, span, hint: 'Stop the mocks, and start them again.' })
}

/** Without what came as credentials with the calls that it tells of, however many, beside what the mocks know to be secret. */
function masked(value: JsonValue, calls: readonly ReceivedCall[], known: RecentSecrets): JsonValue {
  const secrets = new Secrets()
  const learner = new Learner(secrets)
  for (const { request, stream } of calls) {
    for (const text of credentialsIn(request)) secrets.add(text)
    learner.request(request)
    for (const message of stream?.messages ?? []) learner.message(message)
    request.release()
  }
  return known.maskData(secrets.maskData(value))
}
