import type { JsonObject } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { pairOf, placeholders, type PartTell } from './item-parts.ts'

interface Body {
  readonly body?: JsonObject
  readonly headers?: readonly JsonObject[]
}

/** The body of a request as a collection of Postman has it, and the header of its type. */
export function bodyOf(request: JsonObject, isGraphql: boolean, tell: PartTell): Body {
  const given = request['body'] ?? null
  if (isGraphql || (isObject(given) && given['query'] !== undefined))
    return { body: graphqlBody(mapping(given)) }
  if (isList(given)) {
    const variants = given.map(mapping)
    const selected = variants.find(one => one['selected'] === true)
    const others = variants.filter(one => one !== selected).map(one => valueText(one['title'] ?? ''))
    tell.note(`body ${others.join(' and ')}`, 'it is kept, and not sent: another one is selected')
    return selected === undefined ? {} : bodyOf({ ...request, body: selected['body'] ?? null }, false, tell)
  }
  if (!isObject(given)) return {}
  const isTyped = list(request['headers']).some(line => isType(mapping(line)))
  return ofType(valueText(given['type'] ?? ''), given, { isTyped, tell })
}

function isType({ name, disabled }: JsonObject): boolean {
  return disabled !== true && /^content-type$/i.test(valueText(name ?? ''))
}

function graphqlBody({ query, variables }: JsonObject): JsonObject {
  const given = isObject(variables ?? null) ? JSON.stringify(variables) : valueText(variables ?? '')
  return {
    mode: 'graphql',
    graphql: {
      query: placeholders(valueText(query ?? '')),
      variables: given.trim() === '' ? '{}' : placeholders(given),
    },
  }
}

function ofType(
  type: string,
  { data }: JsonObject,
  { isTyped, tell }: { readonly isTyped: boolean; readonly tell: PartTell },
): Body {
  if (type === 'form-urlencoded')
    return { body: { mode: 'urlencoded', urlencoded: list(data).map(mapping).map(pairOf) } }
  if (type === 'multipart-form')
    return { body: { mode: 'formdata', formdata: list(data).map(part => partOf(mapping(part), tell)) } }
  if (type === 'file') {
    const files = list(data).map(mapping)
    const selected = files.find(file => file['selected'] === true)
    if (files.length > 1) tell.note('body file', 'of several files the selected one is sent')
    if (selected === undefined) return {}
    const header = { key: 'Content-Type', value: valueText(selected['contentType'] ?? '') }
    const source = placeholders(valueText(selected['filePath'] ?? ''))
    return {
      body: { mode: 'file', file: { src: source } },
      headers: isTyped || header.value === '' ? [] : [header],
    }
  }
  const raw = placeholders(valueText(data ?? ''))
  if (!['json', 'text', 'xml', 'sparql'].includes(type)) tell.lose(`body ${type}`, 'suites have no such body')
  const isSparql = type === 'sparql' && !isTyped
  const header = { key: 'Content-Type', value: 'application/sparql-query' }
  return {
    body: { mode: 'raw', raw, options: { raw: { language: type === 'sparql' ? 'text' : type } } },
    headers: isSparql ? [header] : [],
  }
}

/** The files of a part that are chosen. */
export function filesOf(part: JsonObject): readonly string[] {
  // A value that is left empty is null.
  const value = part['value'] ?? ''
  return (isList(value) ? value : [value]).map(valueText).filter(file => file.trim() !== '')
}

/** True for a part for which no file is chosen: Bruno sends nothing for it. */
export function isWithoutFile(part: JsonObject): boolean {
  return part['type'] === 'file' && filesOf(part).length === 0
}

function partOf(part: JsonObject, tell: PartTell): JsonObject {
  const { name = '', type, value, contentType, disabled } = part
  const isFile = type === 'file'
  const isMissing = isWithoutFile(part) && disabled !== true
  if (isMissing) tell.note(`part ${valueText(name)}`, 'no file is chosen for it, so it is not sent')
  return defined({
    key: valueText(name),
    type: isFile ? 'file' : 'text',
    src: isFile ? filesOf(part).map(placeholders) : undefined,
    value: isFile ? undefined : placeholders(valueText(value ?? '')),
    contentType: contentType === undefined || contentType === '' ? undefined : valueText(contentType),
    disabled: disabled === true || isMissing ? true : undefined,
  })
}
