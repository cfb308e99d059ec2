import type { JsonValue } from '../../../model/json.ts'

/**
 * True where a text is also the JSON of a value of another type, which a validation would compare as equal: `1`, `true`,
 * `[]`.
 */
export function readsAsOtherType(text: string): boolean {
  if (!/^[-\d[{tfn]/.test(text) || !/[\d\]}el]$/.test(text)) return false
  try {
    const value = JSON.parse(text) as JsonValue
    return typeof value !== 'string' && JSON.stringify(value) === text
  } catch {
    return false
  }
}

/** True where a number of these digits in an answer is a text to a validation, because no number holds it exactly. */
export function isLongNumber(text: string): boolean {
  return /^-?\d{16,}$/.test(text) || /^-?\d[\d.]*e\+?\d{3,}$/i.test(text)
}
