import type { JsonValue } from '../../model/json.ts'
import { prepared, type Read, unfit } from '../failure.ts'
import type { BrokerAddress } from '../brokers/open-broker-socket.ts'

/** A broker, the virtual host, and who asks (https://www.rabbitmq.com/docs/uri-spec). */
export interface BrokerUrl {
  readonly address: BrokerAddress
  readonly virtualHost: string
  /** Undefined when the URL names none. */
  readonly user: { readonly username: string; readonly password: string } | undefined
  /** How who asks is proved, where the URL says so. */
  readonly mechanism: Mechanism | undefined
}

/** By a password, or by a client certificate (https://www.rabbitmq.com/docs/access-control#mechanisms). */
export type Mechanism = 'PLAIN' | 'EXTERNAL'

/** The credentials for a broker whose URL has none: every new broker knows this user. */
export const guest = { username: 'guest', password: 'guest' } as const

/** Reads `amqp://user:password@host:port/vhost`, perhaps with `?auth_mechanism=external` behind it. */
export function readBrokerUrl(written: JsonValue | undefined): Read<BrokerUrl> {
  const text = typeof written === 'string' ? written.trim() : ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const scheme = url?.protocol.slice(0, -1)
  if (url === undefined || url.hostname === '' || (scheme !== 'amqp' && scheme !== 'amqps')) return badUrl()
  const secure = scheme === 'amqps'
  const named = decoded(url.pathname.slice(1))
  const [username, password] = [decoded(url.username), decoded(url.password)]
  if (named === undefined || username === undefined || password === undefined) return badUrl()
  const mechanism = readMechanism(url.searchParams.get('auth_mechanism'))
  if (!mechanism.ok) return mechanism
  return prepared({
    address: {
      scheme,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (secure ? 5671 : 5672) : Number(url.port),
      secure,
    },
    virtualHost: named === '' ? '/' : named,
    user: username === '' && password === '' ? undefined : { username, password },
    mechanism: mechanism.value,
  })
}

function readMechanism(given: string | null): Read<Mechanism | undefined> {
  if (given === null) return prepared(undefined)
  const mechanism = given.toUpperCase()
  if (mechanism === 'PLAIN' || mechanism === 'EXTERNAL') return prepared(mechanism)
  return unfit(
    `url has the unknown auth_mechanism ${JSON.stringify(given)}`,
    'Mechanisms are plain and external.',
  )
}

/** The failure for a bad URL, which is not shown, because it may have a password in it. */
function badUrl(): Read<never> {
  return unfit(
    'url is not the address of an AMQP broker',
    'Write it as amqp://user:password@host:5672/vhost, with % codes for special characters.',
  )
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
