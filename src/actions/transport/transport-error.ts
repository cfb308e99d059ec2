import type { ActionFailure, Failed } from '../failure.ts'
import { faultText } from '../faults/index.ts'

/** Why no connection came to be, where it is known already what that means. */
export class TransportError extends Error {
  readonly fault: ActionFailure

  constructor({ failure }: Failed) {
    super(faultText(failure).message)
    this.fault = failure
  }
}
