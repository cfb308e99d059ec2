import path from 'node:path'
import type { Action } from '../actions/action.ts'
import type { ActionFacts } from '../actions/facts.ts'
import { actionOf, factsOf, longestWait, settingsFor } from '../actions/index.ts'
import { expectedStatus, handsStatusOn } from '../check/expected-status.ts'
import type { FoundExtract, Validation } from '../model/expectation.ts'
import type { Scripts } from '../model/script.ts'
import type { Settings } from '../model/settings.ts'
import type { DataRow, Step } from '../model/suite.ts'
import { targetsOf } from '../model/targets-of.ts'
import type { PlannedStep, PlannedSuite } from '../plan/plan.ts'
import type { Mutable } from '../util/defined.ts'
import { whenLoaded } from '../util/lazy-part.ts'
import { andThen, type Maybe } from '../util/maybe.ts'
import { type PlainValidation, plainValidation, settingsUnder } from './render.ts'
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
  /** The settings that belong to its action, as written. */
  readonly settings: Settings
  /** The same with its own words in their place. */
  readonly ownSettings: Settings
  /** Absent where none run around it. */
  readonly scripts?: Scripts
  /** True where anything in it looks at the whole body. */
  readonly wantsBody: boolean
  /** True where it saves the body, and nothing in it looks at that. */
  readonly onlySaves: boolean
  /** True where anything in it looks at the bytes of the body, which are let go of once there is a text of them. */
  readonly wantsBytes: boolean
  /** The namespaces of prefixes in XPath; absent where nothing looks by them. */
  readonly namespaces?: Readonly<Record<string, string>>
  /** Its validations as they are judged, where it runs often; undefined for those that are not plain. */
  readonly plain?: ReadonlyMap<Validation, PlainValidation | undefined>
  /** True where it judges by the status of a row by itself. */
  readonly handsStatusOn: boolean
}

/** How long one attempt may take unless something says otherwise, in milliseconds. */
const defaultTimeout = 30_000

/** The common parts of the steps of a suite. */
interface SharedParts {
  /** Absolute path of the suite's folder. */
  readonly directory: string
  /** The steps that run more than once. */
  readonly steps: Map<PlannedStep, PreparedStep>
  /** By the name of the action. */
  readonly actions: Map<string, ActionParts>
}

/** The common parts of the steps of an action. */
interface ActionParts extends Pick<PreparedStep, 'action' | 'facts' | 'timeout' | 'settings'> {
  /** The scripts of the settings. */
  readonly scripts: Scripts | undefined
}

const sharedParts = new WeakMap<PlannedSuite, SharedParts>()

/**
 * Prepares a step of a suite, when it is asked for. It is kept where there are rows: most steps of large suites run once, and
 * all that they are made of would be held to the end of the run.
 */
export function preparedStep(planned: PlannedStep, suite: PlannedSuite, runsOften = false): PreparedStep {
  let shared = sharedParts.get(suite)
  if (shared === undefined)
    sharedParts.set(
      suite,
      (shared = { directory: path.dirname(suite.loaded.suite.file), steps: new Map(), actions: new Map() }),
    )
  const runsOnce = planned.rows === undefined && planned.step.rounds === undefined && suite.rows === undefined
  if (!runsOften && runsOnce) return prepareStep(planned, suite.settings, shared)
  const { steps } = shared
  let prepared = steps.get(planned)
  if (prepared === undefined) {
    const { validations } = planned.step
    prepared = { ...prepareStep(planned, suite.settings, shared), plain: new Map(validations.map(withPlain)) }
    steps.set(planned, prepared)
  }
  return prepared
}

function withPlain(validation: Validation): readonly [Validation, PlainValidation | undefined] {
  return [validation, plainValidation(validation)]
}

function prepareStep(
  planned: PlannedStep,
  shared: Settings,
  { directory, actions }: SharedParts,
): PreparedStep {
  const { step } = planned
  let parts = actions.get(step.action)
  if (parts === undefined) actions.set(step.action, (parts = actionParts(step.action, shared)))
  const { action, facts, timeout, settings } = parts
  const scripts = step.scripts === undefined ? parts.scripts : scriptsOf(step, shared)
  const made: Mutable<PreparedStep> = {
    step,
    planned,
    action,
    facts,
    directory,
    timeout: step.timeout === undefined ? timeout : limitOf(step.timeout, facts),
    settings,
    ownSettings: settingsUnder(step, settings),
    wantsBody: step.saveTo !== undefined || lookAt(targetsOf(step), bodyKinds),
    onlySaves: step.saveTo !== undefined && !lookAt(targetsOf(step), bodyKinds),
    wantsBytes: lookAt(targetsOf(step), byteKinds),
    handsStatusOn: handsStatusOn(step),
  }
  if (scripts !== undefined) made.scripts = scripts
  if (lookAt(targetsOf(step), xpathKinds)) made.namespaces = { ...shared.namespaces, ...step.namespaces }
  return made
}

function actionParts(name: string, shared: Settings): ActionParts {
  const facts = factsOf(name)
  return {
    action: preparedAction(name),
    facts,
    timeout: limitOf(facts.timeout ?? shared.timeout ?? defaultTimeout, facts),
    settings: settingsFor(name, shared),
    scripts: scriptsOf({ action: name }, shared),
  }
}

/** The validations of a step where a row says which status it expects: that replaces what the step says of the status. */
export function withRowStatus(step: Step, status: string): readonly Validation[] {
  return [
    statusValidation(step, status),
    ...step.validations.filter(({ target }) => target.kind !== 'status'),
  ]
}

const xpathKinds: ReadonlySet<string> = new Set(['xpath'])
const byteKinds: ReadonlySet<string> = new Set(['sha256', 'file'])
const bodyKinds: ReadonlySet<string> = new Set([
  'json-path',
  'text',
  'schema',
  'snapshot',
  ...xpathKinds,
  ...byteKinds,
])

function lookAt(targets: readonly (Validation | FoundExtract)[], kinds: ReadonlySet<string>): boolean {
  for (let index = 0; index < targets.length; index++)
    if (kinds.has(targets[index]?.target.kind ?? '')) return true
  return false
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
function limitOf(timeout: number, facts: ActionFacts): number {
  return facts.waits === true ? Math.min(timeout, longestWait) : timeout
}

/** Makes the validation of the status that a row expects, in place of the step's own. */
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

/** The status that a row expects of the step: one of its own, or that of the suite's row where it is about this step. */
export function rowStatus(
  { planned }: PreparedStep,
  ofSuite: string | undefined,
  row: DataRow | undefined,
): string | undefined {
  const own = planned.rows === undefined ? undefined : expectedStatus(row)
  return own ?? (planned.judgedByRow ? ofSuite : undefined)
}
