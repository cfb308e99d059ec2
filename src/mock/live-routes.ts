import type { Conditional } from '../model/expectation.ts'
import { type MockRoute, routeText } from '../model/mock.ts'
import type { MockContext } from '../run/run-context.ts'
import type { Scope } from '../template/scope.ts'
import { andThen, type Maybe } from '../util/maybe.ts'
import { pathParameters } from '../util/path-parameters.ts'
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
  /** The scope that templates see. */
  readonly scope: () => Scope
  /** The same in front of another scope. */
  readonly around: (outer: Scope) => Scope
}

/** The routes of a mock, which count how often they are asked. */
export class LiveRoutes {
  readonly #routes: Routes<LiveRoute>
  readonly #context: MockContext

  constructor(routes: readonly MockRoute[], context: MockContext) {
    this.#routes = new Routes(routes, route => new LiveRoute(route, context.directory))
    this.#context = context
  }

  /** Answers begin anew. */
  reset(): void {
    for (const route of this.#routes.prepared) route.calls = 0
  }

  /** True where a request of this method can have a route. */
  knows(path: string, method: string): boolean {
    return this.#routes.ofPath(path).some(route => route.method === method)
  }

  /** The routes of a path, whatever their conditions. */
  conditionsOf(path: string): readonly Conditional[] {
    return this.#routes.ofPath(path).map(({ conditions }) => conditions)
  }

  /** Finds the route for a request, which has been asked once more then. */
  find(request: ReceivedRequest): Maybe<ChosenRoute | Misses> {
    const scopeOf = (parameters: Parameters, calls: number): Scope =>
      requestScope(request, parameters, calls, this.#context.scope())
    const found = this.#routes.find(request, (parameters, { calls }) => scopeOf(parameters, calls + 1))
    return andThen(found, (one): ChosenRoute | Misses => {
      if (one.kind === 'none') return one
      const { route, parameters } = one
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
    })
  }
}

/** A route with what makes its answers, and how often it was asked. */
class LiveRoute {
  readonly conditions: MockRoute
  calls = 0
  readonly text: string
  readonly parameterNames: readonly string[]
  readonly #directory: string
  readonly #makers: (AnswerMaker | undefined)[]

  constructor(route: MockRoute, directory: string) {
    this.conditions = route
    this.text = routeText(route)
    this.parameterNames = pathParameters(route.path)
    this.#directory = directory
    this.#makers = Array.from({ length: route.answers.length })
  }

  get method(): string {
    return this.conditions.method
  }

  get path(): string {
    return this.conditions.path
  }

  /**
   * The maker of the next response; the last one repeats. HEAD tells what GET would be answered, and takes nothing away
   * from it (RFC 9110, 9.3.2).
   */
  next(method: string): AnswerMaker {
    const isPeek = method === 'HEAD' && this.method === 'GET'
    const { answers } = this.conditions
    const turn = Math.min(isPeek ? this.calls : this.calls++, answers.length - 1)
    const answer = answers[turn] ?? { status: 200, headers: {}, path: [] }
    return (this.#makers[turn] ??= new AnswerMaker(answer, this.#directory))
  }
}
