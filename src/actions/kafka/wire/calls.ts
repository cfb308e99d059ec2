import Decoder from 'kafkajs/src/protocol/decoder.js'
import apiVersionsDefinition from 'kafkajs/src/protocol/requests/apiVersions/index.js'
import fetchDefinition from 'kafkajs/src/protocol/requests/fetch/index.js'
import listOffsetsDefinition from 'kafkajs/src/protocol/requests/listOffsets/index.js'
import metadataDefinition from 'kafkajs/src/protocol/requests/metadata/index.js'
import produceDefinition from 'kafkajs/src/protocol/requests/produce/index.js'
import saslAuthenticateDefinition from 'kafkajs/src/protocol/requests/saslAuthenticate/index.js'
import saslHandshakeDefinition from 'kafkajs/src/protocol/requests/saslHandshake/index.js'
import { decodeFetchAnswer, type FetchAnswer } from './fetch-answer.ts'

/** A kind of question to a broker (https://kafka.apache.org/protocol). */
export interface Call<Question extends object, Answer> {
  readonly name: string
  /** The number of the kind. */
  readonly key: number
  /** The versions of it that are known here, the highest first. */
  readonly versions: readonly number[]
  request(version: number, question: Question): object
  decode(version: number, bytes: Buffer): Promise<Answer>
}

/** The versions that a broker takes, by the number of the call. */
export const apiVersions: Call<object, ApiVersionsAnswer> = {
  ...call<object, ApiVersionsAnswer>('ApiVersions', 18, apiVersionsDefinition, [0]),
  // The library throws away which versions are taken by a broker that does not take this one.
  decode: (_version, bytes) => Promise.resolve(decodeApiVersions(bytes)),
}

interface ApiVersionsAnswer {
  readonly errorCode: number
  readonly apiVersions: readonly ApiVersions[]
}

/** The versions of a call that a broker takes. */
export interface ApiVersions {
  readonly apiKey: number
  readonly minVersion: number
  readonly maxVersion: number
}

function decodeApiVersions(bytes: Buffer): ApiVersionsAnswer {
  const decoder = new Decoder(bytes)
  const errorCode = decoder.readInt16()
  const read = (decoder: Decoder): ApiVersions => ({
    apiKey: decoder.readInt16(),
    minVersion: decoder.readInt16(),
    maxVersion: decoder.readInt16(),
  })
  return { errorCode, apiVersions: bytes.length > 2 ? decoder.readArray(read) : [] }
}

/** The brokers of the cluster, and the partitions of topics. */
export const metadata = call<
  { readonly topics: readonly string[]; readonly allowAutoTopicCreation: boolean },
  MetadataAnswer
>('Metadata', 3, metadataDefinition, [6, 5, 4])

export interface MetadataAnswer {
  readonly brokers: readonly { readonly nodeId: number; readonly host: string; readonly port: number }[]
  readonly topicMetadata: readonly {
    readonly topicErrorCode: number
    readonly topic: string
    readonly partitionMetadata: readonly {
      readonly partitionErrorCode: number
      readonly partitionId: number
      /** -1 when there is none. */
      readonly leader: number
    }[]
  }[]
}

/** The offset of the first record at or after a time; -1 is the end, -2 the beginning. */
export const listOffsets = call<
  {
    readonly isolationLevel: number
    readonly topics: readonly {
      readonly topic: string
      readonly partitions: readonly { readonly partition: number; readonly timestamp: number }[]
    }[]
  },
  {
    readonly responses: readonly {
      readonly partitions: readonly {
        readonly partition: number
        readonly errorCode: number
        readonly offset: string
      }[]
    }[]
  }
>('ListOffsets', 2, listOffsetsDefinition, [3, 2])

export interface FetchQuestion {
  readonly isolationLevel: number
  readonly maxWaitTime: number
  readonly minBytes: number
  readonly maxBytes: number
  readonly topics: readonly {
    readonly topic: string
    readonly partitions: readonly {
      readonly partition: number
      readonly fetchOffset: string
      readonly maxBytes: number
    }[]
  }[]
}

/** Records from an offset on. */
export const fetch: Call<FetchQuestion, FetchAnswer> = {
  ...call<FetchQuestion, FetchAnswer>('Fetch', 1, fetchDefinition, [11, 10, 9, 8, 7, 6, 5, 4]),
  // The library's own reader cannot tell the end of a batch whose last records were compacted away.
  decode: (version, bytes) => Promise.resolve(decodeFetchAnswer(version, bytes)),
}

/** Adds records. */
export const produce = call<
  {
    /** -1 waits for every replica that is in sync. */
    readonly acks: number
    readonly timeout: number
    readonly topicData: readonly {
      readonly topic: string
      readonly partitions: readonly { readonly partition: number; readonly messages: readonly object[] }[]
    }[]
  },
  {
    readonly topics: readonly {
      readonly partitions: readonly {
        readonly partition: number
        readonly errorCode: number
        readonly baseOffset: string
      }[]
    }[]
  }
>('Produce', 0, produceDefinition, [7, 6, 5, 4, 3])

/** Names the mechanism of a login. */
export const saslHandshake = call<
  { readonly mechanism: string },
  { readonly errorCode: number; readonly enabledMechanisms: readonly string[] }
>('SaslHandshake', 17, saslHandshakeDefinition, [1])

/** A step of a login. */
export const saslAuthenticate = call<
  { readonly authBytes: Buffer },
  { readonly errorCode: number; readonly errorMessage: string | null; readonly authBytes: Buffer }
>('SaslAuthenticate', 36, saslAuthenticateDefinition, [1, 0])

function call<Question extends object, Answer>(
  name: string,
  key: number,
  definition: typeof fetchDefinition,
  versions: readonly number[],
): Call<Question, Answer> {
  return {
    name,
    key,
    versions,
    request: (version, question) => definition.protocol({ version })(question).request,
    decode: async (version, bytes) =>
      (await definition.protocol({ version })({ topics: [] }).response.decode(bytes)) as Answer,
  }
}
