/** How a language writes names. */
export type Convention = 'camelCase' | 'PascalCase' | 'snake_case' | 'SCREAMING_SNAKE_CASE'

/** Words of a text, as names have them: `user-id`, `User ID` and `userId` are `user`, `id`. */
export function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/([A-Za-z]+)['\u2019]s\b/g, (_, word: string) => `${word.toLowerCase()}s`)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase())
}

/** A text as a name. What has no letter is `fallback`; one that begins with a digit has it in front. */
export function nameOf(text: string, convention: Convention, fallback = 'value'): string {
  const found = wordsOf(text)
  const words = found.length === 0 ? [fallback] : /^\d/.test(found[0] ?? '') ? [fallback, ...found] : found
  switch (convention) {
    case 'snake_case':
      return words.join('_')
    case 'SCREAMING_SNAKE_CASE':
      return words.join('_').toUpperCase()
    case 'PascalCase':
      return words.map(capitalized).join('')
    case 'camelCase':
      return words.map((word, index) => (index === 0 ? word : capitalized(word))).join('')
  }
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** The first words of a text, so that a name of them is no longer than a method may well be called. */
export function shortened(text: string): string {
  const words = nameOf(text, 'snake_case', 'step').split('_')
  let length = 0
  return words.filter(word => (length += word.length) <= 50).join(' ') || (words[0] ?? '').slice(0, 50)
}

/** Gives things names that differ from each other and from the words that are taken, the same each time. */
export class NameRegistry {
  readonly #names = new Map<string, string>()
  readonly #taken: Set<string>

  /** Makes names that are taken for the same equal: `fold` makes small letters of them where capitals make no difference. */
  readonly #fold: (name: string) => string

  /** `taken` are words of the language, and names that the code uses for something else. */
  constructor(taken: Iterable<string>, fold = (name: string): string => name) {
    this.#fold = fold
    this.#taken = new Set([...taken].map(fold))
  }

  /** True where something is called so already. */
  has(name: string): boolean {
    return this.#taken.has(this.#fold(name))
  }

  /** The name of what is known by a key, made of a text where it has none yet. */
  name(key: string, text: string, convention: Convention, fallback?: string): string {
    return this.named(key, nameOf(text, convention, fallback), convention.includes('_') ? '_' : '')
  }

  /** The name of what is known by a key: the wanted one, with a number behind it where that is taken. */
  named(key: string, wanted: string, separator = ''): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    let free = wanted
    for (let number = 2; this.has(free); number++) free = wanted + separator + String(number)
    this.#taken.add(this.#fold(free))
    this.#names.set(key, free)
    return free
  }
}
