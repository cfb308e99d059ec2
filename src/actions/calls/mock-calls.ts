import type { JsonObject } from '../../model/json.ts'

/** What a mock received, as `calls` steps read it. */
export interface MockCalls {
  /** The routes it answers, as they are written. */
  readonly routes: readonly string[]
  /** How many calls came: of a route, or of all. */
  count(route?: string): number
  /** Those that are kept, in the order in which they came. */
  kept(route?: string): readonly JsonObject[]
}
