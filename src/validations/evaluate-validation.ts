import path from 'node:path'
import { mayHoldChangedNumber } from '../actions/body/parse-json.ts'
import type { Exchange } from '../model/exchange.ts'
import type { Expectation, Target, Validation } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { ValidationResult } from '../model/result.ts'
import { type Judged, readJson, selectTarget } from '../extracts/select-target.ts'
import type { Selected } from '../extracts/selected.ts'
import { targetSubject } from '../extracts/target-subject.ts'
import { guardEvaluation } from '../util/guard-evaluation.ts'
import { cutText } from '../util/cut-text.ts'
import { evaluateExpectations } from './evaluate-expectations.ts'
import type { SchemaLibrary } from './schema/schema-library.ts'

/**
 * Judges one validation, whose placeholders are filled in and whose schema file is absolute: one result per
 * expectation, or for a schema one with all its messages.
 */
export async function evaluateValidation(
  validation: Validation,
  exchange: Exchange,
  schemas: SchemaLibrary,
): Promise<readonly ValidationResult[]> {
  if ('file' in validation) return [await evaluateSchema(validation, exchange, schemas)]
  return evaluateTarget(validation.target, validation.expectations, exchange)
}

/** Judges everything that is expected of one target. */
export async function evaluateTarget(
  target: Target,
  expectations: readonly Expectation[],
  judged: Judged,
): Promise<readonly ValidationResult[]> {
  const selected = await guardEvaluation(
    () => selectTarget(target, judged),
    (reason): Selected => ({
      found: false,
      absent: false,
      instead: `a value that could not be read: ${reason}`,
    }),
  )
  return evaluateExpectations(targetSubject(target), selected, expectations)
}

async function evaluateSchema(
  { file, span }: Extract<Validation, { file: string }>,
  exchange: Exchange,
  schemas: SchemaLibrary,
): Promise<ValidationResult> {
  const name = path.basename(file)
  const messages = await schemaMessages(file, exchange, schemas)
  const passed = messages.length === 0
  return { subject: `schema ${name}`, operator: 'schema', expected: name, passed, messages, span }
}

async function schemaMessages(
  file: string,
  exchange: Exchange,
  schemas: SchemaLibrary,
): Promise<readonly string[]> {
  const schema = await schemas.load(file)
  if (!schema.ok) return [`schema ${path.basename(file)}: ${schema.message}`]
  const { body } = exchange.response
  const document = readJson(body)
  if (!document.found) return [`/: expected JSON, got ${document.instead}`]
  const messages = schema.validate(numbersAsSent(document.value, body.text()))
  const shown = messages
    .slice(0, mostMessages)
    .map(({ pointer, message }) => cutText(`${pointer}: ${message}`, 500))
  const more = messages.length - shown.length
  return more === 0 ? shown : [...shown, `… and ${more} more`]
}

/** Numbers too large for JavaScript are text in `value`; a schema wants to see numbers, even if not exact. */
function numbersAsSent(value: JsonValue, text: string): JsonValue {
  return mayHoldChangedNumber(text) ? (JSON.parse(text) as JsonValue) : value
}

/** Failures of one schema that are told one by one. */
const mostMessages = 50
