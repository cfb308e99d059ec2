import path from 'node:path'
import { noCounts } from '../../model/outcome.ts'
import { errorProblem, type Problem, type Result, problemsIn } from '../../model/problem.ts'
import type { RunSummary, StepResult } from '../../model/result.ts'
import { verifyInteraction } from '../../pact/verify/verify-interaction.ts'
import type { StateChanger } from '../../pact/verify/provider-states.ts'
import { relativePath } from '../../report/text/place.ts'
import { maskEvent } from '../../run/mask-event.ts'
import type { RunContext } from '../../run/run-context.ts'
import type { LineText } from '../../run/step-result.ts'
import { OutcomeCounter } from '../../run/tally.ts'
import { openProject } from '../opening/open-project.ts'
import { type CallInput, callInput, stepSchema } from '../calls/call-input.ts'
import { plural } from '../../util/quantity.ts'
import { previewPlan, quoted } from '../preview.ts'
import { productionIn, unaskedProduction } from '../production.ts'
import { scopeKeys, setupKey } from '../input-keys.ts'
import { type Host, operation } from '../operation.ts'
import { byHand, fileName, flag, list, object, optional, published, text, type ValueOf } from '../schema.ts'
import { exitCodeOf } from '../suites/exit-code.ts'
import { prepareCall } from '../calls/prepare-call.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'
import { rejectedRun } from '../suites/rejected-run.ts'
import { inNearestProject } from '../opening/load-configuration.ts'
import { findPacts, type PactFile, pactFilesAt } from './find-pacts.ts'
import { hidePactCredentials } from './hide-pact-credentials.ts'
import { interactionResult, type InteractionPlace, unsupportedResult } from './interaction-result.ts'
import { interactionSpans } from './interaction-spans.ts'
import { openProvider, type ProviderSession } from './provider-session.ts'
import { type InteractionFilter, selectInteractions } from './select-interactions.ts'
import { defined } from '../../util/defined.ts'
import { hearSignals } from '../../util/interruptions.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'
import { summaryDefinition } from '../problems-schema.ts'

const verifyInput = object({
  paths: list(fileName('read', 'A path'), 'Pacts, or folders of them'),
  step: {
    ...stepSchema,
    description:
      'A request to the provider: its URL is where the provider is, everything else in it goes for every interaction',
  },
  description: optional(text('Only interactions whose description matches a regular expression')),
  state: optional(text("Only those with a provider state that matches; '' for those without any")),
  consumers: optional(list(text('A name'), 'Only pacts of these consumers')),
  stateUrl: optional(text('Address that provider states are posted to')),
  stateCommand: optional(text('Command that brings about a provider state')),
  stateTeardown: optional(flag('Ask for the end of every state, too')),
  allowPending: optional(flag('Pass although all is pending and nothing of it holds')),
  setup: byHand(setupKey),
  ...scopeKeys,
})

/** The pacts to verify, and how the provider is reached. */
interface VerifyInput {
  /** Pacts and folders of them. */
  readonly paths: readonly string[]
  readonly call: CallInput
  readonly filter: InteractionFilter
  readonly states: StateChanger
  /** True where it passes although nothing but pending interactions is there, and none of them holds. */
  readonly allowPending: boolean
}

type VerifyHost = Pick<Host, 'interrupt' | 'session'> & Required<Pick<Host, 'emit'>>

/** Verifies pacts against a provider. The last event is `run-finished`. */
export const verifyPacts = operation({
  name: 'verify-pacts',
  permission: 'traffic',
  summary: 'Sends the requests of pacts to a provider, and holds its answers against them.',
  input: verifyInput,
  answer: published<RunSummary>(summaryDefinition, 'How the verification ended'),
  preview: async (given, host) => {
    const told = toldOf(given, host)
    if (!told.ok) return told
    const { paths, call, filter, states } = told.value
    const found = findPacts(paths, call.workingFolder)
    const selected = found.ok ? await selectInteractions(found.value, filter) : found
    const prepared = await prepareCall(call)
    if (!selected.ok) return selected
    if (!prepared.ok) return prepared
    const requests = selected.value.reduce((count, { pact }) => count + pact.interactions.length, 0)
    const { sentences, whole } = previewPlan(prepared.value)
    return {
      ok: true,
      value: {
        sentences: [
          `Sends the requests of ${plural(requests, 'interaction')} to a provider, for which one stands here`,
          ...sentences,
          ...(states.url === undefined ? [] : [`Asks for provider states at ${quoted(states.url)}`]),
          ...(states.command === undefined ? [] : [`Runs the command ${quoted(states.command)}`]),
        ],
        production: productionIn(prepared.value.plan),
        whole: JSON.stringify([whole, selected.value.map(({ text }) => text)]),
      },
    }
  },
  async run(input, host) {
    const emit = host.emit ?? (() => undefined)
    const told = toldOf(input, host)
    if (!told.ok) return { ok: true, value: finished(rejectedRun(told.problems, { emit }), { emit }) }
    const value = await verify(told.value, {
      emit,
      get interrupt() {
        return host.interrupt
      },
    })
    return { ok: true, value }
  },
})

function toldOf(given: ValueOf<typeof verifyInput>, host: Host): Result<VerifyInput> {
  const { paths, description, state, consumers = [], stateUrl, stateCommand, stateTeardown, ...call } = given
  const files = paths.flatMap(one => pactFilesAt(path.resolve(host.workingFolder, one)))
  const placed = inNearestProject(callInput(call, host), files, host.workingFolder, 'pacts')
  if (!placed.ok) return placed
  return {
    ok: true,
    value: {
      paths,
      allowPending: given.allowPending === true,
      call: placed.value,
      filter: defined({ description, state, consumers }),
      states: defined({ teardown: stateTeardown === true, url: stateUrl, command: stateCommand }),
    },
  }
}

async function verify(input: VerifyInput, host: VerifyHost): Promise<RunSummary> {
  const found = findPacts(input.paths, input.call.workingFolder)
  const selected = found.ok ? await selectInteractions(found.value, input.filter) : found
  const prepared = await prepareCall(input.call)
  const problems = [
    ...problemsIn(selected, prepared),
    ...(prepared.ok ? unaskedProduction(prepared.value.plan, input.call) : []),
  ]
  if (!selected.ok || !prepared.ok || problems.length > 0) return finished(rejectedRun(problems, host), host)
  const { secrets, warnings } = prepared.value
  for (const { pact } of selected.value) hidePactCredentials(pact, secrets)
  const emit: RunContext['emit'] = event => {
    host.emit(maskEvent(event, secrets))
  }
  const verifyOpened = async (filled: PreparedRun, run: RunContext): Promise<RunSummary> => {
    const opened = openProvider(filled, run, input.states)
    if (!opened.ok) return rejectedRun(opened.problems, host)
    try {
      return await verifyAll(selected.value, opened.value, run, input, warnings)
    } finally {
      await opened.value.close()
    }
  }
  const verified = await openProject(prepared.value, input.call, host, verifyOpened, { context: { emit } })
  return finished(verified.ok ? verified.value : rejectedRun(verified.problems, host), host)
}

async function verifyAll(
  files: readonly PactFile[],
  session: ProviderSession,
  run: RunContext,
  input: VerifyInput,
  warnings: readonly Problem[],
): Promise<RunSummary> {
  const startedAt = Date.now()
  const started = monotonicTime()
  const steps = files.reduce((count, { pact }) => count + pact.interactions.length, 0)
  run.emit({ type: 'run-started', startedAt, suites: files.length, steps, workers: 1 })
  for (const problem of [
    ...warnings,
    ...files.flatMap(({ pact }) => pact.warnings),
    ...unreachableStates(files, input),
  ])
    run.emit({ type: 'problem', problem })
  let checked = 0
  for (const file of files) checked += await verifyFile(file, session, run, input.call.workingFolder)
  await hearSignals()
  const { tally, interrupt } = run
  const nothing = interrupt.aborted ? [] : nothingVerified(checked, tally.steps, input)
  for (const problem of nothing) run.emit({ type: 'problem', problem })
  const summary: RunSummary = {
    outcome: nothing.length > 0 ? 'errored' : tally.suites.outcome,
    interrupted: interrupt.aborted,
    exitCode: nothing.length > 0 ? 2 : 0,
    startedAt,
    duration: monotonicTime() - started,
    suites: tally.suites.counts,
    steps: tally.steps.counts,
    rows: noCounts,
    requests: tally.requests,
    ...(tally.repeats === 0 ? {} : { repeats: tally.repeats }),
    problems: nothing,
  }
  return { ...summary, exitCode: exitCodeOf(summary, { failOnFlaky: false }) }
}

/** Verifies one pact; how many of its interactions could be checked. */
async function verifyFile(
  pactFile: PactFile,
  session: ProviderSession,
  run: RunContext,
  workingFolder: string,
): Promise<number> {
  const { consumer, provider, interactions } = pactFile.pact
  const file = relativePath(pactFile.file, workingFolder)
  const suite = { file, name: `${consumer} with ${provider}`, tags: [] }
  const startedAt = Date.now()
  const started = monotonicTime()
  const counts = new OutcomeCounter()
  const spans = interactionSpans(pactFile)
  const lines = pactFile.text.split('\n')
  run.emit({ type: 'suite-started', ...suite, steps: interactions.length, rows: 0 })
  for (const [index, interaction] of interactions.entries()) {
    if (run.interrupt.aborted) break
    const span = spans[index]
    if (span === undefined) throw new Error('an interaction has no place')
    run.emit({ type: 'step-started', file, name: interaction.description })
    const result = await verifyOne({ interaction, index, span }, session, lines)
    counts.add(result)
    run.tally.steps.add(result)
    run.emit({ type: 'step-finished', file, suite: suite.name, result })
  }
  run.tally.suites.add({ outcome: counts.outcome })
  const duration = monotonicTime() - started
  const result = { ...suite, outcome: counts.outcome, startedAt, duration, steps: counts.counts }
  run.emit({ type: 'suite-finished', file, result })
  return interactions.filter(({ kind }) => kind === 'http').length
}

async function verifyOne(
  place: InteractionPlace,
  { provider }: ProviderSession,
  lines: readonly string[],
): Promise<StepResult> {
  const { interaction } = place
  const lineText: LineText = ({ start }) => lines[start.line - 1] ?? ''
  if (interaction.kind === 'unsupported') return unsupportedResult(place, interaction.reason, lineText)
  const startedAt = Date.now()
  const started = monotonicTime()
  const verified = await verifyInteraction(interaction, provider)
  const timing = { startedAt, duration: monotonicTime() - started }
  return interactionResult(place, verified, timing, lineText)
}

/** Provider states that nobody brings about: what needs them may fail for that alone. */
function unreachableStates(files: readonly PactFile[], { states }: VerifyInput): readonly Problem[] {
  if (states.url !== undefined || states.command !== undefined) return []
  const names = new Set(
    files.flatMap(({ pact }) => pact.interactions.flatMap(one => one.states.map(({ name }) => name))),
  )
  if (names.size === 0) return []
  const [first = ''] = names
  const others = names.size === 1 ? '' : ` and ${String(names.size - 1)} more`
  return [
    {
      code: 'pact-states',
      severity: 'warning',
      message: `nobody brings the provider to the state "${first}"${others}`,
      hint: 'Name an address with --state-url, or a command with --state-command.',
    },
  ]
}

/** A verification that has shown nothing must not pass for one that has. */
function nothingVerified(
  checked: number,
  { outcome }: OutcomeCounter,
  { allowPending }: VerifyInput,
): readonly Problem[] {
  const code = 'nothing-selected'
  if (checked === 0)
    return [
      errorProblem({
        code,
        message: 'no interaction can be checked here, so nothing was verified',
        hint: 'Messages and interactions of plugins are not supported.',
      }),
    ]
  if (outcome !== 'skipped' || allowPending) return []
  return [
    errorProblem({
      code,
      message: 'all interactions are pending and none of them holds, so nothing was verified',
      hint: 'With --allow-pending that is no failure.',
    }),
  ]
}

/** Tells how a verification ended: the last event. */
function finished(summary: RunSummary, host: Pick<VerifyHost, 'emit'>): RunSummary {
  host.emit({ type: 'run-finished', summary })
  return summary
}
