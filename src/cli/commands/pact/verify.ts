import path from 'node:path'
import { placed } from '../../../operations/input-keys.ts'
import { pactFilesAt } from '../../../operations/pact/find-pacts.ts'
import type { Host } from '../../../operations/operation.ts'
import type { ValueOf } from '../../../operations/schema.ts'
import { verifyPacts } from '../../../operations/pact/verify-pacts.ts'
import { scopeFiles } from '../../../operations/suites/scope-files.ts'
import { type Result, usageProblem, problemsIn } from '../../../model/problem.ts'
import { worstExitCode } from '../../../model/exit-code.ts'
import { authOptions, sendOptions, transportOptions } from '../../call/call-options.ts'
import { argument, misused, type Part, part, together } from '../../../parse/argument-part.ts'
import { readAuth } from '../../call/read-auth.ts'
import { readHeaders } from '../../call/read-headers.ts'
import { withScheme } from '../../../util/with-scheme.ts'
import { readTransport } from '../../call/read-transport.ts'
import { defineCommand, type Given, type OptionTable, yes } from '../../command.ts'
import { hostOf } from '../../host.ts'
import { Interrupts } from '../../interrupts.ts'
import { optionsOf } from '../../options-of.ts'
import { printProblems } from '../../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../../refuse-over-inputs.ts'
import { parseReporters, reporterOption, startReporters } from '../../reporters.ts'
import { callSurroundings } from '../../suite-options.ts'
import { refuse } from '../../print-result.ts'

const { positionals, inputOf, ...derived } = optionsOf(verifyPacts.input, {
  positionals: ['paths'],
  keys: {
    paths: { name: 'files', demandOption: true, read: paths => ({ ok: true, value: paths }) },
    consumers: { name: 'consumer', describe: 'Only pacts of this consumer; repeatable' },
    stateUrl: { read: ([url = '']) => ({ ok: true, value: withScheme(url) }) },
  },
})

/** How the provider is reached and what every request gets; names are those of `apitest send`. */
const providerOptions = {
  header: {
    ...sendOptions.header,
    describe: "'Name: value' for every request, in the place of the pact's; repeatable",
  },
  'max-time': sendOptions['max-time'],
  ...authOptions,
  ...transportOptions,
  ...callSurroundings.options,
} as const

const options = {
  provider: { demandOption: true, describe: 'The address of the provider, http://host:port/path' },
  ...derived.options,
  reporter: reporterOption,
  verbose: { ...yes, describe: 'Show request and response of every step' },
  ...providerOptions,
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
  const told = toldOf(given)
  const reporters = parseReporters(given.reporter ?? ['pretty'])
  if (!told.ok || !reporters.ok) return refuse(problemsIn(told, reporters))
  const { input, words } = told.value
  const refused = await refuseOverInputs(reportFiles(reporters.value), process.cwd(), () => {
    const about = given.files.flatMap(place => pactFilesAt(path.resolve(place)))
    return scopeFiles(placed(input, hostOf()), { about, written: input.step })
  })
  if (refused.length > 0) return refuse(refused)
  const interrupts = new Interrupts()
  const working = startReporters(reporters.value, {
    workingFolder: process.cwd(),
    verbose: given.verbose === true,
    environment: process.env,
  })
  try {
    const answer = await verifyPacts.run(input, hostOf(interrupts, { emit: working.emit, words }))
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

function toldOf(given: VerifyArguments): Result<Told> {
  const told = inputOf(given)
  const call = callOf(given)
  const { stateTeardown, stateUrl, stateCommand } = given
  const problems = [
    ...call.problems,
    ...(told.ok ? [] : told.problems),
    ...(stateTeardown === true && stateUrl === undefined && stateCommand === undefined
      ? [usageProblem('--state-teardown needs --state-url or --state-command')]
      : []),
  ]
  if (!told.ok || problems.length > 0) return { ok: false, problems }
  return { ok: true, value: { input: { ...told.value, step: call.keys }, words: { step: call.given } } }
}

/** The provider's address as a request of its own, with all that goes for every request. */
function callOf(given: VerifyArguments): Part {
  const { provider } = given
  if (/[?#]/.test(provider))
    return misused(
      `--provider ${provider} has a query or a fragment, and the paths of requests come behind it`,
    )
  return together([
    part(
      { request: `GET ${withScheme(provider)}` },
      argument(`--provider ${provider}`, undefined, 'request'),
    ),
    readHeaders(given),
    readAuth(given),
    readTransport(given),
  ])
}
