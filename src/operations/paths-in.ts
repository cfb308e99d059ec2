import { isList, isObject } from '../util/is-json.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import type { PathUse, Schema } from './schema.ts'

/** The name of a file or folder in what an operation is told. */
export interface PathIn {
  readonly use: PathUse
  readonly written: string
}

/**
 * The parts of the input of an operation, by its schema: the names of files and folders, and the values that a
 * published schema describes, such as steps.
 */
export interface InputParts {
  readonly paths: readonly PathIn[]
  readonly documents: readonly JsonValue[]
}

/** Takes apart what an operation is told. */
export function partsOf(schema: Schema, input: JsonObject): InputParts {
  const paths: PathIn[] = []
  const documents: JsonValue[] = []
  const walk = ({ path: use, ...one }: Schema, value: JsonValue): void => {
    if (use !== undefined && typeof value === 'string') paths.push({ use, written: value })
    if (one.$ref !== undefined) documents.push(value)
    const { items, properties = {}, additionalProperties = {}, oneOf = [] } = one
    for (const other of oneOf) walk(other, value)
    if (isList(value) && items !== undefined) for (const item of value) walk(items, item)
    if (isObject(value))
      for (const [key, inner] of Object.entries(value))
        walk(Object.hasOwn(properties, key) ? (properties[key] ?? {}) : additionalProperties || {}, inner)
  }
  walk(schema, input)
  return { paths, documents }
}
