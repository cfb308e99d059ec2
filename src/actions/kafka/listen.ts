import type { HeaderList, Message } from '../../model/exchange.ts'
import { headerValue } from '../../model/header-value.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ActionContext } from '../action.ts'
import type { Prepared } from '../failure.ts'
import type { Listener } from '../listeners/listener.ts'
import { listenersOf } from '../listeners/listeners.ts'
import { messageOf, textOrBase64 } from '../messages/message.ts'
import { Cluster, type ClusterFacts } from './cluster.ts'
import type { Beginning } from './offsets.ts'
import { Subscription } from './subscription.ts'
import type { WireRecord } from './wire/record-batches.ts'
import { withinTime } from './within-time.ts'

/** Milliseconds that an answer may take while a listener is open. */
const timeout = 10_000

/** Where to listen, and what the listener is called. */
export interface Listening extends ClusterFacts {
  readonly topic: string
  readonly from: Beginning
  readonly name: string
}

/** A listener that is ready, and the offset of each partition from which on nothing is missed. */
export interface Opened {
  readonly listener: Listener
  readonly beginnings: Subscription['positions']['beginnings']
}

/** Opens a listener on a topic. It is ready once the offsets of all partitions are pinned. */
export async function listen(listening: Listening, context: ActionContext): Promise<Prepared<Opened>> {
  const { topic, from, name } = listening
  const cluster = new Cluster(listening, context)
  const opened: { listener?: Listener } = {}
  const subscription = new Subscription({
    ...{ cluster, topic, from, timeout },
    take: (partition, record) => opened.listener?.push(recordMessage(partition, record)),
    lose: failure => opened.listener?.fail(failure),
  })
  const pinned = await withinTime(cluster, context, () => subscription.pin())
  if (!pinned.ok) {
    subscription.close()
    return pinned
  }
  const listener = await listenersOf(context.session).add({
    name,
    subject: `topic ${topic} on ${cluster.name}`,
    readsPast: from === 'beginning',
    position: () => String(subscription.positions),
    trouble: () => subscription.trouble,
    close: () => {
      subscription.close()
      return Promise.resolve()
    },
  })
  opened.listener = listener
  void subscription.read()
  return { ok: true, value: { listener, beginnings: subscription.positions.beginnings } }
}

/**
 * A record as a message: what is not UTF-8 in its key and headers is shown as base64, and null for a key, a value or a header that
 * is not there. A header without a value has no text either.
 */
function recordMessage(partition: number, record: WireRecord): Message {
  const { offset, timestamp } = record
  const key = record.key === null ? null : textOrBase64(record.key)
  const headers = record.headers.map(
    ([name, value]) => [name, value === null ? null : textOrBase64(value)] as const,
  )
  const texts: HeaderList = headers.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]))
  return messageOf(record.value ?? Buffer.alloc(0), {
    headers: texts,
    contentType: headerValue(texts, 'content-type'),
    fields: { key, partition, offset: Number(offset) },
    ...valueOf(record),
    entry: value => ({
      key,
      value,
      headers: headerEntry(headers),
      ...{ partition, offset: Number(offset), timestamp },
    }),
  })
}

/** Null for a tombstone alone: the four bytes of `null`, which are no deletion, are a text. */
function valueOf({ value }: WireRecord): { readonly value?: JsonValue } {
  if (value === null) return { value: null }
  const isShort = value.length < longestNull
  return isShort && value.toString().trim() === 'null' ? { value: value.toString() } : {}
}

/** Bytes that `null` may have with blanks around it; nobody writes more. */
const longestNull = 16

/** Headers by name; one that came several times has its values in a list. */
function headerEntry(headers: readonly (readonly [string, string | null])[]): JsonObject {
  const names = [...new Set(headers.map(([name]) => name))]
  return Object.fromEntries(
    names.map(name => {
      const values = headers.filter(([other]) => other === name).map(([, value]) => value)
      return [name, values.length === 1 ? (values[0] ?? null) : values]
    }),
  )
}
