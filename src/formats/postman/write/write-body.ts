import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { namedValues } from '../named-values.ts'
import { objectAt, textAt, textOf, withoutUndefined } from '../parts.ts'
import { typesByLanguage } from '../read/read-body.ts'
import { postmanText } from '../template.ts'
import { writeJson } from '../../../util/exact-number.ts'

/** A body of a collection, and the content type that has to be said in a header. */
export interface WrittenBody {
  readonly body: JsonObject
  readonly type?: string
}

type WriteBody = (value: JsonValue, type: string | undefined, bare: ReadonlySet<string>) => WrittenBody

const kinds: Readonly<Record<string, WriteBody>> = {
  json: (value, type, bare) => raw(jsonText(value, bare), type ?? 'application/json', 'json'),
  text: (value, type) => raw(postmanText(textOf(value)), type ?? 'text/plain; charset=utf-8'),
  xml: (value, type) => raw(postmanText(textOf(value)), type ?? 'application/xml', 'xml'),
  form: (value, type) => withType({ mode: 'urlencoded', urlencoded: namedValues(value).map(field) }, type),
  multipart: value => ({ body: { mode: 'formdata', formdata: partsOf(value) } }),
  file: (value, type) => withType({ mode: 'file', file: { src: postmanText(textOf(value)) } }, type),
  graphql: (value, type, bare) => withType({ mode: 'graphql', graphql: graphqlOf(value, bare) }, type),
}

/** The keys of a step that are bodies. */
export const bodyKeys = Object.keys(kinds)

/**
 * The body of a step; undefined when it has none. `bare` are the variables that hold numbers, true or false: their
 * placeholders, where they are a whole value of JSON, have no quotes around them.
 */
export function writeBody(step: JsonObject, bare: ReadonlySet<string>): WrittenBody | undefined {
  const kind = bodyKeys.find(key => Object.hasOwn(step, key))
  const write = kind === undefined ? undefined : kinds[kind]
  if (kind === undefined || write === undefined) return undefined
  return write(step[kind] ?? null, textAt(step, 'content-type'), bare)
}

/** JSON as people write it; placeholders in it stay. */
function jsonText(value: JsonValue, bare: ReadonlySet<string>): string {
  const text = writeJson(value, 4)
  if (!text.includes('{{')) return text
  return writeJson(withPostmanTexts(value), 4).replace(
    /"(\{\{\s*([^{}"]+?)\s*\}\})"/g,
    (quoted, placeholder: string, name: string) => (bare.has(name) ? placeholder : quoted),
  )
}

function withPostmanTexts(value: JsonValue): JsonValue {
  if (typeof value === 'string') return postmanText(value)
  if (isList(value)) return value.map(withPostmanTexts)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [postmanText(key), withPostmanTexts(member)]),
  )
}

function raw(text: string, type: string, usual?: string): WrittenBody {
  const language = Object.keys(typesByLanguage).find(name => typesByLanguage[name] === type)
  const isSaid = language !== undefined && language !== 'text'
  const written = isSaid ? language : usual
  return {
    body: {
      mode: 'raw',
      raw: text,
      ...(written === undefined ? {} : { options: { raw: { language: written } } }),
    },
    ...(language === undefined ? { type } : {}),
  }
}

function withType(body: JsonObject, type: string | undefined): WrittenBody {
  return type === undefined ? { body } : { body, type }
}

function field({ name, value, disabled }: ReturnType<typeof namedValues>[number]): JsonObject {
  return { key: postmanText(name), value: postmanText(textOf(value)), ...(disabled ? { disabled } : {}) }
}

function partsOf(value: JsonValue): readonly JsonObject[] {
  return namedValues(value).map(({ name, value: part, disabled }) => ({
    key: postmanText(name),
    ...partOf(part),
    ...(disabled ? { disabled } : {}),
  }))
}

function partOf(part: JsonValue): JsonObject {
  if (!isObject(part)) return { value: postmanText(textOf(part)), type: 'text' }
  const contentType = textAt(part, 'content-type')
  const fileName = textAt(part, 'filename')
  const file = textAt(part, 'file')
  const text = textAt(part, 'text') ?? ''
  if (file === undefined && text === '' && fileName === '')
    return withoutUndefined({ type: 'file', src: [], contentType })
  return withoutUndefined({
    ...(file === undefined
      ? { value: postmanText(text), type: 'text' }
      : { type: 'file', src: postmanText(file) }),
    contentType,
    fileName,
  })
}

function graphqlOf(value: JsonValue, bare: ReadonlySet<string>): JsonObject {
  const operation = isObject(value) ? value : { query: value }
  const { variables } = operation
  const isGiven = variables !== undefined && variables !== null && !isList(variables)
  return withoutUndefined({
    query: postmanText(textAt(operation, 'query') ?? ''),
    operationName: textAt(operation, 'operation'),
    variables: isGiven ? jsonText(objectAt({ variables }, 'variables'), bare) : '',
  })
}
