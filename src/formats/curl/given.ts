import type { JsonValue } from '../../model/json.ts'
import type { CurlCall, GivenOption } from './read-arguments.ts'

/** Something that is left out or done otherwise, and why. */
export interface Remark {
  readonly what: string
  readonly why: string
}

/** Keys of a step that options give, with what is to be reported of them. */
export interface Piece {
  readonly keys: Readonly<Record<string, JsonValue>>
  readonly losses?: readonly Remark[]
  /** Why no request can be made. */
  readonly refused?: readonly string[]
}

/** Reads a file that a command names, if that may be and it is a text. */
export type FileReader = (name: string) => string | undefined

/** The input and the files that a command may read. */
export interface CallContext {
  /** The standard input that a here-document gives. */
  readonly input?: string | undefined
  readonly read?: FileReader | undefined
}

/** The options of a call, to be asked for by name. As in curl, the last of several counts where only one can. */
export class Given {
  /** The standard input that a here-document gives. */
  readonly input: string | undefined
  readonly #options: readonly GivenOption[]
  readonly #read: FileReader | undefined

  constructor({ options }: CurlCall, { input, read }: CallContext) {
    this.#options = options
    this.input = input
    this.#read = read
  }

  /** The text of a file that a command names, `-` being standard input; undefined where it is not known. */
  textOf(file: string): string | undefined {
    return file === '-' ? this.input : this.#read?.(file)
  }

  /** True where an option without a value is on. */
  has(name: string): boolean {
    return this.#options.findLast(option => option.name === name)?.on ?? false
  }

  last(name: string): string | undefined {
    return this.#options.findLast(option => option.name === name)?.value
  }

  /** The values of these options, in the order they were given. */
  all(...names: readonly string[]): readonly GivenOption[] {
    return this.#options.filter(({ name }) => names.includes(name))
  }
}
