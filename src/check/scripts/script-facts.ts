/** The facts that the text of a script tells without running it. */
export interface ScriptFacts {
  /** Why it cannot be read, and where: line and column of the script, from 1. */
  readonly problem?: { readonly message: string; readonly line: number; readonly column: number }
  /** Assertions that assert nothing, and why. */
  readonly idle?: readonly IdleAssertion[]
  /** True where there is nothing in it but blanks and remarks. */
  readonly isEmpty?: true
  /** The names of the variables that it may set; `anyName` among them when it may set others. */
  readonly sets: readonly string[]
  /** True where it may go on with another step than the next. */
  readonly jumps: boolean
  /** True where it may leave out a request, or take a variable its value. */
  readonly leavesOut?: true
}

/** An assertion that asserts nothing, or a test that nothing can fail: why, and where it stands in the script, from 1. */
export interface IdleAssertion {
  readonly message: string
  readonly line: number
  readonly column: number
  /** Other tests of the script can fail. */
  readonly isMinor?: true
}

/** Stands for every name. No variable can be called so. */
export const anyName = '{any}'
