import { formatDuration } from '../../util/quantity.ts'
import { withOrigin } from './proxies.ts'
import { type FaultRow, rowsOf } from './row.ts'
import type { SettingNames } from './setting-names.ts'
import { errorCode, isSecure, placeOf, type WireFault } from './wire-fault.ts'

const waitsFor = 'One that is just starting can be waited for: `apitest wait`.'

const socksHostUnknown: FaultRow<{ readonly host: string; readonly code: string; readonly scheme: string }> =
  {
    message: ({ host, code }) => `host "${host}" not found (${code})`,
    hint: ({ scheme }, _, { address }) =>
      `Check the host of the ${address}; with ${scheme}:// the proxy looks it up.`,
    meaning: 'the name of the host is not known here.',
    unsent: true,
  }

/** Faults of reaching the server. */
export const reachFaults = {
  'socks-host-unknown': socksHostUnknown,
  ...rowsOf<WireFault>()({
    'connection-refused': reaching(
      parts => `connect ECONNREFUSED ${addresses(parts)} (nothing listens there)`,
      {
        hint: (_, __, { address }) => `Start the service, or check the host and port of the ${address}.`,
        meaning: 'the machine is there, and no program listens at this port.',
        next: waitsFor,
      },
    ),
    'socket-file-refused': reaching(
      parts => `connect ECONNREFUSED ${addresses(parts)} (nothing listens there)`,
      { hint: socketFileHint, meaning: 'no program listens at the socket file.', next: waitsFor },
    ),
    'socket-file-missing': reaching(
      parts => `there is no socket file ${parts.request.route?.unixSocket ?? ''} (${errorCode(parts)})`,
      { hint: socketFileHint, meaning: 'there is no such socket file.', next: waitsFor },
    ),
    'host-unknown': reaching(parts => `host "${lookedUp(parts)}" not found (${errorCode(parts)})`, {
      hint: (parts, { placeOfHost }, { address }) => {
        const place = lookedUp(parts) === hostOf(parts) ? `the ${address}'s host` : placeOfHost
        return `Check ${place}, and that this machine can look up names.`
      },
      meaning: 'the name of the host is not known here.',
    }),
    'host-unreachable': reaching(unreachableText, {
      hint: networkHint,
      meaning: 'there is no way from this machine to the host.',
    }),
    'connect-forbidden': reaching(unreachableText, {
      hint: networkHint,
      meaning: 'this machine cannot or may not connect.',
    }),
    'connect-timeout': reaching(
      parts => {
        const tls = isSecure(parts) ? 'TLS ' : ''
        const by = parts.proxy === undefined ? '' : ` through the proxy ${parts.proxy.name}`
        const time = formatDuration(parts.request.timeout)
        return `no ${tls}connection to ${placeOf(parts)}${by} within ${time} (timeout)`
      },
      {
        hint: (parts, names, terms) =>
          parts.proxy === undefined
            ? networkHint(parts, names, terms)
            : withOrigin(
                parts.proxy,
                `Check the host and port of the proxy, and whether it can reach ${placeOf(parts)}.`,
                names,
              ),
        meaning: 'the time was over before there was a connection. A firewall that drops packets looks so.',
      },
    ),
  }),
}

type Hint = NonNullable<FaultRow<WireFault>['hint']>

/** A connection that did not come to be: a proxy was perhaps meant to be used. */
function reaching(
  message: (parts: WireFault) => string,
  { hint, ...more }: Pick<FaultRow<WireFault>, 'meaning' | 'next'> & { readonly hint: Hint },
): FaultRow<WireFault> {
  return {
    message,
    hint: (parts, names, terms) => withProxyHint(hint(parts, names, terms), parts),
    ...more,
    unsent: true,
  }
}

/** A hint with that about a proxy that was perhaps meant to be used. */
export function withProxyHint(hint: string | undefined, { fault, request }: WireFault): string | undefined {
  const isMeant =
    request.route?.ignoresProxy === true && fault.stage === 'connecting' && request.origin.startsWith('http:')
  if (!isMeant) return hint
  const missed = 'HTTP_PROXY in capitals is not read, as curl does not: write http_proxy.'
  return hint === undefined ? missed : `${hint} ${missed}`
}

function networkHint(...[, , { address }]: Parameters<Hint>): string {
  return `Check the host and port of the ${address}, and the network between here and there.`
}

function socketFileHint(_: WireFault, { socketFile }: SettingNames): string {
  return `Start the service, or ${socketFile}.`
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
