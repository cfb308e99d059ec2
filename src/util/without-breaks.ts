/** Removes the characters that curl leaves out of a file that it sends as data, unless told that it is binary. */
export function withoutBreaks(text: string): string {
  return text.replace(/[\r\n\0]/g, '')
}
