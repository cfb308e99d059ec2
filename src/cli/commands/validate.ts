import { type ValidateAnswer, validateBody } from '../../operations/contract/validate-body.ts'
import { oneLine } from '../../report/text/printable.ts'
import { leftToTheSystem } from '../interrupts.ts'
import { printProblems } from '../print-problems.ts'
import { readStandardInput } from '../saved/read-standard-input.ts'
import { sourceOf } from '../saved/standard-input.ts'
import { outputPalette, tell } from '../saved/tell.ts'

interface ValidateArguments {
  readonly body: string
  readonly spec?: string | undefined
  readonly operation?: string | undefined
  readonly status?: number | undefined
  readonly request?: boolean | undefined
  readonly contentType?: string | undefined
  readonly schema?: string | undefined
  readonly json?: boolean | undefined
  readonly config?: string | undefined
}

/** `apitest validate BODY`: holds a body against a schema. Answers with the exit code: 0 valid, 1 not, 2 no answer. */
export async function validate(given: ValidateArguments): Promise<number> {
  const source = sourceOf(given.body) ?? ''
  const { spec, operation, status, contentType, schema, config } = given
  const answer = await validateBody.run({
    source,
    workingFolder: process.cwd(),
    processEnvironment: process.env,
    interrupt: leftToTheSystem,
    direction: given.request === true ? 'request' : 'response',
    ...(source === '-' ? { text: await readStandardInput() } : {}),
    ...(config === undefined ? {} : { configurationFile: config }),
    ...(spec === undefined ? {} : { spec }),
    ...(operation === undefined ? {} : { operation }),
    ...(status === undefined ? {} : { status }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(schema === undefined ? {} : { schema }),
  })
  const code = tell(answer, given, value => lines(source, value))
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
