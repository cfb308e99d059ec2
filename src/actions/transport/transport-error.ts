import type { FaultCode } from '../../model/fault.ts'
import { failed } from '../failure.ts'
import { type Fault, type FaultParts, faultText } from '../faults/index.ts'

/** Why no connection came to be, where it is known already what that means. */
export class TransportError extends Error {
  readonly fault: Fault

  private constructor(fault: Fault) {
    super(faultText(fault).message)
    this.fault = fault
  }

  static of<Code extends FaultCode>(code: Code, parts: FaultParts[Code]): TransportError {
    return new TransportError(failed(code, parts).failure)
  }
}
