import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { property } from '../../../util/read-values.ts'
import { type Atom, followed } from './claim.ts'
import type { OtherNames } from './literal.ts'

/** Keywords whose schemas are about the same value: those that always hold, and those that may. */
const composing = { surely: ['allOf'], possibly: ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else'] } as const

/**
 * The names of properties that a schema looks at, surely or possibly, with all that is about the same value; undefined where
 * any may be one.
 */
export function evaluatedNames(
  { schema, definitions }: Pick<Atom, 'schema' | 'definitions'>,
  certainty: keyof typeof composing,
): OtherNames | undefined {
  const names = new Set<string>()
  const patterns: string[] = []
  const seen = new Set<JsonValue>([schema])
  for (const at of seen) {
    if (!isObject(at)) continue
    if (at !== schema && (property(at, 'unevaluatedProperties') ?? false) !== false) return undefined
    if ((property(at, 'additionalProperties') ?? false) !== false) return undefined
    for (const name of membersOf(at, 'properties')) names.add(name)
    patterns.push(...membersOf(at, 'patternProperties'))
    const reference = property(at, '$ref')
    if (typeof reference === 'string') seen.add(followed(reference, definitions))
    for (const keyword of composing[certainty])
      for (const part of [property(at, keyword) ?? []].flat()) seen.add(part)
    const dependent = property(at, 'dependentSchemas')
    if (certainty === 'possibly' && isObject(dependent))
      for (const part of Object.values(dependent)) seen.add(part)
  }
  return { names, patterns }
}

function membersOf(schema: JsonValue, keyword: string): readonly string[] {
  const members = isObject(schema) && !isList(schema) ? property(schema, keyword) : undefined
  return isObject(members) ? Object.keys(members) : []
}
