/**
 * A number that a double does not hold, or that JavaScript would write otherwise: `4634343214213523454`, `12.00`, `1e3`,
 * `01234`. It keeps its digits from the document or response it stands in to wherever it goes. All other numbers are plain
 * ones, so that nothing is paid for this where it is not needed.
 */
export class ExactNumber {
  // No members that whoever walks through objects would come upon.
  readonly #text: string
  readonly #json: string

  constructor(text: string, json = text) {
    this.#text = text
    this.#json = json
  }

  /** As it was written. Where only text can stand, this goes out. */
  get text(): string {
    return this.#text
  }

  /** The same as JSON writes it: `1234` for `01234`, `0.5` for `.5`. */
  get json(): string {
    return this.#json
  }

  toString(): string {
    return this.text
  }

  /** The nearest double. */
  valueOf(): number {
    return Number(this.json)
  }

  /** With its digits while `writeJson` writes; elsewhere the double that is the same number, or else its digits as a text. */
  toJSON(): number | string {
    if (writing.mark !== '') {
      writing.count++
      return writing.mark + this.json
    }
    const double = Number(this.json)
    return Number.isFinite(double) && sameNumber(double, this) ? double : this.json
  }
}

/** Any number of a document or response. */
export type Numeric = number | ExactNumber

/** The number that a JSON number's text stands for: a plain one where it would be written with the same digits. */
export function numberOf(text: string): Numeric {
  const double = Number(text)
  return String(double) === text ? double : new ExactNumber(text)
}

/** The number that an unquoted scalar of YAML stands for, in any of its spellings; undefined for all that JSON has no number for. */
export function numberOfYaml(text: string): Numeric | undefined {
  if (/^0(?:x[\da-fA-F]+|o[0-7]+)$/.test(text)) return new ExactNumber(text, String(BigInt(text)))
  const [, sign = '', whole = '', fraction = '', power = ''] =
    /^([-+]?)0*(\d*?)(?:\.(\d*))?(e[-+]?\d+)?$/i.exec(text) ?? []
  if (whole === '' && fraction === '' && !/^[-+]?0/.test(text)) return undefined
  const json = `${sign === '-' ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}${power}`
  return json === text ? numberOf(text) : new ExactNumber(text, json)
}

/** True where a value is a number, a plain or an exact one. */
export function isNumber(value: unknown): value is Numeric {
  return typeof value === 'number' || value instanceof ExactNumber
}

/** True where a number has no fraction: `12.00` and `1e3` have none. */
export function isWhole(value: Numeric): boolean {
  if (typeof value === 'number') return Number.isInteger(value)
  const { digits, exponent } = decimalOf(value.json)
  return digits === '' || exponent >= 0
}

/**
 * Below 0 where the first is less, above where it is more, 0 where both are the same number, whatever its spelling; NaN where one
 * of them is.
 */
export function compareNumbers(left: Numeric, right: Numeric): number {
  if (typeof left === 'number' && typeof right === 'number') return order(left, right)
  if (typeof left === 'number' && !Number.isFinite(left)) return order(left, 0)
  if (typeof right === 'number' && !Number.isFinite(right)) return order(0, right)
  return compareDecimals(decimalOf(jsonOf(left)), decimalOf(jsonOf(right)))
}

/** True where two numbers are the same, whatever their spelling: `12.0` and `12.00`. */
export function sameNumber(left: Numeric, right: Numeric): boolean {
  return compareNumbers(left, right) === 0
}

/** The same number in the one spelling that all its spellings share; a plain one where a double holds it. */
export function plainNumber(value: Numeric): Numeric {
  if (typeof value === 'number') return value
  const double = Number(value.json)
  if (Number.isFinite(double) && sameNumber(double, value)) return double
  const { isNegative, digits, exponent } = decimalOf(value.json)
  return new ExactNumber(`${isNegative ? '-' : ''}${digits}${exponent === 0 ? '' : `e${exponent}`}`)
}

/** A whole number of up to 400 digits, in any spelling; undefined for all others. */
export function bigIntOf(value: Numeric): bigint | undefined {
  if (typeof value === 'number' && !Number.isInteger(value)) return undefined
  const { isNegative, digits, exponent } = decimalOf(jsonOf(value))
  if (digits !== '' && (exponent < 0 || digits.length + exponent > 400)) return undefined
  const size = BigInt(digits + '0'.repeat(digits === '' ? 0 : exponent))
  return isNegative ? -size : size
}

/** True where a number is a whole multiple of another one, digit by digit: 19.99 is one of 0.01. */
export function isMultipleOf(value: Numeric, divisor: Numeric): boolean {
  const [dividend, other] = [decimalOf(jsonOf(value)), decimalOf(jsonOf(divisor))]
  if (other.digits === '') return false
  if (dividend.digits === '') return true
  const scale = Math.min(dividend.exponent, other.exponent)
  const shifts = [dividend.exponent - scale, other.exponent - scale]
  // Numbers that are thousands of digits apart would take forever to be divided.
  if (shifts.some(shift => shift > 5000)) return dividend.exponent > other.exponent
  const [large = 0n, small = 1n] = [dividend, other].map(
    ({ digits }, index) => BigInt(digits) * 10n ** BigInt(shifts[index] ?? 0),
  )
  return large % small === 0n
}

/** A number as text, with the digits it was written with. */
export function numberText(value: Numeric): string {
  return String(value)
}

/** Writes JSON as `JSON.stringify` does, but with the digits of exact numbers. */
export function writeJson(value: unknown, indentation?: number | string): string {
  const text = markedJson(value, '\uE000', indentation)
  if (writing.count === 0) return text
  // A text of the value may hold the mark as well. Then one is taken that it does not hold.
  const { mark } = writing
  if (text.split(mark).length - 1 === writing.count) return unmarked(text, mark)
  const free = unusedMark(text)
  return unmarked(markedJson(value, free, indentation), free)
}

function order(left: number, right: number): number {
  return left === right ? 0 : left - right
}

function jsonOf(value: Numeric): string {
  return typeof value === 'number' ? String(value) : value.json
}

/** `digits` times ten to the power of `exponent`; no zero stands at an end of `digits`, and zero has none. */
interface Decimal {
  readonly isNegative: boolean
  readonly digits: string
  readonly exponent: number
}

function decimalOf(json: string): Decimal {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(json) ?? []
  const written = (whole + fraction).replace(/^0+/, '')
  const digits = written.replace(/0+$/, '')
  return {
    isNegative: sign === '-' && digits !== '',
    digits,
    exponent: Number(power) - fraction.length + written.length - digits.length,
  }
}

function compareDecimals(left: Decimal, right: Decimal): number {
  if (left.isNegative !== right.isNegative) return left.isNegative ? -1 : 1
  return left.isNegative ? compareSizes(right, left) : compareSizes(left, right)
}

function compareSizes(left: Decimal, right: Decimal): number {
  if (left.digits === '' || right.digits === '') return order(left.digits.length, right.digits.length)
  const difference = order(left.digits.length + left.exponent, right.digits.length + right.exponent)
  if (difference !== 0) return difference
  return left.digits === right.digits ? 0 : left.digits < right.digits ? -1 : 1
}

/** The state of `toJSON` at the moment: the mark that it writes, and how many so far. */
const writing = { mark: '', count: 0 }

function markedJson(value: unknown, mark: string, indentation: number | string | undefined): string {
  writing.mark = mark
  writing.count = 0
  try {
    return JSON.stringify(value, null, indentation)
  } finally {
    writing.mark = ''
  }
}

function unmarked(text: string, mark: string): string {
  return text.replace(new RegExp(`"${mark}([^"]*)"`, 'g'), '$1')
}

/** A character for private use that a JSON text does not hold, not as an escape either. */
export function unusedMark(text: string): string {
  for (let code = 0xe000; code < 0xf8ff; code++) {
    const mark = String.fromCharCode(code)
    if (!new RegExp(`${mark}|\\\\u${code.toString(16)}`, 'i').test(text)) return mark
  }
  throw new Error('every character for private use is in the text')
}
