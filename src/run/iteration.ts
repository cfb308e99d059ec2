import type { ActionFailure } from '../actions/failure.ts'
import type { MockCalls } from '../actions/mock-calls.ts'
import type { ActionAnswer, UsedSuite } from '../actions/action.ts'
import { RunResources } from '../actions/resources.ts'
import { expectedStatus } from '../check/expected-status.ts'
import { visibleEnvironment } from '../load/allowed-reads.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Round, RowLabel, StepResult } from '../model/result.ts'
import type { Script } from '../model/script.ts'
import type { Span } from '../model/span.ts'
import type { DataRow, Step } from '../model/suite.ts'
import type { PlannedStep, PlannedSuite } from '../plan/plan.ts'
import type { PreparedStep } from './prepared-step.ts'
import {
  createScope,
  type ProcessEnvironment,
  roundValues,
  type Scope,
  type ScopeLayer,
} from '../template/scope.ts'
import { settleGenerated } from '../template/settle-generated.ts'
import { cleaningStopReason, type RunContext, stopReason } from './run-context.ts'
import { noteMarkers } from '../validations/given-markers.ts'
import { type OwnLayer, ScriptVariables } from './scripts/script-variables.ts'
import { hideUrlPasswords, hideValue, hideVariables, secretVariables } from './secret-variables.ts'
import { rowLabel } from './step-result.ts'

/** The values and callbacks that an iteration begins with. */
export interface Start {
  readonly row?: DataRow | undefined
  /** Variables that a caller hands in. */
  readonly given?: JsonObject
  /** True where all of it belongs to the cleaning up of a caller. */
  readonly cleansUp?: boolean
  /** The iteration of a caller, whose session and whose end it shares. */
  readonly caller?: Iteration
  /** The resources that are kept open already. */
  readonly session?: RunResources
  /** Takes what is left to be done at an end that somebody else brings about. */
  readonly cleanups?: Cleanup[]
  /** Variables that serve as credentials elsewhere. */
  readonly secretNames?: ReadonlySet<string>
  /** Returns the scope that its steps see, with an addition in front of it. */
  readonly around?: (outer: Scope) => Scope
  /** Why a step must not be carried out with an input, if so. */
  readonly refuse?: (step: Step, input: JsonObject) => ActionFailure | undefined
  /** Told of every answer that is a request's, before it is judged: a load test measures, and runs every step more than once. */
  readonly measure?: Measure | undefined
  /** Runs the suites that its steps use; that of the caller, if there is one. */
  readonly useSuite?: UseSuite
  /** Which run of its file it belongs to. */
  readonly turn?: Turn
}

/** Which run of a file, where there are several: of those that all count, or the one that counts in the end. */
export interface Turn {
  readonly pass?: Round
  readonly attempt?: number
}

/** Takes the answer to a request, or why there is none. */
export type Measure = (step: Step, answer: ActionAnswer) => void

/** Runs a suite, given by absolute path, that a step of an iteration uses, with the variables that the step hands over. */
export type UseSuite = (
  file: string,
  variables: JsonObject,
  caller: { readonly iteration: Iteration; readonly step: Step; readonly cleansUp: boolean },
) => Promise<UsedSuite>

/** Receives what an iteration does. */
export interface IterationListener {
  started?(name: string): void
  finished(result: StepResult): void
}

/** Cleans up at the end, and tells of it. */
export type Cleanup = (listener: IterationListener) => Promise<void>

/** One iteration over the steps of a suite: what they can see, and what they leave for each other. */
export class Iteration {
  readonly planned: PlannedSuite
  readonly run: RunContext
  readonly row: DataRow | undefined
  /** The status that the row expects, if it says so. */
  readonly status: string | undefined
  /** The label of the row in reports. */
  readonly label: RowLabel | undefined
  /** The resources that the steps keep open for each other, such as cookies; the maker of the session closes it. */
  readonly session: RunResources
  /** The steps under `after` of the suites that were used: they run when everything else is over, the last first. */
  readonly cleanups: Cleanup[]
  /**
   * The functions that take back what its steps took and wrote, for an attempt that is made again; those of the caller,
   * if there is one.
   */
  readonly undo: (() => void)[]
  /** True where a step was judged by the status that the row expects. */
  hasJudgedStatus = false
  /** The mocks of its suite, and those of all suites, by name, with the `url` of each. */
  readonly mocks: Record<string, JsonValue>
  /** The calls that they received, by name. */
  received: ReadonlyMap<string, MockCalls>
  /** The values that the steps extracted or set so far: the innermost ones. */
  readonly extracted: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>
  /** Why a step must not be carried out with an input, if so. */
  readonly refuse: Start['refuse']
  /** Told of every answer that is a request's. */
  readonly measure: Measure | undefined
  /** True where its steps may run commands. */
  readonly allowsExec: boolean
  /** Runs the steps of a group. */
  runGroup: ((group: PlannedStep) => Promise<UsedSuite>) | undefined
  /** Waits for what runs beside the steps, where there may be something. */
  settle: (() => Promise<void>) | undefined
  readonly #around: Start['around']
  readonly #given: JsonObject
  readonly #cleansUp: boolean
  readonly #useSuite: UseSuite | undefined
  readonly #secretNames: ReadonlySet<string>
  #scripted: ScriptVariables | undefined
  readonly #layers: readonly OwnLayer[]
  readonly #environment: ProcessEnvironment
  #scope: Scope | undefined
  /** The source of all random values in it, and in the suites that it calls. */
  readonly #random: (() => number) | undefined
  /** The names that are left in groups that are under way. */
  readonly #noted = new Set<Set<string>>()
  /** The rounds that are under way, the innermost first. */
  readonly #rounds: ScopeLayer[] = []

  constructor(planned: PlannedSuite, run: RunContext, start: Start = {}) {
    const {
      row,
      given = {},
      cleansUp = false,
      caller,
      session,
      useSuite,
      around,
      refuse,
      measure,
      turn = {},
    } = start
    this.#around = around
    this.refuse = refuse
    this.measure = measure ?? caller?.measure
    this.planned = planned
    this.run = run
    this.allowsExec = run.allowsExec(planned.loaded.suite.file)
    this.session = session ?? caller?.session ?? new RunResources()
    this.cleanups = start.cleanups ?? caller?.cleanups ?? []
    this.undo = caller?.undo ?? []
    this.row = row
    this.status = expectedStatus(row)
    this.label = inPass(rowLabel(row), turn.pass)
    this.mocks = { ...run.sharedMocks?.variables }
    this.received = run.sharedMocks?.received ?? noCalls
    this.#given = given
    this.#cleansUp = cleansUp
    this.#useSuite = useSuite ?? (caller === undefined ? undefined : caller.#useSuite)
    const secretNames = secretVariables(planned)
    this.#secretNames =
      start.secretNames === undefined ? secretNames : new Set([...secretNames, ...start.secretNames])
    this.#environment = visibleEnvironment(run.processEnvironment, planned.loaded.reads)
    this.#random =
      caller === undefined
        ? run.seed?.for(`${planned.file}\n${row?.number ?? ''}${chanceOf(turn)}`)
        : caller.#random
    const begun = run.setup?.get(planned.values.environment)
    if (begun !== undefined && caller === undefined) this.session.adopt(begun.session)
    this.#layers = outerLayers(planned, this.#random, begun?.values)
    hideVariables(this.#secretNames, this.scope())
  }

  /** The variables as scripts see and change them. */
  get scripted(): ScriptVariables {
    return (this.#scripted ??= new ScriptVariables({
      extracted: this.extracted,
      layers: this.#layers,
      leave: (name, value) => {
        noteMarkers(value, this.run.secrets.add)
        this.#keep(name, value)
      },
    }))
  }

  /** The scope of a step; `stepRow` is the row of a step with data of its own. */
  scope(stepRow?: DataRow): Scope {
    if (stepRow !== undefined) return this.#makeScope(stepRow)
    // It looks into what steps leave, and so is the same for all of them.
    this.#scope ??= this.#makeScope()
    return this.#scope
  }

  #makeScope(stepRow?: DataRow): Scope {
    // Nothing is added to a layer but what steps leave, and most suites have no more than two or three.
    const layers: ScopeLayer[] = [...this.#rounds, { name: 'extracted', values: this.extracted }]
    if (stepRow !== undefined) layers.unshift(roundLayer(roundValues(stepRow.number - 1)))
    const { commandLine } = this.planned.values
    if (holdsAny(this.#given)) layers.push({ name: 'given', values: this.#given, literal: true })
    if (holdsAny(commandLine)) layers.push({ name: '--var', values: commandLine })
    const row = stepRow === undefined ? this.row?.values : { ...this.row?.values, ...stepRow.values }
    if (row !== undefined) layers.push({ name: 'row', values: row })
    layers.push(...this.#layers, { name: 'mocks', values: { mocks: this.mocks }, literal: true })
    const scope = createScope(layers, this.#environment, this.run.secrets.add, {
      mask: this.run.secrets.mask,
      random: this.#random,
      leftOut: this.planned.leftOut,
    })
    const { reads } = this.planned.loaded
    const whole = reads === undefined ? scope : { ...scope, allowHint: reads.hint }
    return this.#around?.(whole) ?? whole
  }

  /** Begins a round of a step, in which these have a value; what it answers with ends it. */
  enterRound(values: JsonObject): () => void {
    for (const name of Object.keys(values)) this.#hideServing(name, values[name] ?? null)
    this.#rounds.unshift(roundLayer(values))
    this.#scope = undefined
    return () => {
      this.#rounds.shift()
      this.#scope = undefined
    }
  }

  /** Does something, and tells which variables were left meanwhile, with their values. */
  async leftBy(work: () => Promise<void>): Promise<JsonObject> {
    const names = new Set<string>()
    this.#noted.add(names)
    try {
      await work()
    } finally {
      this.#noted.delete(names)
    }
    return Object.fromEntries([...names].map(name => [name, this.extracted[name] ?? null]))
  }

  /** Leaves a variable for the following steps. One that serves as a credential is hidden from now on. */
  leave(name: string, value: JsonValue): void {
    this.#scripted?.forget(name)
    this.#keep(name, value)
  }

  /** The values from outside: the variables of a caller, and those of the command line, which win over them. */
  get locals(): JsonObject {
    return { ...this.planned.values.commandLine, ...this.#given }
  }

  /** The values of the rounds that are under way, the innermost ones in front. */
  get roundValues(): JsonObject {
    return Object.assign({}, ...this.#rounds.toReversed().map(({ values }) => values)) as JsonObject
  }

  #keep(name: string, value: JsonValue): void {
    this.#hideServing(name, value)
    this.extracted[name] = value
    for (const names of this.#noted) names.add(name)
  }

  #hideServing(name: string, value: JsonValue): void {
    if (this.#secretNames.has(name)) hideValue(value, this.run.secrets.add)
    else hideUrlPasswords(value, this.run.secrets.add)
  }

  /** Runs the suite that a step uses. */
  useSuite(file: string, variables: JsonObject, step: Step): Promise<UsedSuite> {
    if (this.#useSuite === undefined) throw new Error(`Nothing here runs the suite ${file}.`)
    return this.#useSuite(file, variables, { iteration: this, step, cleansUp: this.cleansUp(step) })
  }

  /** True where a step cleans up, which an interrupt does not stop. */
  cleansUp({ phase }: Step): boolean {
    return this.#cleansUp || phase === 'after'
  }

  /** Aborted when the step is to end. */
  signalFor(step: Step): AbortSignal {
    return this.cleansUp(step) ? this.run.insist : this.run.interrupt
  }

  /** Why the step is not started any more, if that is so. */
  stopReason(step: Step): string | undefined {
    return this.cleansUp(step) ? cleaningStopReason(this.run) : stopReason(this.run)
  }
}

/** Another run makes other values by chance: what the one before it made is taken. */
function chanceOf({ pass, attempt }: Turn): string {
  const number = pass?.number ?? attempt ?? 1
  return number === 1 ? '' : `\n${number}`
}

function inPass(label: RowLabel | undefined, pass: Round | undefined): RowLabel | undefined {
  return pass === undefined ? label : { ...(label ?? { number: 1, label: '' }), pass }
}

function roundLayer(values: JsonObject): ScopeLayer {
  return { name: 'round', values, literal: true }
}

const noCalls: Iteration['received'] = new Map()

function holdsAny(values: JsonObject): boolean {
  for (const name in values) if (Object.hasOwn(values, name)) return true
  return false
}

/** The context of one attempt at a step. */
export interface AttemptContext {
  readonly prepared: PreparedStep
  readonly iteration: Iteration
  readonly scope: Scope
  readonly signal: AbortSignal
  /** The row the step runs with, its own or the suite's. */
  readonly row: DataRow | undefined
}

/** The text of the line that a span starts on: of the suite, or of a script in the settings of the configuration. */
export function sourceLine({ planned }: Iteration, { file, start }: Span): string {
  const { loaded, settings } = planned
  if (file === loaded.suite.file) return loaded.lineText(start.line)
  const { before = [], after = [] } = settings.scripts ?? {}
  const lines = [...before, ...after].filter(({ span }) => span.file === file)
  return lines.map(script => lineOf(script, start.line)).find(line => line !== undefined) ?? ''
}

function lineOf({ source, start }: Script, line: number): string | undefined {
  const text = start === undefined ? undefined : source.split('\n')[line - start.line]
  return text === undefined ? undefined : ' '.repeat((start?.column ?? 1) - 1) + text
}

/**
 * Makes the layers around a row, innermost first and as far as there is anything; a generated value such as `{{$uuid}}`
 * is made once. The values are the caller's own.
 */
export function outerLayers(
  { values }: PlannedSuite,
  random?: () => number,
  fromSetup?: JsonObject,
): readonly OwnLayer[] {
  const layers: OwnLayer[] = []
  for (const name of ['environment', 'suite', 'configuration'] as const) {
    if (name === 'configuration' && fromSetup !== undefined)
      layers.push({ name, values: { ...fromSetup }, literal: true })
    const { secrets, variables } = values[name]
    if (holdsAny(secrets))
      layers.push({ name, values: { ...settleGenerated(secrets, random) }, secret: true })
    if (holdsAny(variables)) layers.push({ name, values: { ...settleGenerated(variables, random) } })
  }
  return layers
}

/** Makes the scope before a suite has begun: no row, and nothing that a step has left. */
export function outerScope(
  planned: PlannedSuite,
  processEnvironment: ProcessEnvironment,
  onSecret: (text: string) => void,
): Scope {
  const layers: readonly ScopeLayer[] = [
    { name: '--var', values: planned.values.commandLine },
    { name: 'row', values: {} },
    ...outerLayers(planned),
  ]
  return createScope(layers, processEnvironment, onSecret)
}
