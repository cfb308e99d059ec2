import { type ValidateAnswer, validateBody } from '../../operations/contract/validate-body.ts'
import { oneLine } from '../../report/text/printable.ts'
import { defined } from '../../util/defined.ts'
import { defineCommand, type Given, yes } from '../command.ts'
import { hostOf } from '../host.ts'
import { optionsOf } from '../options-of.ts'
import { printProblems } from '../print-problems.ts'
import { readStandardInput } from '../saved/read-standard-input.ts'
import { outputPalette, printResult, refuse } from '../print-result.ts'

const { positionals, inputOf, ...derived } = optionsOf(validateBody.input, {
  positionals: ['source'],
  keys: {
    source: { name: 'body' },
    text: false,
    direction: false,
    schema: { conflicts: ['spec', 'operation'] },
  },
})

const options = {
  ...derived.options,
  request: { ...yes, describe: 'It is the body of the request, not of the answer' },
  json: { ...yes, describe: 'Print the result as JSON' },
} as const

/** `apitest validate BODY`: holds a body against a schema. The exit code: 0 valid, 1 not, 2 no answer. */
export const command = defineCommand({
  operations: [validateBody],
  positionals,
  options,
  needs: ['a body', 'Name a file, a URL, or - for the standard input.'],
  run: validate,
})

async function validate(given: Given<typeof positionals> & Given<typeof options>): Promise<number> {
  const told = inputOf(given)
  if (!told.ok) return refuse(told.problems)
  const { source } = told.value
  const text = source === '-' ? await readStandardInput() : undefined
  const direction = given.request === true ? 'request' : 'response'
  const answer = await validateBody.run({ ...told.value, direction, ...defined({ text }) }, hostOf())
  const code = printResult(answer, given, value => lines(source, value))
  if (answer.ok) printProblems(answer.value.warnings ?? [])
  return code === 0 && answer.ok && !answer.value.valid ? 1 : code
}

function lines(source: string, { valid, against, failures }: ValidateAnswer): readonly string[] {
  const colors = outputPalette()
  const name = oneLine(source === '-' ? 'the standard input' : source)
  const verdict = valid ? colors.green('is as described') : colors.red('is not as described')
  return [
    `${name} ${verdict}: ${oneLine(against)}`,
    ...failures.map(({ pointer, message }) => `  ${oneLine(pointer)}: ${oneLine(message)}`),
  ]
}
