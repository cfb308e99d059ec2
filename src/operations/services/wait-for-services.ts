import type { ActionContext } from '../../actions/action.ts'
import { settingsFor } from '../../actions/index.ts'
import { RunResources } from '../../actions/resources.ts'
import { healthTimeout } from '../../actions/wait/facts.ts'
import { type HealthRequest, readHealthRequest } from '../../actions/wait/health-request.ts'
import { type HealthEnd, waitForHealth } from '../../actions/wait/wait-for-health.ts'
import { unverifiedTls } from '../../check/rules/sound-tls.ts'
import { sharedTls } from '../../check/tls-settings.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import { renderInput } from '../../run/render.ts'
import { Secrets } from '../../secrets/index.ts'
import { commandContext, commandScope } from '../calls/command-context.ts'
import { runTestCommand, type TestCommand, type TestEnd } from './run-test-command.ts'
import { type ResolvedInput, resolveSurroundings, type SuiteInput } from '../suites/suite-input.ts'

/** What to wait for, what to start for it, and what to run once it is up. */
export interface WaitInput extends Omit<SuiteInput, 'paths'> {
  /** `http`, `https` or `tcp` URLs; they may hold `{{name}}`. */
  readonly urls: readonly string[]
  /** Milliseconds; two minutes when absent. */
  readonly timeout?: number
  /** A duration such as `500ms`. */
  readonly interval?: string
  /** A line for the shell that starts the services. */
  readonly command?: string
  /** Whether the command is left out when everything is up already. */
  readonly reuse: boolean
  /** Runs once everything is up. */
  readonly test?: TestCommand
}

/** Who asked for a wait, and may interrupt it. Everything told has its secrets masked. */
export interface WaitHost {
  /** Told when asking begins. */
  begun(names: readonly string[], timeout: number): void
  /** Told before anything is asked, of what should be mended. */
  warned(warnings: readonly Problem[]): void
  /** Told how the wait ended, before the test command runs. */
  waited(end: HealthEnd): void
  readonly interrupt: AbortSignal
  readonly insist: AbortSignal
}

/** How a wait with its test command ended. */
export interface WaitAnswer {
  readonly end: HealthEnd
  readonly timeout: number
  /** Absent when there was no test command, or nothing to test. */
  readonly test?: TestEnd
}

/** Waits for services: the operation behind `apitest wait`. What it started is gone when it answers. */
export async function waitForServices(input: WaitInput, host: WaitHost): Promise<Result<WaitAnswer>> {
  const resolved = await resolveSurroundings({ ...input, paths: [] })
  if (!resolved.ok) return resolved
  const secrets = new Secrets()
  const resources = new RunResources()
  const prepared = prepareWait(input, resolved.value, secrets)
  if (!prepared.ok) return prepared
  const { request, settings } = prepared.value
  host.warned(warningsOf(resolved.value))
  const { workingFolder, timeout = healthTimeout } = input
  const { interrupt } = host
  const context = commandContext(
    { workingFolder, timeout, interrupt, settings, secrets, resources },
    resolved.value,
  )
  try {
    host.begun(
      request.targets.map(({ name }) => secrets.mask(name)),
      context.timeout,
    )
    const end = secrets.maskDeep(await waitForHealth(request, context))
    host.waited(end)
    const answer = { end, timeout: context.timeout }
    if (end.state !== 'up' || input.test === undefined) return { ok: true, value: answer }
    const test = await runTestCommand(input.test, input.workingFolder, host)
    return { ok: true, value: { ...answer, test } }
  } finally {
    await resources.close()
  }
}

function warningsOf({ configurationSource, warnings, hide }: ResolvedInput): readonly Problem[] {
  const settings = configurationSource === undefined ? [] : sharedTls(configurationSource)
  return [...warnings, ...hide(settings.flatMap(unverifiedTls))]
}

interface PreparedWait {
  readonly request: HealthRequest
  readonly settings: ActionContext['settings']
}

/** Fills in placeholders as in a step that waits. */
function prepareWait(input: WaitInput, resolved: ResolvedInput, secrets: Secrets): Result<PreparedWait> {
  const { urls, interval, command, reuse } = input
  const step: JsonObject = {
    wait: urls,
    reuse,
    ...(interval === undefined ? {} : { interval }),
    ...(command === undefined ? {} : { command }),
  }
  const settings = settingsFor('wait', resolved.configuration.settings)
  const scope = commandScope(input, resolved, secrets)
  const rendered = renderInput({ input: step, transport: {} }, settings, scope)
  if (!rendered.ok) return { ok: false, problems: rendered.problems.map(asUsage) }
  const request = readHealthRequest(rendered.value.input)
  if (!request.ok) return { ok: false, problems: [asUsage(request.failure)] }
  return { ok: true, value: { request: request.value, settings: rendered.value.settings } }
}

/** What is wrong in a step that waits is, here, wrong on the command line. */
function asUsage({ message, hint }: { readonly message: string; readonly hint?: string }): Problem {
  return usageProblem(message, hint)
}
