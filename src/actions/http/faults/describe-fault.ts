import { failed, type Failed } from '../../failure.ts'
import { TransportError } from '../../transport/transport-error.ts'
import type { Fault, WireRequest } from '../engine/wire.ts'
import { answerFaults } from './answer-faults.ts'
import { connectionFaults } from './connection-faults.ts'
import type { DescribeFault, FaultText } from './fault-text.ts'
import { http2Faults } from './http2-faults.ts'
import { timedOut } from './timed-out.ts'
import { otherTlsFault, tlsFaults } from './tls-faults.ts'
import { defined } from '../../../util/defined.ts'

/** What a fault means for the user: always the same words for the same cause, with its code. */
export function describeFault(fault: Fault, request: WireRequest): Failed['failure'] {
  const { kind = 'Network Error', message, hint } = describe(fault, request)
  const hints = [hint, proxyHint(fault, request)].filter(one => one !== undefined)
  return failed(kind, message, hints.length === 0 ? undefined : hints.join(' ')).failure
}

/** A proxy that was perhaps meant to be used. */
function proxyHint({ stage }: Fault, { route, origin }: WireRequest): string | undefined {
  const isMeant = route?.ignoresProxy === true && stage === 'connecting' && origin.startsWith('http:')
  return isMeant ? 'HTTP_PROXY in capitals is not read, as curl does not: write http_proxy.' : undefined
}

function describe(fault: Fault, request: WireRequest): FaultText {
  if (fault.error instanceof TransportError) return transportFault(fault.error)
  const { code = '', path } = fault.error
  if (path !== undefined) return unreadableFile(path, code)
  const known = faults[code]
  if (known !== undefined) return known(fault, request)
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return otherTlsFault(fault, request)
  return { message: code === '' ? fault.error.message : `${fault.error.message} (${code})` }
}

const faults: Readonly<Record<string, DescribeFault>> = {
  ...connectionFaults,
  ...tlsFaults,
  ...answerFaults,
  ...http2Faults,
  TIMEOUT: timedOut,
  INTERRUPTED: () => ({ message: 'interrupted before the answer was complete' }),
  BODY_LENGTH: () => ({
    kind: 'Request Error',
    message: 'the body does not have the length its content-length says',
    hint: 'Leave the content-length header out; if a file is sent, it changed meanwhile.',
  }),
  BAD_REQUEST: ({ error }) => ({ kind: 'Request Error', message: error.message }),
}

/** A file that could be found before the request, and not be read while it was sent. */
function unreadableFile(path: string, code: string): FaultText {
  return { kind: 'File Error', message: `${path} cannot be read (${code})` }
}

/** No connection came to be, for a reason that is in words already. */
function transportFault({ message, hint }: TransportError): FaultText {
  return defined({ message, hint })
}
