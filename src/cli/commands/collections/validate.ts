import { usageProblem } from '../../../model/problem.ts'
import { hostOf } from '../../host.ts'
import { addValidations } from '../../../operations/saved/add-validations.ts'
import { mapping } from '../../../util/read-values.ts'
import { sendOptions } from '../../call/call-options.ts'
import { readExpectations } from '../../call/read-expectations.ts'
import { defineCommand } from '../../command.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { refuse } from '../../print-result.ts'
import { confirm, placeArgument, placeNeeded } from './confirm.ts'

/** `apitest collections validate`. */
export const command = defineCommand({
  operations: [addValidations],
  positionals: placeArgument,
  needs: placeNeeded,
  options: { ...savedOptions, validate: sendOptions.validate, extract: sendOptions.extract },
  async run(given) {
    const { place, validate: written = [], extract = [] } = given
    if (written.length + extract.length === 0)
      return refuse([
        usageProblem('there is nothing to add', "Write --validate 'status: 200' or --extract 'id: $.id'."),
      ])
    const read = await readExpectations({ validate: written, extract })
    if (read.problems.length > 0) return refuse(read.problems)
    const { validations = [], extracts } = read.keys
    const answer = await addValidations.run(
      {
        ...projectOf(given),
        place,
        validations: (validations as readonly unknown[]).map(mapping),
        extracts: mapping(extracts),
      },
      hostOf(),
    )
    return confirm(answer, given, { change: 'changed', place })
  },
})
