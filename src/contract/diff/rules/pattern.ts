import { findingAt, show } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'
import { cameUp, isOther, type Wanted, wentAway } from './value-change.ts'

/** Patterns of text. */
export const patternRules: readonly SchemaRule[] = [
  {
    id: '{place}-pattern-added',
    request: 'breaking',
    response: 'safe',
    description: 'Text must match a pattern where any was right',
    find: pair => find(pair, cameUp),
  },
  {
    id: '{place}-pattern-removed',
    request: 'safe',
    response: 'warning',
    description: 'Text need not match the pattern any more',
    find: pair => find(pair, wentAway),
  },
  {
    id: '{place}-pattern-changed',
    request: 'warning',
    response: 'warning',
    description: 'Text must match another pattern',
    find: pair => find(pair, isOther),
  },
  {
    id: '{place}-pattern-generalized',
    request: 'safe',
    description: 'Text must match a pattern that everything matches',
    find: pair => find(pair, isOther, true),
  },
]

function find(pair: ShapePair, wanted: Wanted<string>, matchesAll = false): readonly SchemaFinding[] {
  const old = patternOf(pair, 'before')
  const fresh = patternOf(pair, 'after')
  if (old === fresh || !wanted(old, fresh)) return []
  const general = pair.direction === 'request' && old !== undefined && (fresh === '.*' || fresh === '^.*$')
  if (general !== matchesAll) return []
  return [findingAt(pair, ['pattern'], `the pattern went from ${say(old)} to ${say(fresh)}`)]
}

function say(pattern: string | undefined): string {
  return pattern === undefined ? 'none' : show(pattern)
}

function patternOf(pair: ShapePair, side: 'before' | 'after'): string | undefined {
  const pattern = pair[side].keywords.get('pattern')?.value
  return typeof pattern === 'string' ? pattern : undefined
}
