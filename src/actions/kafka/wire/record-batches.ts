import Decoder from 'kafkajs/src/protocol/decoder.js'
import { decompress } from './compression.ts'
import type { AbortedTransaction } from './fetch-answer.ts'

/** A record as it lies in a partition. */
export interface WireRecord {
  readonly offset: bigint
  /** Milliseconds since 1970. */
  readonly timestamp: number
  readonly key: Buffer | null
  /** Null in a tombstone: the record is a deletion. */
  readonly value: Buffer | null
  readonly headers: readonly (readonly [name: string, value: Buffer | null])[]
}

/** The records that can be read from a part of a partition. */
export interface Decoded {
  readonly records: readonly WireRecord[]
  /** Where to go on. It is behind all batches that are whole, whether or not there is a record left in them. */
  readonly next: bigint
}

/** Length of what stands before the records of a batch (https://kafka.apache.org/documentation/#recordbatch). */
const headLength = 61

/**
 * Reads those record batches from an offset on that count: neither the records of aborted transactions nor the marks
 * that end transactions do. Throws when a batch cannot be read.
 */
export async function decodeRecordBatches(
  bytes: Buffer,
  from: bigint,
  aborted: readonly AbortedTransaction[],
  counts: (batch: BatchHead) => boolean,
): Promise<Decoded> {
  const waiting = [...aborted].sort((one, other) => Number(one.firstOffset - other.firstOffset))
  const abortedProducers = new Set<bigint>()
  const records: WireRecord[] = []
  let next = from
  for (const batch of wholeBatches(bytes)) {
    if (batch.lastOffset < from) continue
    while (waiting[0] !== undefined && waiting[0].firstOffset <= batch.lastOffset)
      abortedProducers.add(waiting.shift()?.producerId ?? -1n)
    if (batch.isControl) abortedProducers.delete(batch.producerId)
    else if (counts(batch) && !(batch.isTransactional && abortedProducers.has(batch.producerId)))
      for (const record of await recordsOf(batch)) if (record.offset >= from) records.push(record)
    next = batch.lastOffset + 1n
  }
  return { records, next }
}

/** The facts of a batch that are known without unpacking it. */
export interface BatchHead {
  readonly firstOffset: bigint
  readonly lastOffset: bigint
  readonly producerId: bigint
  readonly isTransactional: boolean
  /** True where it is the mark that ends a transaction. */
  readonly isControl: boolean
}

interface Batch extends BatchHead {
  readonly firstTimestamp: bigint
  /** Set when the broker's clock counts instead of the producer's. */
  readonly appendTimestamp: bigint | undefined
  readonly compression: number
  readonly count: number
  readonly records: Buffer
}

/** The batches that came whole; the last one is cut off where the answer was long enough. Throws at an old format. */
export function* wholeBatches(bytes: Buffer): Generator<Batch> {
  for (let at = 0; at + headLength <= bytes.length;) {
    const end = at + 12 + bytes.readInt32BE(at + 8)
    if (end > bytes.length) return
    yield batchOf(bytes.subarray(at, end))
    at = end
  }
}

function batchOf(bytes: Buffer): Batch {
  const firstOffset = bytes.readBigInt64BE(0)
  const format = bytes.readInt8(16)
  if (format !== 2)
    throw new Error(`offset ${firstOffset} has the record format ${format}, from before Kafka 0.11`)
  const attributes = bytes.readInt16BE(21)
  return {
    firstOffset,
    lastOffset: firstOffset + BigInt(bytes.readInt32BE(23)),
    firstTimestamp: bytes.readBigInt64BE(27),
    appendTimestamp: (attributes & 8) === 0 ? undefined : bytes.readBigInt64BE(35),
    producerId: bytes.readBigInt64BE(43),
    compression: attributes & 7,
    isTransactional: (attributes & 16) !== 0,
    isControl: (attributes & 32) !== 0,
    count: bytes.readInt32BE(57),
    records: bytes.subarray(headLength),
  }
}

async function recordsOf(batch: Batch): Promise<readonly WireRecord[]> {
  if (batch.count === 0) return []
  try {
    const bytes = await decompress(batch.compression, batch.records)
    const decoder = new Decoder(bytes)
    return Array.from({ length: batch.count }, () => recordOf(decoder, batch))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`the records from offset ${batch.firstOffset} on cannot be read: ${reason}`, {
      cause: error,
    })
  }
}

function recordOf(decoder: Decoder, { firstOffset, firstTimestamp, appendTimestamp }: Batch): WireRecord {
  decoder.readVarInt() // length
  decoder.readInt8() // attributes, of which there are none
  const timestamp = appendTimestamp ?? firstTimestamp + BigInt(decoder.readVarLong().toString())
  if (appendTimestamp !== undefined) decoder.readVarLong()
  const offset = firstOffset + BigInt(decoder.readVarInt())
  const [key, value] = [decoder.readVarIntBytes(), decoder.readVarIntBytes()]
  const headers = Array.from(
    { length: decoder.readVarInt() },
    () => [String(decoder.readVarIntBytes() ?? ''), decoder.readVarIntBytes()] as const,
  )
  return { offset, timestamp: Number(timestamp), key, value, headers }
}
