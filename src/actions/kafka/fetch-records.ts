import type { Cluster } from './cluster.ts'
import { isolation, startsOf } from './offsets.ts'
import type { Positions } from './positions.ts'
import { asBrokerError, refusal, type BrokerError } from './wire/broker-error.ts'
import { fetch } from './wire/calls.ts'
import { errorOfCode } from './wire/error-codes.ts'
import type { FetchedPartition } from './wire/fetch-answer.ts'
import { decodeRecordBatches, wholeBatches, type BatchHead, type WireRecord } from './wire/record-batches.ts'

/** Most bytes of an answer, and of a partition in it; a larger batch comes alone. */
const mostBytes = 16 * 1024 * 1024
const mostBytesOfPartition = 1024 * 1024

const offsetOutOfRange = 1

/** The cluster, partitions and positions that a fetch is about. */
export interface Fetching {
  readonly cluster: Cluster
  readonly topic: string
  readonly node: number
  readonly partitions: readonly number[]
  readonly positions: Positions
  /** Milliseconds the broker waits while there is nothing. */
  readonly wait: number
  /** Milliseconds an answer may take beyond that. */
  readonly timeout: number
  take(partition: number, record: WireRecord): void
}

/** Reads what a node has behind the positions, and moves them on. Throws a BrokerError. */
export async function fetchRecords(fetching: Fetching): Promise<void> {
  const { partitions, positions } = fetching
  for (const partition of partitions) await lookThroughPast(partition, fetching)
  const offsets = partitions.map(partition => [partition, positions.next(partition)] as const)
  let error: BrokerError | undefined
  for (const part of await fetchFrom(offsets, isolation.committed, fetching))
    try {
      await takePart(part, fetching)
    } catch (thrown) {
      // The other partitions have come all the same.
      error ??= asBrokerError(thrown)
    }
  if (error !== undefined) throw error
}

async function fetchFrom(
  offsets: readonly (readonly [partition: number, offset: bigint])[],
  isolationLevel: number,
  { cluster, topic, node, wait, timeout }: Fetching,
): Promise<readonly FetchedPartition[]> {
  const connection = await cluster.node(node)
  const partitions = offsets.map(([partition, offset]) => ({
    partition,
    fetchOffset: String(offset),
    maxBytes: mostBytesOfPartition,
  }))
  const question = {
    isolationLevel,
    ...{ maxWaitTime: wait, minBytes: 1, maxBytes: mostBytes },
    topics: [{ topic, partitions }],
  }
  const answer = await connection.ask(fetch, question, wait + timeout)
  if (answer.errorCode !== 0) throw errorOfCode(answer.errorCode, topic)
  return answer.partitions
}

/** Finds out which transactions were open where everything begins to count, by reading what lies before. */
async function lookThroughPast(partition: number, fetching: Fetching): Promise<void> {
  const { positions, topic } = fetching
  const end = positions.endOfPast(partition)
  if (end === undefined) return
  const open = new Map<bigint, bigint>()
  for (let next = positions.next(partition); next < end;) {
    const [part] = await fetchFrom([[partition, next]], isolation.uncommitted, fetching)
    // A deletion in the meantime is noticed when the records are to be read.
    if (part === undefined || part.errorCode === offsetOutOfRange) break
    if (part.errorCode !== 0) throw errorOfCode(part.errorCode, topic)
    const batches = [...wholeBatches(part.records)].filter(({ lastOffset }) => lastOffset >= next)
    if (batches.length === 0) break
    for (const { firstOffset, lastOffset, producerId, isTransactional, isControl } of batches) {
      if (firstOffset >= end) break
      if (isControl) open.delete(producerId)
      else if (isTransactional && !open.has(producerId)) open.set(producerId, firstOffset)
      next = lastOffset + 1n
    }
  }
  positions.learn(partition, open)
}

async function takePart(part: FetchedPartition, fetching: Fetching): Promise<void> {
  const { partition, errorCode, records, aborted } = part
  const { positions, topic } = fetching
  if (errorCode === offsetOutOfRange) return startAgain(partition, fetching)
  if (errorCode !== 0) throw errorOfCode(errorCode, topic)
  const from = positions.next(partition)
  try {
    const counts = (batch: BatchHead): boolean => positions.counts(partition, batch)
    const decoded = await decodeRecordBatches(records, from, aborted, counts)
    for (const record of decoded.records) fetching.take(partition, record)
    positions.advance(partition, decoded.next, part.stableEnd < part.end && decoded.next >= part.stableEnd)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw refusal('answer-unreadable', { reason: `partition ${partition} of topic "${topic}": ${reason}` })
  }
}

/**
 * The broker has deleted what was to be read next, or the whole topic, and made it anew, so that offsets are smaller and
 * everything counts: the rest is still read.
 */
async function startAgain(partition: number, fetching: Fetching): Promise<void> {
  const { cluster, topic, node, positions, timeout } = fetching
  const place = { partition, leader: node }
  const inquiry = { cluster, topic, places: [place], timeout }
  const next = (await startsOf(inquiry, 'beginning')).get(partition)?.next ?? 0n
  positions.restart(partition, next)
}
