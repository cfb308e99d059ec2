import type { JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { markerNames, markerPattern } from '../../validations/type-marker.ts'
import { expectedOf } from './expected-value.ts'
import type { ProgramScope } from './program-scope.ts'
import type { JsonType, Pattern, Value } from './test-program.ts'

const item: Value = { kind: 'json', root: 'item', path: [] }

/** The pattern of `matches`. With `members`, the members of an object are compared as a whole, and there are no markers. */
export function buildPattern(
  expected: JsonValue,
  scope: ProgramScope,
  depth: 'all' | 'members' = 'all',
): Pattern {
  if (isObject(expected)) {
    const members = Object.entries(expected).map(([key, part]) => ({
      key,
      pattern: depth === 'all' ? buildPattern(part, scope) : valuePattern(part, scope),
    }))
    return { kind: 'object', members }
  }
  if (isList(expected)) return { kind: 'items', patterns: expected.map(part => buildPattern(part, scope)) }
  return (typeof expected === 'string' ? markerOf(expected) : undefined) ?? valuePattern(expected, scope)
}

function valuePattern(expected: JsonValue, scope: ProgramScope): Pattern {
  return { kind: 'value', ...expectedOf(item, expected, scope) }
}

/** The pattern of a marker such as `<uuid>`. */
function markerOf(text: string): Pattern | undefined {
  const pattern = markerPattern(text)
  if (pattern !== undefined) return { kind: 'regex', pattern }
  if (!markerNames.includes(text)) return undefined
  const name = text.slice(1, -1)
  if (name === 'any') return { kind: 'any' }
  return name === 'uuid' || name === 'date-time'
    ? { kind: 'text', format: name }
    : { kind: 'type', type: name as JsonType }
}
