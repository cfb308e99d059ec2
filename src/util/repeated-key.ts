/** The first key that an object has twice, and where it stands again. `text` must be valid JSON. */
export function repeatedKey(text: string): { readonly key: string; readonly offset: number } | undefined {
  const open: Set<string>[] = []
  const token = /["{}]/g
  const rest = /["\\]/g
  const colon = /\s*:/y
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    if (match[0] === '{') open.push(new Set())
    else if (match[0] === '}') open.pop()
    else {
      rest.lastIndex = token.lastIndex
      while (rest.exec(text)?.[0] === '\\') rest.lastIndex++
      colon.lastIndex = token.lastIndex = rest.lastIndex
      if (!colon.test(text)) continue
      const key = JSON.parse(text.slice(match.index, rest.lastIndex)) as string
      if (open.at(-1)?.has(key) === true) return { key, offset: match.index }
      open.at(-1)?.add(key)
    }
  }
  return undefined
}

/** Why a JSON text is refused that has a key twice, as a fragment with the line; nothing where each is there once. */
export function whyRepeated(text: string): string | undefined {
  const repeated = repeatedKey(text)
  if (repeated === undefined) return undefined
  const line = text.slice(0, repeated.offset).split('\n').length
  return `line ${line}: the key ${JSON.stringify(repeated.key)} stands there for the second time`
}
