import { setVariables } from '../../../operations/saved/set-variables.ts'
import { hostOf } from '../../host.ts'
import { defineCommand } from '../../command.ts'
import { assignedValues, assignmentOptions, readAssignments } from '../../saved/read-assignments.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { refuse } from '../../print-result.ts'
import { confirm, placeArgument, placeNeeded } from './change.ts'

/** `apitest collections set`. */
export const command = defineCommand({
  operations: [setVariables],
  positionals: { ...placeArgument, ...assignedValues },
  needs: placeNeeded,
  options: { ...savedOptions, ...assignmentOptions },
  async run(given) {
    const { place, unset = [], secret = false } = given
    const values = readAssignments(given.values ?? [], unset)
    if (!values.ok) return refuse(values.problems)
    const answer = await setVariables.run(
      { ...projectOf(given), place, set: values.value, unset, secret },
      hostOf(),
    )
    return confirm(answer, given, { change: 'changed', place })
  },
})
