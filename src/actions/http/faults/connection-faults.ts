import type { Fault, WireRequest } from '../engine/wire.ts'
import { hostOf, type DescribeFault, type FaultText } from './fault-text.ts'

/** Faults of reaching the server, by the codes Node gives them. */
export const connectionFaults: Readonly<Record<string, DescribeFault>> = {
  ECONNREFUSED: (fault, request) => ({
    message: `connect ECONNREFUSED ${addresses(fault, request)} (nothing listens there)`,
    hint: socketFileHint(request) ?? 'Start the service, or check the host and port of the URL.',
  }),
  ENOENT: noSocketFile,
  ENOTSOCK: noSocketFile,
  ENOTFOUND: hostNotFound,
  EAI_AGAIN: hostNotFound,
  EAI_FAIL: hostNotFound,
  ENODATA: hostNotFound,
  ETIMEDOUT: (fault, request) => unreachable(fault, request, 'the connection attempt was not answered'),
  EHOSTUNREACH: (fault, request) => unreachable(fault, request, 'no way to the host'),
  ENETUNREACH: (fault, request) => unreachable(fault, request, 'no way to the network'),
  EHOSTDOWN: (fault, request) => unreachable(fault, request, 'the host is down'),
  EADDRNOTAVAIL: (fault, request) => unreachable(fault, request, 'the address cannot be used here'),
  EACCES: (fault, request) => unreachable(fault, request, 'this machine does not allow it'),
  EPERM: (fault, request) => unreachable(fault, request, 'this machine does not allow it'),
  EMFILE: (fault, request) => unreachable(fault, request, 'too many files and connections are open'),
}

function hostNotFound(fault: Fault, request: WireRequest): FaultText {
  const written = new URL(request.origin).hostname
  const { hostname } = fault.error as { readonly hostname?: unknown }
  const host = typeof hostname === 'string' ? hostname : written
  const place = host === written ? "the URL's host" : 'the name under `resolve`'
  return {
    message: `host "${host}" not found (${fault.error.code ?? ''})`,
    hint: `Check ${place}, and that this machine can look up names.`,
  }
}

function noSocketFile({ error }: Fault, request: WireRequest): FaultText {
  const file = request.route?.unixSocket
  if (file === undefined) return { message: `${error.message} (${error.code ?? ''})` }
  return {
    message: `there is no socket file ${file} (${error.code ?? ''})`,
    hint: 'Start the service, or check `unix-socket`.',
  }
}

function socketFileHint({ route }: WireRequest): string | undefined {
  return route?.unixSocket === undefined ? undefined : 'Start the service, or check `unix-socket`.'
}

function unreachable(fault: Fault, request: WireRequest, reason: string): FaultText {
  return {
    message: `connect ${fault.error.code ?? ''} ${addresses(fault, request)} (${reason})`,
    hint: 'Check the host and port of the URL, and the network between here and there.',
  }
}

/** Every address that was tried: a name such as localhost often has two. */
function addresses({ error }: Fault, request: WireRequest): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  const tried = errors.map(addressOf).filter(address => address !== undefined)
  return tried.length === 0 ? hostOf(request) : tried.join(' and ')
}

function addressOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('address' in error)) return undefined
  const { address } = error
  const port = 'port' in error ? error.port : undefined
  if (typeof address !== 'string') return undefined
  return typeof port === 'number' ? `${address}:${port}` : address
}
