import type { JsonObject } from '../../../model/json.ts'
import { usageProblem } from '../../../model/problem.ts'
import { addValidations } from '../../../operations/saved/add-validations.ts'
import { proposeValidations } from '../../../operations/saved/propose-validations.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { flowYaml } from '../../../util/flow-yaml.ts'
import { list, mapping } from '../../../util/read-values.ts'
import { sendOptions } from '../../call/call-options.ts'
import { readExpectations } from '../../call/read-expectations.ts'
import { defineCommand, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { print, printAside } from '../../print.ts'
import { outputPalette, printResult, refuse } from '../../print-result.ts'
import { projectOf, savedOptions } from '../../saved/saved-options.ts'
import { confirm, placeArgument, placeNeeded } from './confirm.ts'

/** `apitest collections validate`. */
export const command = defineCommand({
  operations: [addValidations, proposeValidations],
  positionals: placeArgument,
  needs: placeNeeded,
  options: {
    ...savedOptions,
    validate: sendOptions.validate,
    extract: sendOptions.extract,
    'from-last': { ...yes, describe: 'Add what the last answers in the call history promise' },
    propose: {
      ...yes,
      conflicts: ['from-last', 'validate', 'extract'],
      describe: 'Only show what they promise, and change nothing',
    },
  },
  async run(given) {
    const { place, validate: written = [], extract = [], fromLast = false, propose = false } = given
    const isAsked = fromLast || propose
    if (written.length + extract.length === 0 && !isAsked) return refuse([nothingToAdd])
    const read = await readExpectations({ validate: written, extract })
    if (read.problems.length > 0) return refuse(read.problems)
    const proposed = isAsked
      ? await proposeValidations.run({ ...projectOf(given), place }, hostOf())
      : undefined
    if (proposed?.ok === false) return refuse(proposed.problems)
    const { proposals = [], notes = [] } = proposed?.value ?? {}
    const lines = proposals.map(
      ({ validation, reason }) => `- ${oneLine(flowLine(validation))}  ${outputPalette().dim(`# ${reason}`)}`,
    )
    for (const note of notes) printAside(`${note}\n`)
    const isEmpty = proposals.length + written.length + extract.length === 0
    if (isEmpty && given.json !== true) printAside('nothing is proposed that it does not validate already\n')
    if ((propose || isEmpty) && proposed !== undefined) return printResult(proposed, given, () => lines)
    if (given.json !== true) print(lines.map(line => `${line}\n`).join(''))
    const answer = await addValidations.run(
      {
        ...projectOf(given),
        place,
        validations: list(read.keys['validations']).map(mapping),
        extracts: mapping(read.keys['extracts']),
        fromLast,
      },
      hostOf(),
    )
    return confirm(answer, given, { change: 'changed', place, ...(fromLast ? { added: proposals } : {}) })
  },
})

const nothingToAdd = usageProblem(
  'there is nothing to add',
  "Write --validate 'status: 200', --extract 'id: $.id', or --from-last.",
)

/** As a line of a suite: `status: 200`. */
function flowLine(validation: JsonObject): string {
  return Object.entries(validation)
    .map(([target, expected]) => `${target}: ${flowYaml(expected)}`)
    .join(', ')
}
