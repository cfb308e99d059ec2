import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** An answer that a broken handler changes. */
export interface Said {
  readonly status: number
  readonly type: string
  readonly text: string
}

/** One way in which a handler may be broken. */
export interface Change {
  readonly name: string
  /** The answer of the broken handler; undefined where that is no other one. */
  apply(said: Said): Said | undefined
}

/** Names of values that are another one each time. */
const passing = /id$|at$|token|date|time|version|etag|key$/i

/** Changes the first value, from the inside out, that is to be changed. */
function inBody(name: string, change: (value: JsonValue) => JsonValue | undefined): Change {
  const within = (value: JsonValue, own = ''): JsonValue | undefined => {
    if (isList(value) && value.length > 0) {
      const [first = null, ...rest] = value
      const inside = within(first, own)
      if (inside !== undefined) return [inside, ...rest]
    }
    if (isObject(value))
      for (const [key, member] of Object.entries(value)) {
        const inside = within(member, key)
        if (inside !== undefined) return { ...value, [key]: inside }
      }
    return passing.test(own) ? undefined : change(value)
  }
  return {
    name,
    apply: said => {
      if (!said.type.includes('json')) return undefined
      const changed = within(JSON.parse(said.text) as JsonValue)
      return changed === undefined ? undefined : { ...said, text: JSON.stringify(changed) }
    },
  }
}

const ofObjects =
  (change: (object: JsonObject, key: string) => JsonValue | undefined) => (value: JsonValue) => {
    const key = isObject(value) ? Object.keys(value).find(one => !passing.test(one)) : undefined
    return key === undefined || !isObject(value) ? undefined : change(value, key)
  }

const isNumber = (value: JsonValue): value is number => typeof value === 'number'
const isText = (value: JsonValue): value is string => typeof value === 'string' && value !== ''

/** Twenty broken handlers. */
export const changes: readonly Change[] = [
  { name: 'another status', apply: said => ({ ...said, status: said.status === 200 ? 201 : 200 }) },
  { name: 'an error', apply: said => ({ ...said, status: 500 }) },
  { name: 'another type', apply: said => (said.type === '' ? undefined : { ...said, type: 'text/plain' }) },
  { name: 'no body', apply: said => (said.text === '' ? undefined : { ...said, text: '' }) },
  { name: 'a page', apply: said => (said.text === '' ? undefined : { ...said, text: '<html></html>' }) },
  {
    name: 'half a body',
    apply: said =>
      said.text === '' ? undefined : { ...said, text: said.text.slice(0, said.text.length / 2) },
  },
  { name: 'an empty object', apply: said => (said.text === '' ? undefined : { ...said, text: '{}' }) },
  {
    name: 'a list around it',
    apply: said => (said.type.includes('json') ? { ...said, text: `[${said.text}]` } : undefined),
  },
  inBody('a larger number', value => (isNumber(value) ? value + 1 : undefined)),
  inBody('a number below zero', value => (isNumber(value) && value > 0 ? -value : undefined)),
  inBody('a number as text', value => (isNumber(value) ? `${value}!` : undefined)),
  inBody('a longer text', value => (isText(value) ? `${value}x` : undefined)),
  inBody('a text in capitals', value =>
    isText(value) && value !== value.toUpperCase() ? value.toUpperCase() : undefined,
  ),
  inBody('an empty text', value => (isText(value) ? '' : undefined)),
  inBody('null for a text', value => (isText(value) ? null : undefined)),
  inBody('null for a number', value => (isNumber(value) ? null : undefined)),
  inBody(
    'a member less',
    ofObjects((object, key) => Object.fromEntries(Object.entries(object).filter(([one]) => one !== key))),
  ),
  inBody(
    'a renamed member',
    ofObjects((object, key) =>
      Object.fromEntries(
        Object.entries(object).map(([one, value]) => [one === key ? `${one}_` : one, value]),
      ),
    ),
  ),
  inBody('an item less', value => (isList(value) && value.length > 0 ? value.slice(1) : undefined)),
  inBody('an item twice', value =>
    isList(value) && value.length > 0 ? [...value, value[0] ?? null] : undefined,
  ),
]
