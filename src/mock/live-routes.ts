import type { Conditional } from '../model/expectation.ts'
import { type MockRoute, routeText } from '../model/mock.ts'
import type { MockContext } from '../run/run-context.ts'
import type { Scope } from '../template/scope.ts'
import { pathParameters } from '../util/path-shape.ts'
import { AnswerMaker } from './make-answer.ts'
import type { ReceivedRequest } from './received-request.ts'
import { requestScope } from './request-scope.ts'
import { type Misses, type Parameters, Routes } from './routes.ts'

/** The route for a request, with what makes the answer whose turn it is. */
export interface ChosenRoute {
  readonly kind: 'route'
  /** As it is written. */
  readonly route: string
  readonly written: MockRoute
  readonly maker: AnswerMaker
  readonly parameters: Parameters
  /** What templates see. */
  readonly scope: () => Scope
  /** The same in front of another scope. */
  readonly around: (outer: Scope) => Scope
}

/** The routes of a mock, which count how often they are asked. */
export class LiveRoutes {
  readonly #routes: Routes<LiveRoute>
  readonly #live: readonly LiveRoute[]
  readonly #context: MockContext

  constructor(routes: readonly MockRoute[], context: MockContext) {
    this.#live = routes.map(route => new LiveRoute(route, context.directory))
    this.#routes = new Routes(this.#live)
    this.#context = context
  }

  /** Answers begin anew. */
  reset(): void {
    for (const route of this.#live) route.calls = 0
  }

  /** Whether a request of this method can have a route. */
  knows(path: string, method: string): boolean {
    return this.#routes.ofPath(path).some(route => route.method === method)
  }

  /** The routes of a path, whatever their conditions. */
  conditionsOf(path: string): readonly Conditional[] {
    return this.#routes.ofPath(path).map(({ conditions }) => conditions)
  }

  /** Finds the route for a request, which has been asked once more then. */
  async find(request: ReceivedRequest): Promise<ChosenRoute | Misses> {
    const scopeOf = (parameters: Parameters, calls: number): Scope =>
      requestScope(request, parameters, calls, this.#context.scope())
    const found = await this.#routes.find(request, (parameters, { calls }) => scopeOf(parameters, calls + 1))
    if (found.kind === 'none') return found
    const { route, parameters } = found
    const maker = route.next(request.method)
    const { calls } = route
    return {
      kind: 'route',
      route: route.text,
      written: route.conditions,
      maker,
      parameters,
      scope: () => scopeOf(parameters, calls),
      around: outer => requestScope(request, parameters, calls, outer),
    }
  }
}

/** A route with what makes its answers, and how often it was asked. */
class LiveRoute {
  readonly conditions: MockRoute
  calls = 0
  readonly #directory: string
  #text: string | undefined
  #names: readonly string[] | undefined
  #makers: (AnswerMaker | undefined)[] | undefined

  constructor(route: MockRoute, directory: string) {
    this.conditions = route
    this.#directory = directory
  }

  get method(): string {
    return this.conditions.method
  }

  get path(): string {
    return this.conditions.path
  }

  get text(): string {
    this.#text ??= routeText(this)
    return this.#text
  }

  get parameterNames(): readonly string[] {
    this.#names ??= pathParameters(this.path)
    return this.#names
  }

  /**
   * What makes the next answer; the last one repeats. HEAD tells what GET would be answered, and takes nothing away from it
   * (RFC 9110, 9.3.2). Made when it is first asked for: there may be very many routes.
   */
  next(method: string): AnswerMaker {
    const isPeek = method === 'HEAD' && this.method === 'GET'
    const { answers } = this.conditions
    const turn = Math.min(isPeek ? this.calls : this.calls++, answers.length - 1)
    const answer = answers[turn] ?? { status: 200, headers: {}, path: [] }
    this.#makers ??= Array.from({ length: answers.length })
    return (this.#makers[turn] ??= new AnswerMaker(answer, this.#directory))
  }
}
