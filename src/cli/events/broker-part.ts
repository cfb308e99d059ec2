import type { JsonObject } from '../../model/json.ts'
import { type Result, usageRefusal } from '../../model/problem.ts'
import { argument, misused, nothing, part, type Part, together } from '../../parse/argument-part.ts'
import { readTransport } from '../call/read-transport.ts'
import type { EventArguments } from './event-options.ts'

/** A broker to talk to, and the topic, the exchange or the queue there. */
export interface Place {
  readonly kind: 'kafka' | 'amqp'
  /** Brokers of Kafka, or the URL of one of AMQP. */
  readonly broker: string
  readonly subject: string
}

/** Reads `kafka BROKERS TOPIC` or `amqp URL EXCHANGE`; `--queue` takes the place of the exchange. */
export function readPlace(command: string, { words = [], queue }: EventArguments): Result<Place> {
  const [kind = '', broker = '', ...rest] = words
  const [subject, ...more] = kind === 'amqp' && queue !== undefined ? [queue, ...rest] : rest
  if (kind !== 'kafka' && kind !== 'amqp')
    return usageRefusal(
      kind === '' ? 'a kind of broker is needed' : `"${kind}" is neither kafka nor amqp`,
      `Write apitest ${command} kafka BROKERS TOPIC, or apitest ${command} amqp URL EXCHANGE.`,
    )
  const exchange = command === 'listen' ? 'an exchange, or a URL and --queue' : 'an exchange'
  const needed = { kafka: 'brokers and a topic', amqp: `a URL and ${exchange}` }[kind]
  const example = {
    kafka: `apitest ${command} kafka 127.0.0.1:9092 orders`,
    amqp: `apitest ${command} amqp amqp://guest:guest@127.0.0.1:5672 events`,
  }[kind]
  if (kind === 'kafka' && queue !== undefined)
    return usageRefusal('--queue is for AMQP', 'Kafka has topics; nothing is taken out of them.')
  if (broker === '' || subject === undefined || more.length > 0)
    return usageRefusal(`${command} ${kind} needs ${needed}`, `Such as ${example}.`)
  return { ok: true, value: { kind, broker, subject } }
}

/** The keys that say where the broker is and how it is reached, first the one that says what is done there. */
export function brokerPart(task: 'listen' | 'publish', place: Place, given: EventArguments): Part {
  const { kind, subject } = place
  const keys: JsonObject =
    kind === 'kafka'
      ? { kafka: task, brokers: brokersOf(place, given), topic: subject }
      : { amqp: task, url: urlOf(place, given), [given.queue === undefined ? 'exchange' : 'queue']: subject }
  const typed = `${task} ${kind}`
  return together([
    part(keys, argument(typed, undefined), argument(typed, subject, Object.keys(keys)[2] ?? '')),
    kind === 'kafka' ? readSasl(given) : refuseUser(given),
    readWay(given),
  ])
}

/** Addresses with options of TLS are of brokers that speak TLS. */
function brokersOf({ broker }: Place, given: EventArguments): string {
  if (!wantsTls(given)) return broker
  const secure = (address: string): string => (hasScheme.test(address) ? address : `tls://${address}`)
  return broker
    .split(',')
    .map(address => secure(address.trim()))
    .join(',')
}

function urlOf({ broker }: Place, given: EventArguments): string {
  return hasScheme.test(broker) ? broker : `${wantsTls(given) ? 'amqps' : 'amqp'}://${broker}`
}

const hasScheme = /^[a-z]+:\/\/|^\{\{/i

function wantsTls({ cacert, cert, insecure }: EventArguments): boolean {
  return cacert !== undefined || cert !== undefined || insecure === true
}

function readSasl({ user, saslMechanism }: EventArguments): Part {
  if (user === undefined)
    return saslMechanism === undefined ? nothing : misused('--sasl-mechanism needs --user')
  const [, username, password] = /^([^:]*):(.*)$/s.exec(user) ?? []
  if (username === undefined || password === undefined) return misused('--user needs name:password')
  const sasl = { mechanism: saslMechanism ?? 'plain', username, password }
  return part({ sasl }, argument('--user', undefined, 'sasl'))
}

function refuseUser({ user, saslMechanism }: EventArguments): Part {
  return user === undefined && saslMechanism === undefined
    ? nothing
    : misused(
        `--${user === undefined ? 'sasl-mechanism' : 'user'} is for Kafka`,
        'With AMQP credentials stand in the URL: amqp://user:password@host.',
      )
}

/** Messages about the key of a certificate name the option it was given by. */
function readWay({ tlsKey, key: _, ...given }: EventArguments): Part {
  const way = readTransport(tlsKey === undefined ? given : { ...given, key: tlsKey })
  return {
    ...way,
    given: way.given.map(({ text, path }) => ({ text: text === '--key' ? '--tls-key' : text, path })),
  }
}
