/** A part of a URL without its percent-encoding; as it is when that is not valid, which URLs of people may be. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
