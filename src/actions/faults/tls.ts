import { tlsReason } from '../transport/tls-reason.ts'
import { endName } from './answers.ts'
import { certificateHint, certificateText } from './certificates.ts'
import { withOrigin } from './proxies.ts'
import { type FaultRow, rowsOf } from './row.ts'
import type { SettingNames } from './setting-names.ts'
import { clientCertificateHint, errorCode, gaveUpBefore, placeOf, type WireFault } from './wire-fault.ts'

const notAgreed = { unsent: true, meaning: 'the two sides did not agree on TLS.' } as const
const whoCalls = {
  meaning: 'The server did not take the request: it wants to know who calls by a certificate (mTLS).',
} as const

/** Faults of TLS with the server. */
export const tlsFaults = rowsOf<WireFault>()({
  'certificate-untrusted': certificate(
    'this machine does not trust who signed the certificate of the server.',
  ),
  'certificate-expired': certificate('the certificate of the server is no longer valid.'),
  'certificate-too-new': certificate(
    'the certificate of the server is not valid yet.',
    'Look at the clocks of this machine and of the one that made the certificate.',
  ),
  'certificate-revoked': certificate('the certificate of the server was revoked.'),
  'certificate-unfit': certificate('this machine does not accept the certificate of the server.'),
  'revocation-unknown': certificate(
    'the revocation list does not say whether the certificate of the server is still good.',
  ),
  'certificate-name': {
    message: parts =>
      `the server certificate is not for ${expectedName(parts)} (ERR_TLS_CERT_ALTNAME_INVALID)`,
    hint: (parts, { nameOfServer }) => {
      const names = namesOf(parts.fault.error)
      const place =
        parts.request.route?.tls.serverName === undefined ? nameOfServer : 'as `server-name` of tls'
      return `${names === undefined ? 'Use' : `It is for ${names}: use`} such a name ${place}.`
    },
    meaning: 'the certificate is for other names than the one that was asked.',
    unsent: true,
  },
  'not-tls': {
    ...handshake(parts => `the answer is not TLS (${errorCode(parts)})`),
    hint: (parts, _, { withoutTls }) => withoutTls(placeOf(parts)),
    meaning: 'what listens there does not speak TLS.',
    unsent: true,
  },
  'tls-too-old': {
    ...handshake(parts => `the server speaks only versions that are too old (${errorCode(parts)})`),
    hint: ({ request }, { oldestVersion }) => {
      const oldest = request.route?.tls.minVersion
      return `Let the server speak ${oldest === undefined ? 'TLS 1.2 or 1.3' : `at least ${oldest}, ${oldestVersion}`}.`
    },
    ...notAgreed,
  },
  'tls-ended': {
    ...handshake(({ fault }) => `the connection ended within the handshake (${endName(fault)})`),
    hint: ({ fault, proxy, ...parts }, names, { withoutTls }) => {
      if (proxy !== undefined)
        return withOrigin(
          proxy,
          `Look at the log of the proxy ${proxy.name}, too: it had opened the way.`,
          names,
        )
      return fault.hasAnswered === true ? gaveUpBefore : withoutTls(placeOf(parts))
    },
    ...notAgreed,
  },
  'tls-failed': { ...handshake(({ fault }) => tlsReason(fault.error)), ...notAgreed },
  'client-certificate-missing': {
    ...handshake(parts => `the server asks for a client certificate (${errorCode(parts)})`),
    hint: clientCertificateHint,
    ...whoCalls,
  },
  'client-certificate-refused': {
    ...handshake(parts => `the server does not accept the client certificate (${errorCode(parts)})`),
    hint: clientCertificateHint,
    ...whoCalls,
  },
  'http1-unoffered': {
    ...handshake(parts => `the server does not speak HTTP/1.1 (${errorCode(parts)})`),
    hint: (_, { offersHttp2 }) => offersHttp2,
    ...notAgreed,
  },
})

function certificate(meaning: string, next?: string): FaultRow<WireFault> {
  return {
    message: ({ fault }) => certificateText(fault.error, 'the server certificate'),
    hint: ({ fault }, names: SettingNames) => certificateHint(fault.error, names),
    meaning,
    unsent: true,
    ...(next === undefined ? {} : { next }),
  }
}

function handshake(what: (parts: WireFault) => string): Pick<FaultRow<WireFault>, 'kind' | 'message'> {
  return {
    message: parts => `TLS with ${placeOf(parts)} failed: ${what(parts)}`,
  }
}

/** The name that the certificate has to have. */
function expectedName({ request: { route, origin } }: WireFault): string {
  return route?.tls.serverName ?? new URL(origin).hostname
}

/** The names that the certificate has. */
function namesOf(error: Error): string | undefined {
  const found = 'cert' in error ? error.cert : undefined
  if (typeof found !== 'object' || found === null) return undefined
  const names = 'subjectaltname' in found ? found.subjectaltname : undefined
  return typeof names === 'string' ? names : undefined
}
