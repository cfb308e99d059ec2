import { type Convention, nameOf, NameRegistry, wordsOf } from '../names.ts'

/** Names that the code uses itself, and constants and properties that are the language's or PHPUnit's. */
const taken =
  'this response body attempt match row class curl backupGlobals backupGlobalsExcludeList backupStaticAttributes ' +
  'backupStaticAttributesExcludeList backupStaticProperties runTestInSeparateProcess preserveGlobalState providedTests'

/** Gives things of one kind names that differ from each other, whatever their capitals: methods of PHP know none. */
export class PhpNames extends NameRegistry {
  /** `more` are names that mean something else there. */
  constructor(more: readonly string[] = []) {
    super([...taken.split(' '), ...more], name => name.toLowerCase())
  }

  override name(key: string, words: string, convention: Convention, fallback: string): string {
    return this.named(key, nameOf(shortened(words), convention, fallback))
  }
}

/** The first words of a text that is too long for a name. */
export function shortened(text: string): string {
  const words = wordsOf(text).map(word => word.slice(0, 50))
  const end = words.findIndex((_, index) => words.slice(0, index + 1).join(' ').length > 60)
  return words.slice(0, end < 0 ? words.length : Math.max(end, 1)).join(' ')
}
