import type { MockCalls } from '../actions/mock-calls.ts'
import type { JsonValue } from '../model/json.ts'
import { type Mock, mockPlaceholder } from '../model/mock.ts'
import { errorProblem, type Problem } from '../model/problem.ts'
import { valueAt } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'
import { unansweredHint } from './open-mocks.ts'
import type { MockContext, RunningMocks, StartMocks } from './run-context.ts'

/** The mocks that all suites of a run share. */
export class SharedMocks {
  /** The values for `{{mocks.NAME.url}}`. */
  readonly variables: Record<string, JsonValue> = {}
  /** The calls that they received, by name. */
  readonly received = new Map<string, MockCalls>()
  /** The names of the services in whose place they are. */
  readonly standIns: string[] = []
  readonly #start: StartMocks
  readonly #contextOf: (mock: Mock) => MockContext
  readonly #running: RunningMocks[] = []

  constructor(start: StartMocks, contextOf: (mock: Mock) => MockContext) {
    this.#start = start
    this.#contextOf = contextOf
  }

  /** Starts mocks, all or none; answers with what keeps them from starting. */
  async start(mocks: readonly Mock[]): Promise<Problem | undefined> {
    const started = await Promise.all(mocks.map(one => this.#start([one], this.#contextOf(one))))
    const running = started.flatMap(one => (one.ok ? [one.value] : []))
    const failed = started.find(one => !one.ok)
    if (failed?.ok === false) {
      await Promise.all(running.map(one => one.stop()))
      return errorProblem({ code: 'mock-failed', span: failed.mock.span, ...failed.failure })
    }
    this.#running.push(...running)
    for (const { variables, calls } of running) {
      Object.assign(this.variables, variables)
      for (const [name, received] of calls) this.received.set(name, received)
    }
    return undefined
  }

  /** Takes a real server for a mock: it has its address, and nobody knows what it receives. */
  useRealService(name: string, url: string): void {
    this.variables[name] = { url }
  }

  /** A text of a service with the addresses of mocks filled in; what is none stays. */
  fill(text: string): string {
    return text.replaceAll(mockPlaceholder, (whole, name: string) => {
      const value = valueAt({ mocks: this.variables }, name.split('.'))
      return value === undefined ? whole : valueText(value)
    })
  }

  /** Ends them; tells of the calls that they could not answer. */
  async stop(): Promise<readonly Problem[]> {
    const ended = await Promise.all(this.#running.splice(0).map(one => one.stop()))
    return ended.flat().flatMap(({ mock, problems }) =>
      problems.map(problem =>
        errorProblem({
          code: 'mock-failed',
          message: `the mock "${mock.name}": ${problem.message}`,
          span: problem.span ?? mock.span,
          ...unansweredHint(problem),
        }),
      ),
    )
  }
}
