import type { Pattern, Predicate, Value } from './test-program.ts'
import { valueText } from '../../util/value-text.ts'

/** The parts of `matches`, one comparison for each thing that is expected, for languages that have no word for it. */
export function expandPattern(actual: Value, pattern: Pattern): Predicate {
  switch (pattern.kind) {
    case 'object': {
      const parts = pattern.members.map(({ key, pattern: inner }): Predicate => {
        const member = memberOf(actual, key)
        return member === undefined ? { kind: 'some', of: [] } : expandPattern(member, inner)
      })
      return { kind: 'all', of: parts.flatMap(part => (part.kind === 'all' ? part.of : [part])) }
    }
    case 'items':
      return {
        kind: 'all',
        of: pattern.patterns.map(inner => ({
          kind: 'any',
          list: actual,
          holds: expandPattern({ kind: 'json', root: 'item', path: [] }, inner),
        })),
      }
    case 'value':
      return { kind: 'equal', actual, expected: pattern.expected, as: pattern.as }
    case 'any':
      return { kind: 'present', value: actual }
    case 'type':
      return { kind: 'is', value: actual, type: pattern.type }
    case 'text':
      return isPattern(actual, formats[pattern.format])
    case 'regex':
      return isPattern(actual, pattern.pattern)
  }
}

/** Texts of the markers `<uuid>` and `<date-time>`, as patterns. */
export const formats = {
  uuid: '^[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}$',
  'date-time':
    '^\\d{4}-(0[1-9]|1[0-2])-([0-2]\\d|3[01])[Tt ]([01]\\d|2[0-3]):[0-5]\\d:[0-6]\\d(\\.\\d+)?([Zz]|[+-][0-2]\\d:[0-5]\\d)$',
} as const

function isPattern(actual: Value, pattern: string): Predicate {
  const text: Predicate = {
    kind: 'matches-regex',
    text: actual,
    pattern: { kind: 'literal', value: pattern },
  }
  return { kind: 'all', of: [{ kind: 'is', value: actual, type: 'string' }, text] }
}

/** A member of what is looked at; a text or a list has none. */
function memberOf(actual: Value, key: string): Value | undefined {
  if (actual.kind !== 'json' && actual.kind !== 'variable') return undefined
  return { ...actual, path: [...actual.path, key] }
}

/** True where no item of a list can match two of these, so that each of them finds one of its own if it finds any. */
export function areExclusive(patterns: readonly Pattern[]): boolean {
  return patterns.every((one, index) => patterns.slice(index + 1).every(other => excludes(one, other)))
}

function excludes(one: Pattern, other: Pattern): boolean {
  if (one.kind === 'value' && other.kind === 'value') {
    const [first, second] = [one.expected, other.expected]
    return (
      first.kind === 'literal' &&
      second.kind === 'literal' &&
      typeof first.value !== 'object' &&
      valueText(first.value) !== valueText(second.value)
    )
  }
  if (one.kind !== 'object' || other.kind !== 'object') return false
  return one.members.some(({ key, pattern }) =>
    other.members.some(member => member.key === key && excludes(pattern, member.pattern)),
  )
}
