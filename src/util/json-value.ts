import type { ExactNumber } from './exact-number.ts'

/** A value that JSON can carry. */
export type JsonValue = null | boolean | number | ExactNumber | string | readonly JsonValue[] | JsonObject

/** An object of JSON values. Keys such as `__proto__` are ordinary data. */
export interface JsonObject {
  readonly [key: string]: JsonValue
}
