import type { ActionFailure } from '../../../model/exchange.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'

/** A fault in words; the kind is `Network Error` when absent. */
export type FaultText = Pick<ActionFailure, 'message' | 'hint'> & Partial<Pick<ActionFailure, 'kind'>>

/** What to do about a server that ends the connection because it wants to know who is asking, or knows now. */
export function clientCertificateHint({ route }: WireRequest): string {
  const file = route?.tls.clientFile
  return file === undefined
    ? 'If the server asks for a client certificate, name one it accepts: `tls: { certificate: FILE, key: FILE }`.'
    : `The server may not accept the client certificate ${file}: look at who signed it, and how long it is valid.`
}

/** Words for one code of fault. */
export type DescribeFault = (fault: Fault, request: WireRequest) => FaultText

/** Host and port of a request: `127.0.0.1:4010`. */
export function hostOf(request: WireRequest): string {
  return request.origin.replace(/^https?:\/\//, '')
}

/** How much of the body had come: `after 5 of 10 bytes`. */
export function amountOf({ received, announced }: Fault): string {
  return announced === undefined ? `after ${received} bytes` : `after ${received} of ${announced} bytes`
}

/** What to do about a server that ends the connection in the middle of its answer. */
export const gaveUp =
  'Look into the log of the server, and of what stands before it: it gave up while it answered.'

/** The same of one that ends it before. */
export const gaveUpBefore =
  'Look into the log of the server, and of what stands before it: it gave up before it answered.'

/** How far an exchange had come when it ended: `before the answer was complete, after 5 of 10 bytes`. */
export function howFar(fault: Fault): string {
  switch (fault.stage) {
    case 'connecting':
    case 'waiting':
      return 'without an answer'
    case 'sending':
      return 'while the request was still being sent'
    case 'headers':
      return 'before the headers of the answer were complete'
    case 'body':
      return `before the answer was complete, ${amountOf(fault)}`
  }
}
