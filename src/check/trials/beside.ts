import { nothing } from '../../extracts/selected.ts'
import { targetSubject } from '../../extracts/target-subject.ts'
import { parsePlainPath } from '../../json-path/index.ts'
import type { Expectation, TargetValidation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { madeJson } from '../made/values.ts'
import type { Constants } from './constants.ts'
import { domainOf } from './domain.ts'
import { areDecidedTogether, fits, isDecidable, type NeverMet } from './verdicts.ts'

/** Something that is expected, with its placeholders filled in. */
interface Known {
  readonly item: TargetValidation
  readonly expectations: readonly Expectation[]
}

/**
 * A condition on a part of an answer that cannot be there beside what is expected of another: `$.user.id` where there is no
 * `$.user`, or where the body is empty. `others` must hold as well. To be called inside of `whenLoaded`.
 */
export function neverBeside(
  asked: readonly TargetValidation[],
  others: readonly TargetValidation[],
  step: Step,
  constants: Constants,
): NeverMet | undefined {
  const known = (items: readonly TargetValidation[]): readonly Known[] =>
    items.flatMap(item => {
      const expectations = constants.filled(item.expectations)
      return expectations === undefined ? [] : [{ item, expectations }]
    })
  const all = known([...asked, ...others])
  for (const { item, expectations } of known(asked)) {
    if (item.target.kind !== 'json-path' || fits(nothing, expectations)) continue
    const path = item.target.path
    const without = all.find(one => one.item !== item && leavesOut(one, path, step, constants))
    if (without === undefined) continue
    const subject = targetSubject(item.target)
    const reason = `cannot be there beside what is expected of ${targetSubject(without.item.target)}`
    return { subject, span: item.span, reason }
  }
  return undefined
}

/** True where nothing that is as expected has anything at a path. */
function leavesOut({ item, expectations }: Known, path: string, step: Step, constants: Constants): boolean {
  const { target } = item
  if (target.kind === 'json-path') return leavesOutPart(target.path, expectations, path)
  if (target.kind !== 'size' && target.kind !== 'text') return false
  const values = domainOf(target, step, expectations, constants)?.values ?? []
  const left = values.filter(value => fits(value, expectations))
  return (
    areDecidedTogether(expectations) && left.length > 0 && left.every(one => one.found && isEmpty(one.value))
  )
}

function isEmpty(value: JsonValue): boolean {
  return value === 0 || value === ''
}

function leavesOutPart(whole: string, expectations: readonly Expectation[], part: string): boolean {
  const [outer, inner] = [parsePlainPath(whole), parsePlainPath(part)]
  if (outer === undefined || inner === undefined || inner.length <= outer.length) return false
  const key = inner[outer.length]
  if (key === undefined || !outer.every((one, index) => one === inner[index]) || !isDecidable(expectations))
    return false
  // Something that must not exist may be there, and empty.
  const isCounted = expectations.some(({ operator }) => operator === 'has-length' || operator === 'exists')
  const left = madeJson(expectations).filter(value => fits(value, expectations))
  return left.length > 0 && !left.some(one => one.found && mayHave(one.value, key, isCounted))
}

/** True where a value, or a longer one where nobody has counted, may have something under a key. */
function mayHave(value: JsonValue, key: string | number, isCounted: boolean): boolean {
  if (typeof key === 'string') return isObject(value) && (!isCounted || Object.keys(value).length > 0)
  return isList(value) && (!isCounted || value.length > (key < 0 ? -key - 1 : key))
}
