import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { namedValues } from '../named-values.ts'
import { textOf } from '../parts.ts'
import { postmanText } from '../template.ts'

/** Header lines of a request: those of the step, and those it shares with others unless it names them itself. */
export function writeHeaders(own: JsonValue | undefined, shared: JsonObject): readonly JsonObject[] {
  const ownNames = new Set(isObject(own) ? Object.keys(own).map(name => name.toLowerCase()) : [])
  const inherited = Object.entries(shared).filter(([name]) => !ownNames.has(name.toLowerCase()))
  return [...namedValues(Object.fromEntries(inherited)), ...namedValues(own)].map(
    ({ name, value, disabled }) => ({
      key: postmanText(name),
      value: postmanText(textOf(value)),
      ...(disabled ? { disabled } : {}),
    }),
  )
}

/** The names, in lower case, of headers that a mapping leaves out. */
export function leftOutNames(headers: JsonValue | undefined): readonly string[] {
  if (!isObject(headers)) return []
  return Object.keys(headers)
    .filter(name => headers[name] === null)
    .map(name => name.toLowerCase())
}

/** True where headers speak of a name, given in lower case. */
export function speaksOf(headers: JsonValue | undefined, name: string): boolean {
  return (
    isObject(headers) &&
    Object.keys(headers).some(key => key.toLowerCase() === name && !onlyDisabled(headers[key]))
  )
}

function onlyDisabled(value: JsonValue | undefined): boolean {
  return value !== null && namedValues({ value: value ?? null }).every(({ disabled }) => disabled)
}
