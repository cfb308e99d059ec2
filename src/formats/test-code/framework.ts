import type { ProgramTarget } from '../../compile/test-program/program-scope.ts'
import type { TestProgram } from '../../compile/test-program/test-program.ts'
import type { Loss } from '../../model/conversion.ts'
import type { JavaScriptStyle } from './javascript/style.ts'

/** A file of tests, and what of the program is not in it. */
export interface WrittenTests {
  readonly text: string
  readonly losses: readonly Loss[]
  /** Where each test comes from, in the order in which they stand: `Shop / Users / First user`. */
  readonly cases: readonly WrittenCase[]
}

/** A test in a file. */
export interface WrittenCase {
  /** Where it comes from: `Shop / Users / First user`. */
  readonly where: string
  /** How often it runs each time: once for each row, of its own and of the groups around it. */
  readonly times: number
  /** The lines that it takes, where the framework only tells of lines: of the first and the last, counted from 1. */
  readonly lines?: readonly [first: number, last: number]
}

/** A framework that tests can be written for. */
export interface Framework {
  /** `pytest-httpx` */
  readonly name: string
  /** `pytest with httpx` */
  readonly title: string
  readonly language: string
  /** Name of a file of tests: `Users` is `users.test.js`, `test_users.py` or `UsersTest.java`. */
  readonly fileName: (name: string, style: ProjectStyle) => string
  /** Variables of the process that it sets for itself: those of a program get `API_` in front. */
  readonly ownEnvironment?: readonly string[]
  /** True where no more of a file runs after a test that failed. */
  readonly stopsOnFailure?: true
  /** The note on cookies where the client keeps none. */
  readonly cookieNote?: string
  /** Abilities of its programs that most lack. */
  readonly target?: Pick<ProgramTarget, 'calls' | 'loops' | 'omitsNull' | 'knowsUrl' | 'holds'>
  /**
   * Loads the writer of its language, and no other. `file` is what the file will be called, which differs from all others that are
   * written with it.
   */
  readonly write: (program: TestProgram, style: ProjectStyle, file: string) => Promise<WrittenTests>
  readonly runner: Runner
}

/** How tests of a framework are run, one file after the other, and how it is known what became of them. */
export interface Runner {
  /** The command, to be run in the project's folder. `files` are relative to it; `report` is a file for the report. */
  readonly command: (files: readonly string[], report: string) => TestCommand
  /** True where each file is run on its own, because the report does not name files. */
  readonly isPerFile?: boolean
  /** True where all steps of a file are one test: then the line at which it failed tells the step. */
  readonly isOneTest?: boolean
  /**
   * The outcome of each test, in the order in which they ran. `report` is the content of the file, `output` the printed
   * text.
   */
  readonly outcomes: (report: string, output: string) => readonly TestOutcome[]
  /** The packages that the tests need and the project may lack, as the language's package manager installs them. */
  readonly packages: readonly string[]
  /** The command that installs packages: `npm install --save-dev vitest`. */
  readonly install: (packages: readonly string[]) => string
}

export interface TestCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Outcome of one test, as its framework reports it. */
export interface TestOutcome {
  /** The file, as far as the report names it. */
  readonly file?: string
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'skipped'
  readonly message?: string
  /** The line at which it failed, counted from 1, where one test of the framework is all steps of a file. */
  readonly line?: number
}

/** How a project writes its code, as far as it is known. */
export interface ProjectStyle {
  readonly javascript: JavaScriptStyle
  /** The package of tests in Java, and that of tests in Go: `shop`. */
  readonly package?: string
}

/** Where nothing is known of a project. */
export const usualStyle: ProjectStyle = { javascript: { modules: 'import', isTypeScript: false } }
