import type { Expectation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import { renderValue } from '../../template/render.ts'
import { possibleVariables } from '../../template/member-path.ts'
import { type PlacedPlaceholder, placeholdersIn, placeholdersOf } from '../../template/placeholders-in.ts'
import { createScope, type Scope } from '../../template/scope.ts'
import { namesInRound, setElsewhere } from '../known-names.ts'
import { allSteps, type Facts } from '../rule.ts'
import { writtenIn } from '../written.ts'
import { anyName } from '../scripts/script-facts.ts'
import { generateBuiltIn } from '../../template/built-ins/index.ts'
import { parseDuration } from '../../util/duration.ts'
import { mapping } from '../../util/read-values.ts'
import { wrongDate } from '../../validations/compare-moments.ts'
import { boundsOf } from '../../validations/operators/within.ts'
import { valueText } from '../../util/value-text.ts'
import { type Chances, chancesIn, noChances } from './chance.ts'
import { type Limits, limitsOf, limitsOfRequest } from './limits.ts'

/** The variables whose values are known before anything runs: only the suite gives them one. */
export interface Constants {
  /** All values that it has, or may have by chance; undefined where somebody else may give it another. */
  valuesOf(name: string): readonly JsonValue[] | undefined
  /** True where chance decides which of them it has. */
  isByChance(name: string): boolean
  /** With the placeholders filled in; undefined where that takes other variables. */
  filled(expectations: readonly Expectation[]): readonly Expectation[] | undefined
  /** The value with them filled in. */
  value(written: JsonValue): JsonValue | undefined
  /** The text with them filled in. */
  text(written: string): string | undefined
  /** True where there is a text in it that is made anew each time, so that nobody else has it. */
  isFresh(value: JsonValue): boolean
  /** How far an answer can go. */
  readonly limits: Limits
}

/** The constants of a suite, as a step sees them; without one, as a mock does when it is asked something. */
export function constantsFor(parsed: ParsedSuite, facts: Facts): (step: Step | undefined) => Constants {
  const elsewhere = setElsewhere(parsed, facts)
  const isOpen = elsewhere.has(anyName) || parsed.suite.inputs.length > 0
  const columns = new Set([...facts.columns, ...branchedOver(parsed)])
  const unsent = unsentVariables(parsed, facts)
  const known = Object.entries(isOpen ? {} : parsed.suite.variables).filter(
    ([name, value]) =>
      !elsewhere.has(name) && !columns.has(name) && (!holdsBraces(value) || unsent.has(name)),
  )
  const chances = isOpen ? noChances : chancesIn(parsed, new Set([...elsewhere, ...facts.columns]))
  return step => {
    if (step === undefined) return constantsIn(Object.fromEntries(known), limitsOfRequest, noChances)
    const hidden = new Set([...(facts.stepColumns.get(step) ?? []), ...namesInRound(step)])
    const values = Object.fromEntries(known.filter(([name]) => !hidden.has(name)))
    const seen: Chances = name => (hidden.has(name) ? undefined : chances(name))
    return constantsIn(values, limitsOf(parsed, facts, step), seen)
  }
}

/** The variables that several steps ask about: such a suite is meant to be run with other values, too. */
function branchedOver(parsed: ParsedSuite): readonly string[] {
  const asked = allSteps(parsed).map(({ when }) => new Set(when.map(({ variable }) => variable)))
  const names = asked.flatMap(one => [...one])
  return names.filter((name, index) => names.indexOf(name) !== index)
}

/** The keys under which something is asked for, and nothing is sent. */
const asking: ReadonlySet<string | number> = new Set(['validations', 'when', 'unless'])

/**
 * The variables with placeholders that are named in validations and conditions alone: what is made anew for one of them
 * is sent nowhere, so that no answer has it. None where suites or scripts that are run may send it.
 */
function unsentVariables({ suite, source }: ParsedSuite, facts: Facts): ReadonlySet<string> {
  const filledIn = Object.keys(suite.variables).filter(name => holdsBraces(suite.variables[name] ?? null))
  if (filledIn.length === 0 || facts.uses.size > 0 || facts.scripts !== undefined) return new Set()
  const outside = writtenIn(source).templates.filter(
    ({ path }) => path[0] !== 'variables' && !path.some(key => asking.has(key)),
  )
  const shared = placeholdersIn((facts.configuration?.value ?? null) as JsonValue)
  const sent = new Set<string>()
  const send = (placeholders: readonly PlacedPlaceholder[]): void => {
    for (const name of placeholders.flatMap(one => possibleVariables(one.name))) {
      if (sent.has(name)) continue
      sent.add(name)
      send(placeholdersIn(Object.hasOwn(suite.variables, name) ? (suite.variables[name] ?? null) : null))
    }
  }
  send([...outside.flatMap(placeholdersOf), ...shared])
  return new Set(filledIn.filter(name => !sent.has(name)))
}

function constantsIn(
  values: Readonly<Record<string, JsonValue>>,
  limits: Limits,
  chances: Chances,
): Constants {
  const fresh = new Set<string>()
  const constant = constantScope(values, fresh)
  const filledIn = (written: JsonValue): JsonValue | undefined => {
    const filled = renderValue(written, constant)
    return filled.ok ? filled.value : undefined
  }
  const filledOne = (one: Expectation): Expectation | undefined => {
    const inner = one.inner?.map(filledOne)
    if (inner?.includes(undefined) === true) return undefined
    if (!holdsBraces(one.expected)) return one
    const expected = filledIn(one.expected)
    if (expected === undefined) return undefined
    return {
      ...one,
      expected,
      written: one.expected,
      ...(inner === undefined ? {} : { inner: inner as Expectation[] }),
    }
  }
  return {
    valuesOf(name) {
      const value = Object.hasOwn(values, name) ? (values[name] ?? null) : undefined
      return value === undefined || holdsBraces(value) ? chances(name) : [value]
    },
    isByChance: name => chances(name) !== undefined,
    filled(expectations) {
      const all = expectations.map(filledOne)
      return all.includes(undefined) ? undefined : all.flatMap(one => asBounds(one as Expectation))
    },
    value: filledIn,
    text(written) {
      const filled = filledIn(written)
      return typeof filled === 'string' ? filled : undefined
    },
    isFresh(value) {
      const text = fresh.size === 0 ? '' : valueText(value).toLowerCase()
      return [...fresh].some(one => text.includes(one.toLowerCase()))
    },
    limits,
  }
}

/** The values as a scope, in which built-in variables add what they make anew to `fresh`, and others have no value. */
function constantScope(values: Readonly<Record<string, JsonValue>>, fresh: Set<string>): Scope {
  const scope = createScope([{ name: 'suite', values }])
  return {
    ...scope,
    // A value that cannot be filled in is left out without a word, so that no name need be suggested.
    names: () => [],
    find(name) {
      const found = scope.find(name)
      if (!name.startsWith('$') || found === undefined || isTime(name)) return found
      if (!isMadeAnew(name, found.value)) return undefined
      fresh.add(found.value)
      return found
    },
  }
}

/** The two bounds that `within` stands for: those are told apart from others. */
function asBounds(one: Expectation): readonly Expectation[] {
  if (one.operator !== 'within') return [one]
  const [least, most] = boundsOf(one.expected) ?? []
  if (least !== undefined && most !== undefined)
    return [
      { ...one, operator: 'at-least', expected: least },
      { ...one, operator: 'at-most', expected: most },
    ]
  const { equals = null, within = null } = mapping(one.expected)
  const [moment, away] = [Date.parse(valueText(equals)), parseDuration(valueText(within)) ?? Number.NaN]
  const isDay = valueText(equals).length === 10
  if (isDay || wrongDate(equals) !== undefined || !(moment - away > earliest && moment + away < latest))
    return [one]
  return [
    { ...one, operator: 'later-than', expected: new Date(moment - away - 1).toISOString() },
    { ...one, operator: 'earlier-than', expected: new Date(moment + away + 1).toISOString() },
  ]
}

/** The moments that are written with four digits for the year. */
const [earliest = 0, latest = 0] = ['0000-01-02T00:00:00Z', '9999-12-31T00:00:00Z'].map(one =>
  Date.parse(one),
)

/** The built-in variables that say when a step runs. */
function isTime(name: string): boolean {
  return name === '$timestamp' || name === '$isoTimestamp'
}

/** True where a built-in variable is a long text that is another each time: nobody guesses it. */
function isMadeAnew(name: string, value: JsonValue): value is string {
  if (typeof value !== 'string' || value.length < 20 || !Number.isNaN(Date.parse(value))) return false
  const others = Array.from({ length: 8 }, () => generateBuiltIn(name))
  return new Set([value, ...others]).size === 9
}
