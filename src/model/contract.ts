/**
 * The rules that every exchange is held against (the mission's "Contract check rules", in its order): the status is
 * documented, the content type is declared, the body matches its schema, required headers are there, and the request that
 * was sent satisfies the description.
 */
export const contractRules = ['status', 'contentType', 'body', 'headers', 'request'] as const

export type ContractRule = (typeof contractRules)[number]

/** What one rule says of an exchange. */
export type RuleResult =
  | { readonly rule: ContractRule; readonly outcome: 'passed' }
  | { readonly rule: ContractRule; readonly outcome: 'failed'; readonly findings: readonly ContractFinding[] }
  /** There was nothing that the rule could look at, and why. */
  | { readonly rule: ContractRule; readonly outcome: 'skipped'; readonly reason: string }

/** One thing that is not as the description says. */
export interface ContractFinding {
  /** A JSON Pointer into the body, `/` for all of it; or a part of the message, such as `header X-Total`, `query limit`. */
  readonly place?: string
  readonly message: string
}

/** `/items/0/price: must be number`: a finding as reports show it. */
export function findingText({ place, message }: ContractFinding): string {
  return place === undefined ? message : `${place}: ${message}`
}
