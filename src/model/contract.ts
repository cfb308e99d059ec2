import { errorProblem, type Problem } from './problem.ts'

/**
 * The rules that every exchange is held against (the mission's "Contract check rules", in its order): the status is
 * documented, the content type is declared, the body matches its schema, required headers are there, and the request that
 * was sent satisfies the description.
 */
export const contractRules = ['status', 'contentType', 'body', 'headers', 'request'] as const

/** The name of a rule. */
export type ContractRule = (typeof contractRules)[number]

/** A rule as it is written in files: `content-type`. */
export function ruleWord(rule: ContractRule): string {
  return rule === 'contentType' ? 'content-type' : rule
}

/** The names of all rules in files. */
export const ruleWords = contractRules.map(ruleWord)

/** Verdict of one rule on an exchange. */
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
  /** The optional parameters that bring it out, where a request without them does not: `query limit`. */
  readonly with?: readonly string[]
}

/** `/items/0/price: must be number (with query expand)`: a finding as reports show it. */
export function findingText({ place, message, with: parameters }: ContractFinding): string {
  const text = place === undefined ? message : `${place}: ${message}`
  return parameters === undefined ? text : `${text} ${withText(parameters)}`
}

/** `(with query limit, query page)`: the optional parameters of a request. */
export function withText(parameters: readonly string[]): string {
  return `(with ${parameters.join(', ')})`
}

/** The parts of a description that a run exercised (`--spec`). */
export interface Coverage {
  /** The document, as it was named. */
  readonly spec: string
  /** In the order of the document. */
  readonly operations: readonly OperationCoverage[]
  /** Requests that the description knows nothing of, each once, with how often it was sent. */
  readonly outside: readonly { readonly request: string; readonly count: number }[]
  /** How many requests were not held against it, as `contract` of their steps says; absent for none. */
  readonly exempted?: number
  /** How much of each kind must be exercised (`--coverage-threshold`). */
  readonly thresholds?: CoverageThresholds
}

/** Percent of the description that must be exercised. */
export type CoverageThresholds = Readonly<Partial<Record<CoverageKind, number>>>

/** The parts of one operation that were exercised. */
export interface OperationCoverage {
  readonly method: string
  readonly path: string
  readonly operationId?: string
  /** How often it was called. */
  readonly count: number
  /** The statuses that are documented (`200`, `4XX`, `default`), and how often a response came under each. */
  readonly statuses: readonly { readonly status: string; readonly count: number }[]
  /** The parameters that are described, and how often each was sent. */
  readonly parameters: readonly { readonly in: string; readonly name: string; readonly count: number }[]
}

/** The units in which coverage is counted. */
export const coverageKinds = ['operations', 'statuses', 'parameters'] as const

/** A kind of thing that is counted. */
export type CoverageKind = (typeof coverageKinds)[number]

/** How many there are of a kind, and how many of them were exercised. */
export interface CoverageShare {
  readonly kind: CoverageKind
  readonly exercised: number
  readonly total: number
  /** Rounded down to a tenth, so that 100 means all; 100 when there are none. */
  readonly percent: number
}

/** The totals of each kind. */
export function coverageShares({ operations }: Coverage): readonly CoverageShare[] {
  const counts: Readonly<Record<CoverageKind, readonly { readonly count: number }[]>> = {
    operations,
    statuses: operations.flatMap(operation => operation.statuses),
    parameters: operations.flatMap(operation => operation.parameters),
  }
  return coverageKinds.map(kind => {
    const total = counts[kind].length
    const exercised = counts[kind].filter(({ count }) => count > 0).length
    return {
      kind,
      exercised,
      total,
      percent: total === 0 ? 100 : Math.floor((exercised * 1000) / total) / 10,
    }
  })
}

/** The kinds of which less was exercised than there must be, each with what there must be. */
export function missedShares(
  coverage: Coverage,
): readonly { readonly share: CoverageShare; readonly threshold: number }[] {
  return coverageShares(coverage).flatMap(share => {
    const threshold = coverage.thresholds?.[share.kind]
    return threshold === undefined || share.percent >= threshold ? [] : [{ share, threshold }]
  })
}

/** The coverage of several runs by the same description, as of one. */
export function addCoverage(first: Coverage, second: Coverage): Coverage {
  const outside = new Map(first.outside.map(one => [one.request, one.count]))
  for (const { request, count } of second.outside) outside.set(request, (outside.get(request) ?? 0) + count)
  const exempted = (first.exempted ?? 0) + (second.exempted ?? 0)
  return {
    ...first,
    operations: first.operations.map((operation, index) => addOperation(operation, second.operations[index])),
    outside: [...outside].map(([request, count]) => ({ request, count })),
    ...(exempted === 0 ? {} : { exempted }),
  }
}

function addOperation(first: OperationCoverage, second: OperationCoverage | undefined): OperationCoverage {
  if (second === undefined) return first
  return {
    ...first,
    count: first.count + second.count,
    statuses: addCounts(first.statuses, second.statuses),
    parameters: addCounts(first.parameters, second.parameters),
  }
}

function addCounts<Counted extends { readonly count: number }>(
  first: readonly Counted[],
  second: readonly Counted[],
): readonly Counted[] {
  return first.map((one, index) => ({ ...one, count: one.count + (second[index]?.count ?? 0) }))
}

/** That no request of a run was described where all were to be held against the description, if that is so. */
export function nothingHeld(coverage: Coverage | undefined): Problem | undefined {
  if (coverage === undefined || coverage.operations.some(({ count }) => count > 0)) return undefined
  const { spec, outside, exempted } = coverage
  const [first] = outside
  return errorProblem({
    code: 'nothing-selected',
    message:
      exempted !== undefined && first === undefined
        ? `no request of the run was held against ${spec}`
        : `no request of the run is described in ${spec}, so nothing was held against it`,
    hint:
      first === undefined
        ? exempted === undefined
          ? 'No step sent an HTTP request that something else than a mock of the project answered.'
          : 'Every request is exempt, as `contract` of its step or of the settings says.'
        : `The first was ${first.request}: compare it with the servers and paths of the description.`,
  })
}
