import type { ApiDescription } from '../api-description/api-description.ts'
import { operationKey } from '../api-description/operation-names.ts'
import { outdatedWords } from '../api-description/outdated-words.ts'
import type { Problem } from '../model/problem.ts'
import type { ContractFinding, Coverage, CoverageThresholds } from '../model/contract.ts'
import type { Exemption } from '../model/exemption.ts'
import type { Exchange } from '../model/exchange.ts'
import type { ContractVerdict, ExchangeContract } from '../run/implied-validations.ts'
import { SchemaReader } from '../validations/answer/schema-reader.ts'
import { checkExchange } from './conformance/check-exchange.ts'
import { Exempting } from './exemptions/exempting.ts'
import { IgnoredFindings } from './exemptions/ignored-findings.ts'
import type { IgnoreEntry } from './exemptions/ignore-list.ts'
import { type FoundOperation, OperationFinder } from '../api-requests/matching/find-operation.ts'
import { CoverageCounter } from './coverage/coverage-counter.ts'

interface ContractOptions {
  /** The absolute path of the description, where it is a file. */
  readonly file?: string
  readonly thresholds?: CoverageThresholds
  readonly ignore?: readonly IgnoreEntry[]
}

/** Holds every exchange of a run against a description, and counts what they exercise of it. */
export class RunContract implements ExchangeContract {
  readonly spec: string
  readonly file?: string
  /** The oddities of the description. */
  readonly warnings: readonly Problem[]
  readonly #finder: OperationFinder
  readonly #schemas: SchemaReader
  readonly #counter: CoverageCounter
  readonly #exempting = new Exempting()
  readonly #ignored: IgnoredFindings

  constructor(
    spec: string,
    description: ApiDescription,
    { file, thresholds, ignore = [] }: ContractOptions = {},
  ) {
    this.spec = spec
    if (file !== undefined) this.file = file
    this.warnings = outdatedWords(spec, description)
    this.#finder = new OperationFinder(description)
    this.#schemas = new SchemaReader(description)
    this.#counter = new CoverageCounter(spec, description, thresholds)
    this.#ignored = new IgnoredFindings(ignore, spec, description)
  }

  judge(exchange: Exchange, exemptions: readonly Exemption[] = []): ContractVerdict | undefined {
    const { method, url } = exchange.request
    if (method === undefined || url === undefined || !/^https?:/i.test(url)) return undefined
    this.#exempting.see(exemptions)
    const found = this.#finder.find(method, url)
    const off = exemptions.find(({ kind }) => kind === 'off')
    if (off !== undefined) {
      if (found.kind !== 'operation' || this.#findings(found, exchange, []).length > 0)
        this.#exempting.need(off)
      this.#counter.exempted()
      return undefined
    }
    if (found.kind === 'broken') {
      const { path, reason } = found.broken
      const operation = operationKey({ method, path })
      const message = `cannot be judged: the description is malformed: ${operation}: ${reason}`
      return { operation, findings: [{ message }] }
    }
    if (found.kind !== 'operation') {
      const allowed = exemptions.find(({ kind }) => kind === 'allow-undocumented')
      if (allowed === undefined) this.#counter.unknown(method, url)
      else this.#counter.exempted()
      if (allowed !== undefined) this.#exempting.need(allowed)
      return undefined
    }
    // A part of the program that is not loaded yet begins this anew: nothing is counted before.
    const findings = this.#findings(found, exchange, exemptions)
    this.#counter.exercised(found, exchange)
    return { operation: operationKey(found.operation), findings }
  }

  /**
   * Tells of exemptions and entries of the ignore file that nothing needed. Where only a part of the suites ran, others may
   * need what the settings and the file say.
   */
  idle(isTold: (exemption: Exemption) => boolean, isWhole: boolean): readonly Problem[] {
    return [...this.#exempting.idle(isTold), ...this.#ignored.idle(isWhole)]
  }

  get coverage(): Coverage {
    return this.#counter.coverage
  }

  /** A request that was refused may well have been wrong: that is what its test is about. */
  #findings(
    found: FoundOperation,
    exchange: Exchange,
    exemptions: readonly Exemption[],
  ): readonly ContractFinding[] {
    const { status } = exchange.response
    const isRefused = typeof status === 'number' && status >= 400 && status < 500
    const results = checkExchange(found, exchange, this.#schemas).filter(
      ({ rule }) => rule !== 'request' || !isRefused,
    )
    const held = this.#exempting.without(results, exemptions, exchange)
    return this.#ignored
      .without(held, operationKey(found.operation), status)
      .flatMap(result =>
        result.outcome === 'failed' ? result.findings.map(finding => placed(result.rule, finding)) : [],
      )
  }
}

/** Places in the answer's body are distinguished from those in the request's. */
function placed(rule: string, finding: ContractFinding): ContractFinding {
  if (rule === 'body') return { ...finding, place: `answer ${finding.place ?? '/'}` }
  if (rule === 'request') return { ...finding, place: `request ${finding.place ?? ''}`.trimEnd() }
  return finding
}
