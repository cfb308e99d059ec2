import type { ChangeLevel } from '../../../model/contract-change.ts'
import { descriptionRules, operationRules, schemaRules } from '../rules/index.ts'
import { schemaPlaces, idIn, levelIn } from '../rules/rule.ts'

/** A name that a change can have, with its level and what it means. */
export interface CatalogueEntry {
  readonly id: string
  readonly level: ChangeLevel
  readonly description: string
}

/** Every name that a change can have, each once for each of its levels, sorted. */
export function ruleCatalogue(): readonly CatalogueEntry[] {
  const ofSchemas = schemaRules.flatMap(rule =>
    schemaPlaces.flatMap(place => {
      const level = levelIn(rule, place)
      if (level === undefined) return []
      const { description } = rule
      const ids = new Set([idIn(rule, place, false), idIn(rule, place, true)])
      return [...ids].map(id => ({ id, level, description }))
    }),
  )
  const others = [...descriptionRules, ...operationRules]
  const entries = [...others.map(({ id, level, description }) => ({ id, level, description })), ...ofSchemas]
  const unique = new Map([...entries].reverse().map(entry => [`${entry.id} ${entry.level}`, entry]))
  return [...unique.values()].sort((left, right) => (left.id < right.id ? -1 : 1))
}
