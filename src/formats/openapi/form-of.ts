import type { Content, FieldEncoding } from '../../api-description/api-description.ts'
import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import { leftOut } from '../../api-description/json-schema/json-schemas.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import type { RequestBodyKeys } from './body-of.ts'
import type { ExampleWithSchema } from './example-factory.ts'
import { literalText, literalValue } from '../../compile/literal-text.ts'
import type { Trouble } from './parameters-of.ts'
import { pairsOf } from './serialise-parameter.ts'

/** A URL-encoded form; lists repeat the field, objects are written by the style of their encoding. */
export function formOf({ encoding }: Content, { value }: ExampleWithSchema): RequestBodyKeys {
  const fields = new Map<string, JsonValue[]>()
  for (const [name, member] of Object.entries(mapping(value))) {
    const { style = 'form', explode = style === 'form' || style === 'deepObject' } = encoding.get(name) ?? {}
    const isPlain = isObject(member) && encoding.get(name)?.style === undefined
    const pairs = isPlain
      ? [[name, JSON.stringify(member)] as const]
      : pairsOf({ name, style, explode }, member)
    for (const [field, text] of pairs) fields.set(field, [...(fields.get(field) ?? []), literalValue(text)])
  }
  return { keys: { form: gathered(fields) }, troubles: [] }
}

/** A multipart form; what should be a file becomes a short text with a file's name. */
export function multipartOf(
  { type, encoding }: Content,
  { value, schema }: ExampleWithSchema,
): RequestBodyKeys {
  const properties = propertiesOf(schema.schema)
  const troubles: Trouble[] = []
  const parts = Object.entries(mapping(value)).map(([name, member]): [string, JsonValue[]] => {
    const described = properties[name] ?? true
    const items = isList(member) && !isJsonField(encoding.get(name)) ? member : [member]
    const isFile = isBinary(described, schema.schema)
    if (isFile)
      troubles.push({
        what: `file ${name} of ${type}`,
        why: 'a short text is sent in its place; put `file:` there',
        isNote: true,
      })
    return [
      name,
      items.map(item =>
        isFile ? filePart(name, item, encoding.get(name)) : textPart(item, encoding.get(name)),
      ),
    ]
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
  const isJson = typeof value === 'object' && value !== null
  const contentType = encoding?.contentType ?? (isJson ? 'application/json' : undefined)
  const text = isJson || isJsonField(encoding) ? JSON.stringify(value) : value
  if (contentType === undefined) return literalValue(text ?? '')
  return { text: literalText(String(text ?? '')), 'content-type': contentType }
}

function filePart(name: string, value: JsonValue, encoding: FieldEncoding | undefined): JsonValue {
  const contentType = encoding?.contentType
  const isExact = contentType !== undefined && !contentType.includes('*')
  return {
    text: literalText(typeof value === 'string' && value !== '' ? value : 'example'),
    filename: `${name.replace(/[^\p{L}\p{N}_-]+/gu, '_')}.txt`,
    ...(isExact ? { 'content-type': contentType } : {}),
  }
}

/** Whether a field, or each item of it, is bytes. */
function isBinary(schema: JsonValue, root: JsonObject): boolean {
  const combined = combineSchema(schema, mapping(root['$defs']), new Set(), 0)?.schema ?? {}
  const { format, items, contentMediaType } = combined
  if (format === 'binary' || contentMediaType !== undefined) return true
  return items !== undefined && isBinary(items, root)
}

/** The properties of a form, those of its `allOf` too. */
function propertiesOf(root: JsonObject): JsonObject {
  const combined = combineSchema(root, mapping(root['$defs']), new Set(), 0)
  const properties = Object.entries(mapping(combined?.schema['properties']))
  return Object.fromEntries(properties.filter(([, one]) => !(isObject(one) && one[leftOut] === true)))
}
