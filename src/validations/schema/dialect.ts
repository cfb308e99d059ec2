import { isObject } from '../../util/is-json.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Dialect } from '../../util/schema-words.ts'

export type { Dialect }

const dialects: ReadonlyMap<string, Dialect> = new Map([
  ['http://json-schema.org/draft-04/schema', 'draft-04'],
  ['http://json-schema.org/draft-06/schema', 'draft-06'],
  ['http://json-schema.org/draft-07/schema', 'draft-07'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
])

/** The dialect a schema names in `$schema`, 2020-12 when it names none, undefined when it names an unknown one. */
export function dialectOf(schema: JsonValue): Dialect | undefined {
  const named = isObject(schema) && Object.hasOwn(schema, '$schema') ? schema['$schema'] : undefined
  if (named === undefined) return '2020-12'
  if (typeof named !== 'string') return undefined
  const name = named.replace(/#$/, '')
  return (
    dialects.get(name) ??
    dialects.get(name.replace(/^https:/, 'http:')) ??
    dialects.get(name.replace(/^http:/, 'https:'))
  )
}

/** True where keywords beside `$ref` count: they do since 2019-09. */
export function keepsReferenceSiblings(dialect: Dialect): boolean {
  return dialect === '2019-09' || dialect === '2020-12'
}
