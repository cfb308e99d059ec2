import type { StepResult } from '../../model/result.ts'
import { BorrowedValues } from '../../pact/generate/borrowed-values.ts'
import { NeededStates } from '../../pact/generate/needed-states.ts'
import { interactionOf, type Made, type MadeInteraction } from '../../pact/generate/interaction-of.ts'
import { placeOf } from '../../report/text/place.ts'
import type { RecordedStep } from '../../pact/generate/recorded-call.ts'
import type { Recorded } from './recorded-steps.ts'

/** The interactions of recorded steps, and what is to be told of the others. */
export interface MadeInteractions {
  readonly interactions: readonly MadeInteraction[]
  readonly notes: readonly string[]
}

/** The provider and the version that a pact is made for. */
interface MadeFor {
  /** Where the provider is; without it, the first address that anything was sent to. */
  readonly baseUrl?: string
  readonly version: number
  readonly workingFolder: string
}

/** Makes an interaction of every step that went to the provider and passed. */
export function makeInteractions(
  { steps }: Recorded,
  { baseUrl, version, workingFolder }: MadeFor,
): MadeInteractions {
  const origin =
    originOf(baseUrl) ??
    steps
      .flatMap(({ step }) => (step.mock === undefined ? (originOf(step.exchange?.request.url) ?? []) : []))
      .at(0)
  const all = steps.map(({ suite, step }) => ({ suite, step, made: makeOf(step, origin) }))
  const placed = (step: StepResult): string => placeOf(step.span, workingFolder)
  const needs = new NeededStates(
    inOrderSent(all).filter(({ step }) => originOf(step.exchange?.request.url) === origin),
    step => `"${step.name}" (${placed(step)})`,
  )
  const borrowed = new BorrowedValues()
  const unsure: StepResult[] = []
  const notes = all.flatMap(({ suite, step, made }) => {
    const name = `${placed(step)} "${step.name}"`
    if (made.kind === 'left-out') {
      borrowed.add(step, suite)
      return [`${name} is left out: ${made.reason}`]
    }
    const missing = borrowed.missing(made.interaction, suite)
    const alone = missing.length === 0 ? needs.of(step) : missing
    if (alone.length === 0 && needs.isUnsure(step)) unsure.push(step)
    const told = [
      ...made.notes,
      ...(version === 2 ? droppedParameters(made.interaction) : []),
      ...alone.map(why => `it cannot be verified as it is: ${why}`),
      ...borrowed.credentials(step),
    ]
    borrowed.add(step, suite)
    return told.map(note => `${name}: ${note}`)
  })
  return {
    interactions: all.flatMap(({ made }) => (made.kind === 'made' ? [made.interaction] : [])),
    notes: [...notes, ...unsureNotes(unsure)],
  }
}

/**
 * The steps in the order in which they sent their requests, each between those of its scripts, of which no interactions
 * are made. Steps of one suite keep theirs; a moment is known to the millisecond, in which several can pass.
 */
function inOrderSent(all: readonly RecordedStep[]): readonly RecordedStep[] {
  const left: Made = { kind: 'left-out', reason: 'a script sent it' }
  return all
    .toSorted((first, second) => sentAt(first.step) - sentAt(second.step))
    .flatMap(one => {
      const calls = (one.step.steps ?? []).map(step => ({ step, made: left }))
      return [...calls.filter(isBefore), one, ...calls.filter(call => !isBefore(call))]
    })
}

function isBefore({ step }: RecordedStep): boolean {
  return step.sentBy !== 'script-after'
}

/** The millisecond in which the last request of a step was sent, about. */
function sentAt({ startedAt, duration, exchange }: StepResult): number {
  return Math.floor(startedAt + Math.max(duration - (exchange?.duration ?? 0), 0))
}

/** Nothing speaks against these, and nothing for them. */
function unsureNotes(steps: readonly StepResult[]): readonly string[] {
  if (steps.length === 0) return []
  const names = [...new Set(steps.map(({ name }) => `"${name}"`))]
  const shown = [
    ...names.slice(0, mostNames),
    ...(names.length > mostNames ? [`${names.length - mostNames} more`] : []),
  ]
  return [
    `${shown.join(', ')}: no provider state is named, and each changes the provider or comes after steps that do; ` +
      'see that they hold by themselves, or name a `provider-state`',
  ]
}

const mostNames = 10

/** Version 2 has one provider state, which is a text. */
function droppedParameters({ states }: MadeInteraction): readonly string[] {
  return states.flatMap(({ name, params }) => {
    const names = Object.keys(params)
    return names.length === 0
      ? []
      : [
          `version 2 has no parameters of provider states: ${names.join(', ')} of "${name}" is left out; write version 3 or 4`,
        ]
  })
}

function makeOf(step: StepResult, origin: string | undefined): Made {
  if (step.outcome !== 'passed') return { kind: 'left-out', reason: `it ${step.outcome}` }
  if (step.action !== 'request') return { kind: 'left-out', reason: `${step.action} is no HTTP request` }
  if (step.mock !== undefined)
    return { kind: 'left-out', reason: `the mock "${step.mock}" is one side of it, and no provider` }
  const url = step.exchange?.request.url
  if (url !== undefined && originOf(url) !== origin)
    return { kind: 'left-out', reason: `it goes to another address than ${origin ?? 'the provider'}` }
  return interactionOf(step)
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined
}
