import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseTemplate } from '../../template/template.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapValues } from '../../util/map-values.ts'
import { mapping } from '../../util/read-values.ts'

/** New names of variables, by the old ones. */
export type NewNames = ReadonlyMap<string, string>

/** A value in whose placeholders variables have new names. */
export function renamePlaceholders(value: JsonValue, names: NewNames): JsonValue {
  if (typeof value === 'string') return renamedText(value, names)
  if (isList(value)) return value.map(item => renamePlaceholders(item, names))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [
      renamedText(key, names),
      renamePlaceholders(inside, names),
    ]),
  )
}

/**
 * A step in which variables have new names. What it sets under an old one it leaves under both, for steps behind it that know
 * only the old one.
 */
export function renameInStep(step: JsonObject, names: NewNames): JsonObject {
  return Object.fromEntries(
    Object.entries(step).map(([key, given]): readonly [string, JsonValue] => {
      if (key === 'extracts') {
        const found = mapValues(mapping(given), one =>
          typeof one === 'string' ? renamedTarget(one, names) : one,
        )
        return [key, leftUnderBoth(found, names, againExtracted)]
      }
      if (key === 'variables' || key === 'set')
        return [key, leftUnderBoth(mapping(given), names, (_, own) => `{{${own}}}`)]
      if (key === 'when' || key === 'unless') return [key, conditionsOn(mapping(given), names)]
      const looking = key === 'validations' || key === 'retry' ? withTargets(given, names) : given
      return [key, renamePlaceholders(looking, names)]
    }),
  )
}

function conditionsOn(conditions: JsonObject, names: NewNames): JsonObject {
  return Object.fromEntries(
    Object.entries(conditions).map(([name, expected]) => [
      renamedName(name, names),
      renamePlaceholders(expected, names),
    ]),
  )
}

/** `again` gives what the old name is set to, behind the new one. */
function leftUnderBoth(
  given: JsonObject,
  names: NewNames,
  again: (value: JsonValue, own: string) => JsonValue,
): JsonObject {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): (readonly [string, JsonValue])[] => {
      const own = names.get(name)
      const inside = renamePlaceholders(withTargets(value, names), names)
      return own === undefined
        ? [[name, inside]]
        : [
            [own, inside],
            [name, again(inside, own)],
          ]
    }),
  )
}

/** A value that is made up is made once; one in an answer is found again. */
function againExtracted(extract: JsonValue, own: string): JsonValue {
  return isObject(extract) && extract['value'] !== undefined ? { ...extract, value: `{{${own}}}` } : extract
}

/** The targets `variable NAME`: keys of validations, and what an extract is from. */
function withTargets(value: JsonValue, names: NewNames): JsonValue {
  if (isList(value)) return value.map(item => withTargets(item, names))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [
      renamedTarget(key, names),
      key === 'from' && typeof inside === 'string'
        ? renamedTarget(inside, names)
        : withTargets(inside, names),
    ]),
  )
}

function renamedTarget(text: string, names: NewNames): string {
  const [, word = '', name] = /^(variable\s+)(.+)$/s.exec(text) ?? []
  return name === undefined ? text : word + renamedName(name, names)
}

function renamedText(text: string, names: NewNames): string {
  if (!text.includes('{{')) return text
  const placeholders = parseTemplate(text).parts.filter(part => typeof part !== 'string')
  return placeholders.reduceRight((whole, { name, offset, end }) => {
    const other = renamedName(name, names)
    return other === name ? whole : `${whole.slice(0, offset)}{{${other}}}${whole.slice(end)}`
  }, text)
}

/** `user.name` is a variable of this name, else a part of the variable `user`. */
function renamedName(name: string, names: NewNames): string {
  const [, first = name, rest = ''] = names.has(name) ? [] : (/^(.+?)((?:[.[]|\s\|\s).*)$/s.exec(name) ?? [])
  return (names.get(first) ?? first) + rest
}
