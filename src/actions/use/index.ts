import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { answerOfSteps } from '../answer-of-steps.ts'
import { failed } from '../failure.ts'
import { isObject } from '../../util/is-json.ts'

/** Runs the steps of another suite: `use: sign-in.apitest.yaml`, with variables of its own in `with`. */
export const action: Action<InputOf<'use'>> = { name: 'use', perform }

async function perform(input: InputOf<'use'>, context: ActionContext): Promise<ActionAnswer> {
  const { use: file, with: variables = {} } = input
  if (typeof file !== 'string' || file === '')
    return failed('use-unfit', { reason: 'use must be the path of a suite' })
  if (!isObject(variables))
    return failed('use-unfit', { reason: 'with must be a mapping of variables and values' })
  const absolute = path.resolve(context.directory, file)
  if (!(await isFile(absolute)))
    return failed('use-unfit', {
      reason: `the suite "${file}" does not exist (looked for ${absolute})`,
      hint: "The path is relative to this suite's folder.",
    })
  return answerOfSteps(`use ${file}`, file, () => context.runSuite(absolute, variables))
}

async function isFile(file: string): Promise<boolean> {
  const status = await stat(file).catch(() => undefined)
  return status?.isFile() ?? false
}
