/** Why a function gives nothing: what is wrong with its arguments, or with the value it is given. A value, and never thrown. */
export class Misuse {
  readonly message: string
  readonly hint: string | undefined
  /** There is no such function, so that the whole was perhaps meant as a name. */
  readonly isUnknown: boolean

  constructor(message: string, hint?: string, isUnknown = false) {
    this.message = message
    this.hint = hint
    this.isUnknown = isUnknown
  }
}
