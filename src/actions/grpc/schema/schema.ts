import type { Root } from 'protobufjs'
import type { Prepared } from '../../failure.ts'

/** Services and their messages, as far as they are known. */
export interface Schema {
  readonly root: Root
  /** Where it is from, for messages: `shop.proto`, `the reflection of 127.0.0.1:4011`. */
  readonly source: string
  /** The files it was read from, where it was: `.proto` files, or a descriptor set as it is. */
  readonly files?: readonly SchemaFile[] | Uint8Array
  /** The full names of all services there are, whether or not they are in `root` yet. */
  readonly services: readonly string[]
  /** Brings these names into the schema where they can be had; absent where everything is there already. */
  readonly learn?: (names: readonly string[]) => Promise<Prepared<Schema>>
}

/** A `.proto` file that has been read. */
export interface SchemaFile {
  /** The file name that its definitions have. */
  readonly file: string
  /** The name by which other files import it. */
  readonly name: string
  readonly imports: readonly string[]
}
