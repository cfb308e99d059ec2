import type { Content, Operation } from '../../api-description/api-description.ts'
import { bareType, isJsonType } from '../../api-description/find-response.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping, texts } from '../../util/read-values.ts'
import type { ExampleFactory, ExampleWithSchema } from './example-factory.ts'
import { formOf, multipartOf } from './form-of.ts'
import { literalText, literalValue } from '../../compile/literal-text.ts'
import type { Trouble } from './parameters-of.ts'
import { preferredContent } from './preferred-content.ts'
import { xmlText } from './xml-text.ts'

/** The keys of a step that hold its body, and what to report of it. */
export interface RequestBodyKeys {
  readonly keys: JsonObject
  readonly troubles: readonly Trouble[]
}

/** The body of a request: an example of the first JSON media type, else of a form, a multipart form, or a text. */
export function bodyOf(operation: Operation, factory: ExampleFactory): RequestBodyKeys {
  const content = preferredContent(operation.body?.contents ?? [])
  if (content === undefined) return { keys: {}, troubles: [] }
  const example = factory.body(operation, content)
  const written = write(content, example)
  return { keys: written.keys, troubles: [...troublesOf(content, example), ...written.troubles] }
}

function troublesOf(content: Content, { complaint, origin, schema }: ExampleWithSchema): readonly Trouble[] {
  const what = `body ${content.type}`
  return [
    ...schema.unresolved.map(({ reference, reason }) => ({
      what: `reference ${reference} of ${what}`,
      why: reason,
    })),
    ...(complaint === undefined
      ? []
      : [{ what, why: `no value was found that its schema allows: ${complaint}` }]),
    ...(content.examples.length > 0 && origin !== 'shown'
      ? [{ what: `example of ${what}`, why: 'its own schema does not allow it', isNote: true }]
      : []),
  ]
}

function write(content: Content, example: ExampleWithSchema): RequestBodyKeys {
  const type = bareType(content.type)
  if (type === 'application/x-www-form-urlencoded') return formOf(content, example)
  if (type.startsWith('multipart/')) return multipartOf(content, example)
  if (isJsonType(type) || type.endsWith('*'))
    return { keys: jsonKeys(content.type, example.value), troubles: [] }
  if (/xml$/.test(type)) return { keys: xmlKeys(content, example), troubles: [] }
  return textKeys(content, example)
}

function jsonKeys(type: string, value: JsonValue): JsonObject {
  const isUsual = bareType(type) === 'application/json' || type.endsWith('*')
  return { json: literalValue(value), ...(isUsual ? {} : { 'content-type': type }) }
}

function xmlKeys({ type, schema }: Content, { value, schema: flat }: ExampleWithSchema): JsonObject {
  const reference = isObject(schema?.value ?? null) ? mapping(schema?.value)['$ref'] : undefined
  const name = typeof reference === 'string' ? reference.slice(reference.lastIndexOf('/') + 1) : 'root'
  const xml = typeof value === 'string' ? value : xmlText(value, flat.schema, name)
  const usual = bareType(type) === 'application/xml'
  return { xml: literalText(xml), ...(usual ? {} : { 'content-type': type }) }
}

/** Text, and bytes, in whose place a text is sent that has to be replaced. */
function textKeys({ type }: Content, { value }: ExampleWithSchema): RequestBodyKeys {
  const isText =
    bareType(type).startsWith('text/') || /(?:yaml|ndjson|graphql|javascript|csv)$/.test(bareType(type))
  const text = typeof value === 'string' ? value : isEmpty(value) ? 'example' : JSON.stringify(value)
  const keys = {
    text: literalText(text),
    ...(bareType(type) === 'text/plain' ? {} : { 'content-type': type }),
  }
  const why = 'there is no file to send; put `file:` in its place'
  return {
    keys,
    troubles: isText ? [] : [{ what: `body ${type}`, why: `a short text is sent, as ${why}`, isNote: true }],
  }
}

function isEmpty(value: JsonValue): boolean {
  return (
    value === null || (isList(value) ? value.length === 0 : texts(Object.keys(mapping(value))).length === 0)
  )
}
