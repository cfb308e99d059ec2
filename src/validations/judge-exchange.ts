import path from 'node:path'
import type { Exchange } from '../model/exchange.ts'
import {
  type Expectation,
  isSchemaValidation,
  type SchemaValidation,
  type TargetValidation,
  type Validation,
} from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { ValidationResult } from '../model/result.ts'
import {
  type Judged,
  type PreparedTarget,
  prepareTarget,
  readJson,
  selectedBy,
} from '../extracts/prepare-target.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import { onlyNode, type Selected } from '../extracts/selected.ts'
import { parseDuration } from '../util/duration.ts'
import { isList, isObject } from '../util/is-json.ts'
import { lazyPart, whenLoaded } from '../util/lazy-part.ts'
import { valueText } from '../util/value-text.ts'
import { compileJsonPath, isPlainPath } from '../json-path/index.ts'
import type { Maybe } from '../util/maybe.ts'
import { cutText } from '../util/cut-text.ts'
import { mapValues } from '../util/map-values.ts'
import { evaluateExpectation, holdPlainly } from './prepare-expectation.ts'
import { emptiedOperand, insteadOfOneValue } from './several-values.ts'
import { digestForm, noDigest, sameDigits } from './digest.ts'
import type { SchemaLibrary } from './schema/schema-library.ts'
import { isUrl } from '../util/is-url.ts'
import type { SchemaMessage } from './schema/schema-message.ts'

/**
 * Judges an answer by a validation whose placeholders are filled in and whose schema file is absolute: one result per
 * expectation, or for a schema one with all its messages. To be called inside of `whenLoaded`.
 */
export function judgeExchange(
  validation: Validation,
  exchange: Exchange,
  schemas: SchemaLibrary,
): Maybe<readonly ValidationResult[]> {
  return isSchemaValidation(validation)
    ? evaluateSchema(validation, exchange, schemas)
    : judgeTarget(prepareTarget(validation.target), validation.expectations, exchange)
}

/**
 * Judges an answer by what is expected of one target, one result per expectation. Where nothing of the kind is wanted
 * (`isNegated`), what nearly is as expected counts, too. Most validations hold in the plainest way, which is asked first.
 * To be called inside of `whenLoaded`.
 */
export function judgeTarget(
  prepared: PreparedTarget,
  expectations: readonly Expectation[],
  judged: Judged,
  isNegated = false,
  defeat?: (error: unknown) => string,
): readonly ValidationResult[] {
  const { kind, subject, select } = prepared
  if (kind === 'file') return expectations.map(expectation => judgeFile(subject, expectation, judged))
  const form = digestForm(subject)
  const wrong = form === undefined ? undefined : noDigest(expectations, form)
  if (wrong !== undefined) return allFail(subject, expectations, wrong)
  const wanted =
    form === undefined ? comparable(kind, expectations) : expectations.map(one => sameDigits(one, form))
  const selected = selectedBy(select, judged, defeat)
  if (kind === 'xpath') return wanted.map(one => judgeNodes(subject, selected, one, defeat))
  if (holdPlainly(selected, wanted)) return allPass(subject, wanted)
  return wanted.map(expectation => evaluateExpectation(subject, selected, expectation, isNegated, defeat))
}

/** Operators of one value look at the only node, and those of a list at all of them. */
function judgeNodes(
  subject: string,
  selected: Selected,
  expectation: Expectation,
  defeat: ((error: unknown) => string) | undefined,
): ValidationResult {
  const wantsOne = insteadOfOneValue(expectation) !== undefined || textOperators.has(expectation.operator)
  const one = wantsOne ? onlyNode(selected) : selected
  if (wantsOne && one.found && one.several !== undefined && isList(one.value))
    return allFail(
      subject,
      [expectation],
      `selects ${one.value.length} nodes: use each, or [1]`,
    )[0] as ValidationResult
  return evaluateExpectation(subject, one, expectation, false, defeat)
}

/** The operators that would look for an item of a list, and are asked for a part of a text. */
const textOperators: ReadonlySet<string> = new Set(['contains', 'not-contains'])

/** Converts expectations to the form that the target has. */
function comparable(
  kind: PreparedTarget['kind'],
  expectations: readonly Expectation[],
): readonly Expectation[] {
  return kind === 'time' ? expectations.map(inMilliseconds) : expectations
}

const answerBytes = lazyPart(() => import('../extracts/answer-bytes.ts'))

/** Judges if the body is the file that is named, byte for byte. */
function judgeFile(
  subject: string,
  { operator, expected, span }: Expectation,
  { response }: Judged,
): ValidationResult {
  const got = answerBytes().unlikeFile(response.body, valueText(expected), path.dirname(span.file))
  const messages =
    got === undefined ? none : [`${subject}: Expected ${operator} ${valueText(expected)}, got ${got}`]
  return { subject, operator, expected, passed: got === undefined, messages, span }
}

function allPass(subject: string, expectations: readonly Expectation[]): readonly ValidationResult[] {
  const results = new Array<ValidationResult>(expectations.length)
  for (let index = 0; index < expectations.length; index++) {
    const { operator, expected, span } = expectations[index] as Expectation
    results[index] = { subject, operator, expected, passed: true, messages: none, span }
  }
  return results
}

function allFail(
  subject: string,
  expectations: readonly Expectation[],
  why: string,
): readonly ValidationResult[] {
  const messages = [`${subject}: ${why}`]
  return expectations.map(({ operator, expected, span }) => {
    return { subject, operator, expected, passed: false, messages, span }
  })
}

const none: readonly never[] = []

/**
 * Why a condition cannot be judged whatever is answered: a variable has made an operand empty, or a path one that can
 * select several values. To be called inside of `whenLoaded`.
 */
export function misuse({ target, expectations }: TargetValidation): string | undefined {
  const empty = emptiedOperand(expectations) ?? noDigest(expectations, digestForm(targetSubject(target)))
  if (empty !== undefined || target.kind !== 'json-path' || isPlainPath(target.path)) return empty
  const compiled = compileJsonPath(target.path)
  if (!compiled.ok || compiled.path.singular) return undefined
  const instead = expectations.map(insteadOfOneValue).find(one => one !== undefined)
  return instead === undefined ? undefined : `the path can select several values: ${instead}`
}

/** A time is compared as a number, whether it is written as one or as a duration. */
export function inMilliseconds(expectation: Expectation): Expectation {
  const { expected } = expectation
  const inNumbers = isObject(expected) ? mapValues(expected, milliseconds) : milliseconds(expected)
  return inNumbers === expected ? expectation : { ...expectation, expected: inNumbers }
}

function milliseconds(expected: JsonValue): JsonValue {
  return typeof expected === 'string' ? (parseDuration(expected) ?? expected) : expected
}

async function evaluateSchema(
  validation: SchemaValidation,
  exchange: Exchange,
  schemas: SchemaLibrary,
): Promise<readonly ValidationResult[]> {
  const name = schemaName(validation)
  const messages = await schemaMessages(validation, exchange, schemas)
  const passed = messages.length === 0
  const { span } = validation
  return [{ subject: `schema ${name}`, operator: 'schema', expected: name, passed, messages, span }]
}

/** The name of a schema in reports: `user.json`, `openapi.yaml getUser`, or by its own title. */
function schemaName(validation: SchemaValidation): string {
  if ('schema' in validation) {
    const { title } = validation.schema
    return typeof title === 'string' ? title : 'of the suite'
  }
  if ('file' in validation) return path.basename(validation.file)
  const { spec, operation } = validation
  const file = isUrl(spec) && URL.canParse(spec) ? new URL(spec).pathname : spec
  return `${path.basename(file)} ${operation}`.trimStart()
}

async function schemaMessages(
  validation: SchemaValidation,
  exchange: Exchange,
  schemas: SchemaLibrary,
): Promise<readonly string[]> {
  if ('spec' in validation) {
    const verdict = await schemas.judgeAnswer(validation.spec, validation.operation, exchange)
    return verdict.kind === 'judged'
      ? told(verdict.messages)
      : [`schema ${schemaName(validation)}: ${verdict.reason}`]
  }
  const schema = await ('file' in validation
    ? schemas.load(validation.file)
    : schemas.compile(validation.schema, validation.span.file))
  if (!schema.ok) return [`schema ${schemaName(validation)}: ${schema.message}`]
  const { body } = exchange.response
  const document = readJson(body)
  if (!document.found) return [`/: expected JSON, got ${document.instead}`]
  const messages = await whenLoaded(() => schema.validate(document.value))
  if (messages.length > 0) return told(messages)
  // Only schemas without a type leave anything open, and ajv is there already.
  const { unspoken } = await import('./schema/ajv-chunk.ts')
  const silent = unspoken(schema.schema, document.value)
  return silent === undefined ? none : told([silent])
}

/** Each message in one line, the first of very many. */
function told(messages: readonly SchemaMessage[]): readonly string[] {
  const shown = messages
    .slice(0, mostMessages)
    .map(({ pointer, message }) => cutText(`${pointer}: ${message}`, 500))
  const more = messages.length - shown.length
  return more === 0 ? shown : [...shown, `… and ${more} more`]
}

/** Failures of one schema that are reported one by one. */
const mostMessages = 50
