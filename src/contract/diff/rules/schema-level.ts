import type { ChangeLevel } from '../../../model/contract-change.ts'
import type { SchemaPlace, SchemaRule } from './rule.ts'

/** The level of a rule in a place; undefined where it says nothing of it. */
export function levelIn(rule: SchemaRule, place: SchemaPlace): ChangeLevel | undefined {
  if (rule.places !== undefined && !rule.places.includes(place)) return undefined
  return rule.levels?.[place] ?? (place.startsWith('request') ? rule.request : rule.response)
}

/** The name of a rule in a place. */
export function idIn({ id }: SchemaRule, place: SchemaPlace): string {
  return id.replace('{place}', place)
}
