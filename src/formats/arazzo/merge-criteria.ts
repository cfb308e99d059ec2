import { anyStatus } from '../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { differingMiddle } from '../../util/differing-middle.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { type Say, silent } from '../told.ts'
import type { Found } from './check-of-condition.ts'
import { parseCondition } from './conditions.ts'
import { checksOf } from './criteria.ts'
import { parseExpression } from './expressions.ts'
import { criteriaOf } from './write-criteria.ts'

type Criteria = readonly JsonValue[]

/** Criteria as a document has them, and written anew: of what they became, and of what that is now. */
interface CriteriaToMerge {
  readonly former: Criteria
  readonly before: Criteria
  readonly now: Criteria
}

/**
 * The criteria with what has changed. Each stays as the document has it while nothing that it became has changed; those that it
 * spells otherwise are all written anew where one of them has.
 */
export function mergedCriteria({ former, ...written }: CriteriaToMerge, lose: Say): Criteria {
  const [before, now] = [saying(written.before), saying(written.now)]
  const { of, added, behind } = changes(before, now)
  const isChanged = (index: number): boolean => !jsonEqual(of[index] ?? [], [before[index] ?? null])
  const places = placesOf(former, before)
  const strangers = places.flatMap((place, index) => (place === undefined ? [index] : []))
  const anew = strangers.some(isChanged) ? respelled(former, places, strangers.length, lose) : []
  const result: JsonValue[] = []
  let isAdded = behind < 0 && before.length > 0
  if (isAdded) result.push(...added)
  for (const [at, one] of former.entries()) {
    const parts = at === anew[0] ? strangers : places.flatMap((place, index) => (place === at ? [index] : []))
    const isKept = !anew.includes(at) && !parts.some(isChanged)
    result.push(...(isKept ? [one] : parts.flatMap(index => of[index] ?? [])))
    if (!parts.includes(behind)) continue
    result.push(...added)
    isAdded = true
  }
  if (!isAdded) result.push(...added)
  return result.length === 0 ? written.now : result
}

/** Criteria that ask something: a lone one of any status stands for none. */
function saying(criteria: Criteria): Criteria {
  const [only, ...others] = criteria
  return others.length === 0 && mapping(only)['condition'] === '$statusCode >= 100' ? [] : criteria
}

/** Criteria in the place of each that was written, and new ones behind one of these, or in front of all. */
interface Changes {
  readonly of: readonly Criteria[]
  readonly added: Criteria
  readonly behind: number
}

function changes(before: Criteria, now: Criteria): Changes {
  const { start, found, wanted } = differingMiddle(before, now, (one, other) =>
    jsonEqual(one ?? null, other ?? null),
  )
  const isReplaced = found.length === wanted.length
  const of = before.map((one, index): Criteria => {
    const at = index - start
    if (at < 0 || at >= found.length) return [one]
    return isReplaced ? wanted.slice(at, at + 1) : at === 0 ? wanted : []
  })
  return { of, added: found.length === 0 ? wanted : [], behind: start - 1 }
}

/** The place in the document of each criterion that was written, by how it is spelled: as a whole, or as a part of `a && b`. */
function placesOf(former: Criteria, before: Criteria): readonly (number | undefined)[] {
  const spellings = before.map(spelled)
  const places: (number | undefined)[] = before.map(() => undefined)
  for (const [at, one] of former.entries())
    for (const parts of [[one], partsOf(one)]) {
      const taken: number[] = []
      for (const part of parts.map(spelled))
        taken.push(
          spellings.findIndex(
            (other, index) => other === part && places[index] === undefined && !taken.includes(index),
          ),
        )
      if (taken.includes(-1)) continue
      for (const index of taken) places[index] = at
      break
    }
  return places
}

/** A criterion without the spaces of its condition, but for those in quotes and in patterns. */
function spelled(criterion: JsonValue): string {
  const { condition, ...others } = mapping(criterion)
  const written = valueText(condition ?? '').trim()
  const isSimple = others['type'] === undefined || others['type'] === 'simple'
  return canonicalJson([isSimple ? written.replace(/('[^']*')|\s+/g, '$1') : written, others])
}

/** The criteria that `a && b` is in full. */
function partsOf(criterion: JsonValue): Criteria {
  const { condition, ...others } = mapping(criterion)
  const written = valueText(condition ?? '')
  const parsed = others['type'] === undefined ? parseCondition(written) : undefined
  const parts = written.split(/&&(?=(?:[^']*'[^']*')*[^']*$)/)
  const isPlain = parsed?.kind === 'and' && parsed.parts.length === parts.length
  return isPlain ? parts.map(one => ({ ...others, condition: one.trim() })) : [criterion]
}

/** The places of criteria that so many others are written of. Where it is not clear which these are, it is told. */
function respelled(
  former: Criteria,
  places: readonly (number | undefined)[],
  count: number,
  lose: Say,
): readonly number[] {
  const others = [...former.keys()].filter(at => !places.includes(at))
  const own = others.filter(at => countOf(former[at] ?? null) > 0)
  if (own.reduce((sum, at) => sum + countOf(former[at] ?? null), 0) === count) return own
  for (const at of others)
    lose(
      `criterion ${valueText(mapping(former[at])['condition'] ?? '')}`,
      'the criteria around it are written anew',
    )
  return others
}

/** How many criteria are written of what a criterion becomes: none where that is a script, or is lost. */
function countOf(criterion: JsonValue): number {
  return writtenOf(validationsIn(criterion)).length
}

/** The validations that a criterion becomes, with any value where it has an expression. */
export function validationsIn(criterion: JsonValue): readonly JsonObject[] {
  return checksOf([criterion], foundAnyway, silent).validations
}

/** The criteria of validations beside one of any status, which none is written of. */
export function writtenOf(validations: readonly JsonObject[]): Criteria {
  const all = [anyStatus, ...validations]
  return criteriaOf(
    all,
    value => value,
    () => undefined,
  )
}

function foundAnyway(written: string): Found | undefined {
  const expression = parseExpression(written)
  if (expression?.kind === 'answer') return { target: expression.target }
  return expression === undefined ? undefined : { value: '{{value}}' }
}
