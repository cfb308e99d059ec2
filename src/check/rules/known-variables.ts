import { type Problem, asWarning } from '../../model/problem.ts'
import { type Settings, toleratesUnset } from '../../model/settings.ts'
import type { Step } from '../../model/suite.ts'
import type { PlacedPlaceholder } from '../../template/placeholders-in.ts'
import { environmentVariable } from '../../template/scope.ts'
import {
  mayJump,
  namesFrom,
  namesInRound,
  namesSetBefore,
  outsideNames,
  settingsOfRun,
  skippedSteps,
} from '../known-names.ts'
import { NameCheck } from '../name-check.ts'
import { allSteps, type CheckedSuite, type Facts, type Rule } from '../rule.ts'

/**
 * Every `{{name}}` has a value by the time it is used: from outside, from the suite, from a data row, or from an
 * earlier step. An unknown name is named with its place, never sent as empty text. Where the suite says so, one in what is
 * not sent is a warning.
 */
export const knownVariables: Rule = (parsed, facts) => {
  const steps = allSteps(parsed)
  const known = outsideNames(parsed, facts)
  const given = steps.map(step => namesFrom(parsed, step, facts))
  const ever = new Set(known)
  given.forEach(gives => {
    addTo(ever, gives)
  })
  const inAnyOrder = mayJump(parsed, facts) ? [ever] : []
  const items = steps.flatMap(({ rounds }) => (rounds?.kind === 'for-each' ? rounds.variable : none))
  const skipped = skippedSteps(parsed)
  const missed =
    skipped.size === 0
      ? noNames
      : new Set(steps.flatMap((step, index) => (skipped.has(step) ? (given[index] ?? []) : none)))
  const late = namesMade(parsed)
  const { variables, secrets, inputs } = parsed.suite
  const own = late.size === 0 ? undefined : new Set([...facts.outerVariables, ...inputs, ...facts.columns])
  const made = own === undefined ? undefined : { values: { ...variables, ...secrets }, known, own }
  const names = new NameCheck(parsed.source, facts, ever, { items: new Set(items), missed }, made)
  const told = tellingOf(settingsOfRun(parsed, facts))
  const problems = ['variables', 'secrets', 'settings'].flatMap(key =>
    names.unknown(
      parsed.written.under(key).filter(one => key === 'settings' || !isReplaced(one, facts)),
      [ever],
    ),
  )
  steps.forEach((step, index) => {
    const gives = given[index] ?? []
    const setBefore = namesSetBefore(parsed, step, facts)
    const placeholders = parsed.written.of(step)
    if (!placeholders.every(({ name }) => known.has(name) && !late.has(name) && !name.startsWith('$'))) {
      // A step that is left out as well needs none of it, and nothing cleans up where there is nothing to clean.
      const isFree = skipped.has(step) || step.phase === 'after'
      const outside = [known, ...inAnyOrder, ...(isFree ? [missed] : [])]
      const early = [...outside, namesOfRow(step, facts)]
      problems.push(...unknownInStep({ step, setBefore, gives, early, outside }, placeholders, names, told))
    }
    if (skipped.has(step)) return
    // The steps of a group follow it, and give their own.
    const gave = step.steps === undefined ? gives : ownNames(step)
    const left = setBefore.length === 0 ? gave : [...setBefore, ...gave]
    addTo(known, left)
    if (own !== undefined) addTo(own, left)
  })
  return problems
}

/** A variable of the process that nobody asks for: what is made of it has another value, as from --var. */
function isReplaced({ name, path: [, variable] }: PlacedPlaceholder, facts: Facts): boolean {
  if (environmentVariable(name) === undefined || typeof variable !== 'string') return false
  return facts.columns.includes(variable) || facts.outerOrigins?.stronger.has(variable) === true
}

/** The variables of the suite that are made of others whenever something uses them. */
function namesMade({ written }: CheckedSuite): ReadonlySet<string> {
  const [variables, secrets] = [written.under('variables'), written.under('secrets')]
  if (variables.length + secrets.length === 0) return noNames
  return new Set([...variables, ...secrets].map(({ path }) => String(path[1])))
}

function ownNames({ variables = {}, extracts }: Step): readonly string[] {
  return [...Object.keys(variables), ...extracts.map(({ variable }) => variable)]
}

function addTo(known: Set<string>, names: readonly string[]): void {
  if (names.length > 0) for (const name of names) known.add(name)
}

/** A step, and the names that have a value before it, when it acts, and behind it. */
interface Known {
  readonly step: Step
  readonly early: readonly ReadonlySet<string>[]
  /** The names that are known before its first round. */
  readonly outside: readonly ReadonlySet<string>[]
  readonly setBefore: readonly string[]
  readonly gives: readonly string[]
}

function unknownInStep(
  { step, early, outside, setBefore, gives }: Known,
  placeholders: readonly PlacedPlaceholder[],
  names: NameCheck,
  { sent, later }: Telling,
): readonly Problem[] {
  const parts = partsOf(step, placeholders)
  const own = Object.keys(step.variables ?? {})
  const before = [...early, new Set([...own, ...setBefore])]
  const asked = new Set([...(step.knownInGroup ?? []), ...step.when.map(({ variable }) => variable)])
  return [
    ...names.unknown(parts.list, [...outside, asked]),
    ...names.unknown(parts.when, early),
    ...later(unknownInTurn(names, parts.variables, own, early, step)),
    ...sent(names.unknown(parts.input, before)),
    ...later(unknownInExtracts(names, parts.extracts, step, gives, before)),
    ...later(names.unknown(parts.after, [...early, new Set([...setBefore, ...gives])])),
  ]
}

/** The placeholders of a step by when they are filled in. */
type Parts = Readonly<
  Record<'list' | 'when' | 'variables' | 'input' | 'extracts' | 'after', PlacedPlaceholder[]>
>

function partsOf(step: Step, placeholders: readonly PlacedPlaceholder[]): Parts {
  const parts: Parts = { list: [], when: [], variables: [], input: [], extracts: [], after: [] }
  for (const placeholder of placeholders) {
    const key = placeholder.path[step.path.length]
    if (key === 'when' || key === 'variables' || key === 'extracts') parts[key].push(placeholder)
    if (key === 'unless') parts.when.push(placeholder)
    if (key === 'for-each') parts.list.push(placeholder)
    if (isFilledInBefore(step, key)) parts.input.push(placeholder)
    // These see all that the step itself extracted.
    if (key === 'validations' || key === 'retry' || key === 'repeat') parts.after.push(placeholder)
  }
  return parts
}

/** The names that only this step sees: the columns of its data, and what its conditions ask about. */
function namesOfRow(step: Step, { stepColumns }: Facts): ReadonlySet<string> {
  const columns = stepColumns.get(step)
  const ofRound = namesInRound(step)
  if (columns === undefined && step.when.length === 0 && ofRound.length === 0) return noNames
  return new Set([...(columns ?? []), ...ofRound, ...step.when.map(({ variable }) => variable)])
}

const none: readonly string[] = []
const noNames: ReadonlySet<string> = new Set()

/** The fate of problems in what is sent, and in what is not. */
type Telling = Readonly<Record<'sent' | 'later', typeof asFound>>

function tellingOf(settings: Settings): Telling {
  return {
    sent: settings.unsetVariables === 'fail-step' ? asWarnings : asFound,
    later: toleratesUnset(settings) ? asWarnings : asFound,
  }
}

function asFound(problems: readonly Problem[]): readonly Problem[] {
  return problems
}

function asWarnings(problems: readonly Problem[]): readonly Problem[] {
  return problems.map(problem => (problem.code === 'unknown-variable' ? asWarning(problem) : problem))
}

/** A step's input, and what else of it is filled in before it acts. */
function isFilledInBefore(step: Step, key: string | number | undefined): boolean {
  if (key === 'name' || key === 'save-to') return true
  return key !== undefined && (Object.hasOwn(step.input, key) || Object.hasOwn(step.transport ?? {}, key))
}

/** Of an extract, what comes from the step's action has a value, and so have the extracts above it. */
function unknownInExtracts(
  names: NameCheck,
  placeholders: readonly PlacedPlaceholder[],
  step: Step,
  gives: readonly string[],
  known: readonly ReadonlySet<string>[],
): readonly Problem[] {
  if (placeholders.length === 0) return []
  const variables = step.extracts.map(({ variable }) => variable)
  const ofAction = new Set(gives.filter(name => !variables.includes(name)))
  return unknownInTurn(names, placeholders, variables, [...known, ofAction], step)
}

/** Of a mapping of variables each knows those above it. */
function unknownInTurn(
  names: NameCheck,
  placeholders: readonly PlacedPlaceholder[],
  variables: readonly string[],
  known: readonly ReadonlySet<string>[],
  { path: place }: Step,
): readonly Problem[] {
  if (placeholders.length === 0) return []
  const above = new Set<string>()
  return variables.flatMap(variable => {
    const own = placeholders.filter(({ path }) => path[place.length + 1] === variable)
    const unknown = names.unknown(own, [...known, above])
    above.add(variable)
    return unknown
  })
}
