import { createHmac, randomBytes } from 'node:crypto'

/** States of questions that only this process can have made. */
export class SignedState {
  readonly #key = randomBytes(32)

  sign(text: string): string {
    return `${text}.${createHmac('sha256', this.#key).update(text).digest('base64url')}`
  }

  /** The text of a state; undefined when it was made elsewhere. */
  read(state: string): string | undefined {
    const text = state.slice(0, state.lastIndexOf('.'))
    return this.sign(text) === state ? text : undefined
  }
}
