import type { CallInput } from '../../operations/prepare-call.ts'
import { generatePact, type GenerateInput } from '../../operations/pact/generate-pact.ts'
import { verifyPacts, type VerifyInput } from '../../operations/pact/verify-pacts.ts'
import { usageProblem, type Result } from '../../model/problem.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import type { CallArguments } from '../call/call-options.ts'
import { argument, part, together } from '../call/part.ts'
import { readAuth } from '../call/read-auth.ts'
import { readHeaders } from '../call/read-headers.ts'
import { withScheme } from '../call/read-target.ts'
import { readTransport } from '../call/read-transport.ts'
import { oneLine } from '../../report/text/printable.ts'
import { plural } from '../../util/quantity.ts'
import { type Interrupts, listenForInterrupts } from '../interrupts.ts'
import { printProblems } from '../print-problems.ts'
import { parseReporters, startReporters } from '../reporters.ts'
import { parseVariables, type SuiteArguments, toSuiteInput } from '../run-input.ts'
import { refuse } from '../saved/tell.ts'

/** What `apitest pact verify` is told. */
export interface VerifyArguments extends CallArguments {
  readonly files: readonly (string | number)[]
  readonly provider: string
  readonly description?: string | undefined
  readonly state?: string | undefined
  readonly consumer?: readonly string[] | undefined
  readonly stateUrl?: string | undefined
  readonly stateCommand?: string | undefined
  readonly stateTeardown?: boolean | undefined
  readonly reporter?: readonly string[] | undefined
}

/** `apitest pact verify FILE...`: verifies pacts against a provider. Answers with the exit code. */
export async function verify(given: VerifyArguments): Promise<number> {
  const input = inputOf(given)
  const reporters = parseReporters(given.reporter ?? ['pretty'])
  if (!input.ok || !reporters.ok) {
    printProblems([input, reporters].flatMap(one => (one.ok ? [] : one.problems)))
    return 2
  }
  const interrupts = listenForInterrupts()
  const working = startReporters(reporters.value, {
    workingFolder: process.cwd(),
    verbose: given.verbose === true,
    environment: process.env,
  })
  try {
    const summary = await verifyPacts(input.value, {
      emit: working.emit,
      interrupt: interrupts.interrupt,
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
      paths: files.map(String),
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
  const { provider, env, envFile, config } = given
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
      workingFolder: process.cwd(),
      processEnvironment: process.env,
      step: parts.keys,
      given: parts.given,
      variables: variables.value,
      ...(env === undefined ? {} : { environment: env }),
      ...(envFile === undefined ? {} : { environmentFile: envFile }),
      ...(config === undefined ? {} : { configurationFile: config }),
    },
  }
}

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
  const interrupts = listenForInterrupts()
  try {
    const input = generateInputOf(given, interrupts)
    const answer = input.ok ? await generatePact(input.value) : input
    if (!answer.ok) return refuse(answer.problems)
    const { file, interactions, notes, exitCode } = answer.value
    process.stderr.write(notes.map(note => `${oneLine(note)}\n`).join(''))
    process.stdout.write(`${oneLine(file)}  ${plural(interactions, 'interaction')}\n`)
    return exitCode
  } finally {
    interrupts.release()
  }
}

function generateInputOf(given: GenerateArguments, interrupts: Interrupts): Result<GenerateInput> {
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
