import type { Cluster, PartitionPlace } from './cluster.ts'
import { leaderless } from './wire/broker-error.ts'
import { listOffsets } from './wire/calls.ts'
import { errorOfCode } from './wire/error-codes.ts'

/**
 * Only what is committed is read, so the end of a partition is where the first transaction begins that has not ended:
 * what it wrote before is still to come.
 */
export const readCommitted = 1

/** Where a listener begins: behind all there is, or before it. */
export type Beginning = 'new' | 'beginning'

/** What ListOffsets takes for a time. */
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

/** The offset of each partition where a listener begins. */
export async function offsetsOf(
  cluster: Cluster,
  topic: string,
  places: readonly PartitionPlace[],
  from: Beginning,
  timeout: number,
): Promise<ReadonlyMap<number, bigint>> {
  const timestamp = timestamps[from]
  const ask = async ([node, partitions]: readonly [number, readonly number[]]) => {
    const connection = await cluster.node(node)
    const question = {
      isolationLevel: readCommitted,
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
