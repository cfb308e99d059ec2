import path from 'node:path'
import { pactFilesAt } from '../../operations/pact/find-pacts.ts'
import type { CallInput } from '../../operations/calls/prepare-call.ts'
import { verifyPacts, type VerifyInput } from '../../operations/pact/verify-pacts.ts'
import { usageProblem, type Result } from '../../model/problem.ts'
import { worstExitCode } from '../../model/exit-code.ts'
import type { CallArguments } from '../call/call-options.ts'
import { argument, part, together } from '../call/part.ts'
import { readAuth } from '../call/read-auth.ts'
import { readHeaders } from '../call/read-headers.ts'
import { withScheme } from '../call/read-target.ts'
import { readTransport } from '../call/read-transport.ts'
import { Interrupts } from '../interrupts.ts'
import { printProblems } from '../print-problems.ts'
import { refuseOverInputs, reportFiles } from '../refuse-over-inputs.ts'
import { parseReporters, startReporters } from '../reporters.ts'
import { parseVariables } from '../run-input.ts'
import { refuse } from '../saved/tell.ts'
import { surroundingsOf } from '../surroundings.ts'

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
  readonly allowPending?: boolean | undefined
  readonly reporter?: readonly string[] | undefined
}

/** `apitest pact verify FILE...`: verifies pacts against a provider. Answers with the exit code. */
export async function verify(given: VerifyArguments): Promise<number> {
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
      paths: files.map(String),
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
      ...surroundingsOf(given),
      step: parts.keys,
      given: parts.given,
      variables: variables.value,
    },
  }
}
