import type { JsonValue } from '../../model/json.ts'
import { ExactNumber, isNumber, numberOf as numberWith, type Numeric } from '../../util/exact-number.ts'

/** A decimal number without a loss: so many units, the last of them so many places behind the point. */
interface Decimal {
  readonly units: bigint
  readonly places: number
}

/** Longest number that is read, in characters; what is longer is text. */
const longestNumber = 400

/** The number that a value is, or that its text writes; undefined for what is none. */
export function decimalOf(value: JsonValue): Decimal | undefined {
  if (!isNumber(value) && typeof value !== 'string') return undefined
  const text = value instanceof ExactNumber ? value.json : String(value)
  if (text.length > longestNumber) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text) ?? []
  if (sign === undefined) return undefined
  const places = fraction.length - Number(exponent)
  const units = BigInt(sign + whole + fraction)
  return places < 0 ? { units: units * 10n ** BigInt(-places), places: 0 } : { units, places }
}

/** The sum of numbers. */
export function added(numbers: readonly Decimal[]): Decimal {
  const places = Math.max(0, ...new Set(numbers.map(one => one.places)))
  return { units: numbers.reduce((sum, one) => sum + scaled(one, places), 0n), places }
}

/** A number and another one, digit by digit; as doubles where one of them has hundreds of digits. */
export function sumOf(one: Numeric, other: Numeric): Numeric {
  const [left, right] = [decimalOf(one), decimalOf(other)]
  return left === undefined || right === undefined
    ? Number(one) + Number(other)
    : numberOf(added([left, right]))
}

/** The product of two numbers. */
export function multiplied(one: Decimal, other: Decimal): Decimal {
  return { units: one.units * other.units, places: one.places + other.places }
}

/** As a number with all of its digits. */
export function numberOf({ units, places }: Decimal): Numeric {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  const whole = `${units < 0n ? '-' : ''}${places === 0 ? digits : digits.slice(0, -places)}`
  return numberWith(places === 0 || fraction === '' ? whole : `${whole}.${fraction}`)
}

function scaled({ units, places }: Decimal, to: number): bigint {
  return units * 10n ** BigInt(to - places)
}
