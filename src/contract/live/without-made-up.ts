import type { ValueOrigin } from '../../model/contract-check.ts'
import type { JsonObject } from '../../model/json.ts'
import { mapping } from '../../util/read-values.ts'
import { keysBesideBody, type OperationCall } from './build-call.ts'

/** Where values are from that everybody may read: nobody has given them. */
const shown: ReadonlySet<ValueOrigin> = new Set(['documented', 'guessed'])

/** The input of a call without the values that are made up or that the description shows, which are nobody's secrets. */
export function withoutMadeUp(input: JsonObject, { values }: OperationCall): JsonObject {
  const made = values.filter(({ from }) => shown.has(from))
  const hasBody = made.some(({ in: place }) => place === 'body')
  const kept = Object.entries(input).filter(([key]) => !hasBody || keysBesideBody.has(key))
  const without = (place: 'query' | 'header'): JsonObject => {
    const names = new Set(made.flatMap(one => (one.in === place ? one.name.toLowerCase() : [])))
    const given = mapping(input[place === 'query' ? 'query' : 'headers'])
    return Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name.toLowerCase())))
  }
  return { ...Object.fromEntries(kept), query: without('query'), headers: without('header') }
}
