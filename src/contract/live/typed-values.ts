import type { JsonValue } from '../../model/json.ts'
import type { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { typesOf } from '../conformance/written-value.ts'
import type { ValueSource } from './value-sources.ts'

/** Texts of a command line as values: lists as `a,b` or JSON, objects as JSON, where a schema asks for such. */
export function typedValues(source: ValueSource, schemas: SchemaReader): ValueSource {
  return {
    find: (operation, part) => {
      const found = source.find(operation, part)
      if (typeof found?.value !== 'string' || part.in === 'body' || part.schema === undefined) return found
      const schema = schemas.read(part.schema, 'request')
      if (!schema.ok) return found
      const types = typesOf({ schema: schema.value.schema, root: schema.value.schema })
      return { ...found, value: typed(found.value, types) }
    },
  }
}

function typed(text: string, types: ReadonlySet<string>): JsonValue {
  if (!types.has('array') && !types.has('object')) return text
  const parsed = parse(text)
  if (typeof parsed === 'object' && parsed !== null) return parsed
  return types.has('array') ? text.split(',') : text
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}
