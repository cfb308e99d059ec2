/** What the text of a script tells without running it. */
export interface ScriptFacts {
  /** Why it cannot be read, and where: line and column of the script, from 1. */
  readonly problem?: { readonly message: string; readonly line: number; readonly column: number }
  /** Assertions that assert nothing, and why. */
  readonly idle?: readonly { readonly message: string; readonly line: number; readonly column: number }[]
  /** Whether there is nothing in it but blanks and remarks. */
  readonly isEmpty?: true
  /** The names of the variables that it may set; `anyName` among them when it may set others. */
  readonly sets: readonly string[]
  /** Whether it may go on with another step than the next. */
  readonly jumps: boolean
}

/** Stands for every name. No variable can be called so. */
export const anyName = '{any}'
