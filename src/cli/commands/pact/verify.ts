import path from 'node:path'
import { pactFilesAt } from '../../../operations/pact/find-pacts.ts'
import type { CallInput } from '../../../operations/calls/prepare-call.ts'
import { verifyPacts, type VerifyInput } from '../../../operations/pact/verify-pacts.ts'
import { usageProblem, type Result } from '../../../model/problem.ts'
import { worstExitCode } from '../../../model/exit-code.ts'
import { authOptions, sendOptions, contextOptions, transportOptions } from '../../call/call-options.ts'
import { argument, part, together } from '../../call/part.ts'
import { readAuth } from '../../call/read-auth.ts'
import { readHeaders } from '../../call/read-headers.ts'
import { withScheme } from '../../call/read-target.ts'
import { readTransport } from '../../call/read-transport.ts'
import { defineCommand, type Given, type OptionTable, text, texts, yes } from '../../command.ts'
import { Interrupts } from '../../interrupts.ts'
import { printProblems } from '../../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../../refuse-over-inputs.ts'
import { parseReporters, reporterOption, startReporters } from '../../reporters.ts'
import { refuse } from '../../saved/tell.ts'
import { contextOf, parseVariables } from '../../suite-input.ts'

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
} as const

const options = {
  provider: { ...text, demandOption: true, describe: 'Where the provider is, http://host:port/path' },
  description: { ...text, describe: 'Only interactions whose description matches a regular expression' },
  state: { ...text, describe: "Only those with a provider state that matches; '' for those without any" },
  consumer: { ...texts, describe: 'Only pacts of this consumer; repeatable' },
  'state-url': { ...text, describe: 'Address that provider states are posted to' },
  'state-command': { ...text, describe: 'Command that brings about a provider state' },
  'state-teardown': { ...yes, describe: 'Ask for the end of every state, too' },
  'allow-pending': { ...yes, describe: 'Pass although all is pending and nothing of it holds' },
  reporter: reporterOption,
  verbose: { ...yes, describe: 'Show request and response of every step' },
  ...providerOptions,
} as const satisfies OptionTable

const positionals = {
  files: { ...texts, demandOption: true, describe: 'Pacts, or folders of them' },
} as const satisfies OptionTable

/** `apitest pact verify FILE...`: verifies pacts against a provider. */
export const command = defineCommand({
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
  const input = inputOf(given)
  const reporters = parseReporters(given.reporter ?? ['pretty'])
  if (!input.ok || !reporters.ok)
    return refuse([input, reporters].flatMap(one => (one.ok ? [] : one.problems)))
  const refused = await refuseOverInputs(reportFiles(reporters.value), process.cwd(), () =>
    input.value.paths.flatMap(place => pactFilesAt(path.resolve(place))),
  )
  if (refused.length > 0) return refuse(refused)
  const interrupts = new Interrupts()
  const working = startReporters(reporters.value, {
    workingFolder: process.cwd(),
    verbose: given.verbose === true,
    environment: process.env,
  })
  try {
    const summary = await verifyPacts(input.value, {
      emit: working.emit,
      get interrupt() {
        return interrupts.interrupt
      },
    })
    const problems = await working.finish()
    if (problems.length > 0) printProblems(problems)
    return worstExitCode([summary.exitCode, ...problems.map(() => 2)])
  } finally {
    interrupts.release()
  }
}

function inputOf(given: VerifyArguments): Result<VerifyInput> {
  const call = callOf(given)
  if (!call.ok) return call
  const { files, description, state, consumer = [], stateUrl, stateCommand, stateTeardown = false } = given
  if (stateTeardown && stateUrl === undefined && stateCommand === undefined)
    return {
      ok: false,
      problems: [usageProblem('--state-teardown needs --state-url or --state-command')],
    }
  return {
    ok: true,
    value: {
      paths: files,
      allowPending: given.allowPending === true,
      call: call.value,
      filter: {
        ...(description === undefined ? {} : { description }),
        ...(state === undefined ? {} : { state }),
        consumers: consumer,
      },
      states: {
        teardown: stateTeardown,
        ...(stateUrl === undefined ? {} : { url: withScheme(stateUrl) }),
        ...(stateCommand === undefined ? {} : { command: stateCommand }),
      },
    },
  }
}

/** The provider's address as a request of its own, with all that goes for every request. */
function callOf(given: VerifyArguments): Result<CallInput> {
  const { provider } = given
  if (/[?#]/.test(provider)) {
    const message = `--provider ${provider} has a query or a fragment, and the paths of requests come behind it`
    return { ok: false, problems: [usageProblem(message)] }
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
      given: parts.given,
      variables: variables.value,
    },
  }
}
