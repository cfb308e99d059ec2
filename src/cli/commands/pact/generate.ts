import { type Result, usageRefusal, problemsIn } from '../../../model/problem.ts'
import { generatePact, recordPact } from '../../../operations/pact/generate-pact.ts'
import type { ObjectOf, ValueOf } from '../../../operations/schema.ts'
import type { suiteKeys } from '../../../operations/input-keys.ts'
import { oneLine } from '../../../report/text/printable.ts'
import { plural } from '../../../util/quantity.ts'
import { withScheme } from '../../../util/with-scheme.ts'
import { defineCommand, type Given, type OptionTable } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { Interrupts } from '../../interrupts.ts'
import { optionsOf } from '../../options-of.ts'
import { print, printAside } from '../../print.ts'
import { refuse } from '../../print-result.ts'
import { productionOption, suiteOptions, toSuiteInput } from '../../suite-options.ts'

const positionals = {
  sources: {
    array: true,
    describe: 'Suites, folders of suites, or something saved: they are run and recorded',
  },
} as const satisfies OptionTable

const pact = optionsOf(generatePact.input, {
  keys: {
    report: {
      name: 'from-report',
      demandOption: false,
      describe: 'JSON report of a run to take the exchanges from; nothing is sent',
    },
    version: {
      name: 'pact-version',
      choices: [2, 3, 4],
      describe: 'Version of the specification; 4 (default)',
    },
    output: { alias: 'o' },
    baseUrl: {
      describe: 'The address of the provider: the value of {{baseUrl}}',
      read: ([url = '']) => ({ ok: true, value: withScheme(url) }),
    },
  },
})

const options = { ...pact.options, ...suiteOptions, production: productionOption } as const

/** `apitest pact generate SOURCE...`: makes a pact of what is sent and what comes back. */
export const command = defineCommand({
  operations: [generatePact, recordPact],
  positionals,
  options,
  usage: ['pact generate SOURCE... --consumer NAME --provider NAME [options]'],
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
  const { report, ...head } = pact
  const interrupts = new Interrupts()
  try {
    const host = hostOf(interrupts)
    const answer =
      given.fromReport === undefined
        ? await recordPact.run({ ...suites, ...head }, host)
        : await generatePact.run({ report, ...head }, host)
    if (!answer.ok) return refuse(answer.problems, interrupts.interrupt)
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
  readonly pact: ValueOf<typeof generatePact.input>
  readonly suites: ObjectOf<typeof suiteKeys>
}

function inputOf(given: GenerateArguments): Result<Told> {
  const { sources = [], fromReport, consumer, provider } = given
  if ((sources.length === 0) === (fromReport === undefined))
    return usageRefusal(
      'pact generate needs either a source or --from-report',
      'Name suites, or a JSON report.',
    )
  if (sources.some(source => source.trim() === '') || fromReport?.trim() === '')
    return usageRefusal('a path is empty', 'Is a variable not set?')
  if (consumer.trim() === '' || provider.trim() === '')
    return usageRefusal('--consumer and --provider need a name')
  const suites = toSuiteInput({ ...given, paths: sources })
  const told = pact.inputOf(given)
  if (!suites.ok || !told.ok) return { ok: false, problems: problemsIn(suites, told) }
  return { ok: true, value: { pact: told.value, suites: suites.value } }
}
