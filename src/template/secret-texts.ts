import type { JsonValue } from '../model/json.ts'
import { isList, isCollection } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'
import { ExactNumber } from '../util/exact-number.ts'

/** Every text under which a secret value may be seen later: its own form and the forms of its members. */
export function secretTexts(value: JsonValue): readonly string[] {
  if (typeof value === 'boolean' || value === null) return []
  if (value instanceof ExactNumber) return [value.text, value.json]
  if (!isCollection(value)) return [valueText(value)]
  const members = isList(value) ? value : Object.values(value)
  return [valueText(value), ...members.flatMap(secretTexts)]
}
