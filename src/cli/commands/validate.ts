import { type ValidateAnswer, validateBody } from '../../operations/contract/validate-body.ts'
import { oneLine } from '../../report/text/printable.ts'
import { defined } from '../../util/defined.ts'
import { defineCommand, type Given, type OptionTable, text, yes } from '../command.ts'
import { hostOf } from '../host.ts'
import { printProblems } from '../print-problems.ts'
import { readStandardInput } from '../saved/read-standard-input.ts'
import { outputPalette, printResult } from '../print-result.ts'
import { suiteOptions } from '../suite-options.ts'

const input = validateBody.input.properties

const positionals = {
  body: {
    ...text,
    demandOption: true,
    describe: input.source.description,
  },
} as const satisfies OptionTable

const options = {
  spec: {
    ...text,
    describe: input.spec.description,
  },
  operation: {
    ...text,
    describe: input.operation.description,
  },
  status: {
    number: true,
    describe: input.status.description,
  },
  request: { ...yes, describe: 'It is the body of the request, not of the answer' },
  'content-type': {
    ...text,
    describe: input.contentType.description,
  },
  schema: {
    ...text,
    conflicts: ['spec', 'operation'],
    describe: input.schema.description,
  },
  json: { ...yes, describe: 'Print the result as JSON' },
  config: suiteOptions.config,
} as const satisfies OptionTable

/** `apitest validate BODY`: holds a body against a schema. The exit code: 0 valid, 1 not, 2 no answer. */
export const command = defineCommand({
  operations: [validateBody],
  positionals,
  options,
  needs: ['a body', 'Name a file, a URL, or - for the standard input.'],
  run: validate,
})

type ValidateArguments = Given<typeof positionals> & Given<typeof options>

async function validate(given: ValidateArguments): Promise<number> {
  const { body: source, spec, operation, status, contentType, schema, config } = given
  const content = source === '-' ? await readStandardInput() : undefined
  const chosen = defined({
    text: content,
    configurationFile: config,
    spec,
    operation,
    status,
    contentType,
    schema,
  })
  const direction = given.request === true ? 'request' : 'response'
  const answer = await validateBody.run({ source, direction, ...chosen }, hostOf())
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
