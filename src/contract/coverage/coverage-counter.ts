import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import { responseFor } from '../../api-description/find-response.ts'
import type { Coverage, CoverageThresholds, OperationCoverage } from '../../model/contract.ts'
import type { Exchange } from '../../model/exchange.ts'
import type { FoundOperation } from '../../api-requests/matching/find-operation.ts'
import { sentParameters } from '../../api-requests/matching/sent-request.ts'
import { defined } from '../../util/defined.ts'

/** Counts what the exchanges of a run exercise of a description. */
export class CoverageCounter {
  readonly #spec: string
  readonly #operations: readonly Operation[]
  readonly #thresholds: CoverageThresholds | undefined
  readonly #calls = new Map<object, number>()
  readonly #outside = new Map<string, number>()
  #exempted = 0

  constructor(spec: string, { operations }: ApiDescription, thresholds?: CoverageThresholds) {
    this.#spec = spec
    this.#thresholds = thresholds
    this.#operations = operations
  }

  /** An exchange of an operation: the operation, what it was answered under, and the parameters that were sent. */
  exercised(found: FoundOperation, { request, response }: Exchange): void {
    const { operation } = found
    add(this.#calls, operation)
    const documented =
      typeof response.status === 'number' ? responseFor(operation, response.status) : undefined
    if (documented !== undefined) add(this.#calls, documented)
    for (const parameter of sentParameters(found, request)) add(this.#calls, parameter)
  }

  /** A request that no operation is described for. */
  unknown(method: string, url: string): void {
    const request = `${method} ${url.replace(/[?#].*$/, '')}`
    if (this.#outside.has(request) || this.#outside.size < mostOutside) add(this.#outside, request)
  }

  /** A request that is not held against the description, as `contract` says. */
  exempted(): void {
    this.#exempted++
  }

  get coverage(): Coverage {
    return defined({
      spec: this.#spec,
      operations: this.#operations.map(operation => this.#of(operation)),
      outside: [...this.#outside].map(([request, count]) => ({ request, count })),
      exempted: this.#exempted === 0 ? undefined : this.#exempted,
      thresholds: this.#thresholds,
    })
  }

  #of(operation: Operation): OperationCoverage {
    const { method, path, operationId, responses, parameters } = operation
    return defined({
      method,
      path,
      operationId,
      count: this.#count(operation),
      statuses: responses.map(response => ({ status: response.status, count: this.#count(response) })),
      parameters: parameters.map(parameter => ({
        in: parameter.in,
        name: parameter.name,
        count: this.#count(parameter),
      })),
    })
  }

  #count(counted: object): number {
    return this.#calls.get(counted) ?? 0
  }
}

/** Different requests without a description that are kept; data rows may make any number of them. */
const mostOutside = 1000

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
