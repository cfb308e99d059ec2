import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList } from '../util/is-json.ts'
import { list, mapping, texts } from '../util/read-values.ts'

/** Before the request, or after its answer. */
export type Phase = 'before' | 'after'

/** The rest of a step, which is still to be written: what is written is taken out. */
export interface Left {
  readonly variables: Map<string, JsonValue>
  readonly extracts: Map<string, JsonValue>
  validations: readonly JsonObject[]
  readonly scripts: Record<Phase, readonly string[]>
}

export function leftOf(step: JsonObject): Left {
  const scripts = mapping(step['scripts'])
  const sources = (given: JsonValue | undefined): readonly string[] =>
    typeof given === 'string' ? [given] : isList(given ?? null) ? texts(given) : []
  return {
    variables: new Map(Object.entries(mapping(step['variables']))),
    extracts: new Map(Object.entries(mapping(step['extracts']))),
    validations: list(step['validations']).map(mapping),
    scripts: { before: sources(scripts['before']), after: sources(scripts['after']) },
  }
}
