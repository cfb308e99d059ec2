import { type Convention, nameOf, wordsOf } from '../names.ts'

/** Names that the code uses itself, and constants and properties that are the language's or PHPUnit's. */
const taken =
  'this response body attempt match row class curl backupGlobals backupGlobalsExcludeList backupStaticAttributes ' +
  'backupStaticAttributesExcludeList backupStaticProperties runTestInSeparateProcess preserveGlobalState providedTests'

/** Gives things of one kind names that differ from each other, whatever their capitals: methods of PHP know none. */
export class PhpNames {
  readonly #names = new Map<string, string>()
  readonly #taken: Set<string>

  /** `more` are names that mean something else there. */
  constructor(more: readonly string[] = []) {
    this.#taken = new Set([...taken.split(' '), ...more].map(name => name.toLowerCase()))
  }

  /** The name of what is known by a key, made of a text where it has none yet. */
  name(key: string, words: string, convention: Convention, fallback: string): string {
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const wanted = nameOf(shortened(words), convention, fallback)
    let free = wanted
    for (let number = 2; this.#taken.has(free.toLowerCase()); number++) free = `${wanted}${number}`
    this.#taken.add(free.toLowerCase())
    this.#names.set(key, free)
    return free
  }
}

/** The first words of a text that is too long for a name. */
export function shortened(text: string): string {
  const words = wordsOf(text).map(word => word.slice(0, 50))
  const end = words.findIndex((_, index) => words.slice(0, index + 1).join(' ').length > 60)
  return words.slice(0, end < 0 ? words.length : Math.max(end, 1)).join(' ')
}
