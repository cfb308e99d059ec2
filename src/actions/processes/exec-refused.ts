import type { ActionContext } from '../action.ts'
import { failed, type Failed } from '../failure.ts'

/** Why a step may not start a program here, unless it may. */
export function execRefused({ allowExec }: Pick<ActionContext, 'allowExec'>): Failed | undefined {
  if (allowExec) return undefined
  return failed('command-unstarted', {
    reason: 'this run may not start programs',
    hint: 'Set allow-exec: true in apitest.config.yaml, or run with --allow-exec.',
  })
}
