import type { JsonValue } from '../../model/json.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import type { BrokerAddress } from '../brokers/open-broker-socket.ts'

/** A broker, the virtual host, and who asks (https://www.rabbitmq.com/docs/uri-spec). */
export interface BrokerUrl {
  readonly address: BrokerAddress
  readonly virtualHost: string
  readonly username: string
  readonly password: string
}

/** Reads `amqp://user:password@host:port/vhost`. Without user it is `guest`, as at every new broker. */
export function readBrokerUrl(written: JsonValue | undefined): Prepared<BrokerUrl> {
  const text = typeof written === 'string' ? written.trim() : ''
  const url = URL.canParse(text) ? new URL(text) : undefined
  const scheme = url?.protocol.slice(0, -1)
  if (url === undefined || url.hostname === '' || (scheme !== 'amqp' && scheme !== 'amqps')) return badUrl()
  const secure = scheme === 'amqps'
  const named = decoded(url.pathname.slice(1))
  const [username, password] = [decoded(url.username), decoded(url.password)]
  if (named === undefined || username === undefined || password === undefined) return badUrl()
  return prepared({
    address: {
      scheme,
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? (secure ? 5671 : 5672) : Number(url.port),
      secure,
    },
    virtualHost: named === '' ? '/' : named,
    username: username === '' && password === '' ? 'guest' : username,
    password: username === '' && password === '' ? 'guest' : password,
  })
}

/** What is not shown, because it may have a password in it. */
function badUrl(): Prepared<never> {
  return failed(
    'Request Error',
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
