import { changeSaved } from '../../../operations/saved/change-saved.ts'
import { mapping } from '../../../util/read-values.ts'
import { hostOf } from '../../host.ts'
import { defineCommand } from '../../command.ts'
import { assignedValues, assignmentOptions, readAssignments } from '../../saved/read-assignments.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { refuse } from '../../print-result.ts'
import { confirm, placeArgument, placeNeeded } from './confirm.ts'

/** `apitest collections set`. */
export const command = defineCommand({
  operations: [changeSaved],
  positionals: { ...placeArgument, ...assignedValues },
  needs: placeNeeded,
  options: { ...savedOptions, ...assignmentOptions },
  async run(given) {
    const { place, unset = [], secret = false } = given
    const values = readAssignments(given.values ?? [], unset)
    if (!values.ok) return refuse(values.problems)
    const set = { [secret ? 'secrets' : 'variables']: values.value }
    const gone = Object.fromEntries(unset.map(name => [name, null]))
    const change = { ...set, variables: { ...gone, ...mapping(set['variables']) } }
    const answer = await changeSaved.run({ ...projectOf(given), place, change }, hostOf())
    return confirm(answer, given, { change: 'changed', place })
  },
})
