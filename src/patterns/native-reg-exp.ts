/** The text as a native regular expression: by code points where that is valid, else in the older syntax. */
export function nativeRegExp(text: string): RegExp | undefined {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(text, flags)
    } catch {
      // Not valid with these flags.
    }
  }
  return undefined
}
