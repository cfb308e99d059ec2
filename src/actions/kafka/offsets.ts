import type { Cluster, PartitionPlace } from './cluster.ts'
import { leaderless } from './wire/broker-error.ts'
import { listOffsets } from './wire/calls.ts'
import { errorOfCode } from './wire/error-codes.ts'

/** How much is seen of what open and aborted transactions wrote: as far as all replicas in sync have it, or not at all. */
export const isolation = { uncommitted: 0, committed: 1 } as const

/** Where a listener begins: behind all there is, or before it. */
export type Beginning = 'new' | 'beginning'

/** The codes that ListOffsets takes for a time. */
const timestamps: Readonly<Record<Beginning, number>> = { new: -1, beginning: -2 }

/** Partitions by the node that leads them. Throws a BrokerError when one has no leader. */
export function byLeader(places: readonly PartitionPlace[]): ReadonlyMap<number, readonly number[]> {
  const nodes = new Map<number, number[]>()
  for (const { partition, leader } of places) {
    if (leader < 0) throw leaderless(`partition ${partition} has no leader now (5 LEADER_NOT_AVAILABLE)`)
    nodes.set(leader, [...(nodes.get(leader) ?? []), partition])
  }
  return nodes
}

/** Partitions of a topic, and how long to wait for a broker. */
interface Inquiry {
  readonly cluster: Cluster
  readonly topic: string
  readonly places: readonly PartitionPlace[]
  readonly timeout: number
}

/** Where a listener begins to read a partition, and from which offset on everything counts. */
interface Start {
  readonly next: bigint
  /** Higher than `next` when transactions are open: of what is before it, only their records are still to come. */
  readonly from: bigint
}

/**
 * Where a listener begins in each partition. Only what is committed is read, so that an open transaction holds back
 * whatever lies behind its first record: reading begins there, though most of that was there before.
 */
export async function startsOf(inquiry: Inquiry, from: Beginning): Promise<ReadonlyMap<number, Start>> {
  const stable = await offsetsOf(inquiry, from, isolation.committed)
  const ends = from === 'new' ? await offsetsOf(inquiry, from, isolation.uncommitted) : stable
  return new Map(
    [...stable].map(([partition, next]) => [partition, { next, from: ends.get(partition) ?? next }]),
  )
}

async function offsetsOf(
  { cluster, topic, places, timeout }: Inquiry,
  from: Beginning,
  isolationLevel: number,
): Promise<ReadonlyMap<number, bigint>> {
  const timestamp = timestamps[from]
  const ask = async ([node, partitions]: readonly [number, readonly number[]]) => {
    const connection = await cluster.node(node)
    const question = {
      isolationLevel,
      topics: [{ topic, partitions: partitions.map(partition => ({ partition, timestamp })) }],
    }
    return connection.ask(listOffsets, question, timeout)
  }
  const answers = await Promise.all([...byLeader(places)].map(ask))
  const found = answers.flatMap(({ responses }) => responses.flatMap(({ partitions }) => partitions))
  return new Map(
    found.map(({ partition, errorCode, offset }) => {
      if (errorCode !== 0) throw errorOfCode(errorCode, topic)
      return [partition, BigInt(offset)]
    }),
  )
}
