import { firstLine } from '../../util/cut-text.ts'
import { faultRow } from '../../actions/faults/index.ts'
import type { StepResult, ValidationResult } from '../../model/result.ts'
import { defined } from '../../util/defined.ts'
import { type Advice, Answered, type ExplainFacts, quoted, shown } from './answered.ts'
import { judgementAdvice } from './judgement-causes.ts'
import { messageAdvice, namedAdvice, refusedSocket } from './message-causes.ts'
import { requestAdvice } from './request-causes.ts'
import { serverAdvice } from './server-causes.ts'
import { statusMeaning } from './status-meanings.ts'
import { toldError } from './told-errors.ts'

/** The meaning of a response here. Any text of the response is quoted, on one line and short. */
export interface Explanation {
  /** The meaning of the status for this request; or of a failure. */
  readonly meaning: string
  /** Where the answer is not as the description of the API says, or the schema of a step. */
  readonly differences?: readonly string[]
  /** Why it is so, with the fact that says so; absent where no fact does. */
  readonly cause?: string
  /** The action to take. */
  readonly next?: string
}

/** The most differences that are told. */
const mostDifferences = 20

/**
 * Explains an answer, or why there is none, by what the result of its step knows and `facts` beside it; nothing where a step
 * did not ask anybody. What no fact says is left out: a success has its meaning alone.
 */
export function explain(result: StepResult, facts: ExplainFacts = {}): Explanation | undefined {
  if (result.outcome === 'skipped') return undefined
  const answer = new Answered(result, facts)
  const fault = faultExplanation(answer)
  if (fault !== undefined) return fault
  const meaning = meaningOf(answer)
  if (meaning === undefined) return undefined
  const differences = result.validations.filter(isOfDescription).flatMap(({ messages }) => messages)
  const { cause, next } = adviceOf(answer) ?? {}
  return defined({
    meaning,
    differences:
      differences.length === 0
        ? undefined
        : differences.slice(0, mostDifferences).map(text => shown(text, 300)),
    cause,
    // A response that is as expected needs nothing to be done, but for a redirect that was perhaps meant to be
    // followed.
    next: result.outcome === 'passed' && !isRedirect(answer) ? undefined : next,
  })
}

/** The explanation of a failure without an answer. The text of the failure is its cause: it names the fact. */
function faultExplanation({ result, exchange }: Answered): Explanation | undefined {
  const failure = result.failures.find(({ kind }) => kind === 'error')
  const { kind = 'Network Error', meaning, next: more, unsent } = faultRow(failure?.code) ?? {}
  if (failure === undefined || meaning === undefined) return undefined
  const { message, hint } = failure
  const next = [hint === undefined ? undefined : shown(hint, 300), more].filter(text => text !== undefined)
  const cause = shown(firstLine(message.slice(`${kind}: `.length)), 300)
  return {
    meaning: unsent === true ? `${sentBefore(exchange)}: ${meaning}` : meaning,
    cause: `${cause}.`.replace(/\.\.$/, '.'),
    ...(next.length === 0 ? {} : { next: next.join(' ') }),
  }
}

/** How far the step had come where what failed sent nothing: an answer or a redirect may have come before. */
function sentBefore(exchange: Answered['exchange']): string {
  if (exchange?.response !== undefined) return 'An answer came, and the step could not go on'
  const led = exchange?.redirects?.length ?? 0
  return led === 0 ? 'Nothing was sent' : 'The request was redirected, and nothing was sent there'
}

function meaningOf(answer: Answered): string | undefined {
  const { url, status, result } = answer
  const meaning = statusMeaning(answer)
  if (meaning === undefined)
    return messageAdvice(answer) === undefined ? undefined : 'What was waited for did not come.'
  if (/^wss?:/.test(url) && status !== 101) return `The WebSocket was refused. ${meaning}`
  const isSuccess = (status !== undefined && status < 300) || answer.name === 'OK'
  return isSuccess && result.outcome !== 'passed' ? `${meaning} Yet it is not as expected.` : meaning
}

function isOfDescription({ operator, passed }: ValidationResult): boolean {
  return !passed && (operator === 'schema' || operator === 'contract')
}

function isRedirect({ status = 0 }: Answered): boolean {
  return status >= 300 && status < 400
}

/** Returns the advice of the facts. Where the status is as expected, it is the rest of the response that matters. */
function adviceOf(answer: Answered): Advice | undefined {
  const { status = 0, name, result } = answer
  const messages = messageAdvice(answer)
  if (messages !== undefined) return messages
  if (name !== undefined && name !== 'OK') return namedAdvice(answer)
  const isSuccess = status < 300
  if (isSuccess && result.outcome === 'passed') return undefined
  const judged = isSuccess || !isStatusWrong(result) ? judgementAdvice(answer) : undefined
  if (judged !== undefined || isSuccess) return judged ?? refusedSocket(answer)
  const byStatus =
    status >= 500 || status === 429 ? serverAdvice(answer) : (refusedSocket(answer) ?? requestAdvice(answer))
  return withTold(byStatus, answer)
}

function isStatusWrong({ failures, validations }: StepResult): boolean {
  return (
    failures.some(({ kind }) => kind === 'status') ||
    validations.some(({ subject, passed }) => !passed && subject === 'status')
  )
}

/** Advice with the words of the answer itself, unless they are in it. */
function withTold(advice: Advice | undefined, answer: Answered): Advice | undefined {
  const told = toldError(answer)
  const words = told === undefined ? '' : quoted(told)
  if (words === '' || words === '""' || advice?.cause?.includes(words.slice(1, -2)) === true) return advice
  const said = `The answer says ${words}.`
  return { ...advice, cause: advice?.cause === undefined ? said : `${advice.cause} ${said}` }
}
