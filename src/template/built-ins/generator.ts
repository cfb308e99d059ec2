import type { JsonValue } from '../../model/json.ts'

/** Makers of values by the built-in name, `$` included; every call makes a new value. */
export type Generators = Readonly<Record<`$${string}`, () => JsonValue>>
