import path from 'node:path'
import { KeptResources } from '../actions/resources.ts'
import type { RunEvent } from '../model/run-event.ts'
import { type Problem, type Result, usageProblem, isError } from '../model/problem.ts'
import type { ProductionMark } from '../model/configuration.ts'
import { placed } from '../operations/input-keys.ts'
import { productionName, productionOf } from '../operations/production.ts'
import type { AnyOperation, Host, Preview } from '../operations/operation.ts'
import type { JsonObject } from '../util/json-value.ts'
import { mapping } from '../util/read-values.ts'
import { shellQuoteLines } from '../util/shell-quote.ts'
import { projectFolder } from '../operations/project-folder.ts'
import { defined } from '../util/defined.ts'
import { writingOnlyIn } from '../util/writable-folders.ts'
import { inputProblems } from '../operations/input-problems.ts'
import { answered, refused, said, type ToolAnswer } from './answer.ts'
import { answerWithoutAttached, eventsWithoutAttached, withoutAttached } from './attached-problems.ts'
import { Gate, type GatedCall, type Mode } from './gate.ts'
import { KeptAnswers } from './kept-answers.ts'
import { type Called, longestQuestion, questionOf, shownInput } from './question.ts'
import { type Reached, reachedBy, readingPreview } from './reached-by.ts'
import { recordRun } from './recorded-run.ts'
import type { ToolCall, ToolDescription } from './tool.ts'
import { writeJson } from '../util/exact-number.ts'

/** How tools are called, whoever calls them. */
export interface CallerOptions extends Pick<Host, 'workingFolder' | 'processEnvironment' | 'program'> {
  readonly tools: readonly ToolDescription[]
  readonly mode: Mode
  /** True where suites may run commands. */
  readonly allowExec: boolean
  /** The configuration, instead of the nearest one. */
  readonly configurationFile?: string
  /** True where it is known that production is touched: then only changes there are asked about. */
  readonly production?: boolean
}

/** Outcome of a call: an answer, or a question for its user. */
export type CallOutcome =
  | { readonly kind: 'answer'; readonly answer: ToolAnswer }
  | { readonly kind: 'question'; readonly message: string; readonly state: string }

/** Calls the operations behind tools: what they are told is checked, then allowed, and then done. */
export class ToolCaller {
  readonly kept = new KeptAnswers()
  readonly #options: CallerOptions
  readonly #gate: Gate
  /** The environments marked as production that the user has let a call touch. */
  readonly #touched = new Set<string>()
  /** Listeners that calls have opened. */
  readonly #session = new KeptResources()

  constructor(options: CallerOptions) {
    this.#options = options
    this.#gate = new Gate(options.mode)
  }

  /** Carries out a call, or asks about it. */
  async call(call: ToolCall): Promise<CallOutcome> {
    const { workingFolder, tools } = this.#options
    const tool = tools.find(({ name }) => name === call.name)
    if (tool === undefined) throw new Error(`There is no tool "${call.name}".`)
    const invalid = inputProblems(tool.name, tool.inputSchema as JsonObject, call.input)
    if (invalid.length > 0) return answerOf(refused(tool.name, invalid, workingFolder))
    const operation = await operationOf(tool)
    const reached = await reachedBy(operation, call.input, workingFolder)
    if (tool.permission === 'read' && reached.read.length === 0)
      return this.#run({ tool, operation, call, reached, touched: [] }, false)
    const previewed = await this.#preview(operation, call)
    if (previewed?.ok === false) return this.#refused(tool, previewed.problems, reached)
    const preview = previewed?.value ?? (tool.permission === 'read' ? readingPreview(reached) : undefined)
    const touched = preview?.touched ?? (await this.#productionOf(operation, call))
    const asked: Called = { tool, operation, call, reached, preview, touched: touched.map(productionName) }
    const decision = this.#gate.decide(this.#gatedCall(asked), call.reply)
    if (decision.kind === 'denied')
      return answerOf(said(`${tool.name} was ${decision.how} by the user: nothing was done.`))
    if (decision.kind === 'unasked') return this.#ask(asked)
    for (const name of asked.touched) this.#touched.add(name)
    return this.#run(asked, decision.production)
  }

  /** The mark of the environment that a call without a plan is made in, where it sends or runs something. */
  async #productionOf(operation: AnyOperation, call: ToolCall): Promise<readonly ProductionMark[]> {
    const { input, permission } = operation
    const sends = permission === 'traffic' || call.input['run'] === true
    if (!sends || input.properties['production'] === undefined) return []
    const { resolveScope } = await import('../operations/opening/resolve-scope.ts')
    const host = this.#hostOf(call)
    const given = { ...call.input, ...this.#granted(operation, false) }
    const resolved = await resolveScope(placed(given, host))
    return resolved.ok ? productionOf(resolved.value, given) : []
  }

  /** True where the state of a question was made here; of which question, and whether it is still open, only the call tells. */
  isOwnState(state: string): boolean {
    return this.#gate.isOwnState(state)
  }

  /** Closes what calls have left open. */
  async close(): Promise<void> {
    await this.#session.end()
  }

  /**
   * The effects that a call would have, or the problems that keep it from being done; nothing is sent and nothing
   * written for that.
   */
  async #preview(operation: AnyOperation, call: ToolCall): Promise<Result<Preview> | undefined> {
    const host: Host = { ...this.#hostOf(call), rehearses: true }
    const input = { ...call.input, ...this.#granted(operation, false) } as never
    const rehearsed = operation.canRehearse === true ? await operation.run(input, host) : undefined
    return rehearsed?.ok === false ? rehearsed : operation.preview?.(input, host)
  }

  async #run(asked: Called, production: boolean): Promise<CallOutcome> {
    const { tool, operation, call } = asked
    const events: RunEvent[] = []
    const host: Host = { ...this.#hostOf(call), emit: event => events.push(event) }
    const input = { ...call.input, ...this.#granted(operation, production) }
    const answer = await writingOnlyIn(await this.#writable(asked), () => operation.run(input as never, host))
    const problems = problemsOf(answer, events)
    // Whatever the mode, nobody but the user says that production is meant.
    const unasked = problems.filter(({ code }) => code === 'production-unasked')
    if (unasked.length > 0 && !production) return this.#ask(asked, unasked)
    if (!answer.ok || isRejected(answer.value, problems)) return this.#refused(tool, problems, asked.reached)
    const { attached } = asked.reached
    const run = await recordRun(eventsWithoutAttached(events, attached), this.#options.workingFolder)
    const value = answerWithoutAttached(operation.answer, answer.value, attached)
    const lines = (await operation.tell?.(value as never, this.#options)) ?? run?.lines
    return answerOf(answered(tool, value, { lines, report: run?.report }, this.kept))
  }

  /** A call that is not carried out, and why. */
  #refused({ name }: ToolDescription, problems: readonly Problem[], { attached }: Reached): CallOutcome {
    return answerOf(refused(name, withoutAttached(problems, attached), this.#options.workingFolder))
  }

  /** Asks the user, or says how it is done by hand where the client cannot; `unasked` is why it was refused without. */
  #ask(asked: Called, unasked: readonly Problem[] = []): CallOutcome {
    const { tool, operation, call, preview } = asked
    const production = unasked.length > 0 || (preview?.production ?? []).length > 0
    const granted = this.#granted(operation, production)
    if (!call.canAsk) return answerOf(said(byHand(tool, { ...call.input, ...granted }, this.#gate.mode)))
    const message = questionOf(asked, unasked)
    if (message.length > longestQuestion)
      return answerOf(refused(tool.name, [tooLong(message.length)], this.#options.workingFolder))
    return { kind: 'question', message, state: this.#gate.ask(this.#gatedCall(asked), production) }
  }

  /** Where a call may write: in the project, and where it was allowed. */
  async #writable({ reached: { outside } }: Called): Promise<readonly string[]> {
    const { workingFolder, configurationFile } = this.#options
    const folder = await projectFolder(defined({ configurationFile }), { workingFolder })
    const allowed = outside.map(one => path.resolve(workingFolder, one))
    return [workingFolder, ...(folder.ok ? [folder.value] : []), ...allowed]
  }

  /** A call as the gate looks at it: what was allowed is what it came to when it was asked about. */
  #gatedCall({ tool, call, reached: { outside, digests }, preview, touched }: Called): GatedCall {
    const { sentences = [], production = [], whole } = preview ?? {}
    const isFirst = this.#options.production !== true && touched.some(name => !this.#touched.has(name))
    return {
      tool: tool.name,
      // One that only reads is asked about like others when it reads what is not of the project.
      permission: tool.permission === 'read' ? 'traffic' : tool.permission,
      input: call.input,
      about: JSON.stringify([whole ?? sentences, production, outside, touched, digests]),
      always: production.length > 0 || outside.length > 0 || isFirst,
    }
  }

  #hostOf({ signal, progress }: ToolCall): Host {
    const { workingFolder, processEnvironment, program } = this.#options
    return {
      workingFolder,
      processEnvironment,
      interrupt: signal,
      tethered: true,
      session: this.#session,
      insist: new AbortController().signal,
      ...(progress === undefined ? {} : { progress }),
      ...(program === undefined ? {} : { program }),
    }
  }

  /** The keys that no assistant gives: what the user has allowed, and what whoever started the server has said. */
  #granted({ input: { properties } }: AnyOperation, production: boolean): JsonObject {
    const { allowExec, configurationFile } = this.#options
    const granted = {
      ...(production ? { production } : {}),
      ...(allowExec ? { allowExec } : {}),
      ...(configurationFile === undefined ? {} : { configurationFile }),
    }
    return Object.fromEntries(Object.entries(granted).filter(([key]) => properties[key]?.byHand === true))
  }
}

/** Nothing ran: what came of a call or a run is only why. */
function isRejected(value: unknown, problems: readonly Problem[]): boolean {
  return mapping(value)['exitCode'] === 2 && problems.some(isError)
}

/** An input that cannot be shown whole is not asked about. */
function tooLong(characters: number): Problem {
  return usageProblem(
    `what this would do takes ${characters} characters to show to the user, who would not see all of it`,
    'Do less in one call, or put a long command or script into a file of the project.',
  )
}

function answerOf(answer: ToolAnswer): CallOutcome {
  return { kind: 'answer', answer }
}

/** Loads the operation of a tool, and all others with it. */
async function operationOf({ operation: name }: ToolDescription): Promise<AnyOperation> {
  const { operations } = await import('../operations/index.ts')
  const found = operations.find(operation => operation.name === name)
  if (found === undefined) throw new Error(`There is no operation "${name}".`)
  return found
}

/** The problems in spite of an answer: calls and runs tell their problems beside their results. */
function problemsOf(answer: Result<unknown>, events: readonly RunEvent[]): readonly Problem[] {
  if (!answer.ok) return answer.problems
  const own = mapping(answer.value)['problems'] as readonly Problem[] | undefined
  return [...(own ?? []), ...events.flatMap(event => (event.type === 'problem' ? [event.problem] : []))]
}

/** The command that does the same, for whoever sits at a terminal. */
function byHand({ name, operation }: ToolDescription, input: JsonObject, mode: Mode): string {
  const shown = writeJson(shownInput(input))
  const masked = shown === writeJson(input) ? [] : ['Put the credentials in the place of ***.']
  return [
    `${name} was not done: it has to be allowed by the user, and this client cannot ask (it has no form elicitation).`,
    'The user can run this in a terminal:',
    ['apitest', 'operation', operation, shellQuoteLines(shown)].join(' '),
    ...masked,
    ...(mode === 'auto'
      ? []
      : [
          'Or start the server with --mode auto, which asks only before production, or a file outside of the project, is changed.',
        ]),
  ].join('\n')
}
