import { unfit } from '../../actions/failure.ts'
import type { StepResult } from '../../model/result.ts'
import type { Span } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import { type Mismatch, mismatchText } from '../../pact/matching/mismatch.ts'
import type { Interaction } from '../../pact/pact.ts'
import type { Verified } from '../../pact/verify/verify-interaction.ts'
import { finishedStep, type LineText, skippedStep } from '../../run/step-result.ts'
import { defined } from '../../util/defined.ts'

/** The facts about an interaction before it is known how it went. */
export interface InteractionPlace {
  readonly interaction: Interaction
  /** From 0, in its file. */
  readonly index: number
  readonly span: Span
}

/** An interaction that is not checked here, as a step that could not be carried out, or was skipped where it is pending. */
export function unsupportedResult(place: InteractionPlace, reason: string, lineText: LineText): StepResult {
  const message = `not supported: ${reason}`
  if (place.interaction.pending) return skippedStep(stepOf(place), message)
  const { failure } = unfit(message, 'So it is not verified. Choose the others by --description, or --state.')
  return finishedStep(
    stepOf(place),
    { outcome: 'errored', failure, extracts: [], validations: [] },
    lineText,
    { name: nameOf(place.interaction), attempts: 0, startedAt: Date.now(), duration: 0 },
  )
}

/** An interaction that was verified, as a step: all that is wrong is one validation with several messages. */
export function interactionResult(
  place: InteractionPlace,
  { exchange, failure, mismatches }: Verified,
  timing: Pick<StepResult, 'startedAt' | 'duration'>,
  lineText: LineText,
): StepResult {
  const passed = failure === undefined && mismatches.length === 0
  const validation = {
    subject: 'pact response',
    operator: 'matches',
    expected: place.interaction.description,
    passed,
    messages: mismatches.map(mismatchText),
    span: place.span,
  }
  const result = finishedStep(
    stepOf(place),
    defined({
      exchange,
      ...(failure === undefined
        ? { outcome: passed ? 'passed' : 'failed' }
        : { outcome: 'errored', failure }),
      extracts: [],
      validations: exchange === undefined ? [] : [validation],
    }),
    lineText,
    { name: nameOf(place.interaction), attempts: 1, ...timing },
  )
  const judged = mismatches.some(isUnsupported) ? { ...result, outcome: 'errored' as const } : result
  return place.interaction.pending ? softened(judged) : judged
}

function isUnsupported(mismatch: Mismatch): boolean {
  return 'unsupported' in mismatch
}

/** A pending interaction that does not match is told, and does not count. */
function softened(result: StepResult): StepResult {
  if (result.outcome !== 'failed') return result
  const reason = result.failures.map(({ message }) => message).join('; ')
  return { ...result, outcome: 'skipped', skipReason: `pending, and fails: ${reason}`, failures: [] }
}

function nameOf({ description, states }: Interaction): string {
  const given = states.map(({ name }) => name).join(' and ')
  return given === '' ? description : `${description} (given ${given})`
}

function stepOf({ interaction, index, span }: InteractionPlace): Step {
  return {
    index,
    phase: 'steps',
    name: nameOf(interaction),
    tags: [],
    when: [],
    action: 'request',
    input: {},
    validations: [],
    extracts: [],
    path: ['interactions', index],
    span,
  }
}
