import { type Result, usageProblem } from '../../../model/problem.ts'
import { generatePact, type GenerateInput } from '../../../operations/pact/generate-pact.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { plural } from '../../../util/quantity.ts'
import { withScheme } from '../../call/read-target.ts'
import { defineCommand, type Given, type OptionTable, text } from '../../command.ts'
import { Interrupts } from '../../interrupts.ts'
import { print, printAside } from '../../print.ts'
import { refuse } from '../../saved/tell.ts'
import { suiteOptions, toSuiteInput } from '../../suite-input.ts'

const positionals = {
  source: {
    ...text,
    describe: 'Suite, folder of suites, or something saved: it is run and recorded',
  },
} as const satisfies OptionTable

const options = {
  consumer: { ...text, demandOption: true, describe: 'Name of who asks' },
  provider: { ...text, demandOption: true, describe: 'Name of who answers' },
  'pact-version': {
    number: true,
    choices: [2, 3, 4] as const,
    describe: 'Version of the specification; 4 unless said',
  },
  output: { ...text, alias: 'o', describe: 'Folder, or file that ends in .json; pacts/ unless said' },
  'base-url': { ...text, describe: 'Where the provider is: the value of {{baseUrl}}' },
  'from-report': { ...text, describe: 'JSON report of a run to take the exchanges from; nothing is sent' },
  ...suiteOptions,
} as const satisfies OptionTable

/** `apitest pact generate SOURCE`: makes a pact of what is sent and what comes back. */
export const command = defineCommand({
  positionals,
  options,
  usage: ['pact generate SOURCE --consumer NAME --provider NAME [options]'],
  examples: [
    [
      'pact generate suites/shop --consumer web --provider shop --base-url http://127.0.0.1:8080',
      'Run suites, and write pacts/web-shop.json',
    ],
    [
      'pact generate --from-report report.json --consumer web --provider shop',
      'Of a run that is over; nothing is sent',
    ],
  ],
  run: generate,
})

type GenerateArguments = Given<typeof positionals> & Given<typeof options>

async function generate(given: GenerateArguments): Promise<number> {
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
