import path from 'node:path'
import type { Action } from '../actions/action.ts'
import type { ActionFacts } from '../actions/facts.ts'
import { actionOf, factsOf, longestWait, settingsFor } from '../actions/index.ts'
import { expectedStatus, handsStatusOn, namesStatus } from '../check/expected-status.ts'
import { prepareExtracting, type Extracting } from '../extracts/index.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import {
  type Expectation,
  type Extract,
  type FoundExtract,
  isSchemaValidation,
  schemaTexts,
  type Validation,
} from '../model/expectation.ts'
import type { Scripts } from '../model/script.ts'
import type { Settings } from '../model/settings.ts'
import type { DataRow, Step } from '../model/suite.ts'
import { targetsOf } from '../model/targets-of.ts'
import type { PlannedStep, PlannedSuite } from '../plan/plan.ts'
import type { Fill } from '../template/prepare.ts'
import type { Scope } from '../template/scope.ts'
import type { Mutable } from '../util/defined.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { andThen, type Maybe } from '../util/maybe.ts'
import { prepareTargetJudging, type TargetJudge } from '../validations/index.ts'
import type { Evaluated } from './evaluation-time.ts'
import {
  isConstantTarget,
  type RenderedInput,
  prepareExpectations,
  prepareExtract,
  prepareInput,
  prepareName,
  prepareValidation,
} from './render.ts'
import { scriptsOf } from './scripts/scripts-of.ts'

/**
 * A planned step ready to run, any number of times: everything that no variable and no answer changes has been worked out.
 * Made without looking at anything but the plan.
 */
export interface PreparedStep {
  readonly step: Step
  readonly planned: PlannedStep
  /** Its action, which is loaded when it is first asked for. */
  readonly action: () => Maybe<Action>
  readonly facts: ActionFacts
  /** Absolute path of the suite's folder. */
  readonly directory: string
  /** Milliseconds that one attempt may take. */
  readonly timeout: number
  /** What of the settings belongs to its action, as written. */
  readonly settings: Settings
  /** Absent where none run around it. */
  readonly scripts?: Scripts
  /** Whether anything in it looks at the whole body. */
  readonly wantsBody: boolean
  /** Absent where it is constant. */
  readonly nameOf?: (scope: Scope) => string
  readonly fillInput: Fill<RenderedInput>
  readonly validations: readonly PreparedValidation[]
  readonly extracts: readonly PreparedExtract[]
  readonly stopWhen: readonly PreparedValidation[]
  /** Whether it judges by the status of a row by itself. */
  readonly handsStatusOn: boolean
}

/** A validation ready to be filled in, and to judge by. */
export interface PreparedValidation extends Evaluated {
  readonly validation: Validation
  /** Judges by it; absent where more of it has to be filled in than what is expected. */
  readonly judge?: TargetJudge
  /** Fills in what is expected, where that is all there is to be filled in. */
  readonly fillExpected?: Fill<readonly Expectation[]>
  /** Absent where it is constant. */
  readonly fill?: Fill<Validation>
  readonly isConditional: boolean
  /** Whether it expects what a row says of the status. */
  readonly namesStatus: boolean
  /** Absent where it has no name, or a constant one. */
  readonly nameOf?: (scope: Scope) => string
}

/** An extract ready to be filled in, and to take its value. */
export interface PreparedExtract extends Evaluated {
  readonly extract: Extract
  /** Takes the value as it is written; absent where it has to be filled in. */
  readonly take?: Extracting
  /** Absent where it is constant. */
  readonly fill?: Fill<Extract>
  readonly isConditional: boolean
}

/** How long one attempt may take unless something says otherwise, in milliseconds. */
const defaultTimeout = 30_000

/** What the steps of a suite share. */
interface SharedParts {
  /** Absolute path of the suite's folder. */
  readonly directory: string
  /** The steps that were asked for, each prepared if that was more than once. */
  readonly steps: Map<PlannedStep, PreparedStep | undefined>
}

const sharedParts = new WeakMap<PlannedSuite, SharedParts>()

/**
 * Prepares a step of a suite, when it is asked for. It is kept from the second time on, or the first where there are rows:
 * most steps of large suites run once, and all that they are made of would be held to the end of the run.
 */
export function preparedStep(planned: PlannedStep, suite: PlannedSuite): PreparedStep {
  let shared = sharedParts.get(suite)
  if (shared === undefined)
    sharedParts.set(suite, (shared = { directory: path.dirname(suite.loaded.suite.file), steps: new Map() }))
  const { directory, steps } = shared
  const known = steps.get(planned)
  if (known !== undefined) return known
  const prepared = prepareStep(planned, suite.settings, directory)
  const runsAgain = planned.rows !== undefined || suite.rows !== undefined || steps.has(planned)
  steps.set(planned, runsAgain ? prepared : undefined)
  return prepared
}

function prepareStep(planned: PlannedStep, shared: Settings, directory: string): PreparedStep {
  const { step } = planned
  const facts = factsOf(step.action)
  const settings = settingsFor(step.action, shared)
  const scripts = scriptsOf(step, shared)
  const nameOf = prepareName(step.name)
  const made: Mutable<PreparedStep> = {
    step,
    planned,
    action: preparedAction(step.action),
    facts,
    directory,
    timeout: timeoutOf(step, facts, shared),
    settings,
    wantsBody: targetsOf(step).some(looksAtBody),
    fillInput: prepareInput(step, settings),
    validations: prepareAll(step.validations, directory),
    extracts: step.extracts.length === 0 ? none : step.extracts.map(preparedExtract),
    stopWhen: step.retry === undefined ? none : prepareAll(step.retry.stopWhen, directory),
    handsStatusOn: handsStatusOn(step),
  }
  if (nameOf !== undefined) made.nameOf = nameOf
  if (scripts !== undefined) made.scripts = scripts
  return made
}

const none: readonly never[] = []

function prepareAll(validations: readonly Validation[], directory: string): readonly PreparedValidation[] {
  return validations.map(validation => prepared(validation, directory))
}

/** The validations of a step where a row says which status it expects: that replaces what the step says of the status. */
export function withRowStatus(
  { step, directory, validations }: PreparedStep,
  status: string,
): readonly PreparedValidation[] {
  return [
    prepared(statusValidation(step, status), directory),
    ...validations.filter(({ validation: { target } }) => target.kind !== 'status'),
  ]
}

function looksAtBody({ target: { kind } }: Validation | FoundExtract): boolean {
  return kind === 'json-path' || kind === 'text' || kind === 'schema'
}

const actions = new Map<string, () => Maybe<Action>>()

function preparedAction(name: string): () => Maybe<Action> {
  let prepared = actions.get(name)
  if (prepared === undefined) {
    let loaded: Action | undefined
    prepared = () =>
      loaded ??
      andThen(
        whenLoaded(() => actionOf(name)),
        action => (loaded = action),
      )
    actions.set(name, prepared)
  }
  return prepared
}

/**
 * An action that takes longer by its nature is not held to the time limit for single requests, and one that waits for
 * messages never takes longer than a wait may.
 */
function timeoutOf({ timeout }: Step, facts: ActionFacts, settings: Settings): number {
  const limit = timeout ?? facts.timeout ?? settings.timeout ?? defaultTimeout
  return facts.waits === true ? Math.min(limit, longestWait) : limit
}

function prepared(validation: Validation, directory: string): PreparedValidation {
  const isSettled = !isSchemaValidation(validation) && isConstantTarget(validation.target)
  const fillExpected = isSettled ? prepareExpectations(validation.expectations) : undefined
  const fill = isSettled && fillExpected === undefined ? undefined : prepareValidation(validation, directory)
  const nameOf = validation.name === undefined ? undefined : prepareName(validation.name)
  const made: Mutable<PreparedValidation> = {
    validation,
    span: validation.span,
    isConditional: isConditional(validation),
    namesStatus: fill !== undefined && namesStatus(validation),
  }
  if (isSettled) made.judge = prepareTargetJudging(validation.target, validation.expectations)
  if (fillExpected !== undefined) made.fillExpected = fillExpected
  if (fill !== undefined) made.fill = fill
  if (nameOf !== undefined) made.nameOf = nameOf
  return made
}

function preparedExtract(extract: Extract): PreparedExtract {
  const fill = prepareExtract(extract)
  const made: Mutable<PreparedExtract> = {
    extract,
    span: extract.span,
    isConditional: isConditional(extract),
  }
  if (fill === undefined) made.take = prepareExtracting(extract)
  else made.fill = fill
  return made
}

function isConditional({ when, unless }: Validation | Extract): boolean {
  return when !== undefined || unless !== undefined
}

/** A validation in words: `schema user.json`, `body-json-path $.items matches`. */
export function wordsOf({ validation }: PreparedValidation): string {
  if (isSchemaValidation(validation)) return `schema ${schemaTexts(validation).join(' ')}`.trim()
  const operators = validation.expectations.map(({ operator }) => operator)
  return [targetSubject(validation.target), ...operators].join(' ')
}

/** What a row says of the status, in place of what the step says. */
function statusValidation(step: Step, status: string): Validation {
  const own = step.validations.find(({ target }) => target.kind === 'status')
  const { span } = own ?? step
  return {
    ...(own?.name === undefined ? {} : { name: own.name }),
    target: { kind: 'status' },
    expectations: [{ operator: 'equals', expected: status, span }],
    span,
  }
}

/** The status that a row expects of the step: one of its own, or that of the suite where it is about this step. */
export function rowStatus(
  { planned }: PreparedStep,
  suiteRow: DataRow | undefined,
  row: DataRow | undefined,
): string | undefined {
  const own = planned.rows === undefined ? undefined : expectedStatus(row)
  return own ?? (planned.judgedByRow ? expectedStatus(suiteRow) : undefined)
}
