import type { JsonValue } from './json-value.ts'

/** A JSONPath (RFC 9535) ready to be applied to any number of documents. */
export interface CompiledPath {
  /** Whether it can select one value at most, as `$.a[0]` does and `$.a[*]` does not. */
  readonly singular: boolean
  /**
   * The values it selects, in the document's order. Throws `PatternTimeout` when a pattern inside it takes too long,
   * and `RangeError` when the document is nested too deeply.
   */
  select(value: JsonValue): readonly JsonValue[]
}

/** The path, or what is wrong with its text at which character (counted from 0). */
export type JsonPathResult =
  | { readonly ok: true; readonly path: CompiledPath }
  | { readonly ok: false; readonly message: string; readonly position: number }
