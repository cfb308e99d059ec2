import { writeJson } from '../../util/exact-number.ts'
import { isCollection } from '../../util/is-json.ts'
import type { ContractFinding, ContractRule, RuleResult } from '../../model/contract.ts'
import type { JsonValue } from '../../model/json.ts'
import type { ReadSchema } from '../../validations/answer/schema-reader.ts'
import type { Preference, SchemaPart } from './written-value.ts'

/** The result of a rule with these findings: passed when there are none. */
export function judged(rule: ContractRule, findings: readonly ContractFinding[]): RuleResult {
  return findings.length === 0 ? { rule, outcome: 'passed' } : { rule, outcome: 'failed', findings }
}

/** The result of a rule that had nothing to look at. */
export function skipped(rule: ContractRule, reason: string): RuleResult {
  return { rule, outcome: 'skipped', reason }
}

/** A value that cannot be checked, because its schema cannot be used: it must not count as right. */
export function unreadableSchema(place: string, reason: string): ContractFinding {
  return { place, message: `cannot be judged: ${reason}` }
}

/**
 * Checks a value that was written as text by its schema. The text is right when one way to read it is: `1` may be a
 * number or a text. `read` answers undefined where the value is not there.
 */
export function checkWritten(
  place: string,
  { schema, validate }: ReadSchema,
  read: (part: SchemaPart, preference: Preference) => JsonValue | undefined,
): readonly ContractFinding[] {
  const part = { schema, root: schema }
  const typed = read(part, 'typed')
  if (typed === undefined) return []
  const messages = validate(typed)
  if (messages.length === 0) return []
  const text = read(part, 'text')
  if (text !== undefined && validate(text).length === 0) return []
  return messages.map(({ pointer, message }) => ({
    place: pointer === '/' ? place : `${place} ${pointer}`,
    message: typed === null || isCollection(typed) ? message : `${message}, and it is ${writeJson(typed)}`,
  }))
}
