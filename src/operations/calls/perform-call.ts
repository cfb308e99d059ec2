import { toldFault } from '../../actions/faults/index.ts'
import type { ActionAnswer } from '../../actions/action.ts'
import type { CallCommand } from '../../model/call-record.ts'
import { refusedExitCode } from '../../model/exit-code.ts'
import { type Problem, type Result, asWarning } from '../../model/problem.ts'
import { isMissing, type RunSummary, type StepResult, withName } from '../../model/result.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { type Attempt, hasPassed } from '../../run/attempt.ts'
import { maskEvent } from '../../run/mask-event.ts'
import type { AttemptWatcher, RunContext } from '../../run/run-context.ts'
import { runPlan } from '../../run/run-plan.ts'
import { appendHistory } from '../../store/append-history.ts'
import { type Explanation, explain } from '../../report/explain/explain.ts'
import { type TokenTimes, tokenTimes } from '../../report/explain/token-times.ts'
import { callRecord } from '../../store/call-record.ts'
import type { Secrets } from '../../secrets/index.ts'
import { exitCodeOf } from '../suites/exit-code.ts'
import type { CallInput } from './call-input.ts'
import { openProject } from '../opening/open-project.ts'
import { prepareCall } from './prepare-call.ts'
import type { AttemptReport, Host } from '../operation.ts'
import { defined } from '../../util/defined.ts'
import type { PreparedRun } from '../opening/prepared-run.ts'

/** The host that asked for a call: may interrupt it, and takes every attempt before the next one begins. */
type CallHost = Pick<Host, 'interrupt' | 'progress' | 'session' | 'settingNames'>

/** The outcome of a call. */
export interface CallAnswer {
  readonly exitCode: number
  /** Absent when nothing was sent because of a problem. Secrets are masked. */
  readonly result?: StepResult
  readonly body?: AnswerBody
  /**
   * The meaning of the response, why it is so and what to do; absent when no explanation was asked for. Secrets are
   * masked.
   */
  readonly explanation?: Explanation
  /** Errors and warnings. */
  readonly problems: readonly Problem[]
}

/** The whole body of an answer. */
export interface AnswerBody {
  /** As it came, decompressed; nothing in it is masked. */
  readonly bytes: Uint8Array
  /** The same as text, secrets masked. */
  readonly text: string
}

/** How a call is carried out. */
interface CallOptions {
  /** The command that the history names as the source of the call; without it the call is not kept. */
  readonly source?: CallCommand
  /** The request is only prepared; the result holds its record, and says that it was not sent. */
  readonly rehearses?: boolean
  /** Secrets stay in the result. */
  readonly showsSecrets?: boolean
  /** True where connections that it opens stay open in the session of the host, if there is one. */
  readonly keeps?: boolean
}

/** Carries out a call through the interpreter of suites. */
export async function performCall(
  input: CallInput,
  host: CallHost,
  options: CallOptions = {},
): Promise<CallAnswer> {
  const rehearses = options.rehearses === true
  const prepared = await prepareCall(rehearses ? { ...input, setup: false } : input)
  if (!prepared.ok) return { exitCode: 2, problems: prepared.problems }
  const observer = new Observer(prepared.value.secrets, host)
  const ran = await run(prepared.value, input, host, observer, options)
  const { result, body, cleanup } = observer
  if (!ran.ok)
    return {
      exitCode: refusedExitCode(ran.problems, host.interrupt),
      problems: [...prepared.value.warnings, ...ran.problems, ...cleanup],
    }
  const unkept =
    rehearses || options.source === undefined ? [] : await keep(result, input, prepared.value, options.source)
  return defined({
    exitCode: rehearses ? 0 : exitCodeOf(ran.value, { failOnFlaky: false }),
    problems: [...prepared.value.warnings, ...unkept, ...cleanup],
    result,
    body,
    explanation:
      rehearses || result === undefined
        ? undefined
        : explain(
            result,
            defined({ body: body?.text, token: observer.token, settingNames: host.settingNames }),
          ),
  })
}

/** Keeps the call in the history, unless nobody wants that; why it could not be kept. */
async function keep(
  result: StepResult | undefined,
  { history }: CallInput,
  { configuration }: PreparedRun,
  kind: CallCommand,
): Promise<readonly Problem[]> {
  const call = result === undefined ? undefined : callRecord(result, { kind })
  if (call === undefined || !(history ?? configuration.history)) return []
  const problems = await appendHistory(configuration.directory, [call])
  // The call has been made: what was asked for has come to pass, kept or not.
  return problems.map(asWarning)
}

function run(
  prepared: PreparedRun,
  input: CallInput,
  { interrupt, session, settingNames }: CallHost,
  observer: Observer,
  { rehearses = false, showsSecrets = false, keeps = false }: CallOptions,
): Promise<Result<RunSummary>> {
  const context: Partial<RunContext> = {
    ...(keeps && session !== undefined ? { resources: session, session } : {}),
    emit: event => {
      observer.observe(showsSecrets ? event : maskEvent(event, prepared.secrets))
    },
    // A document that is read stays as it is.
    ...(input.document !== undefined ? { filledIn: () => undefined } : {}),
    watcher: observer,
    actsElsewhere: true,
    rehearses,
    ...defined({ settingNames }),
  }
  // A request that is only shown has a mask in the place of a secret.
  const keepsMasks = rehearses && !showsSecrets
  return openProject(
    prepared,
    input,
    defined({ interrupt, session }),
    ({ plan }, own) => runPlan({ ...plan, setup: [] }, own),
    { context, keepsMasks },
  )
}

/** Keeps what the caller will want to know. */
class Observer implements AttemptWatcher {
  result: StepResult | undefined
  /** The problems of what is cleaned up behind the setup. */
  readonly cleanup: Problem[] = []
  readonly #secrets: Secrets
  readonly #host: CallHost
  #bytes: Uint8Array | undefined
  #text = ''
  #attempts = 0
  /** When the token of the last attempt is valid: its text is masked in the result. */
  token: TokenTimes | undefined

  constructor(secrets: Secrets, host: CallHost) {
    this.#secrets = secrets
    this.#host = host
  }

  get body(): AnswerBody | undefined {
    return this.#bytes === undefined
      ? undefined
      : { bytes: this.#bytes, text: this.#secrets.mask(this.#text) }
  }

  answered(answer: ActionAnswer): void {
    const body = answer.ok ? answer.exchange.response.body : undefined
    this.#bytes = body?.bytes()
    this.#text = body?.text() ?? ''
    this.token = answer.ok ? tokenTimes(answer.exchange.request.headers) : undefined
  }

  judged(attempt: Attempt): void {
    this.#attempts++
    this.#host.progress?.(this.#secrets.maskDeep(reportOf(attempt, this.#attempts)))
  }

  observe(event: RunEvent): void {
    if (event.type === 'problem') this.cleanup.push(event.problem)
    // A step that did not pass is the reason why those behind it are skipped.
    if (event.type === 'step-finished' && (this.result?.outcome ?? 'passed') === 'passed')
      this.result = event.result
  }
}

function reportOf(attempt: Attempt, number: number): AttemptReport {
  const { exchange, failure, validations, extracts, wrongStatus } = attempt
  const status = exchange?.response.status
  const duration = (exchange ?? failure)?.timings?.duration
  return defined({
    type: 'attempt',
    number,
    passed: hasPassed(attempt),
    status,
    duration,
    messages: [
      ...(failure === undefined ? [] : [toldFault(failure)]),
      ...(wrongStatus === undefined ? [] : [wrongStatus]),
      ...validations.flatMap(validation => validation.messages.map(message => withName(message, validation))),
      ...extracts.filter(isMissing).map(({ message }) => message ?? 'found nothing'),
    ],
  })
}
