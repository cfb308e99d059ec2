import type { AssertionStyle } from './assertions.ts'
import type { Client } from './clients.ts'

/** The parts that a test framework of JavaScript has of its own; everything else is the same for all. */
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
  /** The parameters of a test's function: `()`, or with the context that skips it, or a client of its own. */
  readonly parameters: (isSkipping: boolean, sharesClient: boolean) => string
  /** True where a test is an arrow function. */
  readonly arrow: (isSkipping: boolean) => boolean
  /** A statement that leaves out the rest of the test unless this holds. */
  readonly skipUnless: (condition: string) => string
  /** The loss that skipping comes with. */
  readonly skipLoss?: string
  /** How a test gets more time than its framework gives: before its statements, behind its function, or behind the call. */
  readonly moreTime?: {
    readonly beyond: number
    readonly write: (milliseconds: number) => {
      readonly first?: string
      readonly last?: string
      readonly behind?: string
    }
  }
  /** True where rows are given to `it.each`; others are a loop. */
  readonly hasEach: boolean
  /** Statements at the beginning of the outermost group. */
  readonly opening: readonly string[]
  /** True where requests of one file share their cookies. */
  readonly keepsCookies: boolean
}

/** Names of their framework that tests use. */
export type FrameworkName = 'group' | 'test' | 'before' | 'after' | 'expect'

/** Names that are imported from a module. */
export interface ImportLine {
  readonly from: string
  readonly names: readonly string[]
  /** The name of all of it. */
  readonly all?: string
}
