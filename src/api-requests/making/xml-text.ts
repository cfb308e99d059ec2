import { writeJson } from '../../util/exact-number.ts'
import { combineSchema } from '../../api-description/examples/combine-schema.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject, isCollection } from '../../util/is-json.ts'
import { mapping, text } from '../../util/read-values.ts'

/** A value as XML, named and shaped as the `xml` of its schema says (OpenAPI "XML Object"). */
export function xmlText(value: JsonValue, root: JsonObject, name: string): string {
  const definitions = mapping(root['$defs'])
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elements(value, root, definitions, name).join('\n')}`
}

/** The elements a value becomes: one, or for a list that has no element of its own one for each item. */
function elements(
  value: JsonValue,
  written: JsonValue,
  definitions: JsonObject,
  name: string,
): readonly string[] {
  const schema = combineSchema(written, definitions, new Set(), 0)?.schema ?? {}
  const xml = mapping(schema['xml'])
  const own = text(xml['name']) ?? name
  if (isList(value))
    return listElements(value, schema, definitions, { own, isWrapped: xml['wrapped'] === true })
  const prefix = text(xml['prefix'])
  const tag = prefix === undefined ? own : `${prefix}:${own}`
  const attributes = `${namespaceOf(xml)}${attributesOf(value, schema, definitions)}`
  const inner = isObject(value) ? children(value, schema, definitions) : [escaped(value)]
  if (!isObject(value)) return [`<${tag}${attributes}>${inner.join('')}</${tag}>`]
  return [`<${tag}${attributes}>`, ...inner.map(line => line.replace(/^/gm, '  ')), `</${tag}>`]
}

function listElements(
  value: readonly JsonValue[],
  schema: JsonObject,
  definitions: JsonObject,
  { own, isWrapped }: { readonly own: string; readonly isWrapped: boolean },
): readonly string[] {
  const items = value.flatMap(item => elements(item, schema['items'] ?? true, definitions, own))
  return isWrapped ? [`<${own}>`, ...items.map(line => line.replace(/^/gm, '  ')), `</${own}>`] : items
}

function children(value: JsonObject, schema: JsonObject, definitions: JsonObject): readonly string[] {
  const properties = mapping(schema['properties'])
  return Object.entries(value)
    .filter(([name]) => !isAttribute(properties[name], definitions))
    .flatMap(([name, member]) => elements(member, properties[name] ?? true, definitions, name))
}

function attributesOf(value: JsonValue, schema: JsonObject, definitions: JsonObject): string {
  const properties = mapping(schema['properties'])
  return Object.entries(mapping(value))
    .filter(([name]) => isAttribute(properties[name], definitions))
    .map(([name, member]) => {
      const xml = mapping(mapping(properties[name])['xml'])
      return ` ${text(xml['name']) ?? name}="${escaped(member)}"`
    })
    .join('')
}

function isAttribute(schema: JsonValue | undefined, definitions: JsonObject): boolean {
  if (schema === undefined) return false
  const combined = combineSchema(schema, definitions, new Set(), 0)
  return mapping(combined?.schema['xml'])['attribute'] === true
}

function namespaceOf(xml: JsonObject): string {
  const namespace = text(xml['namespace'])
  if (namespace === undefined) return ''
  const prefix = text(xml['prefix'])
  return ` xmlns${prefix === undefined ? '' : `:${prefix}`}="${escaped(namespace)}"`
}

function escaped(value: JsonValue): string {
  const plain = value === null ? '' : isCollection(value) ? writeJson(value) : String(value)
  return plain
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
