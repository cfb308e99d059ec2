import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import { predicateValues } from '../../../compile/test-program/answer-parts.ts'
import type { Predicate, Value } from '../../../compile/test-program/test-program.ts'

/** All patterns that a predicate looks for, those of filters in paths too. */
export function patternsOf(predicate: Predicate): readonly Value[] {
  return [...inPredicate(predicate), ...predicateValues(predicate).flatMap(inFilters)]
}

function inPredicate(predicate: Predicate): readonly Value[] {
  switch (predicate.kind) {
    case 'matches-regex':
      return [predicate.pattern]
    case 'matches':
      return inPredicate(expandPattern(predicate.actual, predicate.pattern))
    case 'each':
    case 'any':
      return inPredicate(predicate.holds)
    case 'not':
      return inPredicate(predicate.of)
    case 'all':
    case 'some':
      return predicate.of.flatMap(inPredicate)
    default:
      return []
  }
}

function inFilters(value: Value): readonly Value[] {
  if (value.kind !== 'json-list') return []
  return value.path.flatMap(selector =>
    typeof selector === 'object' && selector.kind === 'filter' ? patternsOf(selector.holds) : [],
  )
}
