import { faultText } from '../../actions/faults/index.ts'
import type { ActionContext } from '../../actions/action.ts'
import { settingsFor } from '../../actions/index.ts'
import { RunResources } from '../../actions/resources.ts'
import { healthTimeout } from '../../actions/wait/facts.ts'
import { type HealthRequest, readHealthRequest } from '../../actions/wait/health-request.ts'
import { type HealthEnd, waitForHealth as healthEnd } from '../../actions/wait/wait-for-health.ts'
import { unverifiedTls } from '../../check/rules/valid-tls.ts'
import { sharedTls } from '../../check/tls-settings.ts'
import type { JsonObject } from '../../model/json.ts'
import { type Problem, type Result, usageProblem } from '../../model/problem.ts'
import { renderInput } from '../../run/render.ts'
import { Secrets } from '../../secrets/index.ts'
import { type Placed, placed, scopeKeys } from '../input-keys.ts'
import { commandContext, commandScope } from '../calls/command-context.ts'
import { type Host, operation, type Preview } from '../operation.ts'
import { listed, quoted } from '../preview.ts'
import { isUnverified, neverUnverified, productionOf, unaskedCommand } from '../production.ts'
import {
  byHand,
  choice,
  flag,
  list,
  number,
  object,
  optional,
  published,
  text,
  typed,
  type ValueOf,
  whole,
} from '../schema.ts'
import { secretCommandLinesIn, SecretReader } from '../opening/secret-commands.ts'
import { type ResolvedInput, resolveScope } from '../opening/resolve-scope.ts'
import { runTestCommand } from './run-test-command.ts'
import { defined } from '../../util/defined.ts'

const timeKeys = {
  timeout: optional(whole('Milliseconds that it may take (two minutes by default)', 1)),
  ...scopeKeys,
} as const

const waitInput = object({
  urls: list(
    text('An http, https or tcp URL'),
    'Services: up when they answer 200, or JSON with the status UP; or tcp://host:port',
  ),
  interval: optional(text('Time between two questions (1s by default)')),
  command: optional(
    text('Command that starts the services, and is stopped at the end; run to its end without URLs'),
  ),
  reuse: optional(flag('Leave the command out when everything is up (default); false makes that an error')),
  test: byHand(
    optional(
      typed<string | readonly string[]>({
        description:
          'Command to run once everything is up: a line for the shell, or a program with its arguments',
        oneOf: [text('A line for the shell'), list(text('A word'), 'A program with its arguments')],
      }),
    ),
  ),
  ...timeKeys,
})

const service = object({
  url: text('What was asked'),
  up: flag('Whether it came up'),
  duration: number('Milliseconds that this took'),
  answer: text('What it answered last'),
})

const health = typed<HealthEnd>(
  object(
    {
      state: choice(
        ['up', 'timed-out', 'command-failed', 'interrupted', 'not-free', 'impossible'],
        'How the wait ended; not-free: everything was up before the command could be started',
      ),
      services: list(service, 'The services'),
      command: optional(
        object(
          {
            line: text('The command'),
            started: flag('False when everything was up without it'),
            log: optional(text('The file with its output')),
            end: optional(typed({ description: 'How it ended, if it has: code, signal, or a reason' })),
            lastLines: list(
              text('A line'),
              'The last lines of its output, where it ran alone or something went wrong',
            ),
          },
          'What became of the command',
        ),
      ),
      failure: optional(published('report.schema.json#/definitions/failure', 'Why nothing could be asked')),
    },
    'How the wait ended',
  ),
)

const waitAnswer = object({
  end: health,
  timeout: whole('Milliseconds that it could have taken'),
  test: optional(
    object(
      {
        exitCode: whole('As shells count'),
        problem: optional(text('Why it could not be started')),
      },
      'How the command that runs then ended; absent without one',
    ),
  ),
})

type WaitAnswer = ValueOf<typeof waitAnswer>

/** Waits for services. What it started is gone when it answers. */
export const waitForHealth = operation({
  name: 'wait-for-health',
  permission: 'traffic',
  summary: 'Waits until services are up, starts them by a command if asked to, and runs a command then.',
  input: waitInput,
  answer: waitAnswer,
  tell: tellWait,
  preview: previewWait,
  run: waitFor,
})

/** Runs a command to its end, or until the time is over; its output is kept in `.tool/services/`. */
export const runCommand = operation({
  name: 'run-command',
  permission: 'traffic',
  summary:
    'Runs a start command to its end, tells its last lines, and keeps all its output in .tool/services/.',
  input: object({ command: text('A line for the shell'), ...timeKeys }),
  answer: waitAnswer,
  tell: tellWait,
  preview: (input, host) => previewWait({ ...input, urls: [] }, host),
  run: (input, host) => waitFor({ ...input, urls: [] }, host),
})

async function previewWait(given: ValueOf<typeof waitInput>, host: Host): Promise<Result<Preview>> {
  const input = placed(given, host)
  const resolved = await resolveScope(input)
  if (!resolved.ok) return resolved
  const secrets = new Secrets()
  const prepared = prepareWait(input, resolved.value, secrets)
  if (!prepared.ok) return prepared
  const { request } = prepared.value
  const urls = request.targets.map(({ name }) => quoted(secrets.mask(name)))
  const { command } = request
  const sentences = [
    ...(urls.length === 0
      ? []
      : [`Asks ${listed(urls)} until ${urls.length === 1 ? 'it is' : 'they are'} up`]),
    ...(command === undefined ? [] : [`Runs the command ${quoted(secrets.mask(command.line))}`]),
    ...secretCommandLinesIn(resolved.value, input, writtenIn(given, resolved.value)).map(
      line => `Runs the command ${quoted(line)}`,
    ),
  ]
  const marks = productionOf(resolved.value, input)
  return { ok: true, value: { sentences, production: command === undefined ? [] : marks, touched: marks } }
}

/** The exit code of a wait: 0 where everything came up, or that of the command that ran then. */
export function waitExitCode({ end, test }: WaitAnswer): number {
  return end.state === 'up' ? (test?.exitCode ?? 0) : 3
}

async function tellWait({ end, timeout, test }: WaitAnswer): Promise<readonly string[]> {
  const { healthHint, healthReason, healthTable, outputLines } =
    await import('../../actions/wait/health-texts.ts')
  const { describeEnd } = await import('../../actions/processes/command-end.ts')
  const { command } = end
  const hint = healthHint(end, command?.log ?? '')
  return [
    ...(end.state === 'up' ? [] : [healthReason(end, timeout)]),
    ...healthTable(end.services),
    ...(command?.end === undefined || end.state !== 'up'
      ? []
      : [`"${command.line}" ${describeEnd(command.end)}`]),
    ...outputLines(command),
    ...(hint === undefined && command?.log !== undefined ? [`Its output is in ${command.log}.`] : []),
    ...(hint === undefined ? [] : [hint]),
    ...(test === undefined ? [] : [`The command that ran then ended with the exit code ${test.exitCode}`]),
  ]
}

async function waitFor(given: ValueOf<typeof waitInput>, host: Host): Promise<Result<WaitAnswer>> {
  const input = placed(given, host)
  const resolved = await resolveScope(input)
  if (!resolved.ok) return resolved
  const refused = refusedInProduction(input, resolved.value)
  if (refused.length > 0) return { ok: false, problems: refused }
  const written = writtenIn(given, resolved.value)
  const filled = await new SecretReader(host.interrupt).fillScope(resolved.value, input, written)
  if (!filled.ok) return filled
  const secrets = new Secrets()
  const resources = new RunResources(host.session)
  const prepared = prepareWait(input, filled.value, secrets)
  if (!prepared.ok) return prepared
  const { request, settings } = prepared.value
  host.progress?.({ type: 'warnings', problems: warningsOf(resolved.value) })
  const { workingFolder, timeout = healthTimeout } = input
  const { interrupt } = host
  const context = commandContext(
    { workingFolder, timeout, interrupt, settings, secrets, resources },
    resolved.value,
  )
  try {
    const services = request.targets.map(({ name }) => secrets.mask(name))
    host.progress?.({ type: 'waiting', services, timeout: context.timeout })
    const end = secrets.maskDeep(await healthEnd(request, context))
    host.progress?.({ type: 'waited', end })
    const answer = { end, timeout: context.timeout }
    if (end.state !== 'up' || input.test === undefined) return { ok: true, value: answer }
    const test = await runTestCommand(input.test, input.workingFolder, host)
    return { ok: true, value: { ...answer, test } }
  } finally {
    await resources.close()
  }
}

/** Why nothing is done in production: it would run a command that nobody said is meant, or trust whoever answers. */
function refusedInProduction(
  input: Placed<ValueOf<typeof waitInput>>,
  resolved: ResolvedInput,
): readonly Problem[] {
  const marks = productionOf(resolved, input)
  const { transport } = settingsOf(resolved)
  const { command, test = command } = input
  return [
    ...(isUnverified(transport) ? marks.map(neverUnverified) : []),
    ...(test === undefined ? [] : unaskedCommand(marks, input)),
  ]
}

function warningsOf({ configurationSource, warnings, hide }: ResolvedInput): readonly Problem[] {
  const settings = configurationSource === undefined ? [] : sharedTls(configurationSource)
  return [...warnings, ...hide(settings.flatMap(unverifiedTls))]
}

function settingsOf({ configuration }: ResolvedInput): ActionContext['settings'] {
  return settingsFor('wait', configuration.settings)
}

/** Everything that is filled in before services are asked. */
function writtenIn({ urls, interval, command }: ValueOf<typeof waitInput>, resolved: ResolvedInput): unknown {
  const { headers, transport } = settingsOf(resolved)
  return [urls, interval, command, headers, transport]
}

interface PreparedWait {
  readonly request: HealthRequest
  readonly settings: ActionContext['settings']
}

/** Fills in placeholders as in a step that waits. */
function prepareWait(
  input: Placed<ValueOf<typeof waitInput>>,
  resolved: ResolvedInput,
  secrets: Secrets,
): Result<PreparedWait> {
  const { urls, interval, command, reuse = true } = input
  const step: JsonObject = defined({ wait: urls, reuse, interval, command })
  const settings = settingsOf(resolved)
  const scope = commandScope(input, resolved, secrets)
  const rendered = renderInput({ action: 'wait', input: step, transport: {} }, settings, scope)
  if (!rendered.ok) return { ok: false, problems: rendered.problems.map(asUsage) }
  const request = readHealthRequest(rendered.value.input)
  if (!request.ok) return { ok: false, problems: [asUsage(faultText(request.failure))] }
  return { ok: true, value: { request: request.value, settings: rendered.value.settings } }
}

/** A mistake in a step that waits is, here, a mistake on the command line. */
function asUsage({ message, hint }: { readonly message: string; readonly hint?: string }): Problem {
  return usageProblem(message, hint)
}
