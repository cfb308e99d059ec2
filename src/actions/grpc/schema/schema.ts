import type { Root } from 'protobufjs'
import type { Prepared } from '../../failure.ts'

/** What is known of services and their messages. */
export interface Schema {
  readonly root: Root
  /** Where it is from, for messages: `shop.proto`, `the reflection of 127.0.0.1:4011`. */
  readonly source: string
  /** The full names of all services there are, whether or not they are in `root` yet. */
  readonly services: readonly string[]
  /** Brings these names into the schema where they can be had; absent where everything is there already. */
  readonly learn?: (names: readonly string[]) => Promise<Prepared<Schema>>
}
