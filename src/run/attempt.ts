import path from 'node:path'
import type { ActionAnswer, ActionContext } from '../actions/action.ts'
import { loadAction } from '../actions/index.ts'
import { evaluateExtract } from '../extracts/index.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import type { ActionFailure, Exchange } from '../model/exchange.ts'
import type { Validation } from '../model/expectation.ts'
import type { ExtractResult, StepResult, ValidationResult } from '../model/result.ts'
import type { Settings } from '../model/settings.ts'
import type { DataRow } from '../model/suite.ts'
import type { PlannedStep } from '../plan/plan.ts'
import { expectedStatus } from '../plan/expected-status.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import type { Scope } from '../template/scope.ts'
import { evaluateValidation } from '../validations/index.ts'
import { hideCredentials } from './hide-credentials.ts'
import type { Pass } from './pass.ts'
import { renderExtract, renderInput, renderValidation } from './render.ts'

/** What one attempt at a step needs. */
export interface AttemptContext {
  readonly planned: PlannedStep
  readonly pass: Pass
  readonly scope: Scope
  readonly signal: AbortSignal
  /** The row the step runs with, its own or the suite's. */
  readonly row: DataRow | undefined
}

/** One attempt at a step and what came of it. */
export interface Attempt {
  readonly exchange?: Exchange
  readonly failure?: ActionFailure
  readonly extracts: readonly ExtractResult[]
  readonly validations: readonly ValidationResult[]
  readonly steps?: readonly StepResult[]
  /** Whether the status is judged by the action's own rule, as no validation speaks of it. */
  readonly statusByDefault: boolean
  readonly passed: boolean
  /** Trying again cannot help. */
  readonly final: boolean
  /** Why no further attempt was made although the step did not pass. */
  readonly gaveUp?: string
}

/** How long one attempt may take unless something says otherwise, in milliseconds. */
const defaultTimeout = 30_000

/** Fills in the placeholders, acts, extracts, validates. */
export async function attemptStep(context: AttemptContext): Promise<Attempt> {
  const { planned, pass, scope } = context
  const action = await loadAction(planned.step.action)
  const rendered = renderInput(planned.step, action.usesSettings === true ? pass.planned.settings : {}, scope)
  if (!rendered.ok) return unrendered(rendered.problems)
  hideCredentials(rendered.value.input['auth'] ?? rendered.value.settings.auth, pass.run.secrets)
  const answer = await action.perform(rendered.value.input, actionContext(context, rendered.value.settings))
  if (planned.step.action === 'request') pass.run.tally.requests++
  return answer.ok ? judge(answer, context) : unperformed(answer.failure)
}

function unrendered(problems: readonly RenderProblem[]): Attempt {
  const hints = problems.flatMap(problem => (problem.hint === undefined ? [] : [problem.hint]))
  return {
    ...unperformed({
      kind: 'Template Error',
      message: problems.map(problem => problem.message).join('; '),
      ...(hints[0] === undefined ? {} : { hint: hints[0] }),
    }),
    final: true,
  }
}

function unperformed(failure: ActionFailure): Attempt {
  const final = failure.kind !== 'Network Error' && failure.kind !== 'Auth Error'
  return { failure, extracts: [], validations: [], statusByDefault: false, passed: false, final }
}

function actionContext({ planned, pass, signal }: AttemptContext, settings: Settings): ActionContext {
  const { suite } = pass.planned.loaded
  return {
    directory: path.dirname(suite.file),
    timeout: planned.step.timeout ?? pass.planned.settings.timeout ?? defaultTimeout,
    signal,
    settings,
    wantsBody: wantsBody(planned),
    allowExec: pass.run.allowsExec(suite.file),
    resources: pass.run.resources,
    hide: secret => {
      pass.run.secrets.add(secret)
    },
    runSuite: (file, variables) =>
      pass.run.useSuite(file, variables, { pass, cleansUp: pass.cleansUp(planned.step) }),
  }
}

/** Whether anything looks at the whole body. */
function wantsBody({ step }: PlannedStep): boolean {
  const looks = [...step.validations, ...step.extracts, ...(step.retry?.stopWhen ?? [])]
  return looks.some(({ target }) => ['json-path', 'text', 'schema'].includes(target.kind))
}

async function judge(answer: ActionAnswer & { ok: true }, context: AttemptContext): Promise<Attempt> {
  const { planned, pass, scope } = context
  const { exchange } = answer
  for (const [name, value] of Object.entries(answer.variables ?? {})) pass.leave(name, value)
  const extracts: ExtractResult[] = []
  for (const extract of planned.step.extracts) {
    const result = await evaluateExtract(renderExtract(extract, scope), exchange)
    if (result.value !== undefined) pass.leave(result.variable, result.value)
    extracts.push(result)
  }
  const expected = withRowStatus(planned, context.row)
  const validations = await evaluateAll(expected, exchange, context)
  const statusByDefault = !expected.some(({ target }) => target.kind === 'status')
  const passed =
    (!statusByDefault || exchange.success.holds) &&
    extracts.every(extract => extract.found) &&
    validations.every(validation => validation.passed)
  return {
    exchange,
    extracts,
    validations,
    statusByDefault,
    passed,
    final: false,
    ...(answer.steps === undefined ? {} : { steps: answer.steps }),
    ...(passed ? {} : await givingUp(context, exchange)),
  }
}

/** A row that says which status it expects replaces what the step says of the status. */
function withRowStatus({ step, judgedByRow }: PlannedStep, row: DataRow | undefined): readonly Validation[] {
  const status = judgedByRow ? expectedStatus(row) : undefined
  if (status === undefined) return step.validations
  const { span } = step.validations.find(({ target }) => target.kind === 'status') ?? step
  const byRow: Validation = {
    target: { kind: 'status' },
    expectations: [{ operator: 'equals', expected: status, span }],
    span,
  }
  return [byRow, ...step.validations.filter(({ target }) => target.kind !== 'status')]
}

async function evaluateAll(
  validations: readonly Validation[],
  exchange: Exchange,
  { pass, scope }: AttemptContext,
): Promise<readonly ValidationResult[]> {
  const directory = path.dirname(pass.planned.loaded.suite.file)
  const results: ValidationResult[] = []
  for (const validation of validations) {
    const rendered = renderValidation(validation, scope, directory)
    if (rendered.ok) results.push(...(await evaluateValidation(rendered.value, exchange, pass.run.schemas)))
    else results.push(unrenderedValidation(validation, rendered.problems))
  }
  return results
}

/** What is expected is not known, so nothing can be as expected, nor different from it. */
function unrenderedValidation(validation: Validation, problems: readonly RenderProblem[]): ValidationResult {
  const subject = 'file' in validation ? `schema ${validation.file}` : targetSubject(validation.target)
  const { operator = 'schema', expected = '' } =
    'file' in validation ? {} : (validation.expectations[0] ?? {})
  const messages = problems.map(problem => `${subject}: ${problem.message}`)
  return { subject, operator, expected, passed: false, messages, span: validation.span }
}

/** Whether `stop-when` says that waiting longer is in vain. */
async function givingUp(
  context: AttemptContext,
  exchange: Exchange,
): Promise<{ final?: true; gaveUp?: string }> {
  const stopWhen = context.planned.step.retry?.stopWhen ?? []
  if (stopWhen.length === 0) return {}
  const results = await evaluateAll(stopWhen, exchange, context)
  if (!results.every(result => result.passed)) return {}
  const met = results.map(result => `${result.subject} ${result.operator} ${JSON.stringify(result.expected)}`)
  return { final: true, gaveUp: `gave up, because stop-when holds: ${met.join(' and ')}` }
}
