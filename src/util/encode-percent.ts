/** A text percent-encoded for a part of a URL; half of a character alone, which JSON may hold, becomes the mark for one. */
export function encodePercent(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
}
