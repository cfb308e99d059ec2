import Decoder from 'kafkajs/src/protocol/decoder.js'

/** The answer of a broker to a fetch. */
export interface FetchAnswer {
  readonly errorCode: number
  readonly partitions: readonly FetchedPartition[]
}

/** A partition's part of it; the records are not decoded. */
export interface FetchedPartition {
  readonly partition: number
  readonly errorCode: number
  /** The offset behind what all replicas in sync have. */
  readonly end: bigint
  /** The same, or where the first transaction begins that is still open: the end of what is committed. */
  readonly stableEnd: bigint
  readonly aborted: readonly AbortedTransaction[]
  readonly records: Buffer
}

/** A transaction that came to nothing: what the producer wrote from that offset on does not count. */
export interface AbortedTransaction {
  readonly producerId: bigint
  readonly firstOffset: bigint
}

/** Reads the answer to a fetch of version 4 to 11 (https://kafka.apache.org/protocol#The_Messages_Fetch). */
export function decodeFetchAnswer(version: number, bytes: Buffer): FetchAnswer {
  const decoder = new Decoder(bytes)
  decoder.readInt32() // throttle time
  const errorCode = version >= 7 ? decoder.readInt16() : 0
  if (version >= 7) decoder.readInt32() // session
  const topics = decoder.readArray(topic => {
    topic.readString()
    return topic.readArray(partition => decodePartition(version, partition))
  })
  return { errorCode, partitions: topics.flat() }
}

function decodePartition(version: number, decoder: Decoder): FetchedPartition {
  const partition = decoder.readInt32()
  const errorCode = decoder.readInt16()
  const end = decoder.readInt64()
  const stableEnd = decoder.readInt64()
  if (version >= 5) decoder.readInt64() // log start offset
  const aborted = decoder.readArray(transaction => ({
    producerId: transaction.readInt64(),
    firstOffset: transaction.readInt64(),
  }))
  if (version >= 11) decoder.readInt32() // preferred replica
  return { partition, errorCode, end, stableEnd, aborted, records: decoder.readBytes() ?? Buffer.alloc(0) }
}
