import {
  compareNumbers,
  isMultipleOf,
  isNumber,
  numberText,
  type Numeric,
  sameNumber,
} from '../../../util/exact-number.ts'
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

function find(pair: ShapePair, wanted: Wanted<Numeric>): readonly SchemaFinding[] {
  const old = stepOf(pair, 'before')
  const fresh = stepOf(pair, 'after')
  const isSame = old !== undefined && fresh !== undefined && sameNumber(old, fresh)
  if (isSame || !wanted(old, fresh)) return []
  const [was, is] = [old, fresh].map(step => (step === undefined ? 'none' : numberText(step)))
  return [findingAt(pair, ['multipleOf'], `multipleOf went from ${was} to ${is}`)]
}

function stepOf(pair: ShapePair, side: 'before' | 'after'): Numeric | undefined {
  const step = pair[side].keywords.get('multipleOf')?.value
  return isNumber(step) && compareNumbers(step, 0) > 0 ? step : undefined
}

function isMultiple(number: Numeric | undefined, of: Numeric | undefined): boolean {
  return number !== undefined && of !== undefined && isMultipleOf(number, of)
}
