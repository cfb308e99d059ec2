import { type Result, usageProblem } from '../../model/problem.ts'
import { generatePact, type GenerateInput } from '../../operations/pact/generate-pact.ts'
import { oneLine } from '../../report/text/printable.ts'
import { plural } from '../../util/quantity.ts'
import { withScheme } from '../call/read-target.ts'
import { Interrupts } from '../interrupts.ts'
import { print, printAside } from '../print.ts'
import { type SuiteArguments, toSuiteInput } from '../run-input.ts'
import { refuse } from '../saved/tell.ts'

/** What `apitest pact generate` is told. */
export interface GenerateArguments extends SuiteArguments {
  readonly source?: string | undefined
  readonly consumer: string
  readonly provider: string
  readonly pactVersion?: 2 | 3 | 4 | undefined
  readonly output?: string | undefined
  readonly baseUrl?: string | undefined
  readonly fromReport?: string | undefined
}

/** `apitest pact generate SOURCE`: makes a pact of what is sent and what comes back. Answers with the exit code. */
export async function generate(given: GenerateArguments): Promise<number> {
  const interrupts = new Interrupts()
  try {
    const input = inputOf(given, interrupts)
    const answer = input.ok ? await generatePact(input.value) : input
    if (!answer.ok) return refuse(answer.problems)
    const { file, interactions, notes, exitCode } = answer.value
    printAside(notes.map(note => `${oneLine(note)}\n`).join(''))
    print(`${oneLine(file)}  ${plural(interactions, 'interaction')}\n`)
    return exitCode
  } finally {
    interrupts.release()
  }
}

function inputOf(given: GenerateArguments, interrupts: Interrupts): Result<GenerateInput> {
  const { source, fromReport, baseUrl, consumer, provider, pactVersion = 4, output = 'pacts' } = given
  if ((source === undefined) === (fromReport === undefined))
    return {
      ok: false,
      problems: [
        usageProblem(
          'pact generate needs either a source or --from-report',
          'Name suites, or a JSON report.',
        ),
      ],
    }
  if (consumer.trim() === '' || provider.trim() === '')
    return { ok: false, problems: [usageProblem('--consumer and --provider need a name')] }
  const suiteInput = toSuiteInput(given)
  if (!suiteInput.ok) return suiteInput
  const { variables } = suiteInput.value
  const input = {
    ...suiteInput.value,
    paths: source === undefined ? [] : [source],
    variables: baseUrl === undefined ? variables : { ...variables, baseUrl: withScheme(baseUrl) },
    tags: [],
    lastFailed: false,
    allowExec: false,
    failOnFlaky: false,
  }
  return {
    ok: true,
    value: {
      consumer,
      provider,
      version: pactVersion,
      output,
      workingFolder: process.cwd(),
      ...(baseUrl === undefined ? {} : { baseUrl: withScheme(baseUrl) }),
      source:
        fromReport === undefined
          ? { kind: 'run', input, host: interrupts }
          : { kind: 'report', file: fromReport },
    },
  }
}
