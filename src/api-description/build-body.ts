import type { JsonObject } from '../model/json.ts'
import { list, property, text, texts } from '../util/read-values.ts'
import type { Content, FieldEncoding, RequestBody } from './api-description.ts'
import { buildContents } from './build-contents.ts'
import { writtenParameters } from './build-parameters.ts'
import type { LocatedObject } from './documents/loaded-document.ts'
import { examplesOf } from './examples-of.ts'
import { bareType } from './find-response.ts'
import { inside, type OperationParts, Reading } from './reading.ts'
import { swaggerStyle } from './styles.ts'
import { swaggerSchema } from './swagger-schema.ts'
import { defined } from '../util/defined.ts'

/** The body that an operation takes; in Swagger 2 it is one parameter, or one for each field of a form. */
export function buildBody(parts: OperationParts): RequestBody | undefined {
  return parts.version === '2.0' ? swaggerBody(parts) : openApiBody(parts)
}

function openApiBody({ operation, reading: ofOperation, version }: OperationParts): RequestBody | undefined {
  const place = 'request body'
  const reading = ofOperation.of('body')
  const written = inside(operation, 'requestBody')
  const isEmpty = reading.isLeftEmpty(written, place, 'an object')
  const body = isEmpty ? undefined : reading.object(written, place)
  if (body === undefined) return undefined
  reading.words(body, 'request body', place, version)
  const contents = buildContents(inside(body, 'content'), place, reading, version)
  return { required: reading.isTrue(body, 'required', place), contents }
}

function swaggerBody(parts: OperationParts): RequestBody | undefined {
  const quiet = { ...parts, reading: new Reading(parts.reading.documents) }
  const parameters = writtenParameters(quiet)
  const body = parameters.findLast(({ value }) => property(value, 'in') === 'body')
  const fields = parameters.filter(({ value }) => property(value, 'in') === 'formData')
  if (body !== undefined) return wholeBody(body, parts)
  return fields.length === 0 ? undefined : formBody(fields, parts)
}

function wholeBody(body: LocatedObject, parts: OperationParts): RequestBody {
  const reading = parts.reading.of('body')
  const named = inside(body, 'x-examples')
  const byType = parts.reading.members(named, 'x-examples')
  const schema = reading.schema(body, 'request body', parts.version)
  const contents = consumedTypes(parts, 'application/json').map((type): Content => {
    const own = byType.filter(([name]) => name === type).map(([, { value }]) => value)
    return defined({
      type,
      schema,
      examples: [...own, ...examplesOf(body, parts.reading)],
      encoding: new Map(),
    })
  })
  return { required: reading.isTrue(body, 'required', 'request body'), contents }
}

/** The fields of a form as one object; it is multipart alone where a file is sent, or where nothing else is taken. */
function formBody(fields: readonly LocatedObject[], parts: OperationParts): RequestBody {
  const named = new Map(fields.map(field => [text(property(field.value, 'name')) ?? '', field]))
  const required = [...named].filter(([, { value }]) => property(value, 'required') === true)
  const schema: JsonObject = {
    type: 'object',
    required: required.map(([name]) => name),
    properties: Object.fromEntries([...named].map(([name, field]) => [name, fieldSchema(field)])),
  }
  const [document] = fields.map(field => field.document)
  const types = consumedTypes(parts, formType)
  const holdsFile = fields.some(({ value }) => property(value, 'type') === 'file')
  const takes = (kind: string): boolean => types.some(type => bareType(type) === kind)
  const isMultipart = holdsFile || types.every(type => type.startsWith('multipart/'))
  const kinds = [
    ...(isMultipart ? [] : [formType]),
    ...(isMultipart || takes('multipart/form-data') ? ['multipart/form-data'] : []),
  ]
  const contents = kinds.map((type): Content => ({
    type,
    ...(document === undefined ? {} : { schema: { value: schema, document } }),
    examples: [],
    encoding: new Map([...named].map(([name, field]) => [name, fieldEncoding(field)])),
  }))
  return { required: required.length > 0, contents }
}

const formType = 'application/x-www-form-urlencoded'

function fieldSchema(field: LocatedObject): JsonObject {
  const { value } = swaggerSchema(field)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {}
}

function fieldEncoding({ value }: LocatedObject): FieldEncoding {
  return swaggerStyle(property(value, 'collectionFormat'), 'query')
}

/** The media types an operation takes in Swagger 2, its own or those of the document. */
function consumedTypes({ operation, top }: OperationParts, usual: string): readonly string[] {
  const own = property(operation.value, 'consumes')
  const types = texts(Array.isArray(own) ? own : list(property(top.value, 'consumes')))
  return types.length === 0 ? [usual] : types
}
