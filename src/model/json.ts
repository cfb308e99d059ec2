export type { JsonObject, JsonValue } from '../util/json-value.ts'
