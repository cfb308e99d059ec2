import type { JsonValue } from '../../../model/json.ts'

/** Whether some value that is no text has this as its JSON: `1`, `true`, `[]`. */
export function isTextOfAnother(text: string): boolean {
  if (!/^[-\d[{tfn]/.test(text) || !/[\d\]}el]$/.test(text)) return false
  try {
    const value = JSON.parse(text) as JsonValue
    return typeof value !== 'string' && JSON.stringify(value) === text
  } catch {
    return false
  }
}

/** Whether an answer's number of these digits would be text to a validation. */
export function isLongNumber(text: string): boolean {
  return /^-?\d{16,}$/.test(text) || /^-?\d[\d.]*e\+?\d{3,}$/i.test(text)
}
