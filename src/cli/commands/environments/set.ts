import { changeEnvironment } from '../../../operations/saved/environments.ts'
import { hostOf } from '../../host.ts'
import { defineCommand, text, yes } from '../../command.ts'
import { assignedValues, assignmentOptions, readAssignments } from '../../saved/read-assignments.ts'
import { refuse } from '../../print-result.ts'
import { confirm } from '../collections/confirm.ts'
import { environmentOptions, environmentsInput, nameArgument } from './environment.ts'
import { defined } from '../../../util/defined.ts'

/** `apitest environments set`. */
export const command = defineCommand({
  operations: [changeEnvironment],
  positionals: { ...nameArgument, ...assignedValues },
  needs: ['a name and values', 'Write apitest environments set local user=ada.'],
  options: {
    ...environmentOptions,
    ...assignmentOptions,
    rename: { ...text, describe: changeEnvironment.input.properties.newName.description },
    production: { ...yes, describe: 'Mark it as production; --no-production takes the mark away' },
  },
  async run(given) {
    const { name, unset = [], secret = false, rename, production } = given
    const isChanged = rename !== undefined || production !== undefined
    const values = readAssignments(given.values ?? [], isChanged ? [...unset, name] : unset)
    if (!values.ok) return refuse(values.problems)
    const answer = await changeEnvironment.run(
      defined({
        ...environmentsInput(given),
        ...{ name, set: values.value, unset, secret, newName: rename, markProduction: production },
      }),
      hostOf(),
    )
    return rename === undefined
      ? confirm(answer, given, { change: 'changed', place: name })
      : confirm(answer, given, { change: 'renamed', place: name, to: rename })
  },
})
