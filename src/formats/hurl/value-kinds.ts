import { hundredsOf } from '../../compile/written-checks.ts'
import { resultOfXPath } from '../../extracts/xpath/index.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Numeric } from '../../util/exact-number.ts'
import { valueText } from '../../util/value-text.ts'

/** The type that a value has in Hurl. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'bytes' | 'nodes' | 'unit'

const kinds: readonly (readonly [RegExp, ValueKind])[] = [
  [/^(?:status|time|size)$|^cookie .* max-age$/, 'number'],
  [/^cookie .* expires$|^certificate (?:starts|expires)$/, 'date'],
  [/^cookie .* (?:secure|http-only)$/, 'unit'],
  [/^sha256$/, 'bytes'],
  [/^(?:header|cookie|certificate) |^(?:text|url)$/, 'text'],
]

const xpathKinds = {
  nodes: 'nodes',
  text: 'text',
  count: 'number',
  number: 'number',
  boolean: 'boolean',
  constant: undefined,
} as const

/** The type of a target's values in Hurl; undefined where an answer decides. */
export function kindOfTarget(target: string): ValueKind | undefined {
  const [, expression] = /^xpath (.*)$/s.exec(target) ?? []
  if (expression === undefined) return kinds.find(([pattern]) => pattern.test(target))?.[1]
  return xpathKinds[resultOfXPath(expression) ?? 'constant']
}

/** The type of other values that have this text: a text equals them in a suite, and never in Hurl. */
export function otherKind(text: string): 'number' | 'boolean' | undefined {
  if (/^(?:true|false|yes|no|on|off)$/i.test(text)) return 'boolean'
  return /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?\s*$/i.test(text) ? 'number' : undefined
}

/** The number, true or false that has this text and equals it in a suite. */
export function otherValue(text: string): string | undefined {
  if (/^(?:true|false|null)$/.test(text)) return text
  return otherKind(text) === 'number' && String(Number(text)) === text ? text : undefined
}

/** True where this may stand in the text of a number, of true, false or null, or be all of what a variable holds. */
export function mayBePart(text: string): boolean {
  return (
    /^[-+.\deE]+$|^\{\{[^{}]*\}\}$|^["[{]/.test(text) ||
    ['true', 'false', 'null'].some(word => word.includes(text))
  )
}

/** The texts that filters read. */
export const numbers: Readonly<Record<string, string>> = {
  toInt: String.raw`^[-+]?\d+$`,
  toFloat: String.raw`^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$`,
}

/** The texts that are read as a number, or as no other. */
export function numberText(filter: string, value: Numeric, isEqual: boolean): JsonValue | undefined {
  const [whole, sign = '', digits = '', fraction = ''] =
    /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(String(value)) ?? []
  const isFloat = filter === 'toFloat'
  if (whole === undefined || (!isFloat && fraction !== '')) return undefined
  if (isEqual && !isFloat) return sign + digits
  const end = fraction === '' ? String.raw`(?:\.0*)?` : String.raw`\.${fraction}0*`
  const pattern = String.raw`^${sign === '' ? String.raw`\+?` : sign}0*${digits}${isFloat ? end : ''}$`
  if (isEqual) return { 'matches-regex': pattern }
  return { 'matches-regex': numbers[filter] ?? '', 'not-matches-regex': pattern }
}

/** The predicates of one whole number out of several, or of a status, which may also be of a class; none for other values. */
export function numberChoice(values: readonly JsonValue[], target: string): readonly string[] {
  const isStatus = target === 'status'
  const patterns = values.map(value => {
    const hundreds = isStatus ? hundredsOf(value) : undefined
    if (hundreds !== undefined) return String.raw`${hundreds}\d\d`
    const isWhole = Number.isSafeInteger(value) || (isStatus && /^\d{3}$/.test(valueText(value)))
    return isWhole ? valueText(value) : undefined
  })
  const isOther = !isStatus && kindOfTarget(target) !== undefined
  if (isOther || patterns.length === 0 || patterns.includes(undefined)) return []
  return [...(isStatus ? [] : ['isInteger']), `toString matches /^(?:${patterns.join('|')})$/`]
}
