import type { JsonObject } from '../../model/json.ts'
import type { Argument } from '../../parse/argument-source.ts'
import { type Placed, placed, scopeKeys, setupKey } from '../input-keys.ts'
import type { Host } from '../operation.ts'
import { byHand, type Described, flag, type ObjectOf, optional, published, type Schema } from '../schema.ts'

const stepDescription = 'The step, as in a suite; names of files count from the working folder'

/** A step of the suite language. */
export const stepSchema = published<JsonObject>('suite.schema.json#/definitions/step', stepDescription)

/** A step with one of these actions. */
export function stepOf(...actions: readonly string[]): Described & Schema<JsonObject> {
  const [first = '', ...others] = actions.map(action => `suite.schema.json#/definitions/step-${action}`)
  return others.length === 0
    ? published(first, stepDescription)
    : { description: stepDescription, oneOf: [first, ...others].map($ref => ({ $ref })) }
}

/** Keys of every operation that makes one call. */
export const callKeys = {
  step: stepSchema,
  before: optional({
    ...stepSchema,
    description: 'A step that is carried out first: it opens the listener that the other collects from',
  }),
  history: optional(flag('Record the call in the call history (default)')),
  setup: byHand(setupKey),
  ...scopeKeys,
} as const

/** A step that is in no suite. */
export interface CalledStep {
  /** The step as a suite would hold it; file names count from the working folder. */
  readonly step: JsonObject
  /** The arguments the step was made of; paths begin in the step. */
  readonly given: readonly Argument[]
}

/** A call that is in no suite. */
export type CallInput = Placed<Omit<ObjectOf<typeof callKeys>, 'before'>> &
  CalledStep & {
    /** The step to do first: it opens the listener that the call collects from. */
    readonly before?: CalledStep
    /** Set where the call reads a document, which may lie on anybody's host. */
    readonly document?: ReadDocument
  }

/** A document at a URL. */
export interface ReadDocument {
  readonly url: string
  /** Where the API is that it is about, where that is known; it may hold `{{name}}`. */
  readonly baseUrl?: string
}

/** The input of a call with the words that it was made of. */
export function callInput({ before, ...input }: ObjectOf<typeof callKeys>, host: Host): CallInput {
  return {
    ...placed(input, host),
    given: host.words?.step ?? [],
    ...(before === undefined ? {} : { before: { step: before, given: host.words?.before ?? [] } }),
  }
}
