import type { JsonObject, JsonValue } from '../../model/json.ts'
import { defined } from '../../util/defined.ts'
import { isCollection, isList, isObject } from '../../util/is-json.ts'
import { isNumber } from '../../util/exact-number.ts'
import { list, mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { variableValue } from './item-parts.ts'
import { jsonEqual } from '../../util/json-equal.ts'

/** A text of a suite with the placeholders of Bruno. */
export function brunoText(text: string): string {
  return text
    .replace(/\\\{\{/g, '{{')
    .replace(/\{\{\s*env\.(\w+)\s*\}\}/g, '{{process.env.$1}}')
    .replace(/\{\{\s*\$uuid\s*\}\}/g, '{{$guid}}')
}

/** A variable in a list; of the former one all stays but the value. */
export function writtenVariable(name: string, value: JsonValue, former: JsonObject = {}): JsonObject {
  if (former['value'] !== undefined && jsonEqual(variableValue(former['value']), value)) return former
  const type = isCollection(value)
    ? 'object'
    : isNumber(value)
      ? 'number'
      : typeof value === 'boolean'
        ? 'boolean'
        : ''
  const data = isCollection(value) ? JSON.stringify(value, null, 2) : valueText(value)
  return { ...former, name, value: type === '' ? brunoText(data) : { type, data } }
}

/** The variables of a group, as a list; disabled ones of the former list stay. */
export function variableList(variables: JsonObject, former: JsonValue | undefined): readonly JsonObject[] {
  const entries = list(former).map(mapping)
  const kept = entries.flatMap(one => {
    const name = valueText(one['name'] ?? '')
    if (one['disabled'] === true) return [one]
    const value = variables[name]
    return value === undefined ? [] : [writtenVariable(name, value, one)]
  })
  const known = new Set(kept.filter(one => one['disabled'] !== true).map(one => one['name']))
  const added = Object.entries(variables).filter(([name]) => !known.has(name))
  return [...kept, ...added.map(([name, value]) => writtenVariable(name, value))]
}

/** A mapping of names, each with a value, a list of them or one that is switched off, as a list; former entries stay what they are. */
export function pairList(
  values: JsonValue | undefined,
  former: JsonValue | undefined,
): readonly JsonObject[] {
  const left = list(former).map(mapping)
  return Object.entries(mapping(values)).flatMap(([name, value]) =>
    (isList(value) ? value : [value])
      .filter(one => one !== null)
      .map(one => {
        const disabled = isObject(one) && one['disabled'] !== undefined
        const text = brunoText(valueText(disabled ? (one['disabled'] ?? '') : one))
        const at = left.findIndex(
          other => other['name'] === name && (other['disabled'] === true) === disabled,
        )
        const [entry = {}] = at < 0 ? [] : left.splice(at, 1)
        return defined({
          ...entry,
          name: brunoText(name),
          value: text,
          disabled: disabled ? true : undefined,
        })
      }),
  )
}
