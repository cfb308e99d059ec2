import type { RunEvent } from '../../../model/run-event.ts'
import { run, spanAt } from '../events.ts'

/** Two errors and a warning; nothing is sent. */
export function rejected(): RunEvent[] {
  const file = 'suites/users.apitest.yaml'
  const problems = [
    {
      code: 'unknown-key',
      severity: 'error',
      message: '"validation" is not a key of a step',
      hint: 'Did you mean "validations"?',
      span: spanAt(file, 12, 5, 10),
      sourceLine: '    validation:',
    },
    {
      code: 'secret-too-short',
      severity: 'warning',
      message: 'the secret "pin" is too short to be masked',
      span: spanAt('apitest.config.yaml', 3, 8, 5),
      sourceLine: '  pin: "123"',
    },
    { code: 'no-suites', severity: 'error', message: 'there are no suites in other/' },
  ] as const
  return run(
    problems.map(problem => ({ type: 'problem', problem })),
    { outcome: 'errored', exitCode: 2, duration: 12, problems },
  )
}
