import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseTarget } from '../../parse/target.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { scalarText, targetOf } from './targets.ts'
import { partWord } from './words.ts'

/**
 * Translates the words of other tools that keep values of an answer into our extracts. Undefined where something is not
 * understood.
 */
export function extractsOf(written: JsonValue): JsonObject | undefined {
  const parts = isList(written) ? written.map(listed) : isObject(written) ? members(written) : [undefined]
  return parts.length === 0 || parts.includes(undefined)
    ? undefined
    : (Object.assign({}, ...parts) as JsonObject)
}

function members(written: JsonObject): readonly (JsonObject | undefined)[] {
  return Object.entries(written).map(([name, value]) => {
    // Tavern groups them by the part of the answer.
    const isGroup =
      /^(?:json|body|jsonpath|headers?)$/i.test(name) &&
      isObject(value) &&
      Object.values(value).every(one => typeof one === 'string')
    if (isGroup && isObject(value))
      return extractsOf(
        Object.fromEntries(
          Object.entries(value).map(([one, from]) => [
            one,
            /^h/i.test(name) ? { header: from } : { path: from },
          ]),
        ),
      )
    const extract = extractOf(value)
    return extract === undefined ? undefined : { [name]: extract }
  })
}

/** `{ name: token, path: $.token }`, or `token: $.token` behind a dash. */
function listed(item: JsonValue): JsonObject | undefined {
  if (!isObject(item)) return undefined
  const entries = Object.entries(item)
  if (entries.length === 1) return extractsOf(item)
  const named = entries.find(
    ([key, one]) => partWord(key) === 'variable' || (partWord(key) === 'name' && typeof one === 'string'),
  )
  if (named === undefined) return undefined
  const extract = extractOf(Object.fromEntries(entries.filter(entry => entry !== named)))
  return extract === undefined ? undefined : { [scalarText(named[1])]: extract }
}

/** Where one value is found. */
export function extractOf(written: JsonValue): JsonValue | undefined {
  if (typeof written === 'string') {
    const target = written.trim() === '' ? undefined : targetOf(written.replace(/^\{\{(.*)\}\}$/, '$1'))
    return target === undefined || parseTarget(target)?.kind === 'variable' ? undefined : target
  }
  if (!isObject(written)) return undefined
  const of = (part: string): JsonValue | undefined =>
    Object.entries(written).find(([key]) => partWord(key) === part)?.[1]
  const [header, cookie, regex] = [of('header'), of('cookie'), of('regex')]
  if (typeof cookie === 'string') return `cookie ${cookie}`
  const looked = of('target') ?? of('body')
  const from =
    typeof header === 'string'
      ? `header ${header}`
      : typeof looked === 'string'
        ? targetOf(looked)
        : undefined
  const more = {
    ...(typeof regex === 'string' ? { regex } : {}),
    ...(written['optional'] === true || written['required'] === false ? { optional: true } : {}),
  }
  if (from === undefined) return typeof regex === 'string' ? { from: 'text', ...more } : undefined
  return Object.keys(more).length === 0 ? from : { from, ...more }
}
