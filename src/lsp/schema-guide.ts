import { acceptor } from '../check/schema-acceptor.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { memberOf } from '../template/member-path.ts'
import { isList, isObject } from '../util/is-json.ts'
import { list, mapping, text, texts, valueAt } from '../util/read-values.ts'

/** Guide to the places of a document by a published schema; nothing but the surroundings need be there. */
export class SchemaGuide {
  readonly #root: JsonObject
  readonly #checks = new Map<JsonValue, (value: JsonValue) => boolean>()

  constructor(root: JsonObject) {
    this.#root = root
  }

  /** The parts of the schema that apply to a place, each without references and conditions; `around` is the document. */
  at(path: DocumentPath, around: JsonValue): readonly JsonObject[] {
    const value = valueAt(around, path)
    return this.#schemasOf(path, around).flatMap(schema => this.#flat(schema, value))
  }

  /**
   * The keys that a mapping may still be given, with what is said of the value of each. Of keys that end in a name of the user's own
   * there is the beginning: `header `.
   */
  keysAt(path: DocumentPath, around: JsonValue): ReadonlyMap<string, readonly JsonObject[]> {
    const siblings = mapping(valueAt(around, path))
    const schemas = this.#schemasOf(path, around)
    const partsOf = (value: JsonObject): readonly JsonObject[] =>
      schemas.flatMap(schema => this.#flat(schema, value))
    const now = partsOf(siblings)
    const keys = [
      ...now.flatMap(({ properties }) => Object.keys(mapping(properties))),
      ...now.flatMap(({ patternProperties }) => Object.keys(mapping(patternProperties)).flatMap(beginningOf)),
    ]
    const found = new Map<string, readonly JsonObject[]>()
    for (const key of new Set(keys)) {
      if (Object.hasOwn(siblings, key)) continue
      const whole = wholeKey(key)
      const beside = { ...siblings, [whole]: null }
      const parts = partsOf(beside)
      const ofValue = parts.flatMap(part => this.#flat(childOf(part, whole), undefined))
      if (this.#allows(parts, beside, whole)) found.set(key, ofValue)
    }
    return found
  }

  /** The schemas of a place, with references and conditions. */
  #schemasOf(path: DocumentPath, around: JsonValue): readonly (JsonValue | undefined)[] {
    let value: JsonValue | undefined = around
    let schemas: readonly (JsonValue | undefined)[] = [this.#root]
    for (const step of path) {
      const outer = value
      schemas = schemas.flatMap(schema => this.#flat(schema, outer)).map(part => childOf(part, step))
      value = value === undefined ? undefined : memberOf(value, step)
    }
    return schemas
  }

  /** True where a mapping may have these keys, the last of which is new. */
  #allows(parts: readonly JsonObject[], keys: JsonObject, added: string): boolean {
    const count = Object.keys(keys).length
    return parts.every(
      part =>
        (part['additionalProperties'] !== false || Object.keys(keys).every(key => isKnown(part, key))) &&
        count <= Number(part['maxProperties'] ?? Infinity) &&
        texts(mapping(part['dependencies'])[added]).every(other => Object.hasOwn(keys, other)) &&
        (part['not'] === undefined || !this.#holds(part['not'], keys)) &&
        list(part['oneOf']).filter(branch => hasRequired(branch, keys)).length <= 1,
    )
  }

  #flat(schema: JsonValue | undefined, value: JsonValue | undefined): readonly JsonObject[] {
    if (!isObject(schema)) return []
    const reference = text(schema['$ref'])
    const own = [
      ...(reference === undefined
        ? []
        : this.#flat(mapping(this.#root['definitions'])[reference.replace('#/definitions/', '')], value)),
      ...list(schema['allOf']).flatMap(part => this.#flat(part, value)),
      ...['anyOf', 'oneOf'].flatMap(key =>
        list(schema[key])
          .filter(branch => this.#mayBe(branch, value))
          .flatMap(branch => this.#flat(branch, value)),
      ),
    ]
    if (schema['if'] === undefined) return [schema, ...own]
    const branches =
      value === undefined || value === null
        ? [schema['then'], schema['else']]
        : [this.#holds(schema['if'], value) ? schema['then'] : schema['else']]
    return [schema, ...own, ...branches.flatMap(branch => this.#flat(branch, value))]
  }

  /** True where a value that is being written may become what a branch says. */
  #mayBe(branch: JsonValue, value: JsonValue | undefined): boolean {
    if (value === undefined || value === null || !isObject(branch)) return true
    const [first = branch] = this.#flat(branch, undefined)
    const types = [branch['type'] ?? first['type'] ?? []].flat()
    const kind = isList(value) ? 'array' : isObject(value) ? 'object' : 'scalar'
    const isKind = (type: unknown): boolean =>
      (type === 'array' || type === 'object' ? type : 'scalar') === kind
    const isClosed = isObject(value) && branch['additionalProperties'] === false
    return (
      (types.length === 0 ? branch['const'] === undefined || kind === 'scalar' : types.some(isKind)) &&
      (!isClosed || Object.keys(value).every(key => isKnown(branch, key)))
    )
  }

  #holds(schema: JsonValue, value: JsonValue): boolean {
    let check = this.#checks.get(schema)
    if (check === undefined) {
      check = acceptor({ ...mapping(schema), definitions: this.#root['definitions'] ?? {} })
      this.#checks.set(schema, check)
    }
    return check(value)
  }
}

/** The beginning of the keys of a pattern, where all have the same: `header `, `$.`. */
function beginningOf(pattern: string): readonly string[] {
  if (pattern.startsWith(String.raw`^\$`)) return ['$.']
  const [, word] = /^\^([a-z-]+ )/.exec(pattern) ?? []
  return word === undefined ? [] : [word]
}

/** A key that a beginning of one may become. */
export function wholeKey(key: string): string {
  return isBeginning(key) ? `${key}name` : key
}

/** True where a key still lacks the name at its end. */
export function isBeginning(key: string): boolean {
  return /[ .]$/.test(key)
}

function childOf(schema: JsonObject, part: string | number): JsonValue | undefined {
  const { properties, patternProperties, additionalProperties, items } = schema
  if (typeof part === 'number') return items !== undefined && isList(items) ? items[part] : items
  const own = mapping(properties)
  if (Object.hasOwn(own, part)) return own[part]
  const pattern = Object.keys(mapping(patternProperties)).find(one => new RegExp(one, 'u').test(part))
  return pattern === undefined ? additionalProperties : mapping(patternProperties)[pattern]
}

function isKnown(schema: JsonObject, key: string): boolean {
  return childOf({ ...schema, additionalProperties: false }, key) !== false
}

function hasRequired(branch: JsonValue, keys: JsonObject): boolean {
  const required = texts(mapping(branch)['required'])
  return required.length > 0 && required.every(key => Object.hasOwn(keys, key))
}
