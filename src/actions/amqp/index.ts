import { isObject } from '../../util/is-json.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { previewOf } from '../body/preview.ts'
import { inCharsetOf, readContent } from '../brokers/message-content.ts'
import { messageHeaders } from '../brokers/message-headers.ts'
import { addressText } from '../brokers/open-broker-socket.ts'
import { type BrokerTask, performTask } from '../brokers/perform-task.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { scalarText } from '../scalars.ts'
import { guest, readBrokerUrl, type BrokerUrl } from './broker-url.ts'
import { fieldTable, fieldText } from './field-values.ts'
import { listen, sourceText, type Source } from './listen.ts'
import { readProperties } from './message-properties.ts'
import { publish } from './publish.ts'
import { defined } from '../../util/defined.ts'

/** Listens to an exchange or publishes to one: `amqp: listen`, `amqp: publish`. */
export const action: Action<InputOf<'amqp'>> = { name: 'amqp', perform }

async function perform(input: InputOf<'amqp'>, context: ActionContext): Promise<ActionAnswer> {
  const broker = readBrokerUrl(input.url)
  if (!broker.ok) return broker
  const { user = guest } = broker.value
  // Hidden, the password that every new broker has would hide the user of the same name.
  if (user.password !== guest.password) context.hide(user.password)
  const task = await taskOf(input, broker.value, context)
  return task.ok ? performTask(task.value) : task
}

function taskOf(
  input: InputOf<'amqp'>,
  broker: BrokerUrl,
  context: ActionContext,
): Prepared<BrokerTask> | Promise<Prepared<BrokerTask>> {
  if (input.amqp === 'listen') return listenTask(input, broker, context)
  const exchange = scalarText(input.exchange)
  return exchange === undefined
    ? unfit('the step names no exchange', 'Name one with `exchange`.')
    : publishTask(input, broker, exchange, context)
}

function listenTask(input: InputOf<'amqp'>, broker: BrokerUrl, context: ActionContext): Prepared<BrokerTask> {
  const source = readSource(input)
  if (!source.ok) return source
  const name = scalarText(input.as) ?? source.value.name
  const request = {
    summary: `amqp listen ${sourceText(source.value)} on ${addressText(broker.address)}`,
    headers: [],
  }
  return prepared({ request, run: () => listen({ broker, source: source.value, name }, context) })
}

function readSource(input: InputOf<'amqp'>): Prepared<Source> {
  const [queue, exchange] = [scalarText(input.queue), scalarText(input.exchange)]
  const written = input.arguments ?? {}
  if (!isObject(written)) return unfit('arguments must be a mapping')
  const table = fieldTable(written, 'argument')
  if (!table.ok) return table
  if (queue !== undefined && exchange !== undefined)
    return unfit('the step listens to an exchange and to a queue', 'Keep one of them.')
  if (queue !== undefined) return prepared({ kind: 'queue', name: queue, table: table.value })
  if (exchange === undefined)
    return unfit('the step names no exchange', 'Name one with `exchange`, or a queue with `queue`.')
  const routingKey = scalarText(input['routing-key']) ?? '#'
  return prepared({ kind: 'exchange', name: exchange, routingKey, written, table: table.value })
}

async function publishTask(
  input: InputOf<'amqp'>,
  broker: BrokerUrl,
  exchange: string,
  context: ActionContext,
): Promise<Prepared<BrokerTask>> {
  const content = await readContent(input, context.directory)
  if (!content.ok) return content
  const properties = readProperties(input.properties)
  if (!properties.ok) return properties
  const headers = messageHeaders(input.headers, context)
  const table = fieldTable(headers, 'header')
  if (!table.ok) return table
  const written = await inCharsetOf(content.value, properties.value.contentType)
  if (!written.ok) return written
  const { bytes = Buffer.alloc(0), contentType, text } = written.value ?? {}
  const routingKey = scalarText(input['routing-key']) ?? ''
  const options = defined({ contentType, ...properties.value, headers: table.value })
  const summary = `amqp publish ${exchange} ${routingKey} on ${addressText(broker.address)}`
  return prepared({
    request: {
      summary,
      headers: Object.entries(headers).map(([name, value]) => [name, fieldText(value)]),
      ...(text === undefined ? {} : { body: previewOf(text, bytes.length) }),
    },
    run: async () => {
      const sent = await publish({ broker, exchange, routingKey, bytes, options }, context)
      return sent.ok ? prepared({ exchange, 'routing-key': routingKey }) : sent
    },
  })
}
