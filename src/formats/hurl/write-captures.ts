import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { isXpathText } from './found-value.ts'
import { hurlName, patternText, quotedText } from './hurl-text.ts'
import { filtersOf, queryOf } from './write-query.ts'

export const noWord = 'Hurl has no word for it'

/** The variable of a target that an import has put between an answer and an assert with filters. */
export function checkedName(target: string): string | undefined {
  return /^variable (checked-\d+(?:-found)*)$/.exec(target)?.[1]
}

/** The query and the filters of an assert that asks for such a variable. */
export function checkedQuery(target: string, extracts: JsonObject): string | undefined {
  const extract = extracts[checkedName(target) ?? '']
  return extract === undefined ? undefined : captured(extract, extracts)
}

/** The captures that extracts become, by the names of the variables; none for those that asserts have themselves. */
export function capturesOf(
  extracts: JsonObject,
  asserted: ReadonlySet<string>,
  lose: Say,
): readonly string[] {
  const piped = Object.values(extracts).map(extract => valueText(mapping(extract)['value'] ?? ''))
  const between = new Set(
    piped.flatMap(text => /^\{\{\s*([^{}|]+-found)(?=\s|\||\}\})/.exec(text)?.[1] ?? []),
  )
  return Object.entries(extracts).flatMap(([name, extract]) => {
    if (between.has(name) || asserted.has(name)) return []
    const query = captured(extract, extracts)
    if (query === undefined) lose(`extract ${name}`, noWord)
    const end = mapping(extract)['secret'] === true ? ' redact' : ''
    return query === undefined ? [] : [`${hurlName(name)}: ${query}${end}`]
  })
}

function captured(extract: JsonValue, extracts: JsonObject): string | undefined {
  if (!isObject(extract)) return typeof extract === 'string' ? queryOf(extract) : undefined
  const { from, regex, value, default: otherwise, secret: _, overwrite: __, ...more } = mapping(extract)
  const isEmptyText = otherwise === '' && isXpathText(valueText(from ?? ''))
  if (Object.keys(more).length > 0 || (otherwise !== undefined && !isEmptyText)) return undefined
  if (value !== undefined) {
    const [, name = '', functions = ''] =
      /^\{\{\s*([^{}|]+?)\s*(?:\|\s*([^{}]*?)\s*)?\}\}$/.exec(valueText(value)) ?? []
    const filters = name === '' ? undefined : filtersOf(functions)
    const source = extracts[name]
    const query = source === undefined ? `variable ${quotedText(hurlName(name))}` : captured(source, {})
    return filters === undefined || query === undefined ? undefined : [query, ...filters].join(' ')
  }
  const query = queryOf(valueText(from ?? ''))
  if (query === undefined || regex === undefined) return query
  const pattern = valueText(regex)
  if (/\(\?<?[=!]|\\[1-9]/.test(pattern)) return undefined
  const grouped = /\((?!\?)|\(\?P?</.test(pattern) ? pattern : `(${pattern})`
  return `${query} regex ${patternText(grouped)}`
}
