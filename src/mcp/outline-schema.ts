import type { Schema } from '../operations/schema.ts'
import type { JsonObject, JsonValue } from '../util/json-value.ts'
import { isList, isObject } from '../util/is-json.ts'
import { list, mapping, text } from '../util/read-values.ts'

/** The published schemas by the names of their files. */
export type Definitions = Readonly<Record<string, JsonObject>>

/**
 * A schema without references, as short as an assistant can do with: of what a published schema defines, the keys with a
 * sentence about each. What only a person gives is left out.
 */
export function outlineOf(schema: Schema, definitions: Definitions): JsonObject {
  const { $ref: reference, properties, items, oneOf, additionalProperties, required, ...others } = schema
  const { valueType: _, byHand: __, path: ___, ...kept } = others as Schema & { readonly optional?: true }
  const { optional: ____, ...plain } = kept as { readonly optional?: true } & JsonObject
  if (reference !== undefined) return { ...outlineAt(reference, definitions), ...plain }
  const offered = Object.entries(properties ?? {}).filter(([, { byHand }]) => byHand !== true)
  const inner = (one: Schema): JsonObject => outlineOf(one, definitions)
  return {
    ...plain,
    ...(properties === undefined
      ? {}
      : { properties: Object.fromEntries(offered.map(([key, value]) => [key, inner(value)])) }),
    ...(required === undefined || required.length === 0 ? {} : { required: [...required] }),
    ...(items === undefined ? {} : { items: told(inner(items)) }),
    ...(oneOf === undefined
      ? {}
      : oneOf.some(({ $ref }) => $ref !== undefined)
        ? joined(oneOf.map(inner))
        : { oneOf: oneOf.map(inner) }),
    ...(additionalProperties === undefined
      ? {}
      : { additionalProperties: additionalProperties === false ? false : told(inner(additionalProperties)) }),
  }
}

/** Each of several kinds needs no words where the whole has them, but for its keys. */
function told({ description, ...one }: JsonObject): JsonObject {
  return one['type'] === 'object' || one['properties'] !== undefined
    ? { ...one, ...(description && { description }) }
    : one
}

/** Several kinds of steps as one, with the keys of all. */
function joined(outlines: readonly JsonObject[]): JsonObject {
  return {
    type: 'object',
    properties: Object.assign({}, ...outlines.map(one => one['properties'])) as JsonObject,
  }
}

/** Keys of steps that a call hardly needs that is in no suite; they are understood all the same. */
const unlisted: ReadonlySet<string> = new Set([
  ...[
    'id',
    'description',
    'tags',
    'when',
    'unless',
    'skip',
    'data',
    'provider-state',
    'scripts',
    'correlation',
    'contract',
  ],
  ...['resolve', 'unix-socket', 'http-version', 'tls', 'proxy', 'follow-redirects', 'cookies', 'sasl'],
  ...[
    'sha256',
    'size',
    'close-reason',
    'stop-on-failure',
    'unset-variables',
    'emit-defaults',
    'max-messages',
    'compression',
  ],
  ...['name', 'for-each', 'repeat', 'variables', 'namespaces', 'save-to', 'content-type', 'path-as-is'],
])

/** A schema that only says what kind of value each key has, for what is answered. */
export function kindsOf(schema: Schema, definitions: Definitions): JsonObject {
  const { type, $ref: reference, properties, items, required = [], enum: choices } = schema
  if (reference !== undefined) {
    const { type: kind } = definitionAt(reference, definitions).definition
    return kind === undefined ? {} : { type: kind }
  }
  const told = Object.entries(properties ?? {}).filter(([, { byHand }]) => byHand !== true)
  const needed = required.filter(key => told.some(([name]) => name === key))
  return {
    ...(type === undefined ? {} : { type }),
    ...(choices === undefined ? {} : { enum: [...choices] }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(told.map(([key, one]) => [key, kindsOf(one, definitions)])),
          additionalProperties: false,
        }),
    ...(needed.length === 0 ? {} : { required: needed }),
    ...(items === undefined ? {} : { items: kindsOf(items, definitions) }),
  }
}

/** A definition with its document: `suite.schema.json#/definitions/step`. */
function definitionAt(
  reference: string,
  definitions: Definitions,
): { readonly definition: JsonObject; readonly document: JsonObject } {
  const [file = '', pointer = ''] = reference.split('#')
  const document = definitions[file] ?? {}
  const found = pointer
    .split('/')
    .slice(1)
    .reduce<JsonValue>((value, key) => mapping(value)[key] ?? {}, document)
  return { definition: mapping(found), document }
}

/** The outline of a definition. */
function outlineAt(reference: string, definitions: Definitions): JsonObject {
  const { definition, document } = definitionAt(reference, definitions)
  const keys = Object.entries(mapping(definition['properties'])).filter(([key]) => !unlisted.has(key))
  return {
    ...described(definition, document),
    ...(keys.length === 0
      ? {}
      : {
          properties: Object.fromEntries(
            keys.map(([key, one]) => [key, outlineOfKey(key, mapping(one), document)]),
          ),
        }),
  }
}

/** Keys of any step, which are described to an assistant once for all tools. */
const common: ReadonlySet<string> = new Set([
  'headers',
  'auth',
  'timeout',
  'retry',
  'validations',
  'extracts',
])

function outlineOfKey(key: string, definition: JsonObject, document: JsonObject): JsonObject {
  const { description: _, ...kind } = described(definition, document)
  return common.has(key) ? kind : described(definition, document)
}

/** Describes a definition: its type, the first sentence about it, the keys it has, and an example. */
function described(definition: JsonObject, document: JsonObject): JsonObject {
  const target = text(definition['$ref'])
  const own =
    target === undefined ? {} : mapping(mapping(document['definitions'])[target.split('/').at(-1) ?? ''])
  const { type = own['type'], description = own['description'] } = definition
  const choices = definition['enum'] ?? own['enum']
  const [example] = exampleOf(definition, own)
  const keys = keysOf({ ...own, ...definition })
  const sentence = typeof description === 'string' ? [firstClause(description)] : []
  const told = (example === undefined ? [...sentence, ...keys] : [...sentence, example]).join(' ')
  return {
    ...(typeof type === 'string' ? { type } : {}),
    ...(told === '' ? {} : { description: told }),
    ...(Array.isArray(choices) ? { enum: choices } : {}),
  }
}

/** Keys that an outline names, and characters of an example. */
const mostKeys = 8
const longestExample = 60

function keysOf({ properties }: JsonObject): readonly string[] {
  const keys = Object.keys(mapping(properties))
  return keys.length === 0 || keys.length > mostKeys ? [] : [`Keys: ${keys.join(', ')}.`]
}

/** As editors offer it; one word says nothing that its description does not. */
function exampleOf(definition: JsonObject, own: JsonObject): readonly string[] {
  const [snippet] = list(definition['defaultSnippets'] ?? own['defaultSnippets'])
  const label = text(mapping(snippet)['label'])
  return label === undefined || label.length > longestExample || !/[\s{[]/.test(label) ? [] : [label]
}

/** A sentence up to what only explains it. */
function firstClause(description: string): string {
  const [clause = ''] = firstSentence(description).split(/ - |[;:]? such as |; /)
  return clause.endsWith('.') ? clause : `${clause}.`
}

/** A sentence does not end within brackets or quotes. */
function firstSentence(description: string): string {
  const ends = [...description.matchAll(/[.](?=\s|$)/g)].map(({ index }) => index + 1)
  const isWhole = (part: string): boolean =>
    (part.match(/`/g) ?? []).length % 2 === 0 && part.split('(').length === part.split(')').length
  const end = ends.find(one => isWhole(description.slice(0, one)))
  return end === undefined ? description : description.slice(0, end)
}

/** The value by its outline: keys that the outline does not name are left out, where it names its keys. */
export function projected(value: JsonValue, outline: JsonObject): JsonValue {
  const { properties, items, additionalProperties } = outline
  if (isList(value)) return items === undefined ? value : value.map(one => projected(one, mapping(items)))
  if (!isObject(value)) return value
  if (isObject(properties) && additionalProperties === false)
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) =>
        Object.hasOwn(properties, key) ? [[key, projected(one, mapping(properties[key]))]] : [],
      ),
    )
  return value
}
