import { exactText, type ExactValue, isExactList, isExactObject, isWholeOf64Bits } from '../exact-json.ts'
import { ExactNumber } from '../../util/exact-number.ts'

/** The longest text of a value in a mismatch. */
const longest = 200

/** A value as mismatches show it: `"Ada"`, `4`, `[1,2]`, cut when it is long. */
export function shownValue(value: ExactValue): string {
  const text = exactText(value)
  return text.length <= longest ? text : `${text.slice(0, longest)}...`
}

/** A text as mismatches show it. */
export function shownText(text: string): string {
  const cut = text.length <= longest ? text : `${text.slice(0, longest)}...`
  return JSON.stringify(cut)
}

/** `string`, `integer`, `decimal`, `list`, `object`, `boolean`, `null`. */
export function typeName(value: ExactValue): string {
  if (value === null) return 'null'
  if (value instanceof ExactNumber) return isWholeOf64Bits(value) ? 'integer' : 'decimal'
  if (isExactList(value)) return 'list'
  return isExactObject(value) ? 'object' : typeof value
}

/** `"22" (string)`. */
export function typedValue(value: ExactValue): string {
  return `${shownValue(value)} (${typeName(value)})`
}
