import { type ActionFailure, failed } from '../../actions/failure.ts'
import type { Executed, ScriptError } from '../../actions/script/sandbox/execution.ts'
import type { ScriptLog, StepResult, ValidationResult } from '../../model/result.ts'
import { type Script, scriptLineWords, spanInScript } from '../../model/script.ts'
import { defined } from '../../util/defined.ts'

/** The outcome of the scripts before or after a step. */
export interface ScriptReport {
  /** A result for each test, and one for each error that nothing caught. */
  readonly validations: readonly ValidationResult[]
  readonly logs: readonly ScriptLog[]
  /** The requests that they sent themselves. */
  readonly calls: readonly StepResult[]
  /** The name of the step to go on with; null for none. */
  readonly next?: string | null
}

/** The results of all scripts of one side; of several words on the next step the last counts. */
export function joinReports(reports: readonly ScriptReport[]): ScriptReport {
  const next = reports.findLast(report => report.next !== undefined)?.next
  return defined({
    validations: reports.flatMap(({ validations }) => validations),
    logs: reports.flatMap(({ logs }) => logs),
    calls: reports.flatMap(({ calls }) => calls),
    next,
  })
}

/** The results of one script. */
export function reportOf(script: Script, executed: Executed, calls: readonly StepResult[]): ScriptReport {
  const { tests, logs, next } = executed
  return defined({
    validations: tests.map(({ name, passed, skipped, error }) => ({
      name,
      ...validationAt(script, error),
      passed,
      ...(skipped ? { skipped: true as const } : {}),
      messages: error === undefined ? [] : [words(script, error)],
    })),
    logs,
    calls,
    next,
  })
}

/** Errors that nothing caught, as failed results: they fail the step. */
export function errorResults(
  script: Script,
  title: string,
  { errors }: Executed,
): readonly ValidationResult[] {
  return errors.map(error => ({
    ...validationAt(script, error),
    passed: false,
    messages: [`${title}: ${words(script, error)}`],
  }))
}

/** An error as the reason why nothing was sent. */
export function scriptFailure(script: Script, title: string, error: ScriptError): ActionFailure {
  const { hint, isLate = false } = error
  const reason = `${title}: ${words(script, error)}`
  const { failure } = failed('script-ended', { reason, hint, isLate })
  return { ...failure, span: spanInScript(script, error.line) }
}

function validationAt(
  script: Script,
  error: ScriptError | undefined,
): Pick<ValidationResult, 'subject' | 'operator' | 'expected' | 'span'> {
  return { subject: 'script', operator: 'passes', expected: true, span: spanInScript(script, error?.line) }
}

function words(script: Script, { message, line }: ScriptError): string {
  return message + scriptLineWords(script, line)
}
