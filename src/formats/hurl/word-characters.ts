/** The characters of words, `\w` in Rust, as JavaScript has them. */
const letters = String.raw`\p{L}\p{M}\p{Nd}\p{Nl}\p{Pc}`

/** The characters that JavaScript's `\w` has. */
const ascii = '0-9A-Za-z_'

/** A pattern of Rust, in which letters of all languages make words; undefined where a class has all but those. */
export function withWordsOfRust(pattern: string): string | undefined {
  return withClasses(pattern, (token, isInside) => {
    if (token === String.raw`\w`) return isInside ? letters : `[${letters}]`
    if (token === String.raw`\W`) return isInside ? undefined : `[^${letters}]`
    return token
  })
}

/** A pattern of JavaScript for Rust, with the same words. */
export function wordsForRust(pattern: string): string {
  const changed = withClasses(pattern, (token, isInside) => {
    if (token === String.raw`\w`) return isInside ? ascii : `[${ascii}]`
    return token === String.raw`\W` ? `[^${ascii}]` : token
  })
  return (changed ?? pattern)
    .replaceAll(`[${letters}]`, String.raw`\w`)
    .replaceAll(`[^${letters}]`, String.raw`\W`)
    .replaceAll(letters, String.raw`\w`)
}

/** A pattern with other escapes, which know if they stand in a class; undefined where one of them has no other. */
function withClasses(
  pattern: string,
  change: (token: string, isInside: boolean) => string | undefined,
): string | undefined {
  let isInside = false
  let text = ''
  for (const [token] of pattern.matchAll(/\\[\s\S]|[\s\S]/g)) {
    if (token === '[') isInside = true
    else if (token === ']') isInside = false
    const changed = change(token, isInside)
    if (changed === undefined) return undefined
    text += changed
  }
  return text
}
