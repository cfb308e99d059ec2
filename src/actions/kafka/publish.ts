import { during, type Prepared } from '../failure.ts'
import createPartitioner from 'kafkajs/src/producer/partitioners/default/index.js'
import type { ActionContext } from '../action.ts'
import { Cluster, type ClusterFacts, type PartitionPlace } from './cluster.ts'
import { asBrokerError, BrokerError, refusal } from './wire/broker-error.ts'
import { produce } from './wire/calls.ts'
import { errorOfCode } from './wire/error-codes.ts'
import { byLeader } from './offsets.ts'
import { withinTime } from './within-time.ts'

/** A header of a record. */
export type RecordHeader = readonly [name: string, value: string | null]

/** A record and where it goes. */
export interface Publication extends ClusterFacts {
  readonly topic: string
  readonly key: string | undefined
  /** Null makes a tombstone. */
  readonly value: Buffer | null
  /** Null for one without a value. */
  readonly headers: readonly RecordHeader[]
  /** Chosen by the key (default), as all clients in Java choose it. */
  readonly partition: number | undefined
}

/** Where a record lies. */
export interface Place {
  readonly partition: number
  readonly offset: number
}

/** Publishes a record, and waits until all replicas in sync have it. */
export async function publish(publication: Publication, context: ActionContext): Promise<Prepared<Place>> {
  const cluster = new Cluster(publication, context)
  try {
    return await withinTime(cluster, context, () => send(cluster, publication, context.timeout))
  } finally {
    cluster.close()
  }
}

async function send(cluster: Cluster, publication: Publication, timeout: number): Promise<Place> {
  const { topic } = publication
  const places = await cluster.partitionsOf(topic)
  if (places === undefined)
    throw refusal('topic-missing', {
      reason: `there is no topic "${topic}" on ${cluster.name}`,
      hint: 'Start what makes it, or check the name; apitest makes no topics.',
    })
  const place = choosePartition(places, publication)
  const [[node] = []] = byLeader([place])
  const connection = await cluster.node(node ?? -1)
  const question = {
    acks: -1,
    timeout,
    topicData: [{ topic, partitions: [{ partition: place.partition, messages: [messageOf(publication)] }] }],
  }
  const answer = await connection.ask(produce, question, timeout).catch((thrown: unknown) => {
    throw unconfirmed(asBrokerError(thrown))
  })
  const [result] = answer.topics.flatMap(({ partitions }) => partitions)
  if (result === undefined)
    throw refusal('answer-unreadable', { reason: 'the broker did not say where the message is' })
  if (result.errorCode !== 0) throw errorOfCode(result.errorCode, topic)
  return { partition: place.partition, offset: Number(result.baseOffset) }
}

function choosePartition(
  places: readonly PartitionPlace[],
  { topic, key, partition }: Publication,
): PartitionPlace {
  const wanted =
    partition ??
    createPartitioner()({
      topic,
      partitionMetadata: places.map(place => ({ partitionId: place.partition, leader: place.leader })),
      message: key === undefined ? {} : { key },
    })
  const place = places.find(({ partition }) => partition === wanted)
  if (place !== undefined) return place
  throw refusal('request-unfit', {
    reason: `topic "${topic}" has no partition ${wanted}`,
    hint: `It has ${places.length}, counted from 0.`,
  })
}

/** As the library takes it: several values of a header in a list. */
function messageOf({ key, value, headers }: Publication): object {
  const lists = new Map<string, readonly unknown[]>()
  for (const [name, text] of headers)
    lists.set(name, text === null ? withoutValue(name) : [...(lists.get(name) ?? []), text])
  return { key: key ?? null, value, headers: Object.fromEntries(lists) }
}

/**
 * A header without a value. The library can write one, but asks it for its length before it looks whether there is one: for each
 * time that it writes it, the first of three looks finds an empty text, which takes as much room.
 */
function withoutValue(key: string): readonly unknown[] {
  let looks = 0
  const header = {
    key,
    get value() {
      return looks++ % 3 === 0 ? '' : null
    },
  }
  return Object.assign([null], { map: () => [header] })
}

/** Without an answer the record may be there: to send it again might make two of it. */
function unconfirmed(error: BrokerError): BrokerError {
  if (error.course === 'stays') return error
  const failure = during('the broker did not confirm the message', error.failure)
  return new BrokerError({ ...failure, advice: 'It may have it all the same.' }, 'connection')
}
