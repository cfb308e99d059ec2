import { type ContractFinding, findingText } from '../model/contract.ts'
import type { Exchange } from '../model/exchange.ts'
import type { ValidationResult } from '../model/result.ts'
import type { Span } from '../model/span.ts'

/** What every exchange of a run is held against: a description of the API (`--spec`). */
export interface ExchangeContract {
  /** The document, as it was named. */
  readonly spec: string
  /** What the description has against an exchange; undefined where it knows nothing of such a request. */
  judge(exchange: Exchange): ContractVerdict | undefined
}

/** What a description says of one exchange. */
export interface ContractVerdict {
  /** `GET /users/{id}`. */
  readonly operation: string
  readonly findings: readonly ContractFinding[]
}

/** The verdict on an exchange as a validation that its step has beside its own. */
export function judgeContract(
  exchange: Exchange,
  span: Span,
  contract: ExchangeContract | undefined,
): readonly ValidationResult[] {
  const verdict = contract?.judge(exchange)
  if (contract === undefined || verdict === undefined) return []
  const subject = `contract ${verdict.operation}`
  return [
    {
      subject,
      operator: 'contract',
      expected: contract.spec,
      passed: verdict.findings.length === 0,
      messages: verdict.findings.map(finding => `${subject}: ${findingText(finding)}`),
      span,
    },
  ]
}
