import { isUtf8 } from 'node:buffer'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { scalarText } from '../scalars.ts'
import {
  bigIntOf,
  isNumber,
  numberText,
  type Numeric,
  plainNumber,
  writeJson,
} from '../../util/exact-number.ts'
import { valueText } from '../../util/value-text.ts'

/**
 * How a value of a type that JSON lacks is written, in a mapping with this only key: `{ $timestamp: … }`. Each makes of
 * what is written what the library takes, or undefined.
 */
const typed: Readonly<Record<string, (given: string) => unknown>> = {
  $timestamp: timestamp,
  $base64: given =>
    /^(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/.test(given) ? Buffer.from(given, 'base64') : undefined,
  $decimal: decimal,
  $int64: given => (isInt64(given) ? { '!': 'int64', value: BigInt(given) } : undefined),
  $double: given =>
    given.trim() === '' || (Number.isNaN(Number(given)) && given !== 'NaN')
      ? undefined
      : { '!': 'double', value: Number(given) },
}

/** The fields of a table in the form that the library takes; `what` names them in messages. */
export function fieldTable(given: JsonObject, what: string): Prepared<Record<string, unknown>> {
  const table: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (Buffer.byteLength(name) > 255)
      return unfit(`the name of the ${what} "${name.slice(0, 40)}…" is longer than 255 bytes`)
    const field = fieldValue(value, `${what} "${name}"`)
    if (!field.ok) return field
    table[name] = field.value
  }
  return prepared(table)
}

function fieldValue(value: JsonValue, what: string): Prepared<unknown> {
  if (isNumber(value)) return numberValue(value, what)
  if (isList(value)) {
    const items: unknown[] = []
    for (const item of value) {
      const field = fieldValue(item, what)
      if (!field.ok) return field
      items.push(field.value)
    }
    return prepared(items)
  }
  if (!isObject(value)) return prepared(value)
  const [name = '', ...others] = Object.keys(value)
  if (name.startsWith('$') && others.length === 0) return typedValue(name, value[name] ?? null, what)
  const table = fieldTable(value, what)
  // Said to be an object, because the library takes a mapping with a key `!` for something else.
  return table.ok ? prepared({ '!': 'object', value: table.value }) : table
}

/** Whole numbers of 32 or 64 bits, as other clients write them: brokers compare the types of numbers, too. */
function numberValue(written: Numeric, what: string): Prepared<unknown> {
  const value = plainNumber(written)
  const whole = bigIntOf(value)
  if (typeof value === 'number' && whole === undefined) return prepared({ '!': 'double', value })
  if (whole !== undefined && BigInt.asIntN(32, whole) === whole)
    return prepared({ '!': 'int32', value: Number(whole) })
  if (whole !== undefined && BigInt.asIntN(64, whole) === whole)
    return prepared({ '!': 'int64', value: whole })
  return unfit(
    `${what}: the number ${numberText(written)} has more digits than a number of 64 bits keeps`,
    'Write { $decimal: "…" }, { $double: … } for the nearest one of 64 bits, or a text in quotes.',
  )
}

function typedValue(name: string, given: JsonValue, what: string): Prepared<unknown> {
  const make = Object.hasOwn(typed, name) ? typed[name] : undefined
  if (make === undefined)
    return unfit(`${what}: "${name}" is not a type of a field`, `Types are ${Object.keys(typed).join(', ')}.`)
  const text = scalarText(given)
  const field = text === undefined ? undefined : make(text)
  return field === undefined
    ? unfit(`${what}: ${writeJson(given)} is no ${name}`, examples[name])
    : prepared(field)
}

const examples: Readonly<Record<string, string>> = {
  $timestamp: 'Write a time such as "2026-01-02T03:04:05Z", or seconds since 1970; AMQP keeps whole seconds.',
  $base64: 'Write the bytes in base64, such as "AAEC".',
  $decimal: 'Write a decimal such as "12.50", with digits that fit into 32 bits.',
  $int64: 'Write a whole number from -9223372036854775808 to 9223372036854775807.',
  $double: 'Write a number such as 5.0.',
}

function timestamp(given: string): unknown {
  const seconds = /^\d+$/.test(given) ? given : Math.floor(Date.parse(given) / 1000)
  return Number(seconds) >= 0 && Number(seconds) < 2 ** 63
    ? { '!': 'timestamp', value: BigInt(seconds) }
    : undefined
}

function decimal(given: string): unknown {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(given) ?? []
  const digits = Number(`${whole}${fraction}`)
  if ((digits | 0) !== digits || fraction.length > 255) return undefined
  // The library writes only digits without a sign, which are the same bytes.
  return { '!': 'decimal', value: { places: fraction.length, digits: digits >>> 0 } }
}

function isInt64(text: string): boolean {
  return /^-?\d{1,19}$/.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text)
}

/**
 * Reads a table that came (https://www.rabbitmq.com/amqp-0-9-1-errata, section 3); types that JSON lacks appear as they
 * are written. The library itself rounds long numbers, and takes all bytes for text.
 */
export function readFieldTable(bytes: Buffer): JsonObject {
  let at = 0
  const skip = (length: number): number => (at += length) - length
  const part = (): Buffer => {
    const length = bytes.readUInt32BE(skip(4))
    return bytes.subarray(skip(length), at)
  }
  const readers: Readonly<Record<string, () => JsonValue>> = {
    t: () => bytes[skip(1)] !== 0,
    b: () => bytes.readInt8(skip(1)),
    B: () => bytes.readUInt8(skip(1)),
    s: () => bytes.readInt16BE(skip(2)),
    u: () => bytes.readUInt16BE(skip(2)),
    I: () => bytes.readInt32BE(skip(4)),
    i: () => bytes.readUInt32BE(skip(4)),
    l: () => longEntry(bytes.readBigInt64BE(skip(8))),
    f: () => doubleEntry(bytes.readFloatBE(skip(4))),
    d: () => doubleEntry(bytes.readDoubleBE(skip(8))),
    D: () => ({ $decimal: decimalText(bytes.readUInt8(skip(1)), bytes.readInt32BE(skip(4))) }),
    T: () => ({ $timestamp: timeText(bytes.readBigUInt64BE(skip(8))) }),
    S: () => textEntry(part()),
    x: () => ({ $base64: part().toString('base64') }),
    V: () => null,
    F: () => readFieldTable(part()),
    A: () => {
      const items: JsonValue[] = []
      const length = bytes.readUInt32BE(skip(4))
      for (const end = at + length; at < end;) items.push(value())
      return items
    },
  }
  const value = (): JsonValue => {
    const tag = String.fromCharCode(bytes.readUInt8(skip(1)))
    const read = readers[tag]
    if (read === undefined) throw new Error(`a field has the unknown type ${JSON.stringify(tag)}`)
    return read()
  }
  const entries: [string, JsonValue][] = []
  while (at < bytes.length) {
    const length = bytes.readUInt8(skip(1))
    entries.push([bytes.toString('utf8', skip(length), at), value()])
  }
  return Object.fromEntries(entries)
}

function longEntry(value: bigint): JsonValue {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : { $int64: String(value) }
}

function doubleEntry(value: number): JsonValue {
  return Number.isFinite(value) ? value : { $double: String(value) }
}

function decimalText(places: number, digits: number): string {
  const text = String(Math.abs(digits)).padStart(places + 1, '0')
  const [whole, fraction] = [text.slice(0, text.length - places), text.slice(text.length - places)]
  return `${digits < 0 ? '-' : ''}${whole}${places === 0 ? '' : `.${fraction}`}`
}

function timeText(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000Z', 'Z')
}

function textEntry(bytes: Buffer): JsonValue {
  return isUtf8(bytes) ? bytes.toString() : { $base64: bytes.toString('base64') }
}

/** A value as one text: of a type that JSON lacks what is written behind its name. */
export function fieldText(value: JsonValue): string {
  if (isObject(value)) {
    const [name = '', ...others] = Object.keys(value)
    const text = scalarText(value[name])
    if (others.length === 0 && Object.hasOwn(typed, name) && text !== undefined) return text
  }
  if (value === null) return ''
  return valueText(value)
}
