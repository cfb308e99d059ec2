import type { Proxy } from '../transport/route.ts'
import { certificateHint, certificateText } from './certificates.ts'
import type { FaultRow } from './row.ts'
import type { SettingNames } from './setting-names.ts'

/** A proxy, and what Node says of it. */
interface Unreached {
  readonly proxy: Proxy
  readonly error: NodeJS.ErrnoException
}

/** A proxy that did something odd, in words that follow its name, and what to do about it. */
interface Strange {
  readonly proxy: Proxy
  readonly what: string
  readonly advice: string
}

/** A proxy that said no. */
interface Refusal {
  readonly proxy: Proxy
  /** The purpose it was asked for: `the way to shop.example:443`. */
  readonly what: string
  /** `403 Forbidden`. */
  readonly answer: string
  readonly reason: 'credentials' | 'rules' | 'no proxy' | 'server'
}

/** The code of Node for a certificate that is for other names. */
export const otherName = 'ERR_TLS_CERT_ALTNAME_INVALID'

/** Advice where no proxy answers. */
export const noProxyThere = 'Check the host and port of the proxy: something else seems to listen there.'

/** Faults of proxies and of the way to them. */
export const proxyFaults = {
  'proxy-host-unknown': ofProxy<Unreached>({
    message: ({ proxy, error: { code = '' } }) =>
      `cannot be reached: host "${proxy.host}" not found (${code})`,
    hint: () => "Check the proxy's host, and that this machine can look up names.",
    meaning: 'the name of the proxy is not known here.',
  }),
  'proxy-not-listening': unreachable(
    'the machine of the proxy is there, and no program listens at its port.',
  ),
  'proxy-unreachable': unreachable('there is no way from this machine to the proxy.'),
  'proxy-untrusted': ofProxy<Unreached>({
    message: ({ proxy, error }) =>
      `cannot be trusted: ${
        error.code === otherName
          ? `its certificate is not for ${proxy.host} (${otherName})`
          : certificateText(error, 'its certificate')
      }`,
    hint: ({ error }, names) =>
      error.code === otherName
        ? 'Name the proxy as its certificate does.'
        : (certificateHint(error, names) ?? ''),
    meaning: 'this machine does not trust the certificate of the proxy.',
  }),
  'proxy-refuses': ofProxy<Refusal>({
    message: ({ what, answer }) => `refused ${what} (${answer})`,
    hint: ({ proxy, reason }, names, { address }) => {
      switch (reason) {
        case 'credentials':
          return (proxy.socks?.username ?? proxy.authorization ?? '') === ''
            ? `It asks for a name and password: ${names.proxyLogin}.`
            : 'Check the username and password of the proxy.'
        case 'rules':
          return `The proxy's rules do not allow it; ${names.pastProxy}.`
        case 'no proxy':
          return noProxyThere
        case 'server':
          return `The proxy could not reach the server: check the host and port of the ${address}.`
      }
    },
    meaning: 'the proxy does not let the request through to the server.',
  }),
  'proxy-strange': ofProxy<Strange>({
    message: ({ what }) => what,
    hint: ({ advice }) => advice,
    meaning: 'what was taken for the proxy does not act as one.',
  }),
}

type ProxyRow<Parts> = Required<Pick<FaultRow<Parts>, 'message' | 'meaning'>> & {
  hint(...given: Parameters<NonNullable<FaultRow<Parts>['hint']>>): string
}

/** A row whose message follows the name of a proxy. */
function ofProxy<Parts extends { readonly proxy: Proxy }>(row: ProxyRow<Parts>): FaultRow<Parts> {
  return {
    message: parts => `the proxy ${parts.proxy.name} ${row.message(parts)}`,
    hint: (parts, names, terms) => withOrigin(parts.proxy, row.hint(parts, names, terms), names),
    meaning: row.meaning,
    unsent: true,
  }
}

function unreachable(meaning: string): FaultRow<Unreached> {
  return ofProxy<Unreached>({
    message: ({ error: { message, code = '' } }) =>
      `cannot be reached: ${message || 'no address answers'}${code === '' ? '' : ` (${code})`}`,
    hint: () => 'Start the proxy, or check its host and port.',
    meaning,
  })
}

/** A hint that tells where the proxy comes from: one that no suite names comes as a surprise. */
export function withOrigin({ variable }: Proxy, hint: string, { straight }: SettingNames): string {
  if (variable === undefined) return hint
  return `${hint} The proxy comes from the environment variable ${variable}; NO_PROXY makes exceptions, and ${straight}.`
}
