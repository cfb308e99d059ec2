import { firstLine } from '../../util/cut-text.ts'
import { type Advice, type Answered, shown } from './answered.ts'

/** What the texts of failures mean (docs/failures.md), and what to do beyond their hints. */
const meanings: readonly (readonly [sign: RegExp, meaning: string, next?: string])[] = [
  [
    /ECONNREFUSED/,
    'Nothing was sent: the machine is there, and no program listens at this port.',
    'One that is just starting can be waited for: `apitest wait`.',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'Nothing was sent: the name of the host is not known here.'],
  [
    /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN/,
    'Nothing was sent: there is no way from this machine to the host.',
  ],
  [
    /^Network Error: no (?:TLS )?connection to .*\(timeout\)/,
    'Nothing was sent: the time was over before there was a connection. A firewall that drops packets looks so.',
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
    /DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_|certificate's authority/,
    'Nothing was sent: this machine does not trust who signed the certificate of the server.',
  ],
  [/CERT_HAS_EXPIRED/, 'Nothing was sent: the certificate of the server is no longer valid.'],
  [/ALTNAME_INVALID/, 'Nothing was sent: the certificate is for other names than the one that was asked.'],
  [
    /CERT_NOT_YET_VALID/,
    'Nothing was sent: the certificate of the server is not valid yet.',
    'Look at the clocks of this machine and of the one that made the certificate.',
  ],
  [/CERT_REVOKED/, 'Nothing was sent: the certificate of the server was revoked.'],
  [
    /asks for a client certificate|does not accept the client certificate/,
    'Nothing was sent: the server wants to know who calls by a certificate (mTLS).',
  ],
  [/the answer is not TLS/, 'Nothing was sent: what listens there does not speak TLS.'],
  [/^Network Error: TLS with /, 'Nothing was sent: the two sides did not agree on TLS.'],
  [/within the handshake/, 'Nothing was sent: the connection ended before TLS was agreed on.'],
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
  [/proxy/i, 'The way through the proxy did not come to be.'],
  [/is larger than/, 'More came than is kept.'],
  [/content-encoding says/, 'The compressed body is damaged.'],
  [/^Auth Error: OAuth2/, 'Nothing was sent: the token server gave out no token.'],
  [/^Auth Error/, 'The server does not let the caller in.'],
  [/^File Error/, 'Nothing was sent: a file that the step needs cannot be read.'],
  [/^Template Error/, 'Nothing was sent: a placeholder has no value.'],
  [/^Script Error/, 'A script of the step did not come to its end.'],
  [/^Judging Error/, 'An answer came, and it could not be judged in time.'],
  [/^Request Error: there is no topic/, 'The broker does not have the topic.'],
  [/^Request Error: the broker refuses/, 'The broker was reached, and refuses what the step asks for.'],
  [/^Request Error/, 'Nothing was sent: the request cannot be sent as it is written.'],
  [/^Exec Error/, 'The command did not come to its end.'],
  [/interrupted/, 'Somebody ended it before it was done.'],
  [/^Network Error/, 'No whole answer came.'],
]

/** What a failure without an answer means. The text of the failure is its cause: it names the fact. */
export function faultExplanation({ result }: Answered): (Advice & { readonly meaning: string }) | undefined {
  const failure = result.failures.find(({ kind }) => kind === 'error')
  if (failure === undefined) return undefined
  const { message, hint } = failure
  const [, meaning, more] = meanings.find(([sign]) => sign.test(message)) ?? []
  if (meaning === undefined) return undefined
  const next = [hint === undefined ? undefined : shown(hint, 300), more].filter(text => text !== undefined)
  const cause = shown(firstLine(message).replace(/^\w+ Error: /, ''), 300)
  return {
    meaning,
    cause: `${cause}.`.replace(/\.\.$/, '.'),
    ...(next.length === 0 ? {} : { next: next.join(' ') }),
  }
}
