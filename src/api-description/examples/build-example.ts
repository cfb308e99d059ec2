import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { unescapePointerPart } from '../../util/json-pointer.ts'
import { EvaluationEnded } from '../../util/limit-evaluation.ts'
import { defined } from '../../util/defined.ts'
import { mapping } from '../../util/read-values.ts'
import { combineSchema } from './combine-schema.ts'
import { type Complaint, type Decisions, reviseDecisions, noDecisions } from './revise-decisions.ts'
import { fakeValue, seedOf } from './fake-value.ts'
import { inItsType } from './fits-shallowly.ts'
import { type Making, mostValues, ValueMaker } from './value-maker.ts'
import { withoutLeftOut } from './without-left-out.ts'

/** Everything wrong with a value; empty when its schema allows it. */
export type ValidateExample = (value: JsonValue) => readonly Complaint[]

/** Makes a validator of a schema that stands alone; undefined for a schema that no validator can be made of. */
export type CompileSchema = (schema: JsonObject) => ValidateExample | undefined

/** A value for a request or an answer, and what it is worth. */
export interface BuiltExample {
  readonly value: JsonValue
  /** `shown` by the description, `mended` where that did not keep to its schema, or `made` of the schema. */
  readonly origin: 'shown' | 'mended' | 'made'
  /** The error in it, when no valid value could be found: `/id: must be integer`. */
  readonly complaint?: string
  /** The error in the first example of the description that was not taken for that: `/id: must be integer`. */
  readonly rejected?: string
}

/**
 * A value that a schema allows: the first of `examples` that is right, else one that is right without its optional parts,
 * else one made of the schema and mended where the validator complains, else one of the generator. The same input gives
 * the same value. Where judging a value takes too long, none is judged: the first example stands.
 */
export function buildExample(
  making: Making,
  examples: readonly JsonValue[],
  compile: CompileSchema,
): BuiltExample {
  try {
    return judgedExample(making, examples, compile)
  } catch (error) {
    if (!(error instanceof EvaluationEnded)) throw error
    const shown = examples.find(value => making.isPlain === true || value !== null)
    const complaint = `judging it by its schema ${error.message}`
    return shown === undefined
      ? { value: {}, origin: 'made', complaint }
      : { value: shown, origin: 'shown', complaint }
  }
}

function judgedExample(making: Making, examples: readonly JsonValue[], compile: CompileSchema): BuiltExample {
  const validate = compile(making.schema) ?? (() => [])
  const definitions = mapping(making.schema['$defs'])
  const root = combineSchema(making.schema, definitions, new Set(), 0)?.schema ?? {}
  const shown = examples
    // Nobody who tries an API out would send null; answers are as they are.
    .filter(value => making.isPlain === true || value !== null)
    .map(value =>
      [...new Set([value, inItsType(value, root)])].map(one =>
        withoutLeftOut(one, making.schema, definitions),
      ),
    )
  const isRight = (value: JsonValue): boolean => validate(value).length === 0
  const [first] = shown
  const right = shown.flat().find(isRight)
  // The first one was passed over unless it is the right one itself; those behind it were not asked.
  const wrong = right !== undefined && first?.includes(right) === true ? undefined : first?.at(-1)
  const rejected = wrong === undefined ? undefined : describe(validate(wrong))
  if (right !== undefined) return defined({ value: right, origin: 'shown', rejected })
  for (const value of shown.flat()) {
    const mended = withoutSurplus(value, validate)
    if (mended !== undefined) return defined({ value: mended, origin: 'mended', rejected })
  }
  const made = make(making, validate)
  const [best] = shown.flat()
  // Where nothing is right, the author's own example is still the most sensible.
  return defined(
    made.complaint === undefined || best === undefined
      ? { ...made, rejected: rejected ?? made.rejected }
      : { ...made, value: best, origin: 'shown', rejected },
  )
}

/** Attempts at a value; each settles at least one complaint of the one before. */
const mostAttempts = 60

function make(making: Making, validate: ValidateExample): BuiltExample {
  const decisions = noDecisions()
  let first: { readonly value: JsonValue; readonly complaints: readonly Complaint[] } | undefined
  for (let count = 0; count < mostAttempts; count++) {
    const maker = new ValueMaker(making, decisions)
    const made = maker.make()
    const value = made === undefined ? {} : made
    if (maker.isTooLarge)
      return { value, origin: 'made', complaint: `it takes more than ${mostValues} values` }
    const complaints = validate(value)
    if (complaints.length === 0)
      return defined({ value, origin: 'made', rejected: rejectedIn(maker, decisions, first?.complaints) })
    first ??= { value, complaints }
    if (!reviseDecisions(complaints, maker, decisions)) break
  }
  const { value = {}, complaints = [] } = first ?? {}
  return fake(making, validate) ?? { value, origin: 'made', complaint: describe(complaints) }
}

/**
 * Describes the error in examples in a schema that stand in its way: they are of another type, or were dropped for
 * complaints.
 */
function rejectedIn(
  { passedOver: [place] }: ValueMaker,
  { withoutExample }: Decisions,
  complaints: readonly Complaint[] = [],
): string | undefined {
  if (place !== undefined)
    return `${place === '' ? '/' : place}: its example is of another type, or none of its values`
  return withoutExample.size === 0 ? undefined : describe(complaints)
}

/** Values the generator is asked for before it is given up. */
const mostFakes = 20

function fake(making: Making, validate: ValidateExample): BuiltExample | undefined {
  const definitions = mapping(making.schema['$defs'])
  for (let count = 0; count < mostFakes; count++) {
    const value = fakeValue(making.schema, seedOf(`${making.seed} ${count}`))
    if (value === undefined) return undefined
    const kept = withoutLeftOut(value, making.schema, definitions)
    if (validate(kept).length === 0) return { value: kept, origin: 'made' }
  }
  return undefined
}

/** An example without the members that the validator complains about; undefined when that does not mend it. */
function withoutSurplus(value: JsonValue, validate: ValidateExample): JsonValue | undefined {
  let current = value
  for (let count = 0; count < 5; count++) {
    const complaints = validate(current)
    if (complaints.length === 0) return current
    const places = complaints.map(({ pointer }) => pointer.split('/').slice(1).map(unescapePointerPart))
    if (places.some(place => place.length === 0 || place[0] === '')) return undefined
    const next = places.reduce(removed, current)
    if (next === current) return undefined
    current = next
  }
  return undefined
}

/** A value without the member of an object that a path leads to; the same value when there is none. */
function removed(value: JsonValue, [name, ...rest]: readonly string[]): JsonValue {
  if (name === undefined) return value
  if (isList(value)) {
    const item = value[Number(name)]
    if (item === undefined || rest.length === 0) return value
    return value.map((one, index) => (index === Number(name) ? removed(item, rest) : one))
  }
  if (!isObject(value) || !Object.hasOwn(value, name)) return value
  const { [name]: member = null, ...others } = value
  return rest.length === 0 ? others : { ...value, [name]: removed(member, rest) }
}

function describe(complaints: readonly Complaint[]): string {
  return complaints
    .slice(0, 3)
    .map(({ pointer, message }) => `${pointer}: ${message}`)
    .join('; ')
}
