import type { HeaderList } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { previewOf } from '../body/preview.ts'
import { inCharsetOf, readContent } from '../brokers/message-content.ts'
import { messageHeaders } from '../brokers/message-headers.ts'
import { addressText } from '../brokers/open-broker-socket.ts'
import { type BrokerTask, performTask } from '../brokers/perform-task.ts'
import { prepared, type Prepared, unfit } from '../failure.ts'
import { scalarText, scalarTexts } from '../scalars.ts'
import type { ClusterFacts } from './cluster.ts'
import { listen } from './listen.ts'
import type { Beginning } from './offsets.ts'
import { publish, type RecordHeader } from './publish.ts'
import { readBrokers } from './read-brokers.ts'
import { readSasl } from './read-sasl.ts'
import { isNumber, writeJson } from '../../util/exact-number.ts'

/** Listens to a topic or publishes to one: `kafka: listen`, `kafka: publish`. */
export const action: Action<InputOf<'kafka'>> = { name: 'kafka', perform }

async function perform(input: InputOf<'kafka'>, context: ActionContext): Promise<ActionAnswer> {
  const task = await taskOf(input, context)
  return task.ok ? performTask(task.value) : task
}

async function taskOf(input: InputOf<'kafka'>, context: ActionContext): Promise<Prepared<BrokerTask>> {
  const brokers = readBrokers(input.brokers)
  if (!brokers.ok) return brokers
  const sasl = readSasl(input.sasl)
  if (!sasl.ok) return sasl
  if (sasl.value !== undefined) context.hide(sasl.value.password)
  const topic = scalarText(input.topic)
  if (topic === undefined || topic === '') return unfit('the step names no topic', 'Name one with `topic`.')
  const cluster = { seeds: brokers.value, sasl: sasl.value }
  return input.kafka === 'listen'
    ? listenTask(input, cluster, topic, context)
    : publishTask(input, cluster, topic, context)
}

function listenTask(
  input: InputOf<'kafka'>,
  cluster: ClusterFacts,
  topic: string,
  context: ActionContext,
): Prepared<BrokerTask> {
  const given = input.from ?? 'new'
  const from: Beginning | undefined = given === 'new' || given === 'beginning' ? given : undefined
  if (from === undefined) return unfit(`from ${writeJson(given)} is neither new nor beginning`)
  const listening = { ...cluster, topic, from, name: scalarText(input.as) ?? topic }
  return prepared({
    request: { summary: `kafka listen ${topic} on ${namesOf(cluster)}`, headers: [] },
    run: async () => {
      const opened = await listen(listening, context)
      if (!opened.ok) return opened
      const partitions = opened.value.beginnings.map(({ partition, offset }) => ({
        partition,
        offset: Number(offset),
      }))
      return prepared({ listener: listening.name, topic, partitions })
    },
  })
}

async function publishTask(
  input: InputOf<'kafka'>,
  cluster: ClusterFacts,
  topic: string,
  context: ActionContext,
): Promise<Prepared<BrokerTask>> {
  const content = await readContent(input, context.directory)
  if (!content.ok) return content
  const headers = headerLines(messageHeaders(input.headers, context))
  if (!headers.ok) return headers
  const partition = readPartition(input.partition)
  if (!partition.ok) return partition
  const texts: HeaderList = headers.value.flatMap(([name, text]) =>
    text === null ? [] : [[name, text] as const],
  )
  const written = await inCharsetOf(content.value, headerValue(texts, 'content-type'))
  if (!written.ok) return written
  const { bytes = null, text } = written.value ?? {}
  const record = {
    key: scalarText(input.key),
    value: bytes,
    headers: headers.value,
    partition: partition.value,
  }
  return prepared({
    request: {
      summary: `kafka publish ${topic} on ${namesOf(cluster)}`,
      headers: texts,
      ...(text === undefined ? {} : { body: previewOf(text, bytes?.length ?? 0) }),
    },
    run: async () => {
      const place = await publish({ ...cluster, topic, ...record }, context)
      return place.ok ? prepared({ topic, ...place.value }) : place
    },
  })
}

/** Headers of Kafka are bytes: whatever is written goes out as text, and null as no value. */
function headerLines(given: JsonObject): Prepared<readonly RecordHeader[]> {
  const lines: RecordHeader[] = []
  for (const [name, value] of Object.entries(given)) {
    if (value === null) {
      lines.push([name, null])
      continue
    }
    const texts = scalarTexts(value)
    if (texts === undefined) return unfit(`header "${name}" must be text`)
    lines.push(...texts.map(text => [name, text] as const))
  }
  return prepared(lines)
}

function readPartition(given: JsonValue | undefined): Prepared<number | undefined> {
  if (given === undefined) return prepared(undefined)
  const partition = isNumber(given) || typeof given === 'string' ? Number(given) : NaN
  return Number.isInteger(partition) && partition >= 0 && given !== ''
    ? prepared(partition)
    : unfit(`partition ${writeJson(given)} is not a whole number from 0`)
}

function namesOf({ seeds }: ClusterFacts): string {
  return seeds.map(addressText).join(', ')
}
