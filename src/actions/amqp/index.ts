import type { JsonObject } from '../../model/json.ts'
import type { Action, ActionAnswer, ActionContext } from '../action.ts'
import { previewOf } from '../body/preview.ts'
import { readContent } from '../brokers/message-content.ts'
import { messageHeaders } from '../brokers/message-headers.ts'
import { addressText } from '../brokers/open-broker-socket.ts'
import { type BrokerTask, performTask } from '../brokers/perform-task.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { scalarText } from '../scalars.ts'
import { readBrokerUrl, type BrokerUrl } from './broker-url.ts'
import { listen, readyEntry } from './listen.ts'
import { readProperties } from './message-properties.ts'
import { publish } from './publish.ts'

/** Listens to an exchange or publishes to one: `amqp: listen`, `amqp: publish`. */
export const action: Action = { name: 'amqp', perform }

async function perform(input: JsonObject, context: ActionContext): Promise<ActionAnswer> {
  const broker = readBrokerUrl(input['url'])
  if (!broker.ok) return broker
  context.hide(broker.value.password)
  const task = await taskOf(input, broker.value, context)
  return task.ok ? performTask(task.value) : task
}

function taskOf(
  input: JsonObject,
  broker: BrokerUrl,
  context: ActionContext,
): Prepared<BrokerTask> | Promise<Prepared<BrokerTask>> {
  const exchange = scalarText(input['exchange'])
  if (exchange === undefined)
    return failed('Request Error', 'the step names no exchange', 'Name one with `exchange`.')
  return input['amqp'] === 'listen'
    ? listenTask(input, broker, exchange, context)
    : publishTask(input, broker, exchange, context)
}

function listenTask(
  input: JsonObject,
  broker: BrokerUrl,
  exchange: string,
  context: ActionContext,
): Prepared<BrokerTask> {
  const listening = {
    broker,
    exchange,
    routingKey: scalarText(input['routing-key']) ?? '#',
    name: scalarText(input['as']) ?? exchange,
  }
  const summary = `amqp listen ${exchange} ${listening.routingKey} on ${addressText(broker.address)}`
  return prepared({
    request: { summary, headers: [] },
    run: async () => {
      const opened = await listen(listening, context)
      return opened.ok ? prepared(readyEntry(listening)) : opened
    },
  })
}

async function publishTask(
  input: JsonObject,
  broker: BrokerUrl,
  exchange: string,
  context: ActionContext,
): Promise<Prepared<BrokerTask>> {
  const content = await readContent(input, context.directory)
  if (!content.ok) return content
  const properties = readProperties(input['properties'])
  if (!properties.ok) return properties
  const headers = messageHeaders(input['headers'], context)
  if (!headers.ok) return headers
  const { bytes = Buffer.alloc(0), contentType, text } = content.value ?? {}
  const routingKey = scalarText(input['routing-key']) ?? ''
  const options = {
    ...(contentType === undefined ? {} : { contentType }),
    ...properties.value,
    headers: Object.fromEntries(headers.value),
  }
  const summary = `amqp publish ${exchange} ${routingKey} on ${addressText(broker.address)}`
  return prepared({
    request: {
      summary,
      headers: headers.value,
      ...(text === undefined ? {} : { body: previewOf(text, bytes.length) }),
    },
    run: async () => {
      const sent = await publish({ broker, exchange, routingKey, bytes, options }, context)
      return sent.ok ? prepared({ exchange, 'routing-key': routingKey }) : sent
    },
  })
}
