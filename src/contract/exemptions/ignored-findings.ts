import type { ApiDescription } from '../../api-description/api-description.ts'
import { operationKey } from '../../api-description/operation-names.ts'
import { judged } from '../../api-requests/matching/rule-result.ts'
import { type ContractFinding, type RuleResult, ruleWord } from '../../model/contract.ts'
import type { ResponseRecord } from '../../model/exchange.ts'
import type { Problem } from '../../model/problem.ts'
import { closest } from '../../util/did-you-mean.ts'
import { type IgnoreEntry, IgnoreList, matchesEntry } from './ignore-list.ts'

/** Takes what entries of an ignore file name out of what is found in exchanges. */
export class IgnoredFindings {
  readonly #list: IgnoreList
  readonly #spec: string
  readonly #operations: readonly string[]
  /** The entries that could have ignored something of an exchange. */
  readonly #asked = new Set<IgnoreEntry>()

  constructor(
    entries: readonly IgnoreEntry[],
    spec: string,
    { operations, broken }: Pick<ApiDescription, 'operations' | 'broken'>,
  ) {
    this.#list = new IgnoreList(entries, new Date())
    this.#spec = spec
    this.#operations = [...operations, ...broken].map(({ method = '*', path }) =>
      operationKey({ method, path }),
    )
  }

  /** The results of an operation's exchange without what is ignored. */
  without(
    results: readonly RuleResult[],
    operation: string,
    status: ResponseRecord['status'],
  ): readonly RuleResult[] {
    const own = this.#list.current.filter(entry => matchesEntry(entry.operation, operation))
    if (own.length === 0) return results
    return results.map(result => {
      const part = result.rule === 'request' ? 'request' : `response ${String(status)}`
      const asked = own.filter(
        entry => matchesEntry(entry.rule, ruleWord(result.rule)) && matchesEntry(entry.part, part),
      )
      for (const entry of asked) this.#asked.add(entry)
      if (result.outcome !== 'failed' || asked.length === 0) return result
      return judged(
        result.rule,
        result.findings.filter(finding => !this.#isIgnored(finding, asked)),
      )
    })
  }

  #isIgnored({ place = '/' }: ContractFinding, asked: readonly IgnoreEntry[]): boolean {
    const entry = asked.find(({ path }) => matchesEntry(path, place))
    if (entry !== undefined) this.#list.use(entry)
    return entry !== undefined
  }

  /** Tells of entries that ignored nothing; those that others may need only where everything was seen. */
  idle(isWhole: boolean): readonly Problem[] {
    return this.#list.idle(
      entry => {
        if (this.#namesNone(entry)) return `this entry names no operation of ${this.#spec}`
        return isWhole && this.#asked.has(entry) ? 'this entry ignores nothing' : undefined
      },
      entry => (this.#namesNone(entry) ? closest(entry.operation ?? '', this.#operations) : undefined),
    )
  }

  #namesNone({ operation }: IgnoreEntry): boolean {
    return !this.#operations.some(one => matchesEntry(operation, one))
  }
}
