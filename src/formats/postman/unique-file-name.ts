/** A file name made of any text and an ending, other than those in `taken`, to which it is added. */
export function uniqueFileName(text: string, ending: string, taken: Set<string>): string {
  const words = text
    .replace(/[^\p{L}\p{N}._ -]+/gu, '-')
    .replace(/^[-. ]+|[-. ]+$/g, '')
    .slice(0, 100)
  const base = words === '' ? 'collection' : words
  for (let number = 1; ; number++) {
    const name = `${number === 1 ? base : `${base}-${number}`}${ending}`
    if (taken.has(name.toLowerCase())) continue
    taken.add(name.toLowerCase())
    return name
  }
}
