import type { JsonValue } from '../../model/json.ts'
import type { BrokerAddress } from '../brokers/open-broker-socket.ts'
import { prepared, type Read, unfit } from '../failure.ts'

/** Reads `brokers` of a step: `host:port`, `tls://host:port`, several of them in a list or with commas between. */
export function readBrokers(given: JsonValue | undefined): Read<readonly BrokerAddress[]> {
  const texts = [given ?? []].flat().flatMap(text => (typeof text === 'string' ? text.split(',') : ['?']))
  const brokers: BrokerAddress[] = []
  for (const text of texts.map(text => text.trim()).filter(text => text !== '')) {
    const broker = readBroker(text)
    if (broker === undefined)
      return unfit(
        `"${text}" is not the address of a Kafka broker`,
        'Write it as host:9092, or tls://host:9093 where TLS is spoken.',
      )
    brokers.push(broker)
  }
  if (brokers.length === 0) return unfit('the step names no broker', 'Name one with `brokers`, as host:9092.')
  return prepared(brokers)
}

function readBroker(text: string): BrokerAddress | undefined {
  const [, scheme = 'kafka', place = ''] = /^(?:(kafka|tls):\/\/)?([^/?#@]+)$/.exec(text) ?? []
  const address = `kafka://${place}`
  const url = place !== '' && URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || url.hostname === '') return undefined
  return {
    scheme,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 9092 : Number(url.port),
    secure: scheme === 'tls',
  }
}
