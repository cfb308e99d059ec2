import type { JsonValue } from '../util/json-value.ts'
import type { PlainPath } from './plain-path.ts'

/** A JSONPath (RFC 9535) ready to be applied to any number of documents. */
export interface CompiledPath {
  /** True where it can select one value at most, as `$.a[0]` does and `$.a[*]` does not. */
  readonly singular: boolean
  /**
   * The values it selects, in the document's order. Throws `JsonPathTimeout` when that takes too long, `PatternTimeout`
   * when a pattern inside it does, and `RangeError` when the document is nested too deeply.
   */
  select(value: JsonValue): readonly JsonValue[]
  /** The way to each of these values, such as `$.items[0].id`. Throws as `select` does. */
  places(value: JsonValue): readonly string[]
  /** The same as names and indexes, none of which counts from the end. Throws as `select` does. */
  locations(value: JsonValue): readonly PlainPath[]
}

/** The path, or what is wrong with its text at which character (counted from 0). */
export type JsonPathResult =
  | { readonly ok: true; readonly path: CompiledPath }
  | { readonly ok: false; readonly message: string; readonly position: number }

/** Thrown by a query that took too long; whoever judges a value turns it into a failure with this message. */
export class JsonPathTimeout extends Error {
  constructor(reason: string) {
    super(`the JSONPath ${reason}`)
    this.name = 'JsonPathTimeout'
  }
}
