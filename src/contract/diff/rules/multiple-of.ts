import { isNumber } from '../../../util/exact-number.ts'
import { findingAt } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'
import { cameUp, type Wanted, wentAway } from './value-change.ts'

/** The number that values are multiples of. */
export const multipleOfRules: readonly SchemaRule[] = [
  {
    id: '{place}-multiple-of-set',
    request: 'breaking',
    response: 'safe',
    description: 'Numbers must be multiples of another',
    find: pair => find(pair, cameUp),
  },
  {
    id: '{place}-multiple-of-unset',
    request: 'safe',
    response: 'breaking',
    description: 'Numbers need not be multiples of another any more',
    find: pair => find(pair, wentAway),
  },
  {
    id: '{place}-multiple-of-specialized',
    request: 'breaking',
    response: 'safe',
    description: 'Numbers must be multiples of a multiple of what they were',
    find: pair => find(pair, (old, fresh) => isMultiple(fresh, old)),
  },
  {
    id: '{place}-multiple-of-generalized',
    request: 'safe',
    response: 'breaking',
    description: 'Numbers must be multiples of a part of what they were',
    find: pair => find(pair, (old, fresh) => isMultiple(old, fresh)),
  },
  {
    id: '{place}-multiple-of-changed',
    request: 'breaking',
    response: 'breaking',
    description: 'Numbers must be multiples of something else',
    find: pair =>
      find(
        pair,
        (old, fresh) =>
          old !== undefined && fresh !== undefined && !isMultiple(old, fresh) && !isMultiple(fresh, old),
      ),
  },
]

function find(pair: ShapePair, wanted: Wanted<number>): readonly SchemaFinding[] {
  const old = stepOf(pair, 'before')
  const fresh = stepOf(pair, 'after')
  if (old === fresh || !wanted(old, fresh)) return []
  const reason = `multipleOf went from ${old ?? 'none'} to ${fresh ?? 'none'}`
  return [findingAt(pair, ['multipleOf'], reason)]
}

function stepOf(pair: ShapePair, side: 'before' | 'after'): number | undefined {
  const step = pair[side].keywords.get('multipleOf')?.value
  return isNumber(step) && Number(step) > 0 ? Number(step) : undefined
}

/** Fractions such as 0.01 are not exact. */
function isMultiple(number: number | undefined, of: number | undefined): boolean {
  if (number === undefined || of === undefined) return false
  const times = number / of
  return Math.abs(times - Math.round(times)) < 1e-9 * Math.abs(times)
}
