import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Action, ActionAnswer, ActionContext, UsedSuite, InputOf } from '../action.ts'
import { jsonBody } from '../body/json-body.ts'
import { failed } from '../failure.ts'
import { isObject } from '../../util/is-json.ts'
import { defined } from '../../util/defined.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

/** Runs the steps of another suite: `use: sign-in.apitest.yaml`, with variables of its own in `with`. */
export const action: Action<InputOf<'use'>> = { name: 'use', perform }

async function perform(input: InputOf<'use'>, context: ActionContext): Promise<ActionAnswer> {
  const { use: file, with: variables = {} } = input
  if (typeof file !== 'string' || file === '') return failed('Use Error', 'use must be the path of a suite')
  if (!isObject(variables)) return failed('Use Error', 'with must be a mapping of variables and values')
  const absolute = path.resolve(context.directory, file)
  if (!(await isFile(absolute)))
    return failed(
      'Use Error',
      `the suite "${file}" does not exist (looked for ${absolute})`,
      "The path is relative to this suite's folder.",
    )
  const startedAt = Date.now()
  const start = monotonicTime()
  const used = await context.runSuite(absolute, variables)
  return defined({
    ok: true,
    exchange: {
      request: { summary: `use ${file}`, headers: [] },
      response: { headers: [], body: jsonBody(used.variables) },
      timings: { startedAt, duration: monotonicTime() - start },
      success: { holds: used.passed, expected: `every step of ${file} to pass`, actual: outcomesOf(used) },
    },
    variables: used.variables,
    steps: used.steps,
    skipReason: whySkipped(file, used),
  })
}

/** A suite of which nothing ran has proven nothing: its step is skipped, too. */
function whySkipped(file: string, { steps, passed }: UsedSuite): string | undefined {
  const [first] = steps
  if (!passed || !steps.every(({ outcome }) => outcome === 'skipped')) return undefined
  const because = first?.skipReason === undefined ? '' : ` (${first.skipReason})`
  return `every step of ${file} was skipped${because}`
}

/** `1 failed, 2 passed`. */
function outcomesOf({ steps }: UsedSuite): string {
  const outcomes = ['errored', 'failed', 'skipped', 'passed'] as const
  return outcomes
    .map(outcome => ({ outcome, count: steps.filter(step => step.outcome === outcome).length }))
    .flatMap(({ outcome, count }) => (count === 0 ? [] : [`${count} ${outcome}`]))
    .join(', ')
}

async function isFile(file: string): Promise<boolean> {
  const status = await stat(file).catch(() => undefined)
  return status?.isFile() ?? false
}
