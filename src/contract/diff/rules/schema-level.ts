import type { ChangeLevel } from '../../../model/contract-change.ts'
import type { SchemaPlace, SchemaRule } from './rule.ts'

/** The level of a rule in a place; undefined where it says nothing of it. */
export function levelIn(rule: SchemaRule, place: SchemaPlace): ChangeLevel | undefined {
  if (rule.places !== undefined && !rule.places.includes(place)) return undefined
  return rule.levels?.[place] ?? (place.startsWith('request') ? rule.request : rule.response)
}

/** The name of a rule in a place; `isHeader` for what belongs to a header of requests. */
export function idIn({ id, headerId }: SchemaRule, place: SchemaPlace, isHeader: boolean): string {
  if (isHeader && headerId !== undefined && place === 'request-parameter-property') return headerId
  return id.replace('{place}', place)
}
