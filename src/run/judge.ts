import path from 'node:path'
import type { ActionAnswer } from '../actions/action.ts'
import { evaluateExtract } from '../extracts/index.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import type { Exchange } from '../model/exchange.ts'
import type { Validation } from '../model/expectation.ts'
import type { ExtractResult, ValidationResult } from '../model/result.ts'
import type { DataRow } from '../model/suite.ts'
import { expectedStatus } from '../plan/expected-status.ts'
import type { PlannedStep } from '../plan/plan.ts'
import type { RenderProblem } from '../template/render-problem.ts'
import { evaluateValidation } from '../validations/index.ts'
import type { Attempt, AttemptContext } from './attempt.ts'
import { judgeEcho } from './correlation-echo.ts'
import { renderExtract, renderValidation } from './render.ts'

/**
 * Takes the variables out of an exchange, lets the scripts after it run, and holds the exchange against what is expected
 * of it.
 */
export async function judge(
  answer: ActionAnswer & { ok: true },
  context: AttemptContext,
  runScripts: () => Promise<readonly ValidationResult[]>,
): Promise<Attempt> {
  const { planned, pass, scope } = context
  const { exchange } = answer
  for (const [name, value] of Object.entries(answer.variables ?? {})) pass.leave(name, value)
  const extracts: ExtractResult[] = []
  for (const extract of planned.step.extracts) {
    const result = await evaluateExtract(renderExtract(extract, scope), exchange)
    if (result.value !== undefined) pass.leave(result.variable, result.value)
    extracts.push(result)
  }
  const scripted = await runScripts()
  const expected = withRowStatus(planned, context.row)
  const validations = [
    ...(await evaluateAll(expected, exchange, context)),
    ...judgeEcho(exchange, planned.step.span),
    ...scripted,
  ]
  const statusByDefault =
    exchange.success.subject !== undefined || !expected.some(({ target }) => target.kind === 'status')
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
