import type { JsonObject, JsonValue } from '../../../model/json.ts'
import type { ConversionLog } from '../conversion-log.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { memberAt, textAt } from '../parts.ts'
import { templateOf } from '../template.ts'

/** Variables of a collection or an environment. */
export interface ReadVariables {
  readonly variables: JsonObject
  readonly secrets: JsonObject
  readonly disabled: JsonObject
}

/** Names that a suite can say. */
const variableName = /^[^{}$\p{Cc}][^{}\p{Cc}]*$/u

/** Reads a list of variables. Of the same name the last one counts that is not disabled, as in Postman's runner. */
export function readVariables(list: JsonValue | undefined, log: ConversionLog): ReadVariables {
  const groups = { variables: new Map(), secrets: new Map(), disabled: new Map() } satisfies Record<
    string,
    Map<string, JsonValue>
  >
  for (const item of itemsOf(list)) {
    const name = (textAt(item, 'key') ?? textAt(item, 'id') ?? '').trim()
    if (name === '') continue
    if (!variableName.test(name))
      log.lose(`variable ${JSON.stringify(name)}`, 'no placeholder can have this name')
    else if (isDisabled(item)) groups.disabled.set(name, valueOf(item, name))
    else {
      groups.variables.delete(name)
      groups.secrets.delete(name)
      groups[textAt(item, 'type') === 'secret' ? 'secrets' : 'variables'].set(name, valueOf(item, name))
    }
    if (name.startsWith('env.')) log.lose(`variable ${name}`, 'such names stand for variables of the process')
  }
  for (const name of [...groups.variables.keys(), ...groups.secrets.keys()]) groups.disabled.delete(name)
  return {
    variables: Object.fromEntries(groups.variables) as JsonObject,
    secrets: Object.fromEntries(groups.secrets) as JsonObject,
    disabled: Object.fromEntries(groups.disabled) as JsonObject,
  }
}

function itemsOf(list: JsonValue | undefined): readonly JsonValue[] {
  if (isObject(list)) return Object.entries(list).map(([key, value]) => ({ key, value }))
  return list !== undefined && list !== null && isList(list) ? list : []
}

function isDisabled(item: JsonValue): boolean {
  return memberAt(item, 'disabled') === true || memberAt(item, 'enabled') === false
}

/** A value that names itself is sent as it stands by Postman, where a suite would see a circle. */
function valueOf(item: JsonValue, name: string): JsonValue {
  const value = memberAt(item, 'value')
  if (typeof value !== 'string') return value ?? (value === null ? null : '')
  return templateOf(value).replace(/\{\{([^{}]*)\}\}/g, (placeholder: string, inner: string) =>
    inner.trim() === name ? `\\${placeholder}` : placeholder,
  )
}
