import { setTimeout as wait } from 'node:timers/promises'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Mock } from '../../model/mock.ts'
import { Secrets } from '../../secrets/index.ts'
import { defined } from '../../util/defined.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { callEntry, type ReceivedCall } from '../journal.ts'
import type { ProxyContext } from '../proxy/recorder.ts'
import { credentialsIn } from '../received-request.ts'
import type { RunningMock } from '../serve-mock.ts'

/** A mock to be served on its own. */
export interface StandaloneMock {
  readonly mock: Mock
  readonly context: ProxyContext
  /** Its name in the file, which its answers may use. */
  readonly writtenName: string
  /** What the file and its surroundings have that no output may show. */
  readonly secrets: Secrets
  /** What `{{mocks.NAME.url}}` stands for in answers: the mocks of one file, each entered when it answers. */
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

/** What is told of a call in a list: everything else is asked for by its number. */
export interface CallSummary extends JsonObject {
  readonly number: number
  readonly mock: string
}

/** The mocks of a process, and what is told of them to those who ask from outside; secrets are masked in all of it. */
export class LiveMocks {
  readonly #mocks: Map<string, LiveMock>
  readonly #leave: (names: readonly string[]) => Promise<void>
  readonly #numbers = new WeakMap<ReceivedCall, number>()
  readonly #over = new AbortController()
  #next = 1
  /** Why the routes are not those of the file as it is now. */
  #complaint: string | undefined

  /** `leave` is told which mocks have ended, before who ended them gets an answer. */
  constructor(mocks: readonly LiveMock[], leave: (names: readonly string[]) => Promise<void>) {
    this.#mocks = new Map(mocks.map(one => [one.mock.name, one]))
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

  /** Has the mock of this name answer as it is described now; why it cannot, if so. */
  async answerBy(one: StandaloneMock): Promise<string | undefined> {
    const { name } = one.mock
    const live = this.#mocks.get(name)
    if (live === undefined) return undefined
    Object.assign(one.places, live.places)
    try {
      await live.running.answerBy(one.mock, one.context)
      this.#mocks.set(name, { ...live, ...one })
      return undefined
    } catch (error) {
      return `the mock "${name}" answers as before: ${reasonOf(error)}`
    }
  }

  complain(complaint: string | undefined): void {
    this.#complaint = complaint
  }

  /** What is there: each mock with its routes and how often each was asked. */
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

  /** What a mock received, as the action `calls` tells it. */
  calls({ running: { journal }, secrets }: LiveMock, route?: string): JsonValue {
    const kept = journal.calls.filter(call => route === undefined || call.outcome?.route === route)
    const count = journal.count(route)
    const dropped = count - kept.length
    return masked({ count, calls: kept.map(callEntry), ...(dropped === 0 ? {} : { dropped }) }, kept, secrets)
  }

  /** The calls of a mock that `seen` has not seen as they are now. */
  news({ mock, running, secrets }: LiveMock, seen: WeakMap<ReceivedCall, boolean>): readonly CallSummary[] {
    const calls = running.journal.calls.filter(call => seen.get(call) !== (call.outcome !== undefined))
    const told = calls.map(call => {
      seen.set(call, call.outcome !== undefined)
      const { request, outcome } = call
      const { method, url, at } = request
      const { route = null, status = null, problem = null } = outcome ?? {}
      return { number: this.#numberOf(call), mock: mock.name, at, method, url, route, status, problem }
    })
    return masked(told, calls, secrets) as readonly CallSummary[]
  }

  /** Everything about a call, by its number. */
  call({ running, secrets }: LiveMock, number: number): JsonValue | undefined {
    const call = running.journal.calls.find(one => this.#numberOf(one) === number)
    if (call === undefined) return undefined
    const { problem, misses } = call.outcome ?? {}
    const nearest = misses?.map(({ route, reason }) => ({ route, reason }))
    return masked(defined({ ...callEntry(call), problem, nearest }), [call], secrets)
  }

  /** Ends mocks: these, or all. */
  async stop(names: readonly string[] | undefined, reason: string): Promise<readonly string[]> {
    const ended = this.all.filter(({ mock }) => names === undefined || names.includes(mock.name))
    for (const { mock } of ended) this.#mocks.delete(mock.name)
    await Promise.all(ended.map(({ running }) => running.stop()))
    const told = ended.map(({ mock }) => mock.name)
    await this.#leave(told)
    if (this.#mocks.size === 0) this.#over.abort(reason)
    return told
  }

  /** Ends all when so many milliseconds have passed without a call. */
  async stopWhenIdle(idle: number): Promise<void> {
    const pause = Math.min(Math.max(idle / 20, 20), 10_000)
    let known = this.#count()
    let since = performance.now()
    while (!this.over.aborted && performance.now() - since < idle) {
      await wait(pause, undefined, { ref: false, signal: this.over }).catch(() => undefined)
      const count = this.#count()
      if (count !== known) since = performance.now()
      known = count
    }
    await this.stop(undefined, 'idle')
  }

  #count(): number {
    return this.all.reduce((sum, { running }) => sum + running.journal.count(), 0)
  }

  #numberOf(call: ReceivedCall): number {
    const known = this.#numbers.get(call)
    if (known !== undefined) return known
    this.#numbers.set(call, this.#next)
    return this.#next++
  }
}

/** Without what came as credentials with the calls that it tells of, beside what the mocks know to be secret. */
function masked(value: JsonValue, calls: readonly ReceivedCall[], known: Secrets): JsonValue {
  const secrets = new Secrets()
  for (const { request } of calls) for (const text of credentialsIn(request)) secrets.add(text)
  return known.maskData(secrets.maskData(value))
}
