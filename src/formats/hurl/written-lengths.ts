import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { selectsSeveral } from './found-value.ts'
import { quotedText } from './hurl-text.ts'
import { kindOfTarget } from './value-kinds.ts'

const signs: Readonly<Record<string, string>> = {
  equals: '==',
  'not-equals': '!=',
  'greater-than': '>',
  'less-than': '<',
  'at-least': '>=',
  'at-most': '<=',
}

/** True where other operators leave no value but a text. */
export function isTextAlone(target: string, all: JsonObject): boolean {
  return kindOfTarget(target) === 'text' || all['has-type'] === 'string'
}

/** Predicates for a value that is not null and not empty. */
export function presenceLines(target: string, all: JsonObject): readonly string[] {
  const kind = kindOfTarget(target)
  if (target === 'text') return ['bytes count > 0']
  if (kind === 'text' || /^(?:string|array|object)$/.test(valueText(all['has-type'] ?? '')))
    return ['not isEmpty']
  if (target.startsWith('variable ')) return ['!= null', '!= ""']
  if (!target.startsWith('$') || selectsSeveral(target)) return ['exists']
  return target === '$'
    ? ['!= null', 'not isEmpty']
    : ['!= null', `jsonpath ${quotedText(`$[?length(${target}) == 0]`)} not exists`]
}

/** Predicates for a length, where Hurl's `count` is that of lists alone; undefined where it has no word for it. */
export function lengthLines(
  target: string,
  operand: JsonValue,
  all: JsonObject,
): readonly string[] | undefined {
  const bounds = Object.entries(isObject(operand) ? operand : { equals: operand })
  const compared = bounds.map(([operator, length]) => [signs[operator] ?? '', valueText(length)] as const)
  if (compared.some(([sign, length]) => sign === '' || !/^(?:\d+|\{\{[^{}]*\}\})$/.test(length)))
    return undefined
  const isSome = compared.length === 1 && /^(?:>=1|>0)$/.test(compared[0]?.join('') ?? '')
  const isNone = compared.length === 1 && /^(?:==|<=)0$/.test(compared[0]?.join('') ?? '')
  const isPath = target.startsWith('$')
  if (isPath && selectsSeveral(target)) return severalLines(compared, isSome, isNone)
  const isList = all['has-type'] === 'array' || kindOfTarget(target) === 'nodes'
  if (!isList && isNone) return ['isEmpty']
  if (!isList && isSome) return ['not isEmpty']
  if (isList) return compared.map(([sign, length]) => `count ${sign} ${length}`)
  if (isTextAlone(target, all)) return textLines(compared)
  if (!isPath) return undefined
  const test = compared.map(([sign, length]) => `length(${target}) ${sign} ${length}`).join(' && ')
  // Without a value that has a length, != holds in a filter.
  const isSure = compared.some(([sign]) => sign !== '!=')
  return isSure ? [`jsonpath ${quotedText(`$[?${test}]`)} exists`] : undefined
}

type Bounds = readonly (readonly [sign: string, length: string])[]

/** The count of what a path selects: one value is itself in Hurl, and nothing is not counted. */
function severalLines(compared: Bounds, isSome: boolean, isNone: boolean): readonly string[] | undefined {
  if (isNone) return ['not exists']
  if (isSome) return ['exists']
  const [first] = compared
  if (compared.length === 1 && first?.join('') === '==1') return ['exists', 'not isList']
  const isCounted = compared.some(
    ([sign, length]) => Number(length) > (sign === '>' ? 0 : 1) && /^(?:==|>=?)$/.test(sign),
  )
  return isCounted ? compared.map(([sign, length]) => `count ${sign} ${length}`) : undefined
}

/** The characters of a text, as many as a pattern may count. */
function textLines(compared: Bounds): readonly string[] | undefined {
  let [least, most] = [0, Infinity]
  for (const [sign, written] of compared) {
    const length = Number(written)
    if (sign === '!=' || !(length <= 1000)) return undefined
    if (sign === '==' || sign === '>=') least = Math.max(least, length)
    if (sign === '>') least = Math.max(least, length + 1)
    if (sign === '==' || sign === '<=') most = Math.min(most, length)
    if (sign === '<') most = Math.min(most, length - 1)
  }
  const times = least === most ? String(least) : `${least},${most === Infinity ? '' : most}`
  return least > most ? undefined : [String.raw`matches /^[\s\S]{${times}}$/`]
}
