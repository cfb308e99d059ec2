import { variablesSetBy } from '../actions/index.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { callbacksOf } from '../model/mock.ts'
import type { DataRow, Rounds, Step } from '../model/suite.ts'
import { type Plan, type PlannedStep, type PlannedSuite, withSetup } from '../plan/plan.ts'
import { maskCookies, maskUrlPasswords, type Secrets } from '../secrets/index.ts'
import { plainText } from '../template/plain-text.ts'
import { renderValue, renderVariable } from '../template/render.ts'
import { createScope, type ProcessEnvironment, type Scope } from '../template/scope.ts'
import { parseTemplate } from '../template/template.ts'
import { defined } from '../util/defined.ts'
import { isList, isObject } from '../util/is-json.ts'
import { mapping } from '../util/read-values.ts'
import { valueText } from '../util/value-text.ts'
import { outerLayers } from './iteration.ts'
import { hideCredentials, hideVariables, secretVariables } from './secret-variables.ts'
import { rowLabel } from './step-result.ts'

/** A step with the placeholders filled in whose values are known before anything is sent; secrets are not masked. */
export interface FilledStep {
  readonly step: Step
  /** Its action key with its companions. */
  readonly input: JsonObject
  /** The variables it has of its own. */
  readonly variables?: JsonObject
  /** Set for the first step of a row: its number, and how it is told from others. */
  readonly row?: { readonly number: number; readonly label: string }
}

/** The steps of one file, in the order in which they run, once for each row; `secrets` gets what no output may show of them. */
export function filledSteps(
  planned: PlannedSuite,
  processEnvironment: ProcessEnvironment,
  secrets: Secrets,
): readonly FilledStep[] {
  return new DryRun(planned, processEnvironment, secrets).steps()
}

/**
 * Describes each step in advance, with the placeholders filled in whose values are known before anything is sent.
 * `secrets` are those of all files, and `line` makes one line of any text.
 */
export function dryRun(
  plan: Plan,
  processEnvironment: ProcessEnvironment,
  secrets: Secrets,
  line: (text: string) => string,
): string {
  const suites = withSetup(plan)
  const files = suites.map(suite =>
    filledSteps(suite, processEnvironment, secrets).flatMap(one => linesOf(one)),
  )
  // Nothing is masked before every value is known that steps fill in.
  return suites
    .map(({ loaded, file }, index) => {
      const { name, skip } = loaded.suite
      const skipped = skip === undefined ? [] : [`  skip: ${skip}`]
      const lines = [`${name}  ${file}`, ...skipped, ...(files[index] ?? [])]
      return [...lines.map(text => line(maskUrlPasswords(secrets.mask(text)))), ''].join('\n')
    })
    .join('\n')
}

function linesOf({ step, input, variables, row }: FilledStep): readonly string[] {
  const [action, ...companions] = Object.entries(input)
  return [
    ...(row === undefined ? [] : [`  row ${row.number}  ${row.label}`]),
    `  ${plainText(step.name)}`,
    ...(step.skip === undefined ? [] : [`    skip: ${step.skip}`]),
    ...(step.rounds === undefined ? [] : [`    ${roundsText(step.rounds)}`]),
    ...(variables === undefined ? [] : [`    variables: ${valueText(variables)}`]),
    `    ${action?.[0] ?? ''}: ${valueText(action?.[1] ?? null)}`,
    ...companions.map(
      ([key, value]) => `    ${key}: ${valueText(key === 'headers' ? withoutCookies(value) : value)}`,
    ),
  ]
}

/** For what a step runs again and again, as far as that is known before it runs. */
function roundsText(rounds: Rounds): string {
  if (rounds.kind === 'for-each') return `for-each: ${rounds.variable} of ${valueText(rounds.list)}`
  return `repeat: ${rounds.until === undefined ? '' : 'at most '}${String(rounds.most)} times`
}

/** Headers as reports show them. */
function withoutCookies(headers: JsonValue): JsonValue {
  const masked = (name: string, line: JsonValue): JsonValue =>
    typeof line === 'string' ? maskCookies(name, line) : line
  return Object.fromEntries(
    Object.entries(mapping(headers)).map(([name, line]) => [
      name,
      isList(line) ? line.map(one => masked(name, one)) : masked(name, line),
    ]),
  )
}

/** One file. */
class DryRun {
  readonly #planned: PlannedSuite
  readonly #processEnvironment: ProcessEnvironment
  readonly #secrets: Secrets
  readonly #secretNames: ReadonlySet<string>

  constructor(planned: PlannedSuite, processEnvironment: ProcessEnvironment, secrets: Secrets) {
    this.#planned = planned
    this.#secrets = secrets
    this.#processEnvironment = processEnvironment
    this.#secretNames = secretVariables(planned)
  }

  steps(): readonly FilledStep[] {
    return (this.#planned.rows ?? [undefined]).flatMap(row => {
      const steps = this.#iteration(row)
      const [first] = steps
      if (row === undefined || first === undefined) return steps
      const label = { number: row.number, label: rowLabel(row)?.label ?? '' }
      return [{ ...first, row: label }, ...steps.slice(1)]
    })
  }

  #iteration(row: DataRow | undefined): readonly FilledStep[] {
    const layers = outerLayers(this.#planned)
    const set = Object.create(null) as Record<string, JsonValue>
    const scopeWith = (stepRow: DataRow | undefined, own = set): Scope =>
      createScope(
        [
          { name: 'extracted', values: own },
          { name: '--var', values: this.#planned.values.commandLine },
          { name: 'row', values: { ...row?.values, ...stepRow?.values } },
          ...layers,
        ],
        this.#processEnvironment,
        this.#secrets.add,
        this.#secrets,
      )
    return [
      ...[...this.#planned.steps, ...this.#planned.after].flatMap(step => this.#step(step, set, scopeWith)),
      ...this.#callbacks(set, scopeWith),
    ]
  }

  /** Fills in the steps that mocks would run after their answers; the names of requests are not known yet. */
  #callbacks(
    set: Record<string, JsonValue>,
    scopeWith: (stepRow: DataRow | undefined, own: Record<string, JsonValue>) => Scope,
  ): readonly FilledStep[] {
    return callbacksOf(this.#planned.loaded.suite.mocks).flatMap(({ owner, steps }) => {
      const own = { ...set }
      return steps.flatMap(step =>
        this.#step(
          { step: { ...step, name: `${owner}: ${step.name}` }, judgedByRow: false, isLastJudge: false },
          own,
          stepRow => scopeWith(stepRow, own),
        ),
      )
    })
  }

  /** `set` is what steps set so far, as far as it is known. */
  #step(
    { step, rows, grouped = [] }: PlannedStep,
    set: Record<string, JsonValue>,
    scopeWith: (stepRow: DataRow | undefined) => Scope,
  ): readonly FilledStep[] {
    return (rows ?? [undefined]).flatMap(stepRow => {
      const scope = scopeWith(stepRow)
      const variables = setVariables(step, set, scope)
      hideVariables(this.#secretNames, scope)
      const input = fillIn(step.input, scope) as JsonObject
      hideCredentials(input['auth'], scope.hide)
      hideCredentials(input['sasl'], scope.hide)
      const inner = grouped.flatMap(one => this.#step(one, set, scopeWith))
      for (const name of newlySet(step)) Reflect.deleteProperty(set, name)
      return [{ step, input, ...defined({ variables }) }, ...inner]
    })
  }
}

/** Sets a step's variables whose values are known; answers with all of them, filled in as far as that goes. */
function setVariables(
  { variables }: Step,
  set: Record<string, JsonValue>,
  scope: Scope,
): JsonObject | undefined {
  if (variables === undefined) return undefined
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => {
      const rendered = renderValue(value, scope)
      if (rendered.ok) set[name] = rendered.value
      else Reflect.deleteProperty(set, name)
      return [name, rendered.ok ? rendered.value : fillIn(value, scope)]
    }),
  )
}

/** The variables that have another value after a step, which only a run can tell. */
function newlySet(step: Step): readonly string[] {
  return [...step.extracts.map(({ variable }) => variable), ...Object.keys(variablesSetBy(step))]
}

/** Fills in what is known; a placeholder whose value is not known yet stays as it is. */
function fillIn(value: JsonValue, scope: Scope): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(item => fillIn(item, scope))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, scope)]))
  const rendered = renderValue(value, scope)
  if (rendered.ok) return rendered.value
  return typeof value === 'string' ? fillInParts(value, scope) : value
}

function fillInParts(text: string, scope: Scope): string {
  const parts = parseTemplate(text).parts.map(part => {
    if (typeof part === 'string') return part
    const rendered = renderVariable(part.name, scope)
    return rendered.ok ? valueText(rendered.value) : text.slice(part.offset, part.end)
  })
  return parts.join('')
}
