import type { JsonValue } from '../../model/json.ts'

const known = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'])

/** The words that documents use where JSON has another. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ['bool', 'boolean'],
  ['date', 'string'],
  ['date-time', 'string'],
  ['datetime', 'string'],
  ['decimal', 'number'],
  ['double', 'number'],
  ['file', 'string'],
  ['float', 'number'],
  ['int', 'integer'],
  ['int32', 'integer'],
  ['int64', 'integer'],
  ['list', 'array'],
  ['long', 'integer'],
  ['map', 'object'],
  ['text', 'string'],
  ['uuid', 'string'],
])

/** The types that `type` names, in JSON's words; none where it is absent or unknown. */
export function typesOf(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return []
  return jsonTypes([value].flat())
}

/** Picks the names that are no type, in JSON's words or in others. */
export function unknownTypes(names: readonly JsonValue[]): readonly JsonValue[] {
  return names.filter(name => jsonTypes([name]).length === 0)
}

/** Each of the types once, unknown ones left out. */
export function jsonTypes(values: readonly JsonValue[]): readonly string[] {
  const words = values.flatMap(value => {
    if (typeof value !== 'string') return []
    const word = otherWords.get(value.toLowerCase()) ?? value.toLowerCase()
    return known.has(word) ? [word] : []
  })
  return [...new Set(words)]
}
