import { writeJson } from '../../util/exact-number.ts'
import { valueText } from '../../util/value-text.ts'
import { holdsDigits } from './digits.ts'
import { joined } from './joined.ts'
import type { Value } from './test-program.ts'
import { typeOfValue } from './value-type.ts'

/** The JSON of a value as text, where a number in it has digits that code would lose; undefined where it has none. */
export function jsonWithDigits(value: Value): Value | undefined {
  return holdsDigits(value) ? joined(jsonParts(value)) : undefined
}

function jsonParts(value: Value): readonly (string | Value)[] {
  switch (value.kind) {
    case 'literal':
      return [writeJson(value.value)]
    case 'list':
      return ['[', ...separated(value.items.map(jsonParts)), ']']
    case 'object':
      return [
        '{',
        ...separated(value.members.map(({ key, value: inner }) => [keyText(key), ':', ...jsonParts(inner)])),
        '}',
      ]
    case 'variable':
      return [value.isDigits === true ? value : textOf(value)]
    case 'column':
      return [
        value.digits === undefined ? textOf(value) : { ...value, name: value.digits.json, type: 'text' },
      ]
    case 'template': {
      const parts = value.parts.map(part =>
        typeof part === 'string' ? JSON.stringify(part).slice(1, -1) : part,
      )
      return parts.every(isPlain) ? ['"', ...parts, '"'] : [textOf(value)]
    }
    default:
      return [textOf(value)]
  }
}

/** True where a part of a text needs no escapes in JSON. */
function isPlain(part: string | Value): boolean {
  return (
    typeof part === 'string' ||
    typeOfValue(part) === 'number' ||
    (part.kind === 'variable' && part.isDigits === true)
  )
}

function keyText(key: Value): string | Value {
  return key.kind === 'literal' ? JSON.stringify(valueText(key.value)) : { kind: 'json-text', of: key }
}

function textOf(value: Value): Value {
  const type = typeOfValue(value)
  return type === 'number' || type === 'boolean' ? value : { kind: 'json-text', of: value }
}

function separated(parts: readonly (readonly (string | Value)[])[]): readonly (string | Value)[] {
  return parts.flatMap((part, index) => (index === 0 ? part : [',', ...part]))
}
