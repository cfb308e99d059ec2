import path from 'node:path'
import { pactFilesAt } from '../../../operations/pact/find-pacts.ts'
import type { Host } from '../../../operations/operation.ts'
import type { ValueOf } from '../../../operations/schema.ts'
import { defined } from '../../../util/defined.ts'
import { verifyPacts } from '../../../operations/pact/verify-pacts.ts'
import { type Result, usageRefusal } from '../../../model/problem.ts'
import { worstExitCode } from '../../../model/exit-code.ts'
import { authOptions, sendOptions, contextOptions, transportOptions } from '../../call/call-options.ts'
import { argument, part, together } from '../../call/part.ts'
import { readAuth } from '../../call/read-auth.ts'
import { readHeaders } from '../../call/read-headers.ts'
import { withScheme } from '../../../util/with-scheme.ts'
import { readTransport } from '../../call/read-transport.ts'
import { defineCommand, type Given, type OptionTable, text, texts, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { Interrupts } from '../../interrupts.ts'
import { printProblems } from '../../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../../refuse-over-inputs.ts'
import { parseReporters, reporterOption, startReporters } from '../../reporters.ts'
import { refuse } from '../../print-result.ts'
import { parseVariables } from '../../option-change.ts'
import { contextOf } from '../../suite-options.ts'

const input = verifyPacts.input.properties

/** How the provider is reached and what every request gets; names are those of `apitest send`. */
const providerOptions = {
  header: {
    ...sendOptions.header,
    describe: "'Name: value' for every request, in the place of the pact's; repeatable",
  },
  'max-time': sendOptions['max-time'],
  ...authOptions,
  ...transportOptions,
  env: contextOptions.env,
  var: contextOptions.var,
  'env-file': contextOptions['env-file'],
  config: contextOptions.config,
  production: contextOptions.production,
} as const

const options = {
  provider: { ...text, demandOption: true, describe: 'Where the provider is, http://host:port/path' },
  description: { ...text, describe: input.description.description },
  state: { ...text, describe: input.state.description },
  consumer: { ...texts, describe: 'Only pacts of this consumer; repeatable' },
  'state-url': { ...text, describe: input.stateUrl.description },
  'state-command': { ...text, describe: input.stateCommand.description },
  'state-teardown': { ...yes, describe: input.stateTeardown.description },
  'allow-pending': { ...yes, describe: input.allowPending.description },
  reporter: reporterOption,
  verbose: { ...yes, describe: 'Show request and response of every step' },
  ...providerOptions,
} as const satisfies OptionTable

const positionals = {
  files: { ...texts, demandOption: true, describe: input.paths.description },
} as const satisfies OptionTable

/** `apitest pact verify FILE...`: verifies pacts against a provider. */
export const command = defineCommand({
  operations: [verifyPacts],
  positionals,
  options,
  usage: ['pact verify FILE|FOLDER.. --provider URL [options]'],
  needs: ['the pacts', 'Name files, or folders of them.'],
  examples: [
    ['pact verify pacts/ --provider http://127.0.0.1:8080', 'Every pact in a folder'],
    [
      'pact verify web-shop.json --provider :8080 --state-url http://127.0.0.1:8080/_states',
      'With provider states',
    ],
  ],
  run: verify,
})

type VerifyArguments = Given<typeof positionals> & Given<typeof options>

async function verify(given: VerifyArguments): Promise<number> {
  const told = inputOf(given)
  const reporters = parseReporters(given.reporter ?? ['pretty'])
  if (!told.ok || !reporters.ok) return refuse([told, reporters].flatMap(one => (one.ok ? [] : one.problems)))
  const refused = await refuseOverInputs(reportFiles(reporters.value), process.cwd(), () =>
    given.files.flatMap(place => pactFilesAt(path.resolve(place))),
  )
  if (refused.length > 0) return refuse(refused)
  const interrupts = new Interrupts()
  const working = startReporters(reporters.value, {
    workingFolder: process.cwd(),
    verbose: given.verbose === true,
    environment: process.env,
  })
  try {
    const { words } = told.value
    const answer = await verifyPacts.run(told.value.input, hostOf(interrupts, { emit: working.emit, words }))
    const problems = [...(answer.ok ? [] : answer.problems), ...(await working.finish())]
    if (problems.length > 0) printProblems(problems)
    return worstExitCode([answer.ok ? answer.value.exitCode : 2, ...problems.map(() => 2)])
  } finally {
    interrupts.release()
  }
}

/** The input of the verification, and the words that its request was made of. */
interface Told {
  readonly input: ValueOf<typeof verifyPacts.input>
  readonly words: NonNullable<Host['words']>
}

function inputOf(given: VerifyArguments): Result<Told> {
  const call = callOf(given)
  if (!call.ok) return call
  const { files: paths, description, state, consumer: consumers, stateUrl: url, stateCommand } = given
  const { stateTeardown, allowPending } = given
  if (stateTeardown === true && url === undefined && stateCommand === undefined)
    return usageRefusal('--state-teardown needs --state-url or --state-command')
  const stateUrl = url === undefined ? undefined : withScheme(url)
  const choice = { description, state, consumers, stateUrl, stateCommand, stateTeardown, allowPending }
  const { words, ...request } = call.value
  return { ok: true, value: { input: { paths, ...request, ...defined(choice) }, words } }
}

/** The provider's address as a request of its own, with all that goes for every request. */
function callOf(given: VerifyArguments): Result<Omit<Told['input'], 'paths'> & Pick<Told, 'words'>> {
  const { provider } = given
  if (/[?#]/.test(provider)) {
    const message = `--provider ${provider} has a query or a fragment, and the paths of requests come behind it`
    return usageRefusal(message)
  }
  const parts = together([
    part(
      { request: `GET ${withScheme(provider)}` },
      argument(`--provider ${provider}`, undefined, 'request'),
    ),
    readHeaders(given),
    readAuth(given),
    readTransport(given),
  ])
  const variables = parseVariables(given.var ?? [])
  if (parts.problems.length > 0) return { ok: false, problems: parts.problems }
  if (!variables.ok) return variables
  return {
    ok: true,
    value: {
      ...contextOf(given),
      step: parts.keys,
      words: { step: parts.given },
      variables: variables.value,
    },
  }
}
