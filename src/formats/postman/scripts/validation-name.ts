import { targetSubject } from '../../../extracts/target-subject.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { readSnapshot } from '../../../model/snapshot.ts'
import { parseTarget } from '../../../parse/target.ts'
import { cutText } from '../../../util/cut-text.ts'
import { isObject } from '../../../util/is-json.ts'
import { valueText } from '../../../util/value-text.ts'

/** Keys beside the target. */
const beside = new Set(['name', 'when', 'unless'])

/** The target of a validation and the operators expected of it; `schema` is an operator of its own. */
export function partsOf(validation: JsonObject): {
  readonly target: string
  readonly operators: readonly (readonly [operator: string, expected: JsonValue])[]
} {
  const [[target, expected] = ['', null]] = Object.entries(validation).filter(([key]) => !beside.has(key))
  if (target === 'schema') return { target, operators: [['schema', expected]] }
  if (target === 'snapshot') return { target, operators: [['equals', readSnapshot(expected).name]] }
  return { target, operators: isObject(expected) ? Object.entries(expected) : [['equals', expected]] }
}

/** The name of the test of a validation without a name: its target and what is expected, as reports put it. */
export function nameForValidation(validation: JsonObject): string {
  const { target, operators } = partsOf(validation)
  const parsed = parseTarget(target)
  const subject = parsed === undefined ? target : targetSubject(parsed)
  const expected = operators.map(([operator, value]) => `${operator} ${cutText(valueText(value), 80)}`)
  return `${subject} ${expected.join(' and ')}`
}

/** The name of the test that fails where an extract finds nothing, as the step does. */
export function nameForExtract(variable: string): string {
  return `extract ${variable}`
}
