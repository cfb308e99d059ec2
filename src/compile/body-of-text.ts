import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { exactJson } from './exact-json.ts'
import { formPairs, namedValues } from './named-values.ts'
import { defined } from '../util/defined.ts'

const formType = 'application/x-www-form-urlencoded'

/**
 * A body as a person would write it in a suite: `json`, `graphql`, `form`, `xml`, or `text` where anything would be lost by
 * that. `content-type` stands beside it where it is not the usual one of the kind. Braces are not escaped.
 */
export function bodyOfText(text: string, type: string): JsonObject {
  const keys = bodyKeys(text, mediaType(type))
  const usual = Object.keys(keys).map(key => usualTypes[key] ?? '')
  return usual.includes(type) ? keys : { ...keys, 'content-type': type === '' ? 'text/plain' : type }
}

/**
 * True where a body that is filled in as a value is what it was as text: a placeholder in quotes would take the type of its variable.
 * `isText` says which variables only hold text.
 */
export function staysText(value: JsonValue, isText: (placeholder: string) => boolean): boolean {
  if (typeof value === 'string') return !/^\{\{[^{}]*\}\}$/.test(value) || isText(value.slice(2, -2).trim())
  if (isList(value)) return value.every(item => staysText(item, isText))
  return !isObject(value) || Object.values(value).every(member => staysText(member, isText))
}

/** The type without its parameters, in lower case. */
export function mediaType(type: string): string {
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** The type of each kind of body when nothing else is said (docs/steps.md, Bodies). */
const usualTypes: Readonly<Record<string, string>> = {
  json: 'application/json',
  graphql: 'application/json',
  form: formType,
  xml: 'application/xml',
  text: 'text/plain; charset=utf-8',
}

function bodyKeys(text: string, media: string): JsonObject {
  const json = /[/+]json$/.test(media) ? exactJson(text) : undefined
  if (json !== undefined) return { ...(graphqlOf(json) ?? { json }) }
  const form = media === formType ? formPairs(text) : undefined
  if (form !== undefined) return { form: namedValues(form) }
  return /[/+]xml$/.test(media) ? { xml: text } : { text }
}

/** Translates a body that is nothing but a GraphQL operation into the words of a suite. */
function graphqlOf(json: JsonValue): JsonObject | undefined {
  if (!isObject(json)) return undefined
  const { query, variables, operationName, ...rest } = json
  const isOperation =
    typeof query === 'string' &&
    query.includes('{') &&
    Object.keys(rest).length === 0 &&
    (variables === undefined || isObject(variables)) &&
    (operationName === undefined || typeof operationName === 'string')
  if (!isOperation) return undefined
  return {
    graphql: defined({ query, variables, operation: operationName }),
  }
}
