import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList } from '../../../util/is-json.ts'
import { disabledValue, groupedValues } from '../named-values.ts'
import { memberAt, textAt } from '../parts.ts'
import type { Context } from '../context.ts'
import { templateOf } from '../template.ts'

/** A header line of a request in a collection. */
export interface HeaderLine {
  readonly name: string
  readonly value: string
  readonly disabled: boolean
}

/** Header lines, given as a list of objects or texts, or as one text. Those without a name are never sent. */
export function headerLines(header: JsonValue | undefined): readonly HeaderLine[] {
  const given = typeof header === 'string' ? header.split(/\r?\n/) : header
  if (given === undefined || given === null || !isList(given)) return []
  return given.map(headerLine).filter(({ name }) => name !== '')
}

function headerLine(item: JsonValue): HeaderLine {
  if (typeof item !== 'string')
    return {
      name: (textAt(item, 'key') ?? '').trim(),
      value: memberAt(item, 'value') === null ? 'null' : (textAt(item, 'value') ?? ''),
      disabled: memberAt(item, 'disabled') === true,
    }
  const colon = item.includes(':') ? item.indexOf(':') : item.length
  return { name: item.slice(0, colon).trim(), value: item.slice(colon + 1).trim(), disabled: false }
}

/** The value of the last enabled header of a name in lower case. */
export function enabledHeader(lines: readonly HeaderLine[], name: string): string | undefined {
  return lines.findLast(line => !line.disabled && line.name.toLowerCase() === name)?.value
}

/** Headers that the connection takes care of. */
const ofConnection = new Set([
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'connection',
])

/** RFC 9110 section 5.6.2, with placeholders. */
const fieldName = /^(?:[!#$%&'*+.^_`|~0-9A-Za-z-]|\{\{[^{}]+\}\})+$/

/**
 * `headers` of a step. `replaced` are names in lower case whose lines the credentials or the body take the place of, as in
 * Postman; they stay in the file.
 */
export function readHeaders(
  lines: readonly HeaderLine[],
  replaced: ReadonlySet<string>,
  { log }: Pick<Context, 'log'>,
): JsonObject | undefined {
  return groupedValues(
    lines.flatMap(({ name, value, disabled }): (readonly [string, JsonValue])[] => {
      const key = templateOf(name)
      if (!fieldName.test(key)) {
        if (!disabled) log.lose(`header ${JSON.stringify(name)}`, 'it is no name that a header can have')
        return []
      }
      if (disabled || replaced.has(name.toLowerCase())) return [[key, disabledValue(templateOf(value))]]
      if (!ofConnection.has(name.toLowerCase())) return [[key, templateOf(value)]]
      log.note(`header ${name}`, 'it belongs to the connection, and is not sent as given')
      return [[key, disabledValue(templateOf(value))]]
    }),
  )
}
