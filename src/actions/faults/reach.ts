import { formatDuration } from '../../util/quantity.ts'
import { withOrigin } from './proxies.ts'
import { type FaultRow, rowOf, rowsOf } from './row.ts'
import { errorCode, isSecure, placeOf, type WireFault } from './wire-fault.ts'

type Hint = NonNullable<FaultRow<WireFault>['hint']>

const waitsFor = 'One that is just starting can be waited for: `apitest wait`.'
const unknownHost = 'the name of the host is not known here.'

const ofSocketFile = {
  hint: (...[, { socketFile }]: Parameters<Hint>) => `Start the service, or ${socketFile}.`,
  next: waitsFor,
  unsent: true,
} as const

const unreachable = { message: unreachableText, hint: networkHint, unsent: true } as const

/** Faults of reaching the server. */
export const reachFaults = {
  'socks-host-unknown': rowOf<{ readonly host: string; readonly code: string; readonly scheme: string }>({
    message: ({ host, code }) => `host "${host}" not found (${code})`,
    hint: ({ scheme }, _, { address }) =>
      `Check the host of the ${address}; with ${scheme}:// the proxy looks it up.`,
    meaning: unknownHost,
    unsent: true,
  }),
  ...rowsOf<WireFault>()({
    'connection-refused': {
      message: refusedText,
      hint: (_, __, { address }) => `Start the service, or check the host and port of the ${address}.`,
      meaning: 'the machine is there, and no program listens at this port.',
      next: waitsFor,
      unsent: true,
    },
    'socket-file-refused': {
      ...ofSocketFile,
      message: refusedText,
      meaning: 'no program listens at the socket file.',
    },
    'socket-file-missing': {
      ...ofSocketFile,
      message: parts =>
        `there is no socket file ${parts.request.route?.unixSocket ?? ''} (${errorCode(parts)})`,
      meaning: 'there is no such socket file.',
    },
    'host-unknown': {
      message: parts => `host "${lookedUp(parts)}" not found (${errorCode(parts)})`,
      hint: (parts, { placeOfHost }, { address }) => {
        const place = lookedUp(parts) === hostOf(parts) ? `the ${address}'s host` : placeOfHost
        return `Check ${place}, and that this machine can look up names.`
      },
      meaning: unknownHost,
      unsent: true,
    },
    'host-unreachable': { ...unreachable, meaning: 'there is no way from this machine to the host.' },
    'connect-forbidden': { ...unreachable, meaning: 'this machine cannot or may not connect.' },
    'connect-timeout': {
      message: parts => {
        const tls = isSecure(parts) ? 'TLS ' : ''
        const by = parts.proxy === undefined ? '' : ` through the proxy ${parts.proxy.name}`
        const time = formatDuration(parts.request.timeout)
        return `no ${tls}connection to ${placeOf(parts)}${by} within ${time} (timeout)`
      },
      hint: (parts, names, terms) => {
        if (parts.proxy === undefined) return networkHint(parts, names, terms)
        const advice = `Check the host and port of the proxy, and whether it can reach ${placeOf(parts)}.`
        return withOrigin(parts.proxy, advice, names)
      },
      meaning: 'the time was over before there was a connection. A firewall that drops packets looks so.',
      unsent: true,
    },
  }),
}

function refusedText(parts: WireFault): string {
  return `connect ECONNREFUSED ${addresses(parts)} (nothing listens there)`
}

function networkHint(...[, , { address }]: Parameters<Hint>): string {
  return `Check the host and port of the ${address}, and the network between here and there.`
}

const reasons: Readonly<Record<string, string>> = {
  ETIMEDOUT: 'the connection attempt was not answered',
  EHOSTUNREACH: 'no way to the host',
  ENETUNREACH: 'no way to the network',
  EHOSTDOWN: 'the host is down',
  EADDRNOTAVAIL: 'the address cannot be used here',
  EACCES: 'this machine does not allow it',
  EPERM: 'this machine does not allow it',
  EMFILE: 'too many files and connections are open',
}

function unreachableText(parts: WireFault): string {
  const code = errorCode(parts)
  return `connect ${code} ${addresses(parts)} (${reasons[code] ?? ''})`
}

function hostOf({ request }: WireFault): string {
  return new URL(request.origin).hostname
}

/** The name that was looked up: that of the URL, or another one that `resolve` gives. */
function lookedUp(parts: WireFault): string {
  const { error } = parts.fault
  return 'hostname' in error && typeof error.hostname === 'string' ? error.hostname : hostOf(parts)
}

/** Every address that was tried: a name such as localhost often has two. */
function addresses(parts: WireFault): string {
  const { error } = parts.fault
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  const tried = errors.map(addressOf).filter(address => address !== undefined)
  return tried.length === 0 ? placeOf(parts) : tried.join(' and ')
}

function addressOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('address' in error)) return undefined
  const { address } = error
  const port = 'port' in error ? error.port : undefined
  if (typeof address !== 'string') return undefined
  return typeof port === 'number' ? `${address}:${port}` : address
}
