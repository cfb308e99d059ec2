import type { ContractFinding } from '../../model/contract.ts'

/** A value that nothing can be said of, because its schema cannot be used: it must not pass for a right one. */
export function unreadableSchema(place: string, reason: string): ContractFinding {
  return { place, message: `cannot be judged: ${reason}` }
}
