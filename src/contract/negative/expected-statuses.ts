import type { Operation } from '../../api-description/api-description.ts'
import type { BrokenRule } from '../../model/contract-check.ts'

/** How rules are broken whose refusal has statuses of its own. */
interface OwnStatuses {
  /** The documented ones among these are the right ones, where there are any. */
  readonly fitting: readonly string[]
  /** Right even where nobody documented them, as they say nothing that the description does not. */
  readonly always: readonly string[]
}

const unauthorised: OwnStatuses = { fitting: ['401', '403', '404'], always: ['401', '403'] }

const ofRule: Partial<Readonly<Record<BrokenRule, OwnStatuses>>> = {
  'no-credentials': unauthorised,
  'wrong-credentials': unauthorised,
  // A missing body has no length and no content type either.
  'no-body': { fitting: [], always: ['411', '415'] },
  'content-type': { fitting: [], always: ['415'] },
}

/** Statuses that say that there is nothing of that name. */
const nothingThere: readonly string[] = ['404', '410']

/** Statuses that refuse whoever asks, whatever is asked for: they prove nothing of a rule about the request. */
export const refusalsOfAnything: readonly string[] = ['401', '403', '407', '429']

/**
 * The statuses with which an operation may refuse a request that breaks a rule: those of 4xx that it documents, `default`
 * and `4XX` being any; and any where it documents none. Any stands for none of `refusalsOfAnything`.
 */
export function expectedStatuses(operation: Operation, rule: BrokenRule): readonly string[] {
  const { fitting, always } = ofRule[rule] ?? { fitting: [], always: [] }
  const documented = documentedRefusals(operation)
  if (fitting.length > 0)
    return [...new Set([...documented.filter(status => fitting.includes(status)), ...always])].sort()
  const own = refusalsOfRequests(operation, documented)
  return own.includes('4XX') ? ['4XX'] : [...new Set([...own, ...always])].sort()
}

/**
 * Lists the documented refusals of a request. An operation that signs somebody in may document no other than 401 for a
 * request that it cannot read.
 */
function refusalsOfRequests({ security = [] }: Operation, documented: readonly string[]): readonly string[] {
  const own = documented.filter(status => !refusalsOfAnything.includes(status))
  const ofAccess = documented.filter(status => status === '401' || status === '403')
  if (own.length > 0) return own
  return security.length === 0 && ofAccess.length > 0 ? ofAccess : ['4XX']
}

/** Statuses that are documented for something that is not there; empty where none is, as then it may be there. */
export function absenceStatuses(operation: Operation): readonly string[] {
  const statuses = operation.responses.map(({ status }) => status)
  return statuses.some(status => nothingThere.includes(status))
    ? statuses.filter(status => [...nothingThere, '403'].includes(status))
    : []
}

function documentedRefusals({ responses }: Operation): readonly string[] {
  const statuses = responses.map(({ status }) => status)
  const exact = statuses.filter(status => /^4\d\d$/.test(status)).sort()
  const isAny = statuses.some(status => status === '4XX' || status === 'default') || exact.length === 0
  return isAny ? ['4XX', ...exact] : exact
}
