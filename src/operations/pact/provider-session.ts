import { repeatsOf, wasSent } from '../../actions/was-sent.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { ActionAnswer } from '../../actions/action.ts'
import { actionOf, settingsFor } from '../../actions/index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'
import { RunResources } from '../../actions/resources.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, type Result } from '../../model/problem.ts'
import type { Settings } from '../../model/settings.ts'
import type { Provider } from '../../pact/verify/verify-interaction.ts'
import { Iteration } from '../../run/iteration.ts'
import { renderInput } from '../../run/render.ts'
import type { RunContext } from '../../run/run-context.ts'
import type { RenderProblem } from '../../template/render-problem.ts'
import { preparePattern } from '../../patterns/engine.ts'
import { commandContext } from '../calls/command-context.ts'
import type { StateChanger } from '../../pact/verify/provider-states.ts'
import { writeWhole } from '../../util/whole-file.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'

/** How long a request or a command may take unless something says otherwise, in milliseconds. */
const usualTimeout = 30_000

/** The way to a provider, for as long as its pacts are verified. */
export interface ProviderSession {
  readonly provider: Provider
  /** Takes away what was kept in files, and closes connections. */
  close(): Promise<void>
}

/**
 * Opens the way to a provider by the one step of a prepared call: its URL is where the provider is, and everything else
 * in it goes for every request. Placeholders are filled in here, once.
 */
export function openProvider(
  prepared: PreparedRun,
  run: RunContext,
  states: StateChanger,
): Result<ProviderSession> {
  const { plan, configuration } = prepared
  const [planned] = plan.suites
  const step = planned?.steps[0]?.step
  if (planned === undefined || step === undefined) throw new Error('the call has no step')
  const session = new RunResources()
  const iteration = new Iteration(planned, run, { session })
  const rendered = renderInput(step, settingsFor(step.action, planned.settings), iteration.scope())
  if (!rendered.ok) return { ok: false, problems: rendered.problems.map(unknownVariable) }
  const { input, settings } = rendered.value
  run.filledIn?.(input)
  const files = new BodyFiles()
  const timeout = step.timeout ?? planned.settings.timeout ?? usualTimeout
  const send: SendRequest = (one, applying) => sendOnce(one, applying, run, timeout, prepared)
  const { request, ...added } = input
  const provider: Provider = {
    url: (typeof request === 'string' ? request : '').replace(/^\S+\s+/, ''),
    states,
    stateTools: {
      send: one => send(one, { ...settings, headers: {}, auth: 'none' }),
      directory: configuration.directory,
      timeout,
      signal: run.interrupt,
    },
    added,
    send: one => counted(run, send(one, settings)),
    keepFile: bytes => files.keep(bytes),
    compilePattern: preparePattern,
  }
  const close = async (): Promise<void> => {
    await Promise.all([files.remove(), session.close()])
  }
  return { ok: true, value: { provider, close } }
}

function unknownVariable({ message, hint }: RenderProblem): Problem {
  return errorProblem({ code: 'unknown-variable', message, hint })
}

type SendRequest = (input: JsonObject, settings: Settings) => Promise<ActionAnswer>

/** An answer; a request that was sent for it counts in the run. */
async function counted(run: RunContext, asked: Promise<ActionAnswer>): Promise<ActionAnswer> {
  const answer = await asked
  if (wasSent(answer)) run.tally.addSent(repeatsOf(answer))
  return answer
}

/** Cookies of the setup go with each interaction; those of one are none of another's. */
async function sendOnce(
  input: JsonObject,
  settings: Settings,
  { interrupt, secrets, resources, id, setup }: RunContext,
  timeout: number,
  prepared: PreparedRun,
): Promise<ActionAnswer> {
  const action = await whenLoaded(() => actionOf('request'))
  const session = new RunResources()
  for (const given of setup?.values() ?? []) session.adopt(given.session)
  const workingFolder = prepared.configuration.directory
  const facts = { workingFolder, timeout, interrupt, settings, secrets, resources }
  try {
    return await action.perform(input, {
      ...commandContext(facts, prepared),
      wantsBody: true,
      allowExec: false,
      session,
      runId: id,
    })
  } finally {
    await session.close()
  }
}

/** Bodies that are no text, in a folder of their own. */
class BodyFiles {
  #folder: Promise<string> | undefined
  #count = 0

  async keep(bytes: Uint8Array): Promise<string> {
    this.#folder ??= mkdtemp(path.join(os.tmpdir(), 'apitest-pact-'))
    this.#count++
    const file = path.join(await this.#folder, `body-${String(this.#count)}`)
    await writeWhole(file, bytes)
    return file
  }

  async remove(): Promise<void> {
    if (this.#folder !== undefined) await rm(await this.#folder, { recursive: true, force: true })
  }
}
