import type { JsonValue } from '../model/json.ts'
import type { ProviderState } from '../model/provider-state.ts'
import { isObject } from '../util/is-json.ts'
import { list, mapping, text } from '../util/read-values.ts'

/** Reads a step's `provider-state`: a name, or a list of names and of `{ name, params }`. */
export function buildProviderStates(value: JsonValue | undefined): readonly ProviderState[] | undefined {
  if (value === undefined) return undefined
  return (typeof value === 'string' ? [value] : list(value)).flatMap(state => {
    const name = isObject(state) ? text(state['name']) : text(state)
    return name === undefined ? [] : [{ name, params: isObject(state) ? mapping(state['params']) : {} }]
  })
}
