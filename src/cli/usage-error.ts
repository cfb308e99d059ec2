/** What was typed is no command; `hint` is a sentence, or empty. */
export class UsageError extends Error {
  readonly hint: string

  constructor(message: string, hint = '') {
    super(message)
    this.hint = hint
  }
}
