import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ConversionLog } from './conversion-log.ts'

/** The settings that a request or folder of a collection inherits, and the facts known where it is read or written. */
export interface Context {
  /** The credentials it inherits, as `auth` of the suite language. */
  readonly auth: JsonValue | undefined
  /** The `protocolProfileBehavior` it inherits. */
  readonly behavior: JsonObject
  /** True where a script above it has tests. */
  readonly hasTests: boolean
  readonly known: KnownVariables
  /** Variables that scripts above it write. */
  readonly shared: SharedVariables
  /** Variables that requests before it extract. */
  readonly extracted: Set<string>
  readonly log: ConversionLog
}

/** Variables that scripts of folders and collections write, each time a request below runs. */
export interface SharedVariables {
  readonly names: ReadonlySet<string>
  /** True where it may be any variable, such as one whose name is computed. */
  readonly mayBeAny: boolean
}

/** The context of a collection as a whole, which inherits nothing. */
export function rootContext(known: KnownVariables, log: ConversionLog): Context {
  const inherited = { auth: undefined, behavior: {}, hasTests: false, shared: noneShared }
  return { ...inherited, known, extracted: new Set(), log }
}

/** No script above writes any variable. */
export const noneShared: SharedVariables = { names: new Set(), mayBeAny: false }

/** Facts known of the variables of a collection. */
export interface KnownVariables {
  /** Texts of the collection's own variables, by name. */
  readonly values: ReadonlyMap<string, string>
  /** Variables that may hold something else than text, because scripts set them or they are not text. */
  readonly changing: ReadonlySet<string>
  /** Variables that only ever hold text. */
  readonly texts: ReadonlySet<string>
}
