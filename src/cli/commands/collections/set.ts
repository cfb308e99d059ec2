import { changeSaved } from '../../../operations/saved/change-saved.ts'
import { changeEnvironment } from '../../../operations/saved/environments.ts'
import { mapping } from '../../../util/read-values.ts'
import { defineCommand } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { optionsOf } from '../../options-of.ts'
import { refuse } from '../../print-result.ts'
import { assignedValues, nothingToSet, readAssignments } from '../../saved/read-assignments.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { confirm, placeArgument, placeNeeded } from './confirm.ts'

const { unset, secret } = optionsOf(changeEnvironment.input).options

/** `apitest collections set`. */
export const command = defineCommand({
  operations: [changeSaved],
  positionals: { ...placeArgument, ...assignedValues },
  needs: placeNeeded,
  options: { ...savedOptions, unset, secret },
  async run(given) {
    const { place, values: written = [], unset = [], secret = false } = given
    const problems = nothingToSet(written, unset)
    const values = readAssignments(written)
    if (!values.ok || problems.length > 0) return refuse(values.ok ? problems : values.problems)
    const set = { [secret ? 'secrets' : 'variables']: values.value }
    const gone = Object.fromEntries(unset.map(name => [name, null]))
    const change = { ...set, variables: { ...gone, ...mapping(set['variables']) } }
    const answer = await changeSaved.run({ ...projectOf(given), place, change }, hostOf())
    return confirm(answer, given, { change: 'changed', place })
  },
})
