import { KeptResources } from '../actions/resources.ts'
import type { RunEvent } from '../model/run-event.ts'
import type { Problem, Result } from '../model/problem.ts'
import type { AnyOperation, Host, Preview, Progress } from '../operations/operation.ts'
import type { JsonObject } from '../util/json-value.ts'
import { mapping } from '../util/read-values.ts'
import { shellQuoteLines } from '../report/curl/shell-quote.ts'
import { inputProblems } from './input-problems.ts'
import { answered, refused, said, type ToolAnswer } from './answer.ts'
import { Gate, type Mode, type Reply } from './gate.ts'
import { KeptAnswers } from './kept-answers.ts'
import { questionOf, withoutCredentials } from './question.ts'
import { recordRun } from './recorded-run.ts'
import type { ToolDescription } from './tool.ts'

/** How tools are called, whoever calls them. */
export interface CallerOptions extends Pick<Host, 'workingFolder' | 'processEnvironment' | 'program'> {
  readonly tools: readonly ToolDescription[]
  readonly mode: Mode
  /** Whether suites may run commands. */
  readonly allowExec: boolean
}

/** One call, as a client makes it. */
export interface ToolCall {
  readonly name: string
  readonly input: JsonObject
  readonly reply: Reply
  /** Whether its client can ask its user. */
  readonly canAsk: boolean
  readonly signal: AbortSignal
  readonly progress?: (progress: Progress) => void
}

/** What comes of a call: an answer, or a question for its user. */
export type CallOutcome =
  | { readonly kind: 'answer'; readonly answer: ToolAnswer }
  | { readonly kind: 'question'; readonly message: string; readonly state: string }

/** Calls the operations behind tools: what they are told is checked, then allowed, and then done. */
export class ToolCaller {
  readonly kept = new KeptAnswers()
  readonly #options: CallerOptions
  readonly #gate: Gate
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
    const invalid = inputProblems(tool.name, tool.inputSchema, call.input)
    if (invalid.length > 0) return answerOf(refused(tool.name, invalid, workingFolder))
    const gated = { tool: tool.name, permission: tool.permission, input: call.input }
    const decision = this.#gate.decide(gated, call.reply)
    if (decision.kind === 'denied')
      return answerOf(said(`${tool.name} was ${decision.how} by the user: nothing was done.`))
    if (decision.kind === 'allowed') return this.#run(tool, call, decision.production)
    return this.#ask(tool, call)
  }

  /** Whether the state of a question was made here; of which question, and whether it is still open, only the call tells. */
  isOwnState(state: string): boolean {
    return this.#gate.isOwnState(state)
  }

  /** Closes what calls have left open. */
  async close(): Promise<void> {
    await this.#session.end()
  }

  async #run(tool: ToolDescription, call: ToolCall, production: boolean): Promise<CallOutcome> {
    const operation = await operationOf(tool)
    const events: RunEvent[] = []
    const host: Host = { ...this.#hostOf(call), emit: event => events.push(event) }
    const input = { ...call.input, ...this.#granted(operation, production) }
    const answer = await operation.run(input as never, host)
    const { workingFolder } = this.#options
    // Whatever the mode, nobody but the user says that production is meant.
    const unasked = problemsOf(answer, events).filter(({ code }) => code === 'production-unasked')
    if (unasked.length > 0 && !production) return this.#ask(tool, call, unasked)
    if (!answer.ok) return answerOf(refused(tool.name, answer.problems, workingFolder))
    const run = await recordRun(events, workingFolder)
    const lines = (await operation.tell?.(answer.value as never, this.#options)) ?? run?.lines
    return answerOf(answered(tool, answer.value, { lines, report: run?.report }, this.kept))
  }

  /** Asks the user, or says how it is done by hand where the client cannot; `unasked` is why it was refused without. */
  async #ask(tool: ToolDescription, call: ToolCall, unasked: readonly Problem[] = []): Promise<CallOutcome> {
    const operation = await operationOf(tool)
    const previewed = await operation.preview?.(call.input as never, this.#hostOf(call))
    if (previewed?.ok === false)
      return answerOf(refused(tool.name, previewed.problems, this.#options.workingFolder))
    const preview: Preview | undefined = previewed?.value
    const production = unasked.length > 0 || (preview?.production ?? []).length > 0
    if (!call.canAsk) return answerOf(said(byHand(tool, call.input, production)))
    const gated = { tool: tool.name, permission: tool.permission, input: call.input }
    const message = questionOf(tool, call.input, preview, unasked)
    return { kind: 'question', message, state: this.#gate.ask(gated, production) }
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

  /** The keys that no assistant gives: what the user has allowed, or whoever started the server. */
  #granted({ input }: AnyOperation, production: boolean): JsonObject {
    const { properties } = input
    return {
      ...(production && properties['production'] !== undefined ? { production } : {}),
      ...(this.#options.allowExec && properties['allowExec'] !== undefined ? { allowExec: true } : {}),
    }
  }
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

/** What is wrong in spite of an answer: calls and runs tell their problems beside what came of them. */
function problemsOf(answer: Result<unknown>, events: readonly RunEvent[]): readonly Problem[] {
  if (!answer.ok) return answer.problems
  const own = mapping(answer.value)['problems'] as readonly Problem[] | undefined
  return [...(own ?? []), ...events.flatMap(event => (event.type === 'problem' ? [event.problem] : []))]
}

/** The command that does the same, for whoever sits at a terminal. */
function byHand({ name, operation }: ToolDescription, input: JsonObject, production: boolean): string {
  const shown = JSON.stringify(withoutCredentials(input))
  const words = [
    'apitest',
    'operation',
    operation,
    shellQuoteLines(shown),
    ...(production ? ['--production'] : []),
  ]
  const masked = shown === JSON.stringify(input) ? '' : ' Put the credentials in the place of ***.'
  return [
    `${name} was not done: it has to be allowed by the user, and this client cannot ask (it has no form elicitation).`,
    `The user can run this in a terminal: ${words.join(' ')}.${masked}`,
    'Or start the server with --mode auto, which asks for nothing but changes in production.',
  ].join('\n')
}
