import type { ChangeLevel } from '../../../model/contract-change.ts'
import { sumOf } from '../../../template/functions/numbers.ts'
import {
  compareNumbers,
  isWhole as isWholeNumber,
  numberText,
  type Numeric,
} from '../../../util/exact-number.ts'
import type { Bound, Shape } from '../shape/shape.ts'
import { locationOf, locationOfKeyword } from './keyword-locations.ts'
import type { SchemaFinding, SchemaRule, ShapePair } from './rule.ts'

/** A limit: `max-length`, and what it is called in a sentence: `the longest length`. */
interface Limit {
  readonly name: string
  readonly words: string
  readonly kind: 'upper' | 'lower'
  /** The level of a request that gets a limit where there was none. */
  readonly set: ChangeLevel
  /** A limit that comes or goes is reported as one that was zero before, or is zero after. */
  readonly zero?: readonly ('set' | 'unset')[]
}

const limits: readonly Limit[] = [
  { name: 'max', words: 'the maximum', kind: 'upper', set: 'warning' },
  { name: 'exclusive-max', words: 'the exclusive maximum', kind: 'upper', set: 'warning' },
  { name: 'min', words: 'the minimum', kind: 'lower', set: 'warning' },
  { name: 'exclusive-min', words: 'the exclusive minimum', kind: 'lower', set: 'warning' },
  { name: 'max-length', words: 'the greatest length', kind: 'upper', set: 'warning' },
  { name: 'min-length', words: 'the least length', kind: 'lower', set: 'breaking', zero: ['set', 'unset'] },
  { name: 'max-items', words: 'the greatest number of items', kind: 'upper', set: 'warning' },
  { name: 'min-items', words: 'the least number of items', kind: 'lower', set: 'warning', zero: ['set'] },
  { name: 'max-properties', words: 'the greatest number of properties', kind: 'upper', set: 'breaking' },
  { name: 'min-properties', words: 'the least number of properties', kind: 'lower', set: 'breaking' },
  { name: 'max-contains', words: 'the greatest number of matching items', kind: 'upper', set: 'breaking' },
  { name: 'min-contains', words: 'the least number of matching items', kind: 'lower', set: 'breaking' },
]

/** Limits of numbers, lengths and counts. */
export const boundRules: readonly SchemaRule[] = limits.flatMap(rulesOf)

/** The rules of a limit: it became tighter, it became looser, it came, it went. */
function rulesOf(limit: Limit): readonly SchemaRule[] {
  const { name, words, kind, zero = [] } = limit
  const [tighter, looser] = kind === 'upper' ? ['decreased', 'increased'] : ['increased', 'decreased']
  const moves: readonly SchemaRule[] = [
    {
      id: `{place}-${name}-${tighter}`,
      request: 'breaking',
      response: 'safe',
      description: `${words} ${tighter}`,
      find: pair => moved(pair, limit, tighter),
    },
    {
      id: `{place}-${name}-${looser}`,
      request: 'safe',
      response: 'breaking',
      description: `${words} ${looser}`,
      find: pair => moved(pair, limit, looser),
    },
  ]
  const set: SchemaRule = {
    id: `{place}-${name}-set`,
    request: limit.set,
    response: 'safe',
    description: `${words} was set where there was none`,
    find: pair => (bound(pair, 'before', name) === undefined ? found(pair, limit, 'set') : []),
  }
  const unset: SchemaRule = {
    id: `{place}-${name}-unset`,
    request: 'safe',
    response: 'breaking',
    description: `${words} was taken away`,
    find: pair => (bound(pair, 'after', name) === undefined ? found(pair, limit, 'unset') : []),
  }
  return [...moves, ...(zero.includes('set') ? [] : [set]), ...(zero.includes('unset') ? [] : [unset])]
}

/**
 * The bound of a side by the name of a rule. `exclusive-max` is there when the newer bound excludes its value, so that a
 * bound that becomes exclusive is reported once.
 */
function bound(pair: ShapePair, side: 'before' | 'after', name: string): Bound | undefined {
  const plain = name.replace('exclusive-', '')
  const newer = pair.after.bounds.get(plain) ?? pair.before.bounds.get(plain)
  if (newer === undefined || newer.isExclusive !== name.startsWith('exclusive-')) return undefined
  return pair[side].bounds.get(plain)
}

function found(pair: ShapePair, { name, words }: Limit, what: 'set' | 'unset'): readonly SchemaFinding[] {
  const there = bound(pair, what === 'set' ? 'after' : 'before', name)
  if (there === undefined) return []
  const reason =
    what === 'set'
      ? `${words} is now ${numberText(there.value)}`
      : `${words} was ${numberText(there.value)}, and is gone`
  const location = locationOfKeyword(there)
  return what === 'set'
    ? [{ reason, before: locationOf(pair.before), after: location }]
    : [{ reason, before: location, after: locationOf(pair.after) }]
}

function moved(pair: ShapePair, limit: Limit, wanted: string | undefined): readonly SchemaFinding[] {
  const { name, words, kind, zero = [] } = limit
  const old = bound(pair, 'before', name) ?? (zero.includes('set') ? nothing(pair.before) : undefined)
  const fresh = bound(pair, 'after', name) ?? (zero.includes('unset') ? nothing(pair.after) : undefined)
  if (old === undefined || fresh === undefined) return []
  const difference = compare(old, fresh, kind, isWhole(pair))
  if (difference === 0 || (difference > 0 ? 'increased' : 'decreased') !== wanted) return []
  const reason = `${words} went from ${shown(old)} to ${shown(fresh)}`
  return [{ reason, before: locationOfKeyword(old), after: locationOfKeyword(fresh) }]
}

/** The bound of a limit that is not there. */
function nothing({ parts: [part] }: Shape): Bound | undefined {
  return part === undefined ? undefined : { value: 0, part, key: '', isExclusive: false }
}

function shown({ value, isExclusive }: Bound): string {
  return isExclusive ? `${numberText(value)} (excluded)` : numberText(value)
}

/** Of whole numbers, below 10 is up to 9. */
function compare(old: Bound, fresh: Bound, kind: Limit['kind'], whole: boolean): number {
  const side = kind === 'upper' ? -1 : 1
  const reach = ({ value, isExclusive }: Bound): Numeric =>
    whole && isExclusive && isWholeNumber(value) ? sumOf(value, side) : value
  const difference = compareNumbers(reach(fresh), reach(old))
  if (difference !== 0 || whole || old.isExclusive === fresh.isExclusive) return difference
  return fresh.isExclusive ? side : -side
}

function isWhole({ before, after }: ShapePair): boolean {
  return [before, after].every(({ types }) => types?.size === 1 && types.has('integer'))
}
