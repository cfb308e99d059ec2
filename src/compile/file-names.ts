/** Longest name of a file without its ending, so that paths stay short enough for every system. */
const longest = 60

/** Names that Windows keeps for devices. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)$/

/**
 * A name for a file, made of any text: `Users / Admin (new)` becomes `users-admin-new`. Letters of all scripts stay,
 * accents go; what has no letter or digit is called `unnamed`.
 */
export function fileNameOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
  const cut = Array.from(plain)
    .slice(0, longest)
    .join('')
    .replace(/^-+|-+$/g, '')
  if (cut === '') return 'unnamed'
  return reserved.test(cut) ? `${cut}-` : cut
}

/** Hands out names that differ from each other, whatever the case of their letters: the second `users` is `users-2`. */
export class UniqueNames {
  readonly #taken = new Set<string>()

  /** `name` with its folders, and what it ends with, which does not change. */
  take(name: string, ending = ''): string {
    for (let number = 1; ; number++) {
      const candidate = `${name}${number === 1 ? '' : `-${number}`}${ending}`
      const key = candidate.toLowerCase()
      if (this.#taken.has(key)) continue
      this.#taken.add(key)
      return candidate
    }
  }
}
