import { type Result, usageRefusal } from '../../../model/problem.ts'
import { generatePact, recordPact } from '../../../operations/pact/generate-pact.ts'
import type { ObjectOf, ValueOf } from '../../../operations/schema.ts'
import type { suiteKeys } from '../../../operations/input-keys.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { defined } from '../../../util/defined.ts'
import { plural } from '../../../util/quantity.ts'
import { withScheme } from '../../../util/with-scheme.ts'
import { defineCommand, type Given, type OptionTable, text } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { Interrupts } from '../../interrupts.ts'
import { print, printAside } from '../../print.ts'
import { refuse } from '../../print-result.ts'
import { productionOption, suiteOptions, toSuiteInput } from '../../suite-options.ts'

const input = generatePact.input.properties

const positionals = {
  source: {
    ...text,
    describe: 'Suite, folder of suites, or something saved: it is run and recorded',
  },
} as const satisfies OptionTable

const options = {
  consumer: { ...text, demandOption: true, describe: input.consumer.description },
  provider: { ...text, demandOption: true, describe: input.provider.description },
  'pact-version': {
    number: true,
    choices: [2, 3, 4] as const,
    describe: 'Version of the specification; 4 unless said',
  },
  output: { ...text, alias: 'o', describe: input.output.description },
  'base-url': { ...text, describe: 'Where the provider is: the value of {{baseUrl}}' },
  'from-report': { ...text, describe: 'JSON report of a run to take the exchanges from; nothing is sent' },
  ...suiteOptions,
  production: productionOption,
} as const satisfies OptionTable

/** `apitest pact generate SOURCE`: makes a pact of what is sent and what comes back. */
export const command = defineCommand({
  operations: [generatePact, recordPact],
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
  const told = inputOf(given)
  if (!told.ok) return refuse(told.problems)
  const { pact, suites } = told.value
  const { fromReport: report } = given
  const interrupts = new Interrupts()
  try {
    const host = hostOf(interrupts)
    const answer =
      report === undefined
        ? await recordPact.run({ ...suites, ...pact }, host)
        : await generatePact.run({ report, ...pact }, host)
    if (!answer.ok) return refuse(answer.problems)
    const { file, interactions, notes, exitCode } = answer.value
    printAside(notes.map(note => `${oneLine(note)}\n`).join(''))
    print(`${oneLine(file)}  ${plural(interactions, 'interaction')}\n`)
    return exitCode
  } finally {
    interrupts.release()
  }
}

/** The input for the pact, and the suites that it is made of where they are run. */
interface Told {
  readonly pact: Omit<ValueOf<typeof generatePact.input>, 'report'>
  readonly suites: ObjectOf<typeof suiteKeys>
}

function inputOf(given: GenerateArguments): Result<Told> {
  const { source, fromReport, baseUrl, consumer, provider, pactVersion: version, output } = given
  if ((source === undefined) === (fromReport === undefined))
    return usageRefusal(
      'pact generate needs either a source or --from-report',
      'Name suites, or a JSON report.',
    )
  if (source?.trim() === '' || fromReport?.trim() === '')
    return usageRefusal('a path is empty', 'Is a variable not set?')
  if (consumer.trim() === '' || provider.trim() === '')
    return usageRefusal('--consumer and --provider need a name')
  const suites = toSuiteInput(given)
  if (!suites.ok) return suites
  const url = baseUrl === undefined ? undefined : withScheme(baseUrl)
  const pact = { consumer, provider, ...defined({ version, output, baseUrl: url }) }
  return {
    ok: true,
    value: { pact, suites: { ...suites.value, paths: source === undefined ? [] : [source] } },
  }
}
