import { firstLine } from '../../util/cut-text.ts'
import { type Advice, type Answered, shown } from './answered.ts'

const waitsFor = 'One that is just starting can be waited for: `apitest wait`.'

/**
 * What the texts of failures mean (docs/failures.md), and what to do beyond their hints. `>` at the beginning says that
 * nothing was sent. Kinds come first: a file or a script may speak of anything.
 */
const meanings: readonly (readonly [sign: RegExp, meaning: string, next?: string])[] = [
  [/^Auth Error: OAuth2/, '>the token server gave out no token.'],
  [/^Auth Error/, 'The server does not let the caller in.'],
  [/^File Error/, '>a file that the step needs cannot be read.'],
  [/^Template Error/, '>a placeholder has no value.'],
  [/^Script Error/, 'A script of the step did not come to its end.'],
  [/^Judging Error/, 'An answer came, and it could not be judged in time.'],
  [/^Exec Error/, 'The command did not come to its end.'],
  [/^Request Error: there is no topic/, 'The broker does not have the topic.'],
  [/^Request Error: the broker refuses/, 'The broker was reached, and refuses what the step asks for.'],
  [
    /^Request Error: (?:the service \S+ has no method|.* has no (?:service )?")/,
    'The method was not called: what describes the service does not have it.',
  ],
  [
    /^Request Error: the (?:server \S+ does not offer|reflection of)/,
    'The method was not called: the server does not tell what it has.',
  ],
  [/^Request Error/, '>the request cannot be sent as it is written.'],
  [/the proxy \S+ cannot be reached: host/, '>the name of the proxy is not known here.'],
  [
    /the proxy \S+ cannot be reached.*ECONNREFUSED/,
    '>the machine of the proxy is there, and no program listens at its port.',
  ],
  [/the proxy \S+ cannot be reached/, '>there is no way from this machine to the proxy.'],
  [/the proxy \S+ cannot be trusted/, '>this machine does not trust the certificate of the proxy.'],
  [/the proxy \S+ refused/, '>the proxy does not let the request through to the server.'],
  [
    /the proxy \S+ (?:closed|answered|did not|does not)/,
    '>what was taken for the proxy does not act as one.',
  ],
  [/ redirects, more than /, 'The server answered with one redirect after the other.'],
  [/ECONNREFUSED \//, '>no program listens at the socket file.', waitsFor],
  [/no socket file/, '>there is no such socket file.', waitsFor],
  [/ECONNREFUSED/, '>the machine is there, and no program listens at this port.', waitsFor],
  [/ENOTFOUND|EAI_AGAIN|EAI_FAIL|ENODATA/, '>the name of the host is not known here.'],
  [/ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/, '>there is no way from this machine to the host.'],
  [/^Network Error: connect E(?:ADDRNOTAVAIL|ACCES|PERM|MFILE)/, '>this machine cannot or may not connect.'],
  [
    /^Network Error: no (?:TLS )?connection to .*\(timeout\)/,
    '>the time was over before there was a connection. A firewall that drops packets looks so.',
  ],
  [
    /no answer within .*\(timeout\)/,
    'The request was sent, and the server did not begin to answer in time. It may carry it out nevertheless.',
  ],
  [
    /no complete headers within/,
    'The server began its answer, and did not come to the end of the headers in time.',
  ],
  [/no complete answer within/, 'The server answered, and the body did not come to its end in time.'],
  [
    /DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_UNTRUSTED|certificate's authority/,
    '>this machine does not trust who signed the certificate of the server.',
  ],
  [/CRL/, '>the revocation list does not say whether the certificate of the server is still good.'],
  [/CERT_HAS_EXPIRED/, '>the certificate of the server is no longer valid.'],
  [/ALTNAME_INVALID/, '>the certificate is for other names than the one that was asked.'],
  [
    /CERT_NOT_YET_VALID/,
    '>the certificate of the server is not valid yet.',
    'Look at the clocks of this machine and of the one that made the certificate.',
  ],
  [/CERT_REVOKED/, '>the certificate of the server was revoked.'],
  [
    /asks for a client certificate|does not accept the client certificate/,
    'The server did not take the request: it wants to know who calls by a certificate (mTLS).',
  ],
  [/the answer is not TLS/, '>what listens there does not speak TLS.'],
  [/^Network Error: TLS with /, '>the two sides did not agree on TLS.'],
  [/within the handshake/, '>the connection ended before TLS was agreed on.'],
  [
    /(?:was reset|closed the connection).* without an answer/,
    'The server ended the connection instead of answering. It may have carried the request out.',
  ],
  [/was reset|closed the connection/, 'The server began to answer, and ended the connection in the middle.'],
  [
    /does not speak (?:HTTP|gRPC|AMQP|Kafka)|speaks (?:plain|TLS|HTTP)/,
    'What listens there speaks another protocol.',
  ],
  [/is not valid HTTP/, 'Something answered there that does not speak HTTP as it should.'],
  [/is larger than/, 'More came than is kept.'],
  [/content-encoding says/, 'The compressed body is damaged.'],
  [/interrupted/, 'Somebody ended it before it was done.'],
  [/^Network Error/, 'No whole answer came.'],
]

/** What a failure without an answer means. The text of the failure is its cause: it names the fact. */
export function faultExplanation({
  result,
  exchange,
}: Answered): (Advice & { readonly meaning: string }) | undefined {
  const failure = result.failures.find(({ kind }) => kind === 'error')
  if (failure === undefined) return undefined
  const { message, hint } = failure
  const [, meaning, more] = meanings.find(([sign]) => sign.test(message)) ?? []
  if (meaning === undefined) return undefined
  const next = [hint === undefined ? undefined : shown(hint, 300), more].filter(text => text !== undefined)
  const cause = shown(firstLine(message).replace(/^\w+ Error: /, ''), 300)
  return {
    meaning: meaning.replace('>', `${sentBefore(exchange)}: `),
    cause: `${cause}.`.replace(/\.\.$/, '.'),
    ...(next.length === 0 ? {} : { next: next.join(' ') }),
  }
}

/** How far the step had come where what failed sent nothing: an answer or a redirect may have come before. */
function sentBefore(exchange: Answered['exchange']): string {
  if (exchange?.response !== undefined) return 'An answer came, and the step could not go on'
  const led = exchange?.redirects?.length ?? 0
  return led === 0 ? 'Nothing was sent' : 'The request was redirected, and nothing was sent there'
}
