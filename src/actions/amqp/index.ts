import type { RequestRecord } from '../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Action, ActionAnswer, ActionContext } from '../action.ts'
import { previewOf } from '../body/preview.ts'
import { jsonBody } from '../body/json-body.ts'
import { readContent } from '../brokers/message-content.ts'
import { messageHeaders } from '../brokers/message-headers.ts'
import { addressText } from '../brokers/open-broker-socket.ts'
import { failed, prepared, type Prepared } from '../failure.ts'
import { readBrokerUrl, type BrokerUrl } from './broker-url.ts'
import { listen, readyEntry } from './listen.ts'
import { readProperties } from './message-properties.ts'
import { publish } from './publish.ts'

/** Listens to an exchange or publishes to one: `amqp: listen`, `amqp: publish`. */
export const action: Action = { name: 'amqp', perform }

/** Something to do at a broker: what it is called in reports, and how it is done. */
interface Task {
  readonly request: RequestRecord
  /** What `$` stands for when it worked. */
  run(): Promise<Prepared<JsonObject>>
}

async function perform(input: JsonObject, context: ActionContext): Promise<ActionAnswer> {
  const broker = readBrokerUrl(input['url'])
  if (!broker.ok) return broker
  context.hide(broker.value.password)
  const task = await taskOf(input, broker.value, context)
  if (!task.ok) return task
  const { request } = task.value
  const [startedAt, start] = [Date.now(), performance.now()]
  const outcome = await task.value.run()
  const timings = { startedAt, duration: performance.now() - start }
  if (!outcome.ok) return { ok: false, failure: { ...outcome.failure, request, timings } }
  return {
    ok: true,
    exchange: {
      request,
      response: { headers: [], body: jsonBody(outcome.value) },
      timings,
      success: { holds: true, expected: 'the broker to agree' },
    },
  }
}

function taskOf(
  input: JsonObject,
  broker: BrokerUrl,
  context: ActionContext,
): Prepared<Task> | Promise<Prepared<Task>> {
  const exchange = textOf(input['exchange'])
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
): Prepared<Task> {
  const listening = {
    broker,
    exchange,
    routingKey: textOf(input['routing-key']) ?? '#',
    name: textOf(input['as']) ?? exchange,
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
): Promise<Prepared<Task>> {
  const content = await readContent(input, context.directory)
  if (!content.ok) return content
  const properties = readProperties(input['properties'])
  if (!properties.ok) return properties
  const headers = messageHeaders(input['headers'], context)
  if (!headers.ok) return headers
  const { bytes = Buffer.alloc(0), contentType, text } = content.value ?? {}
  const routingKey = textOf(input['routing-key']) ?? ''
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

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
