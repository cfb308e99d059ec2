import type { JsonValue } from '../../../model/json.ts'
import { canonicalJson } from '../../../util/canonical-json.ts'
import { findingAt, show } from './keyword-locations.ts'
import type { SchemaFinding, ShapePair } from './rule.ts'

/** Which changes of a value a rule is about. */
export type Wanted<Value> = (old: Value | undefined, fresh: Value | undefined) => boolean

/** A value where there was none. */
export const cameUp: Wanted<unknown> = (old, fresh) => old === undefined && fresh !== undefined

/** No value where there was one. */
export const wentAway: Wanted<unknown> = (old, fresh) => old !== undefined && fresh === undefined

/** A value in the place of another. */
export const isOther: Wanted<unknown> = (old, fresh) =>
  old !== undefined && fresh !== undefined && old !== fresh

/** A finding where the value of a keyword changed as wanted: `the default went from none to 4`. */
export function valueChange(
  pair: ShapePair,
  keyword: string,
  words: string,
  wanted: Wanted<string> = () => true,
): readonly SchemaFinding[] {
  const [old, fresh] = [pair.before, pair.after].map(({ keywords }) => keywords.get(keyword)?.value)
  const [oldText, freshText] = [old, fresh].map(value => (value === undefined ? value : canonicalJson(value)))
  if (oldText === freshText || !wanted(oldText, freshText)) return []
  const say = (value: JsonValue | undefined): string => (value === undefined ? 'none' : show(value))
  return [findingAt(pair, [keyword], `${words} went from ${say(old)} to ${say(fresh)}`)]
}
