/** Why a function gives nothing: what is wrong with its arguments, or with the value it is given. A value, and never thrown. */
export class Misuse {
  readonly message: string
  readonly hint: string | undefined
  /** The name of a function that there is none of, so that the whole was perhaps meant as a name. */
  readonly unknown: string | undefined

  constructor(message: string, hint?: string, unknown?: string) {
    this.message = message
    this.hint = hint
    this.unknown = unknown
  }
}
