import type { JsonValue } from '../model/json.ts'
import { isList } from './is-list.ts'
import { textForm } from './text-form.ts'

/** Every text under which a secret value may be seen later: its own form and the forms of its members. */
export function secretTexts(value: JsonValue): readonly string[] {
  if (typeof value === 'boolean' || value === null) return []
  if (typeof value !== 'object') return [textForm(value)]
  const members = isList(value) ? value : Object.values(value)
  return [textForm(value), ...members.flatMap(secretTexts)]
}
