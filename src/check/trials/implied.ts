import { foundJson, foundText, type Selected } from '../../extracts/selected.ts'
import { targetPlace } from '../../extracts/target-subject.ts'
import { parsePlainPath, type PlainPath } from '../../json-path/index.ts'
import type { Expectation, Target, TargetValidation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import { isCollection, isList, isObject } from '../../util/is-json.ts'
import { inMilliseconds } from '../../validations/judge-exchange.ts'
import type { Constants } from './constants.ts'
import { domainOf } from './domain.ts'
import { patternedTexts } from '../made/patterned.ts'
import { isBeyondMade, madeJson } from '../made/values.ts'
import { decidingLists } from './lists.ts'
import { areDecidedTogether, fits, isDecidable, isPinned } from './verdicts.ts'
import type { Domain } from './answer-shape.ts'

/**
 * True where a validation says no more than the condition under which it counts: everything that is made and meets the
 * condition is as expected, too. Only what is said of the same target, or of a part of it, tells. To be called inside of
 * `whenLoaded`.
 */
export function isImplied(item: TargetValidation, step: Step, constants: Constants): boolean {
  const { when = [], unless = [], target } = item
  const wanted = filledIn(item, constants)
  if (wanted === undefined || wanted.length === 0 || wanted.some(isBeyondMade)) return false
  const members = item.expectations.length === 1 ? membersIn(item) : []
  if (members.length > 0 && members.every(one => isImplied({ ...one, when, unless }, step, constants)))
    return true
  const asked = when.flatMap(one => one.targets).flatMap(one => [one, ...membersIn(one)])
  if (asked.some(part => isImpliedByPart(part, target, wanted, constants))) return true
  const required = asked.flatMap(one => saidOf(one, target, constants) ?? [])
  // A list under `unless` holds where all of it does: a part of another target may keep it from that.
  const denied = unless
    .map(({ targets }) => targets.map(one => saidOf(one, target, constants)))
    .filter(parts => !parts.includes(undefined))
    .map(parts => parts.flatMap(part => part ?? []))
  const said = [...required, ...denied.flat()]
  if (said.length === 0) return false
  const values = valuesFor(target, step, required, [...said, ...wanted], constants)
  const counted = (values ?? []).filter(
    value => fits(value, required) && !denied.some(parts => fits(value, parts)),
  )
  return counted.length > 0 && counted.every(value => fits(value, wanted))
}

/** The members that a pattern speaks of, each as if it was expected by itself. */
function membersIn({ target, expectations }: TargetValidation): readonly TargetValidation[] {
  if (target.kind !== 'json-path') return []
  return expectations.flatMap(({ operator, expected, span }) => {
    if (operator !== 'matches' || !isObject(expected)) return []
    return Object.entries(expected).flatMap(([key, value]): readonly TargetValidation[] => {
      const isPattern = isCollection(value) || (typeof value === 'string' && value.startsWith('<'))
      const member: TargetValidation = {
        target: { ...target, path: `${target.path}[${JSON.stringify(key)}]` },
        expectations: [{ operator: isPattern ? 'matches' : 'equals', expected: value, span }],
        span,
      }
      return [member, ...membersIn(member)]
    })
  })
}

/** Values that stand for all that meet a condition; undefined where nobody knows them. */
function valuesFor(
  target: Target,
  step: Step,
  required: readonly Expectation[],
  all: readonly Expectation[],
  constants: Constants,
): readonly Selected[] | undefined {
  const domain = domainOf(target, step, all, constants)
  if (domain === undefined) return undefined
  if (isKnownWell(domain, required, all)) return domain.values
  const texts = domain.isNumber === true ? undefined : patternedTexts(all)
  if (texts !== undefined)
    return [...domain.values, ...texts.map(target.kind === 'json-path' ? foundJson : foundText)]
  if (target.kind !== 'json-path') return undefined
  // A condition may ask for so many items: lists of less do not meet it.
  const lists = decidingLists(all.filter(one => one.operator !== 'has-length' || !required.includes(one)))
  return lists === undefined ? undefined : [...domain.values, ...lists]
}

/** True where the values that are made stand for all that meet a condition. */
function isKnownWell(
  { isComplete }: Domain,
  required: readonly Expectation[],
  all: readonly Expectation[],
): boolean {
  if (all.some(isBeyondMade)) return false
  return isComplete === true || areDecidedTogether(all) || (isPinned(required) && isDecidable(required))
}

/** The expectations that a condition has of a target; undefined where it is about another, or takes variables to know. */
function saidOf(
  one: TargetValidation,
  target: Target,
  constants: Constants,
): readonly Expectation[] | undefined {
  return targetPlace(one.target) === targetPlace(target) ? filledIn(one, constants) : undefined
}

function filledIn(
  { target, expectations }: TargetValidation,
  constants: Constants,
): readonly Expectation[] | undefined {
  const filled = constants.filled(expectations)
  return target.kind === 'time' ? filled?.map(inMilliseconds) : filled
}

/** True where a condition on a part of a value says all of it that is expected: `$.a.b` cannot be there without `$.a`. */
function isImpliedByPart(
  part: TargetValidation,
  whole: Target,
  wanted: readonly Expectation[],
  constants: Constants,
): boolean {
  const rest = wayTo(part.target, whole)
  const asked = filledIn(part, constants)
  if (rest === undefined || asked === undefined || !isDecidable([...asked, ...wanted])) return false
  const values: readonly Selected[] = madeJson(asked)
  const met = values.filter(value => fits(value, asked))
  if (met.length === 0 || met.some(({ found }) => !found)) return false
  const wholes = met.flatMap(value => (value.found ? around(rest, value.value) : []))
  return [...wholes, ...madeJson(wanted).flatMap(one => besides(rest, one, met))].every(value =>
    fits(foundJson(value), wanted),
  )
}

/** The same whole with a part that meets the condition. */
function besides(
  [key, ...rest]: PlainPath,
  one: Selected,
  [first]: readonly Selected[],
): readonly JsonValue[] {
  if (!one.found || first?.found !== true || rest.length > 0) return []
  if (typeof key === 'string') return isObject(one.value) ? [{ ...one.value, [key]: first.value }] : []
  if (key === undefined || !isList(one.value) || one.value.length <= key) return []
  return [one.value.with(key, first.value)]
}

/** The way from one value of JSON to a part of it. */
function wayTo(part: Target, whole: Target): PlainPath | undefined {
  if (part.kind !== 'json-path' || whole.kind !== 'json-path') return undefined
  const [inner, outer] = [parsePlainPath(part.path), parsePlainPath(whole.path)]
  if (inner === undefined || outer === undefined || inner.length <= outer.length) return undefined
  const rest = inner.slice(outer.length)
  const isFromFront = rest.every(key => typeof key === 'string' || key >= 0)
  return isFromFront && outer.every((key, index) => key === inner[index]) ? rest : undefined
}

/** The values that have this one at the end of a way, with nothing else and with more. */
function around([key, ...rest]: PlainPath, value: JsonValue): readonly JsonValue[] {
  if (key === undefined) return [value]
  return around(rest, value).flatMap((inner): readonly JsonValue[] => {
    if (typeof key === 'string') return [{ [key]: inner }, { [key]: inner, more: 1, others: 'a' }]
    const before = new Array<JsonValue>(key).fill(null)
    return [
      [...before, inner],
      [...before, inner, 1, 'a'],
    ]
  })
}
