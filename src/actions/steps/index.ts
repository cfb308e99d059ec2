import type { Action, ActionAnswer, ActionContext, InputOf } from '../action.ts'
import { valueText } from '../../util/value-text.ts'
import { answerOfSteps } from '../answer-of-steps.ts'

/** Runs a group of steps; what they leave is its answer. */
export const action: Action<InputOf<'steps'>> = { name: 'steps', perform }

async function perform({ steps = null }: InputOf<'steps'>, context: ActionContext): Promise<ActionAnswer> {
  const { variables: _, ...answer } = await answerOfSteps(valueText(steps), 'the group', () =>
    context.runSteps(),
  )
  return answer
}
