import type { Result } from '../model/problem.ts'

/** An option as it was given. */
export interface GivenOption {
  readonly name: string
  /** Empty for an option without a value. */
  readonly value: string
  /** False for `--no-NAME`. */
  readonly on: boolean
}

/** The text of a file that an option names, `-` being standard input. */
export type TextOf = (option: string, file: string) => Result<string>

/** The options of a call of curl, to be asked for by name. As in curl, the last of several counts where only one can. */
export class CurlOptions {
  /** Reads a file that an option names. */
  readonly textOf: TextOf
  /** The places in texts that stand for values: they are not encoded. */
  readonly marks: RegExp
  readonly #options: readonly GivenOption[]

  constructor(options: readonly GivenOption[], { textOf, marks }: { textOf: TextOf; marks: RegExp }) {
    this.#options = options
    this.textOf = textOf
    this.marks = marks
  }

  /** True where an option without a value is on. */
  has(name: string): boolean {
    return this.#options.findLast(option => option.name === name)?.on ?? false
  }

  /** The value of an option. */
  last(name: string): string | undefined {
    return this.#options.findLast(option => option.name === name)?.value
  }

  /** These options, in the order they were given. */
  all(...names: readonly string[]): readonly GivenOption[] {
    return this.#options.filter(({ name }) => names.includes(name))
  }
}
