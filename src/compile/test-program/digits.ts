import type { JsonObject, JsonValue } from '../../model/json.ts'
import { bigIntOf, ExactNumber, isNumber, plainNumber, writeJson } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { holdsExactNumber, mapNumbers } from '../../util/plain-numbers.ts'
import { valueText } from '../../util/value-text.ts'
import type { ColumnDigits, Value } from './test-program.ts'

/** The numbers that a target compares digit by digit, though a double does not hold them. */
export type HeldNumbers = (whole: bigint) => boolean

/** True where a number in a value has digits that it only keeps as text. */
export function holdsDigits(value: Value): boolean {
  switch (value.kind) {
    case 'literal':
      return holdsExactNumber(value.value)
    case 'list':
      return value.items.some(holdsDigits)
    case 'object':
      return value.members.some(member => holdsDigits(member.value))
    case 'variable':
      return value.isDigits === true
    case 'column':
      return value.digits !== undefined
    default:
      return false
  }
}

/** A value with numbers that code has: what is a text of digits is read as one, and those beyond a double are told to `round`. */
export function asNumbers(value: Value, round: (number: ExactNumber) => JsonValue): Value {
  if (!holdsDigits(value)) return value
  switch (value.kind) {
    case 'literal':
      return { kind: 'literal', value: mapNumbers(value.value, round) }
    case 'list':
      return { ...value, items: value.items.map(item => asNumbers(item, round)) }
    case 'object':
      return {
        ...value,
        members: value.members.map(({ key, value: inner }) => ({ key, value: asNumbers(inner, round) })),
      }
    case 'column':
      return value.digits?.areNumbers === true ? { kind: 'number-of', of: value } : value
    default:
      return { kind: 'number-of', of: value }
  }
}

/** A number as code of a target has it, digit by digit; undefined where it has but the nearest double. */
export function heldNumber(value: ExactNumber, holds: HeldNumbers = () => false): JsonValue | undefined {
  const plain = plainNumber(value)
  if (typeof plain === 'number') return plain
  const whole = bigIntOf(plain)
  return whole !== undefined && holds(whole) ? new ExactNumber(String(whole)) : undefined
}

/** A number in a value that a target does not hold; undefined where it holds all. */
export function unheldNumber(value: JsonValue, holds?: HeldNumbers): ExactNumber | undefined {
  if (value instanceof ExactNumber) return heldNumber(value, holds) === undefined ? value : undefined
  if (!isList(value) && !isObject(value)) return undefined
  for (const part of Object.values<JsonValue>(value)) {
    const unheld = unheldNumber(part, holds)
    if (unheld !== undefined) return unheld
  }
  return undefined
}

/**
 * Rows whose numbers keep their digits: as texts. Where the JSON of a column is another text, as of `01234`, it is a column of its
 * own.
 */
export function rowsWithDigits(
  columns: readonly string[],
  rows: readonly JsonObject[],
): { readonly rows: readonly JsonObject[]; readonly digits: ReadonlyMap<string, ColumnDigits> } {
  const digits = new Map<string, ColumnDigits>()
  const made = new Map<string, (row: JsonObject) => JsonValue>()
  for (const name of columns) {
    const values = rows.map(row => row[name] ?? null)
    if (!values.some(holdsExactNumber)) continue
    const areNumbers = values.every(isNumber)
    const isSame = areNumbers && values.every(value => valueText(value) === writeJson(value))
    const json = isSame ? name : freeName(`${name} as JSON`, columns)
    digits.set(name, { json, areNumbers })
    made.set(json, row => writeJson(row[name] ?? null))
    made.set(name, ({ [name]: value = null }) => (value === null ? null : valueText(value)))
  }
  if (digits.size === 0) return { rows, digits }
  const names = new Set([...columns, ...made.keys()])
  return {
    rows: rows.map(row =>
      Object.fromEntries([...names].map(name => [name, made.get(name)?.(row) ?? row[name] ?? null])),
    ),
    digits,
  }
}

function freeName(usual: string, others: readonly string[]): string {
  return others.includes(usual) ? freeName(`${usual}_`, others) : usual
}
