import { writeJson } from '../../util/exact-number.ts'
import type {
  Content,
  DescriptionVersion,
  FieldEncoding,
  Operation,
} from '../../api-description/api-description.ts'
import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import { typeOf } from '../../api-description/examples/fits-shallowly.ts'
import { bareType, isJsonType } from '../../api-description/find-response.ts'
import { leftOut } from '../../api-description/json-schema/json-schemas.ts'
import { fieldStyle } from '../../api-description/styles.ts'
import { literalText, literalValue } from '../../compile/literal-text.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { mapping, texts } from '../../util/read-values.ts'
import type { ExampleFactory, ExampleWithSchema } from './example-factory.ts'
import type { Trouble } from './parameters-of.ts'
import { preferredContent } from './preferred-content.ts'
import { type Pair, pairsOf } from './serialise-parameter.ts'
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
  const written = write(content, example, factory.version)
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

function write(content: Content, example: ExampleWithSchema, version: DescriptionVersion): RequestBodyKeys {
  const type = bareType(content.type)
  if (type === 'application/x-www-form-urlencoded') return formOf(content, example)
  if (type.startsWith('multipart/')) return multipartOf(content, example, version)
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
  const text = typeof value === 'string' ? value : isEmpty(value) ? 'example' : writeJson(value)
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

/** A URL-encoded form; lists repeat the field, objects are written by the style of their encoding. */
function formOf(content: Content, { value }: ExampleWithSchema): RequestBodyKeys {
  const fields = new Map<string, JsonValue[]>()
  for (const [field, text] of formPairs(content, value))
    fields.set(field, [...(fields.get(field) ?? []), literalValue(text)])
  return { keys: { form: gathered(fields) }, troubles: [] }
}

/** The fields that a body is in a URL-encoded form. */
export function formPairs({ encoding }: Content, body: JsonValue): readonly Pair[] {
  return Object.entries(mapping(body)).flatMap(([name, member]) => {
    const own = encoding.get(name)
    return isObject(member) && own?.style === undefined
      ? [[name, writeJson(member)] as const]
      : pairsOf({ name, ...fieldStyle(own) }, member)
  })
}

/** A multipart form; what should be a file becomes a short text with a file's name. */
function multipartOf(
  { type, encoding }: Content,
  { value, schema }: ExampleWithSchema,
  version: DescriptionVersion,
): RequestBodyKeys {
  const properties = propertiesOf(schema.schema)
  const troubles: Trouble[] = []
  const parts = Object.entries(mapping(value)).map(([name, member]): [string, JsonValue[]] => {
    const described = properties[name] ?? { type: 'string' }
    const own = encoding.get(name)
    const items = isList(member) && !isJsonField(own) ? member : [member]
    const file = fileIn(described, schema.schema, own?.contentType, version)
    if (file !== undefined)
      troubles.push({
        what: `file ${name} of ${type}`,
        why: 'a short text is sent in its place; put `file:` there',
        isNote: true,
      })
    return [name, items.map(item => (file === undefined ? textPart(item, own) : filePart(name, item, file)))]
  })
  const isUsual = type.toLowerCase().startsWith('multipart/form-data')
  const multipart = gathered(new Map(parts))
  if (Object.keys(multipart).length === 0) return { keys: {}, troubles }
  if (!isUsual) troubles.push({ what: `body ${type}`, why: 'it is sent as multipart/form-data' })
  return { keys: { multipart }, troubles }
}

function gathered(fields: ReadonlyMap<string, readonly JsonValue[]>): JsonObject {
  return Object.fromEntries(
    [...fields].map(([name, values]) => {
      const [first] = values
      return [literalText(name), values.length === 1 && first !== undefined ? first : values] as const
    }),
  )
}

function isJsonField(encoding: FieldEncoding | undefined): boolean {
  return encoding?.contentType?.endsWith('json') === true
}

function textPart(value: JsonValue, encoding: FieldEncoding | undefined): JsonValue {
  const isJson = isCollection(value)
  const contentType = encoding?.contentType ?? (isJson ? 'application/json' : undefined)
  const text = isJson || isJsonField(encoding) ? writeJson(value) : value
  if (contentType === undefined) return literalValue(text ?? '')
  return { text: literalText(String(text ?? '')), 'content-type': contentType }
}

/** A field that is sent as a file, or as one for each item. */
interface FilePart {
  readonly mediaType?: string
}

function filePart(name: string, value: JsonValue, { mediaType }: FilePart): JsonValue {
  const isExact = mediaType !== undefined && !mediaType.includes('*')
  return {
    text: literalText(typeof value === 'string' && value !== '' ? value : 'example'),
    filename: `${name.replace(/[^\p{L}\p{N}_-]+/gu, '_')}.txt`,
    ...(isExact ? { 'content-type': mediaType } : {}),
  }
}

/**
 * Which file a field, or each item of it, is: bytes, by their format or media type; or what nothing is said of, since 3.1
 * (OpenAPI 3.1.1 section 4.8.15.1.1). What is written in base64 is a text.
 */
function fileIn(
  schema: JsonValue,
  root: JsonObject,
  encoded: string | undefined,
  version: DescriptionVersion,
): FilePart | undefined {
  const combined = combineSchema(schema, mapping(root['$defs']), new Set(), 0)?.schema ?? {}
  const { format, items, contentMediaType, contentEncoding } = combined
  if (items !== undefined) return fileIn(items, root, encoded, version)
  const described = typeof contentMediaType === 'string' ? contentMediaType : undefined
  const mediaType = encoded ?? described
  const isText = contentEncoding !== undefined && contentEncoding !== 'binary'
  const isSilent = version === '3.1' && Object.keys(combined).length === 0 && encoded === undefined
  const isOfType = ['string', undefined].includes(typeOf(combined)) && mediaType !== undefined
  const isFile = format === 'binary' || isSilent || (isOfType && isFileType(mediaType))
  return isFile && !isText ? defined({ mediaType }) : undefined
}

/** True for a media type that people send as a file: text, JSON and XML are written into fields, too. */
function isFileType(mediaType: string): boolean {
  const type = bareType(mediaType)
  return !isJsonType(type) && !/^(?:text\/plain|\*\/\*|(?:application|text)\/(?:.*\+)?xml)$/.test(type)
}

/** The properties of a form, those of its `allOf` too. */
function propertiesOf(root: JsonObject): JsonObject {
  const combined = combineSchema(root, mapping(root['$defs']), new Set(), 0)
  const properties = Object.entries(mapping(combined?.schema['properties']))
  return Object.fromEntries(properties.filter(([, one]) => !(isObject(one) && one[leftOut] === true)))
}
