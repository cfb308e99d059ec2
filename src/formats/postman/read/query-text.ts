import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { memberAt, textAt } from '../parts.ts'

/** A parameter of a URL or a field of a form; null where there is no name, or no `=` and value. */
export interface QueryParameter {
  readonly key: string | null
  readonly value: string | null
  readonly disabled: boolean
}

/** The parameters of `query` or `urlencoded`, which may be a list, a text, or an object of names and values. */
export function queryParameters(query: JsonValue | undefined): readonly QueryParameter[] {
  if (typeof query === 'string') return query === '' ? [] : query.split('&').map(parsed)
  if (isObject(query)) return Object.entries(query).map(([key, value]) => parameter({ key, value }))
  if (query === undefined || query === null || !isList(query)) return []
  return query.map(item => (typeof item === 'string' ? parsed(item) : parameter(item)))
}

function parsed(text: string): QueryParameter {
  const at = text.indexOf('=')
  return at === -1
    ? { key: text, value: null, disabled: false }
    : { key: text.slice(0, at), value: text.slice(at + 1), disabled: false }
}

function parameter(item: JsonValue): QueryParameter {
  const value = memberAt(item, 'value')
  return {
    key: textAt(item, 'key') ?? null,
    value: isObject(value) ? JSON.stringify(value) : (textAt(item, 'value') ?? null),
    disabled: memberAt(item, 'disabled') === true,
  }
}

/** Parameters as a query: what would end one of them is encoded, unless it stands in a placeholder's name. */
export function queryText(parameters: readonly QueryParameter[]): string {
  return parameters
    .map(({ key, value }) => {
      const name = key === null ? '' : outsideOfPlaceholders(key, /[&#=]/g)
      return value === null ? name : `${name}=${outsideOfPlaceholders(value, /[&#]/g)}`
    })
    .join('&')
}

/** A text with some characters percent-encoded where they are not part of a placeholder. */
export function outsideOfPlaceholders(text: string, characters: RegExp): string {
  if (text.search(characters) === -1) return text
  return text.replace(/\{\{[^{}]*\}\}|[^{]+|\{/g, part =>
    part.startsWith('{{') ? part : part.replace(characters, encodeURIComponent),
  )
}
