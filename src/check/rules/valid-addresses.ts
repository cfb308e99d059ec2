import { readBrokerUrl } from '../../actions/amqp/broker-url.ts'
import type { Prepared } from '../../actions/failure.ts'
import { readGrpcTarget } from '../../actions/grpc/grpc-target.ts'
import { readBrokers } from '../../actions/kafka/read-brokers.ts'
import type { JsonValue } from '../../model/json.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** How the address of an action's server is read. */
const readers: Readonly<
  Record<string, readonly [key: string, read: (written: JsonValue) => Prepared<unknown>]>
> = {
  grpc: ['target', readGrpcTarget],
  kafka: ['brokers', readBrokers],
  amqp: ['url', readBrokerUrl],
}

/** Addresses that can be told now, those without placeholders, are such. */
export const validAddresses: Rule = ({ source, ...parsed }) =>
  allSteps(parsed).flatMap(({ action, input, path }) => {
    const [key, read] = readers[action] ?? []
    const written = key === undefined ? undefined : input[key]
    if (key === undefined || read === undefined || written === undefined || !isWhole(written)) return []
    const address = read(written)
    if (address.ok) return []
    const { message, hint = '' } = address.failure
    return [problemAt(source, [...path, key], 'bad-value', message, { hint })]
  })

/** Whether the schema has nothing against it, and no placeholder is to be filled in. */
function isWhole(written: JsonValue): boolean {
  const texts = [written].flat()
  return (
    texts.length > 0 && texts.every(text => typeof text === 'string' && text !== '' && !text.includes('{{'))
  )
}
