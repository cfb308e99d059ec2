import type { ApiDescription } from '../api-description/api-description.ts'
import { operationKey } from '../api-description/operation-names.ts'
import { outdatedWords } from '../api-description/outdated-words.ts'
import type { Problem } from '../model/problem.ts'
import type { ContractFinding, Coverage, CoverageThresholds } from '../model/contract.ts'
import type { Exchange } from '../model/exchange.ts'
import type { ContractVerdict, ExchangeContract } from '../run/implied-validations.ts'
import { SchemaReader } from '../validations/answer/schema-reader.ts'
import { checkExchange } from './conformance/check-exchange.ts'
import { type FoundOperation, OperationFinder } from '../api-requests/matching/find-operation.ts'
import { CoverageCounter } from './coverage/coverage-counter.ts'

/** Holds every exchange of a run against a description, and counts what they exercise of it. */
export class RunContract implements ExchangeContract {
  readonly spec: string
  /** The oddities of the description. */
  readonly warnings: readonly Problem[]
  readonly #finder: OperationFinder
  readonly #schemas: SchemaReader
  readonly #counter: CoverageCounter

  constructor(spec: string, description: ApiDescription, thresholds?: CoverageThresholds) {
    this.spec = spec
    this.warnings = outdatedWords(spec, description)
    this.#finder = new OperationFinder(description)
    this.#schemas = new SchemaReader(description)
    this.#counter = new CoverageCounter(spec, description, thresholds)
  }

  judge(exchange: Exchange): ContractVerdict | undefined {
    const { method, url } = exchange.request
    if (method === undefined || url === undefined || !/^https?:/i.test(url)) return undefined
    const found = this.#finder.find(method, url)
    if (found.kind === 'broken') {
      const { path, reason } = found.broken
      const operation = operationKey({ method, path })
      const message = `cannot be judged: the description is malformed: ${operation}: ${reason}`
      return { operation, findings: [{ message }] }
    }
    if (found.kind !== 'operation') {
      this.#counter.unknown(method, url)
      return undefined
    }
    this.#counter.exercised(found, exchange)
    return { operation: operationKey(found.operation), findings: this.#findings(found, exchange) }
  }

  get coverage(): Coverage {
    return this.#counter.coverage
  }

  /** A request that was refused may well have been wrong: that is what its test is about. */
  #findings(found: FoundOperation, exchange: Exchange): readonly ContractFinding[] {
    const { status } = exchange.response
    const isRefused = typeof status === 'number' && status >= 400 && status < 500
    return checkExchange(found, exchange, this.#schemas).flatMap(result => {
      if (result.outcome !== 'failed' || (result.rule === 'request' && isRefused)) return []
      return result.findings.map(finding => placed(result.rule, finding))
    })
  }
}

/** Places in the answer's body are distinguished from those in the request's. */
function placed(rule: string, finding: ContractFinding): ContractFinding {
  if (rule === 'body') return { ...finding, place: `answer ${finding.place ?? '/'}` }
  if (rule === 'request') return { ...finding, place: `request ${finding.place ?? ''}`.trimEnd() }
  return finding
}
