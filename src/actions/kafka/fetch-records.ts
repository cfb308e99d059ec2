import type { Cluster } from './cluster.ts'
import { offsetsOf, readCommitted } from './offsets.ts'
import type { Positions } from './positions.ts'
import { asBrokerError, refusal, type BrokerError } from './wire/broker-error.ts'
import { fetch } from './wire/calls.ts'
import { errorOfCode } from './wire/error-codes.ts'
import type { FetchedPartition } from './wire/fetch-answer.ts'
import { decodeRecordBatches, type WireRecord } from './wire/record-batches.ts'

/** Most bytes of an answer, and of a partition in it; a larger batch comes alone. */
const mostBytes = 16 * 1024 * 1024
const mostBytesOfPartition = 1024 * 1024

const offsetOutOfRange = 1

/** What a fetch is about. */
export interface Fetching {
  readonly cluster: Cluster
  readonly topic: string
  readonly node: number
  readonly partitions: readonly number[]
  readonly positions: Positions
  /** Milliseconds the broker waits while there is nothing. */
  readonly wait: number
  /** Milliseconds an answer may take beyond that. */
  readonly patience: number
  take(partition: number, record: WireRecord): void
}

/** Reads what a node has behind the positions, and moves them on. Throws a BrokerError. */
export async function fetchRecords(fetching: Fetching): Promise<void> {
  const { cluster, topic, node, partitions, positions, wait, patience } = fetching
  const connection = await cluster.node(node)
  const places = partitions.map(partition => ({
    partition,
    fetchOffset: String(positions.next(partition)),
    maxBytes: mostBytesOfPartition,
  }))
  const question = {
    isolationLevel: readCommitted,
    ...{ maxWaitTime: wait, minBytes: 1, maxBytes: mostBytes },
    topics: [{ topic, partitions: places }],
  }
  const answer = await connection.ask(fetch, question, wait + patience)
  if (answer.errorCode !== 0) throw errorOfCode(answer.errorCode, topic)
  let error: BrokerError | undefined
  for (const part of answer.partitions)
    try {
      await takePart(part, fetching)
    } catch (thrown) {
      // The other partitions have come all the same.
      error ??= asBrokerError(thrown)
    }
  if (error !== undefined) throw error
}

async function takePart(part: FetchedPartition, fetching: Fetching): Promise<void> {
  const { partition, errorCode, records, aborted } = part
  const { positions, topic } = fetching
  if (errorCode === offsetOutOfRange) return startAgain(partition, fetching)
  if (errorCode !== 0) throw errorOfCode(errorCode, topic)
  const from = positions.next(partition)
  try {
    const decoded = await decodeRecordBatches(records, from, aborted)
    for (const record of decoded.records) fetching.take(partition, record)
    positions.advance(partition, decoded.next)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw refusal('Network Error', `partition ${partition} of topic "${topic}": ${reason}`)
  }
}

/** The broker has deleted what was to be read next, or the whole topic, and made it anew: the rest is still read. */
async function startAgain(partition: number, fetching: Fetching): Promise<void> {
  const { cluster, topic, node, positions, patience } = fetching
  const place = { partition, leader: node }
  const offsets = await offsetsOf(cluster, topic, [place], 'beginning', patience)
  positions.pin(partition, offsets.get(partition) ?? 0n)
}
