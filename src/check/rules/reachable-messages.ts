import { factsOf } from '../../actions/index.ts'
import type { Problem } from '../../model/problem.ts'
import { targetsOf } from '../../model/targets-of.ts'
import type { Step } from '../../model/suite.ts'
import { plural } from '../../util/quantity.ts'
import { allSteps, problemAt, type Rule } from '../rule.ts'

/** A step looks only at messages that it awaits: of others there never is one, so that nothing would be judged. */
export const reachableMessages: Rule = parsed =>
  allSteps(parsed)
    .filter(({ action }) => factsOf(action).messages !== undefined)
    // A step that looks at the status may want to be refused, with whatever body.
    .filter(({ validations }) => !validations.some(({ target }) => target.kind === 'status'))
    .flatMap(step => {
      const most = mostMessages(step)
      return targetsOf(step).flatMap(({ target, span }): readonly Problem[] => {
        if (target.kind !== 'json-path') return []
        const index = /^\$\[(-?\d+)\]/.exec(target.path)?.[1]
        const isBeyond = index !== undefined && (Number(index) >= most || -Number(index) > most)
        const isOfNone = most === 0 && step.input['none'] !== true && target.path.startsWith('$[')
        if (!isBeyond && !isOfNone) return []
        return [
          problemAt(
            parsed.source,
            span,
            'bad-value',
            `there never is ${target.path}: ${awaits(step, most)}`,
            {
              hint: hintFor(step, Number(index ?? 0)),
            },
          ),
        ]
      })
    })

/** How many messages `$` can list at most. */
function mostMessages({ action, input }: Step): number {
  const { count, none } = input
  if (none === true) return 0
  if (count === undefined) return factsOf(action).messages?.usualCount(input) ?? 0
  const wanted = Number(count)
  return Number.isInteger(wanted) ? wanted : Infinity
}

function awaits({ input }: Step, most: number): string {
  if (input['none'] === true) return '"none" awaits that there is no message'
  return most === 0 ? 'the step awaits no message' : `the step awaits ${plural(most, 'message')}`
}

function hintFor({ input }: Step, index: number): string {
  if (input['none'] === true) return 'What must not come stands in `expect`.'
  const count = index < 0 ? -index : index + 1
  return `Add \`count: ${count}\`, or say with \`expect\` which message it is to be.`
}
