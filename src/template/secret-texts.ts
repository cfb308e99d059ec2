import type { JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'
import { valueText } from '../util/value-text.ts'

/** Every text under which a secret value may be seen later: its own form and the forms of its members. */
export function secretTexts(value: JsonValue): readonly string[] {
  if (typeof value === 'boolean' || value === null) return []
  if (typeof value !== 'object') return [valueText(value)]
  const members = isList(value) ? value : Object.values(value)
  return [valueText(value), ...members.flatMap(secretTexts)]
}
