/** A regular expression that always comes to an end. */
export interface Pattern {
  /** True where it matches somewhere in the text. Throws `PatternTimeout`. */
  test(text: string): boolean
  /**
   * Returns the match of its first group, or the whole match when it has no group; `undefined` when there is no match
   * or the group took no part in it. Throws `PatternTimeout`.
   */
  firstGroup(text: string): string | undefined
}

/** The pattern, or why the text is none. */
export type PatternResult =
  | { readonly ok: true; readonly pattern: Pattern }
  | { readonly ok: false; readonly message: string }

/** Milliseconds one match may take where only a backtracking engine understands the pattern. */
export const patternTimeout = 1000

/** Thrown by a match that took too long; whoever judges a value turns it into a failure with this message. */
export class PatternTimeout extends Error {
  constructor(pattern: string, reason: string) {
    super(`the pattern ${pattern} ${reason}`)
    this.name = 'PatternTimeout'
  }
}
