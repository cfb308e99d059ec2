import { factsOf } from '../../actions/index.ts'
import { foundJson, foundStatus, foundText, nothing, type Selected } from '../../extracts/selected.ts'
import { resultOfXPath } from '../../extracts/xpath/index.ts'
import { isPlainPath } from '../../json-path/index.ts'
import type { CertificatePart, Expectation, Target } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import { isList } from '../../util/is-json.ts'
import { valueText } from '../../util/value-text.ts'
import { finalStatuses } from '../../validations/status-words.ts'
import { domainByShape, type Domain } from './answer-shape.ts'
import { stepsOf } from '../made/bodies.ts'
import type { Constants } from './constants.ts'
import type { Limits } from './limits.ts'
import { decidingLists } from './lists.ts'
import { madeJson, madeNumbers, madeTexts, madeValues, textsOf } from '../made/values.ts'

/** Whatever does an action; a mock that is asked something does none. */
export type Acting = Pick<Step, 'action'>

/** The values to try what is expected of a target with; undefined where nobody knows them. */
export function domainOf(
  target: Target,
  step: Acting,
  expectations: readonly Expectation[],
  constants: Constants,
): Domain | undefined {
  const { limits } = constants
  return (
    barredBy(limits, target) ??
    domainByShape(limits.shape, target, expectations) ??
    ofBody(target, expectations, limits) ??
    ofAnswer(target, step, expectations, constants)
  )
}

/** The only value of a target that such an answer does not have: a body, or a certificate. */
function barredBy({ isBodyless, isPlain }: Limits, { kind }: Target): Domain | undefined {
  const empty = isBodyless ? emptyOf[kind] : undefined
  const [only, called] =
    isPlain && kind === 'certificate' ? [unreadable, 'answer over http'] : [empty, emptyAnswer]
  return only === undefined ? undefined : { values: [only], isClosed: true, isComplete: true, called }
}

/** The values of a part of the body. */
function ofBody(target: Target, expectations: readonly Expectation[], { bytes }: Limits): Domain | undefined {
  switch (target.kind) {
    case 'size':
      return measured(madeNumbers(expectations, isCount), bytes, 'size')
    case 'text':
      return { values: madeTexts(expectations), isClosed: true, called: 'text' }
    case 'json-path':
      if (target.path === '$') return { values: [unreadable, ...madeValues(expectations).map(foundJson)] }
      if (isPlainPath(target.path)) return { values: madeJson(expectations) }
      return stepsOf(target.path) === undefined
        ? undefined
        : { values: [noneOfThem, ...madeJson(expectations), ...(decidingLists(expectations) ?? [])] }
    case 'xpath':
      return ofXPath(target.expression, expectations)
    default:
      return undefined
  }
}

/** The values of a part of an answer beside its body, or of a variable. */
function ofAnswer(
  target: Target,
  step: Acting,
  expectations: readonly Expectation[],
  constants: Constants,
): Domain | undefined {
  switch (target.kind) {
    case 'status':
      return statusesOf(step)
    case 'time': {
      const times = madeNumbers(expectations, time => time > 0)
      return measured(times, constants.limits.time, 'time')
    }
    case 'certificate':
      return ofCertificate(target.part, expectations, constants)
    case 'url':
      return { values: urlsNear(expectations).map(foundText), isClosed: true, called: 'URL of HTTP' }
    case 'header':
    case 'trailer':
      return { values: [nothing, ...madeTexts(expectations).filter(isOfOneLine)] }
    case 'cookie':
      if (target.part !== undefined && flags.has(target.part))
        return { values: [nothing, foundJson(true)], isComplete: true }
      return { values: [...madeJson(expectations), ...madeTexts(expectations)] }
    case 'field':
    case 'query':
    case 'path':
      return { values: [...madeJson(expectations), ...madeTexts(expectations)] }
    case 'variable':
      return ofVariable(target.name, expectations, constants)
    default:
      return undefined
  }
}

/** The name of an answer without a body. */
export const emptyAnswer = 'answer without a body'

/** Nothing can be looked for there, so that nobody knows that it is absent. */
const unreadable: Selected = { found: false, absent: false, instead: 'nothing' }

/** The list of a path that may select several values, and selects none. */
const noneOfThem: Selected = { found: true, value: [], textual: false, noneSelected: true }

/** The parts of such an answer. */
const emptyOf: Readonly<Partial<Record<Target['kind'], Selected>>> = {
  text: foundText(''),
  size: foundJson(0),
  'json-path': unreadable,
  xpath: unreadable,
}

/** True for what looks into the body of an answer. */
export function isOfBody({ kind }: Target): boolean {
  return emptyOf[kind] !== undefined
}

const flags: ReadonlySet<string> = new Set(['secure', 'http-only', 'partitioned'])

function isOfOneLine(text: Selected): boolean {
  return text.found && !/[\r\n]/.test(valueText(text.value))
}

function isCount(number: number): boolean {
  return number >= 0 && Number.isInteger(number)
}

/** Measured numbers, up to the most that can be. */
function measured(values: readonly Selected[], most: number | undefined, called: string): Domain {
  const within = most === undefined ? values : values.filter(one => numberIn(one) <= most)
  const bounds = most === undefined ? [] : [1, most / 2, most].map(one => foundJson(Math.floor(one)))
  return { values: [...within, ...bounds], isClosed: true, isNumber: true, called }
}

function numberIn(selected: Selected): number {
  return selected.found ? Number(selected.value) : 0
}

/** URLs that answers come from, those that are expected among them. */
function urlsNear(expectations: readonly Expectation[]): readonly string[] {
  const near = textsOf(madeValues(expectations)).flatMap(text => [text, `https://made.example/${text}`])
  return ['http://made.example/', 'https://made.example/a', ...near].filter(
    text => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
  )
}

/** A certificate that has been verified has begun, and has not expired. */
function ofCertificate(
  part: CertificatePart,
  expectations: readonly Expectation[],
  { limits }: Constants,
): Domain | undefined {
  const values = madeTexts(expectations)
  if (part === 'names') return { values: madeLists(expectations), isClosed: true, called: 'certificate' }
  if (part !== 'starts' && part !== 'expires') return { values, isClosed: true, called: 'certificate' }
  if (!limits.isVerified) return undefined
  const now = Date.now()
  const away = part === 'starts' ? -1 : 1
  const moments = [60_000, 86_400_000, 400 * 86_400_000].map(one => new Date(now + away * one).toISOString())
  const near = values.flatMap(one => (one.found ? [Date.parse(valueText(one.value))] : []))
  const possible = near.filter(one => (one - now) * away > 60_000).map(one => new Date(one).toISOString())
  return { values: [...moments, ...possible].map(foundText), isClosed: true, called: 'verified certificate' }
}

function madeLists(expectations: readonly Expectation[]): readonly Selected[] {
  return madeJson(expectations).filter(one => one.found && isList(one.value))
}

function statusesOf({ action }: Acting): Domain | undefined {
  const { statuses } = factsOf(action)
  if (statuses === undefined) return undefined
  return {
    values: finalStatuses(statuses).map(foundStatus),
    isClosed: true,
    isComplete: true,
    called: 'status',
  }
}

/** The values that a variable may have: one that is a constant of the suite has the one it is written with. */
export function ofVariable(name: string, expectations: readonly Expectation[], constants: Constants): Domain {
  const known = constants.valuesOf(name)
  if (known !== undefined)
    return { values: known.map(asVariable), isClosed: true, isComplete: true, called: name }
  return { values: [nothing, ...madeValues(expectations).map(asVariable)] }
}

/** A text compares as text in a condition, so that a row's `10` counts as a number. */
export function asVariable(value: JsonValue): Selected {
  return typeof value === 'string' ? foundText(value) : foundJson(value)
}

function ofXPath(expression: string, expectations: readonly Expectation[]): Domain | undefined {
  switch (resultOfXPath(expression)) {
    case 'count':
      return {
        values: madeNumbers(expectations, isCount),
        isClosed: true,
        isNumber: true,
        called: 'number of them',
      }
    case 'number':
      return {
        values: madeNumbers(expectations, () => true),
        isClosed: true,
        isNumber: true,
        called: 'number',
      }
    case 'boolean':
      return { values: [true, false].map(foundJson), isClosed: true, isComplete: true, called: 'document' }
    case 'text':
      return { values: [nothing, ...madeTexts(expectations)] }
    case 'nodes':
      return { values: [noneOfThem, ...madeJson(expectations), ...madeTexts(expectations)] }
    default:
      return undefined
  }
}
