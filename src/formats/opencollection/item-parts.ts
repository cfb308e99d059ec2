import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping, text } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Tell } from '../told.ts'
import type { CollectionPart } from './collection-part.ts'

/** An account of one part. */
export interface PartTell extends Tell {
  /** Names of assertions by the statements that were made of them. */
  readonly checks: Map<string, string>
}

/** The part that says what is sent: `http`, `graphql` and the like. */
export function requestOf(document: JsonObject): JsonObject {
  return mapping(document['http'] ?? document['graphql'] ?? document['websocket'] ?? document['grpc'])
}

/** The name that users see. */
export function nameOf(document: JsonObject): string {
  return valueText(mapping(document['info'])['name'] ?? document['name'] ?? '')
}

/** `docs` of a part, or the description in its head. */
export function descriptionOf(document: JsonObject): string | undefined {
  const given = [document['docs'], mapping(document['info'])['description']]
  return given
    .map(one => text(one) ?? text(mapping(one)['content']))
    .find(one => one !== undefined && one !== '')
}

/** A text with the placeholders of suites. */
export function placeholders(written: string): string {
  return written
    .replace(/\{\{\s*process\.env\.([^{}\s]+)\s*\}\}/g, '{{env.$1}}')
    .replace(/\{\{\s*\?\s*([^{}]+?)\s*\}\}/g, '{{$1}}')
}

/** The value of a variable: a text, or what `{ type, data }` says. */
export function variableValue(value: JsonValue | undefined): JsonValue {
  if (!isObject(value ?? null)) return placeholders(valueText(value ?? ''))
  const { type, data } = mapping(value)
  const written = valueText(data ?? '')
  if (type === 'string' || type === undefined) return placeholders(written)
  try {
    const parsed = JSON.parse(written) as JsonValue
    const isMeant = type === 'object' ? isObject(parsed) || isList(parsed) : typeof parsed === type
    return isMeant ? parsed : placeholders(written)
  } catch {
    return placeholders(written)
  }
}

/** A name and its value as a collection of Postman has them. */
export function pairOf(entry: JsonObject): JsonObject {
  const { name = '', value, disabled } = entry
  return defined({
    key: valueText(name),
    value: placeholders(valueText(value ?? '')),
    disabled: disabled === true ? true : undefined,
  })
}

/** True where Bruno runs scripts behind an answer from the request outwards, which is usual, and both have some. */
export function runsInnerScriptsFirst({ document, parts = [] }: CollectionPart, root: JsonObject): boolean {
  const scripts = [mapping(root['config']), mapping(mapping(root['extensions'])['bruno'])].map(
    one => one['scripts'],
  )
  const isUsual = scripts.every(one => mapping(one)['flow'] !== 'sequential')
  return isUsual && hasAfter(mapping(document['request'])) && parts.some(hasInside)
}

function hasInside({ document, parts = [] }: CollectionPart): boolean {
  return [document['request'], document['runtime']].map(mapping).some(hasAfter) || parts.some(hasInside)
}

function hasAfter({ scripts }: JsonObject): boolean {
  return list(scripts).some(one => /^(?:after-response|tests)$/.test(text(mapping(one)['type']) ?? ''))
}
