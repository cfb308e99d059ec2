import { foundText, nothing } from '../../extracts/selected.ts'
import { parsePlainPath } from '../../json-path/index.ts'
import type { Expectation, Extract, FoundExtract, Target, TargetValidation } from '../../model/expectation.ts'
import type { JsonValue } from '../../model/json.ts'
import { type Step, withGrouped } from '../../model/suite.ts'
import type { ParsedSuite } from '../../parse/parse-suite.ts'
import { variablesSetBy } from '../../actions/index.ts'
import { compilePattern } from '../../patterns/index.ts'
import { holdsBraces } from '../../template/holds-braces.ts'
import { isList } from '../../util/is-json.ts'
import { allSteps, type Facts } from '../rule.ts'
import { settingsOfRun, unchosenEnvironments } from '../known-names.ts'
import { anyName } from '../scripts/script-facts.ts'
import { valueSetIn } from '../scripts/set-values.ts'
import { listed, scriptsAround } from '../scripts/suite-scripts.ts'
import { asVariable, domainOf } from './domain.ts'
import type { Constants } from './constants.ts'
import { patternedTexts } from '../made/patterned.ts'
import { madeJson } from '../made/values.ts'
import type { Domain } from './answer-shape.ts'

/** Something that a variable holds at some point: a value that the suite says, or what it takes out of an answer. */
type Origin =
  | { readonly value: JsonValue }
  | (Taken & { readonly isRequired: boolean })
  | { readonly isList: true }
  | { readonly pattern: string }
  | { readonly isUnknown: true }

/** A script that sets a variable. It is read once somebody asks for that. */
interface Scripted {
  readonly source: string
  readonly step: Step
}

/** A part of the answer to a step that an extract takes. */
export interface Taken {
  readonly target: Target
  readonly step: Step
}

/** The values that variables of a suite may hold, as far as nobody but the suite and its answers gives them a value. */
export interface MadeVariables {
  /** Scripts give values to some of them, or may do so. */
  readonly areScripted: boolean
  /** Everything that a variable may hold in a validation; undefined where nobody knows. */
  domainOf(
    name: string,
    step: Step,
    expectations: readonly Expectation[],
    constants: Constants,
  ): Domain | undefined
  /** Where a variable has its value from in any case: a step that has passed before another one runs. */
  takenBefore(name: string, step: Step): Taken | undefined
}

/** Gathers what gives the variables of a suite their values. */
export function madeVariables(parsed: ParsedSuite, facts: Facts): MadeVariables {
  const read = [...(facts.scripts?.values() ?? [])]
  const isScripted = read.some(
    ({ sets, jumps, leavesOut }) => jumps || leavesOut === true || sets.includes(anyName),
  )
  const isOpen = isScripted || parsed.suite.inputs.length > 0 || facts.uses.size > 0
  const steps = allSteps(parsed)
  const { origins, surely } = isOpen ? nobody : originsIn(parsed, steps, facts)
  const columns = new Set([...facts.columns, ...[...facts.stepColumns.values()].flat()])
  const isGiven = (name: string): boolean => facts.outerVariables.has(name) || columns.has(name)
  const isStopped = settingsOfRun(parsed, facts).stopOnFailure !== false
  return {
    areScripted: read.length > 0,
    domainOf(name, step, expectations, constants) {
      const all = isGiven(name) ? [] : [...(origins.get(name) ?? []), ...itemsOf(step, name)]
      const known = all.flatMap(one => ('source' in one ? setBy(one, name) : one))
      if (known.length === 0)
        return isOpen || isGiven(name) || mayBeOthers(name, facts) ? undefined : neverSet(name)
      const values = known.map(one => valuesOf(one, expectations, constants))
      if (values.includes(undefined)) return undefined
      const isSet = (surely.get(name) ?? Infinity) <= lastOf(step, steps) || itemsOf(step, name).length > 0
      return {
        values: [...(isSet ? [] : [nothing]), ...values.flatMap(one => one ?? [])],
        isClosed: true,
        called: name,
        ...(known.every(one => 'value' in one || 'pattern' in one) ? { isComplete: true } : {}),
        ...(known.every(one => 'value' in one) ? { isOwn: true } : {}),
      }
    },
    takenBefore(name, step) {
      const [only, ...others] = isGiven(name) ? [] : (origins.get(name) ?? [])
      const isBefore = (surely.get(name) ?? Infinity) < steps.indexOf(step) && step.phase !== 'after'
      return isStopped && isBefore && others.length === 0 && only !== undefined && 'target' in only
        ? only
        : undefined
    },
  }
}

/** A variable that nothing ever gives a value. */
function neverSet(called: string): Domain {
  return { values: [nothing], isClosed: true, isComplete: true, isOwn: true, called }
}

/** True for a name that others may give a value: a mock, the process, an environment, or what a built-in makes. */
function mayBeOthers(name: string, facts: Facts): boolean {
  return /^\$|\./.test(name) || unchosenEnvironments(name, facts).length > 0
}

interface Origins {
  readonly origins: Map<string, (Origin | Scripted)[]>
  /** The first step from which on a variable has a value in any case, by its position; -1 for all. */
  readonly surely: Map<string, number>
}

const nobody: Origins = { origins: new Map(), surely: new Map() }

/** The position of the last step that runs before the validations of this one. */
function lastOf(step: Step, steps: readonly Step[]): number {
  return steps.indexOf(step) + withGrouped(step.steps ?? []).length
}

function originsIn(parsed: ParsedSuite, steps: readonly Step[], facts: Facts): Origins {
  const { suite } = parsed
  const origins = new Map<string, (Origin | Scripted)[]>()
  const surely = new Map<string, number>()
  const give = (name: string, origin: Origin | Scripted, from?: number): void => {
    origins.set(name, [...(origins.get(name) ?? []), origin])
    if (from !== undefined && !surely.has(name)) surely.set(name, from)
  }
  for (const values of [suite.variables, suite.secrets])
    for (const [name, value] of Object.entries(values)) give(name, { value }, -1)
  steps.forEach((step, index) => {
    const mayNotRun = step.when.length > 0 || step.skip !== undefined || step.knownInGroup !== undefined
    const from = mayNotRun || step.phase === 'after' ? undefined : index
    for (const values of [variablesSetBy(step), step.variables ?? {}])
      for (const [name, value] of Object.entries(values)) give(name, { value }, from)
    for (const one of step.extracts) {
      const isSure = one.when === undefined && one.unless === undefined
      if ('value' in one) give(one.variable, { value: one.value }, isSure ? from : undefined)
      else giveFound(one, step, isSure ? from : undefined)
    }
    for (const script of listed(scriptsAround(step, parsed, facts.sharedScripts)))
      for (const name of facts.scripts?.get(script)?.sets ?? [])
        give(name, { source: script.source, step }, from)
  })
  function giveFound(one: FoundExtract, step: Step, from: number | undefined): void {
    const { variable, append, regex, optional, target } = one
    const isRequired = optional !== true && one.default === undefined
    const sure = optional === true ? undefined : from
    if (one.default !== undefined) give(variable, { value: one.default }, sure)
    if (append === true) give(variable, { isList: true }, sure)
    else if (regex === undefined) give(variable, { target, step, isRequired }, sure)
    else give(variable, { pattern: regex }, sure)
  }
  return { origins, surely }
}

/** The origins that a script adds to a variable; one that nobody knows has no values. */
function setBy({ source, step }: Scripted, name: string): readonly Origin[] {
  const set = valueSetIn(source, name)
  if (set === undefined) return [{ isUnknown: true }]
  return 'target' in set ? [{ ...set, step, isRequired: true }] : set.values.map(value => ({ value }))
}

/** The items of the step's own rounds. */
function itemsOf({ rounds }: Step, name: string): readonly Origin[] {
  if (rounds?.kind !== 'for-each' || rounds.variable !== name || !isList(rounds.list)) return []
  return rounds.list.map(value => ({ value }))
}

function valuesOf(
  origin: Origin,
  expectations: readonly Expectation[],
  constants: Constants,
): Domain['values'] | undefined {
  if ('isUnknown' in origin) return undefined
  if ('pattern' in origin) return groupsOf(origin.pattern, expectations)
  if ('isList' in origin) return madeJson(expectations).filter(one => one.found && isList(one.value))
  if ('value' in origin) {
    const value = holdsBraces(origin.value) ? constants.value(origin.value) : origin.value
    return value === undefined ? undefined : [asVariable(value)]
  }
  const { target, step, isRequired } = origin
  const domain = target.kind === 'variable' ? undefined : domainOf(target, step, expectations, constants)
  // That it is there is what the extract asks for already, and is asked for once more where it is used.
  if (domain === undefined || (isRequired && domain.isClosed !== true)) return undefined
  return domain.values.filter(({ found }) => found)
}

/** All that a pattern takes out of texts, as far as what is expected tells that apart. */
function groupsOf(expected: string, expectations: readonly Expectation[]): Domain['values'] | undefined {
  const compiled = compilePattern(expected)
  const found = expectations
    .slice(0, 1)
    .map(one => ({ ...one, operator: 'matches-regex', expected }) as const)
  const texts = patternedTexts([...found, ...expectations])
  if (!compiled.ok || texts === undefined) return undefined
  const groups = new Set(texts.map(text => compiled.pattern.firstGroup(text) ?? ''))
  return [...groups].filter(one => one !== '').map(foundText)
}

/** The variable that a path into the answer of a group leads to: that holds what its steps left behind. */
export function variableOfGroup(target: Target, step: Step): string | undefined {
  if (target.kind !== 'json-path' || step.steps === undefined) return undefined
  const [name, ...others] = parsePlainPath(target.path) ?? []
  return typeof name === 'string' && others.length === 0 ? name : undefined
}

/** A condition on a variable that the step itself takes out of the answer, as one on its place there. */
export function whereTaken(one: TargetValidation, extracts: readonly Extract[]): TargetValidation {
  const { target } = one
  if (target.kind !== 'variable') return one
  const extract = extracts.find(({ variable }) => variable === target.name)
  const isPlain = extract !== undefined && 'target' in extract && extract.regex === undefined
  return isPlain ? { ...one, target: extract.target } : one
}
