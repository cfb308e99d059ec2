import type { JsonObject } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'

/** A step that runs for each of a list that is written out, as one that runs once per data row; any other as it is. */
export function roundsAsRows(step: JsonObject): JsonObject {
  const { 'for-each': each = null, ...others } = step
  const [item] = isObject(each) ? Object.entries(each) : []
  if (item === undefined || !isList(item[1]) || JSON.stringify(item[1]).includes('{{')) return step
  return { ...others, data: item[1].map(value => ({ [item[0]]: value })) }
}

/** Why a step cannot be written where there is no loop for its rounds, if so. */
export function lostRounds(step: JsonObject): { readonly what: string; readonly why: string } | undefined {
  const what = ['for-each', 'repeat'].find(key => step[key] !== undefined)
  return what === undefined ? undefined : { what, why: 'how many rounds there are only a run can tell' }
}
