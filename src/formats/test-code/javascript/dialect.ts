import type { AssertionStyle } from './assertions.ts'
import type { Client } from './clients.ts'

/** What a test framework of JavaScript has of its own; everything else is the same for all. */
export interface JavaScriptDialect {
  /** The statements at the beginning, for these names of the framework. */
  readonly imports: (names: readonly FrameworkName[]) => readonly ImportLine[]
  readonly assertions: AssertionStyle
  readonly client: Client
  readonly words: {
    readonly group: string
    readonly test: string
    readonly before: string
    readonly after: string
  }
  /** The parameters of a test's function: `()`, or with the context that skips it. */
  readonly parameters: (isSkipping: boolean) => string
  /** Whether a test is an arrow function. */
  readonly arrow: (isSkipping: boolean) => boolean
  /** A statement that leaves out the rest of the test unless this holds. */
  readonly skipUnless: (condition: string) => string
  /** What of skipping is not so. */
  readonly skipLoss?: string
  /** The word for a test without anything in it. */
  readonly todo: (title: string) => string
  /** Whether rows are given to `it.each`; others are a loop. */
  readonly hasEach: boolean
  /** Statements at the beginning of the outermost group. */
  readonly opening: readonly string[]
  /** The module format where the project says nothing. */
  readonly ending: 'test' | 'spec'
  readonly modules: 'either' | 'import'
  /** Whether requests of one file share their cookies. */
  readonly keepsCookies: boolean
}

/** What tests use of their framework. */
export type FrameworkName = 'group' | 'test' | 'before' | 'after' | 'expect'

/** Names that are imported from a module. */
export interface ImportLine {
  readonly from: string
  readonly names: readonly string[]
  /** The name of all of it. */
  readonly all?: string
}
