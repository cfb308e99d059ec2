import type { AnswerShape, MessageTargets } from '../../actions/facts.ts'
import { factsOf } from '../../actions/index.ts'
import { foundJson, foundText, nothing, type Selected } from '../../extracts/selected.ts'
import { targetSubject } from '../../extracts/target-subject.ts'
import { parsePlainPath, type PlainPath } from '../../json-path/index.ts'
import type { Expectation, Target } from '../../model/expectation.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Step } from '../../model/suite.ts'
import { mapping, property, text, texts } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { acceptor } from '../schema-acceptor.ts'
import { madeValues } from '../made/values.ts'

/** The values that a target may have in the answers to a step. */
export interface Domain {
  readonly values: readonly Selected[]
  /** It is always there, and of the kind that the values are. */
  readonly isClosed?: true
  /** The values are all that there are. */
  readonly isComplete?: true
  /** The suite itself has said them. */
  readonly isOwn?: true
  /** They are numbers that reach from the least to the most. */
  readonly isNumber?: true
  /** The name of such a value. */
  readonly called?: string
}

/** The parts of an answer that lets its step pass, or of a message, whatever else it says. */
export interface Shape {
  readonly places: AnswerShape
  /** There may be no answer at all. */
  readonly mayBeMissing?: true
}

/** The shape of the answers to a step; `body` is that of one whose schema is in a file. */
export function answerShape({ action, input, validations }: Step, body: JsonObject | undefined): Shape {
  const { answer, messages, statuses } = factsOf(action)
  const { $: written = body, ...others } = answer?.(input) ?? {}
  const ofStatus = validations.filter(({ target }) => target.kind === 'status')
  // A step that looks at the status may want to be refused.
  if (ofStatus.length > 0 && statuses?.kind === 'numbers') return { places: others }
  const $ = messages === undefined ? written : listOf(messages, input)
  const places = { ...others, ...($ === undefined ? {} : { $ }) }
  return ofStatus.every(isOk) ? { places } : { places, mayBeMissing: true }
}

/** The shape of the messages that a step awaits: of their contents nobody knows. */
export function messageShape({ action }: Step): Shape {
  return { places: factsOf(action).messages?.fields ?? {} }
}

function isOk(one: Step['validations'][number]): boolean {
  return (
    'expectations' in one &&
    one.expectations.some(({ operator, expected }) => operator === 'equals' && expected === 'OK')
  )
}

function listOf({ usualCount, entry = {} }: MessageTargets, input: JsonObject): JsonObject | undefined {
  const count = input['none'] === true ? 0 : Number(input['count'] ?? usualCount(input))
  if (!Number.isInteger(count) || count > 1000) return undefined
  return { type: 'array', items: entry, minItems: count, maxItems: count }
}

/** The values of a target of which a shape says something. */
export function domainByShape(
  { places, mayBeMissing }: Shape,
  target: Target,
  expectations: readonly Expectation[],
): Domain | undefined {
  if (target.kind === 'text' && mayBeMissing !== true) return textsOf(places['$'], expectations)
  const keys = target.kind === 'json-path' ? parsePlainPath(target.path) : []
  const whole = property(places, target.kind === 'json-path' ? '$' : targetSubject(target))
  const place = whole === undefined || keys === undefined ? undefined : placeIn(mapping(whole), keys)
  if (place === undefined) return undefined
  const { schema, isSure } = place
  const called = target.kind === 'json-path' ? (text(schema?.['title']) ?? 'answer') : targetSubject(target)
  const missing = isSure && mayBeMissing !== true ? [] : [nothing]
  if (schema === undefined) return { values: [nothing], isClosed: true, isComplete: true, called }
  const values = [...missing, ...valuesOf(schema, expectations).map(foundJson)]
  const isNumber = schema['type'] === 'integer'
  return {
    values,
    isClosed: true,
    called,
    ...(schema['const'] === undefined ? {} : { isComplete: true }),
    ...(isNumber && missing.length === 0 ? { isNumber } : {}),
  }
}

/** The texts of objects that may hold anything else. */
function textsOf(schema: JsonObject = {}, expectations: readonly Expectation[]): Domain | undefined {
  const { type, additionalProperties: others = true } = schema
  if (type !== 'object' || others !== true) return undefined
  const values = samplesOf(schema).flatMap(one =>
    madeValues(expectations).map(more => foundText(JSON.stringify({ ...mapping(one), more }))),
  )
  return { values, isClosed: true, called: 'text' }
}

/** The schema of a place in a value, and if that is always there; without a schema it never is. */
interface Place {
  readonly schema: JsonObject | undefined
  readonly isSure: boolean
}

function placeIn(schema: JsonObject, [key, ...rest]: PlainPath, isSure = true): Place | undefined {
  if (key === undefined) return Object.keys(schema).length === 0 && !isSure ? undefined : { schema, isSure }
  const { type, additionalProperties: others = {}, items = {} } = schema
  if (typeof type !== 'string') return undefined
  if (typeof key === 'string') {
    const member = property(mapping(schema['properties']), key) ?? others
    if (type !== 'object' || member === false) return { schema: undefined, isSure: true }
    return placeIn(mapping(member), rest, isSure && texts(schema['required']).includes(key))
  }
  const back = key < 0 ? -key : key + 1
  const { minItems = 0, maxItems = Infinity } = schema as { minItems?: number; maxItems?: number }
  if (type !== 'array' || back > maxItems) return { schema: undefined, isSure: true }
  return placeIn(mapping(items), rest, isSure && back <= minItems)
}

/** Values of a schema that are as expected, beside that, and others. */
function valuesOf(schema: JsonObject, expectations: readonly Expectation[]): readonly JsonValue[] {
  const made = madeValues(expectations)
  const { minimum, maximum } = schema
  const bounds = [minimum, maximum].filter(one => one !== undefined)
  return [...made, ...made.map(valueText), ...bounds, ...samplesOf(schema)].filter(acceptor(schema))
}

const anything: readonly JsonValue[] = [null, 'a', 1, true, '7', { a: 1 }, []]

/** Some values of a schema. */
function samplesOf(schema: JsonObject): readonly JsonValue[] {
  if (schema['const'] !== undefined) return [schema['const']]
  if (Object.keys(schema).length === 0) return anything
  const parts = Object.entries(mapping(schema['properties'])).map(
    ([name, part]) => [name, samplesOf(mapping(part))] as const,
  )
  const required = parts.filter(([name]) => texts(schema['required']).includes(name))
  const lengths = [schema['minItems'] ?? 0, schema['maxItems'] ?? 3].map(Number)
  const items = samplesOf(mapping(schema['items'] ?? {}))
  const at = (all: readonly JsonValue[], index: number): JsonValue => all[index % all.length] ?? null
  const made = anything.flatMap((_, index) => [
    ...[parts, required].map(some =>
      Object.fromEntries(some.map(([name, values]) => [name, at(values, index)])),
    ),
    ...lengths.map(length => new Array<JsonValue>(length).fill(at(items, index))),
  ])
  return [...anything, ...made].filter(acceptor(schema))
}
