import { factsOf } from '../actions/index.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import type { Expectation, Validation } from '../model/expectation.ts'
import type { Step } from '../model/suite.ts'
import { isConditional } from '../model/targets-of.ts'
import { statusesWithoutBody } from '../validations/status-words.ts'

/** True where so much is expected of one part of an answer that it may not all hold: for most steps that is not so. */
export function mayContradict({ action, input, validations }: Step): boolean {
  const places = new Set<string>()
  const wholes: string[] = []
  let isBodyless = factsOf(action).isBodyless?.(input) === true
  let looksAtBody = false
  for (const one of validations) {
    if (!('expectations' in one) || isConditional(one)) continue
    const { target, expectations } = one
    const [first, ...others] = expectations
    const place = targetSubject(target)
    if (first === undefined || others.length > 0 || places.has(place)) return true
    // A status, or a body as a whole, is there in any case.
    if (first.operator === 'missing') return true
    if (measured.has(target.kind) && isOrder.test(first.operator)) return true
    if (leavesOut(first)) wholes.push(place)
    isBodyless ||= target.kind === 'status' && statusesWithoutBody.has(first.expected)
    looksAtBody ||= ofBody.has(target.kind)
    places.add(place)
  }
  if (isBodyless && looksAtBody) return true
  return wholes.some(whole => [...places].some(place => place !== whole && place.startsWith(whole)))
}

const ofBody: ReadonlySet<Validation['target']['kind']> = new Set(['text', 'size', 'json-path', 'xpath'])

/** The targets with bounds of their own. */
const measured: ReadonlySet<Validation['target']['kind']> = new Set(['time', 'size'])

const isOrder = /^(?:greater|less)-than$|^at-/

/** True for what leaves no room for some of the parts of a value. */
function leavesOut({ operator, expected }: Expectation): boolean {
  if (operator === 'exists' || operator === 'missing') return expected === (operator === 'missing')
  return operator === 'has-length' || operator === 'has-type'
}
