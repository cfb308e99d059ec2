import { expectationsOf } from '../../../../compile/written-checks.ts'
import { unheldNumber } from '../../../../compile/test-program/digits.ts'
import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { parseDuration } from '../../../../util/duration.ts'
import { plainNumber } from '../../../../util/exact-number.ts'
import { isObject } from '../../../../util/is-json.ts'
import { mapNumbers } from '../../../../util/plain-numbers.ts'
import { httpStatuses } from '../../../../actions/http/shared-facts.ts'
import { impossibleStatus } from '../../../../validations/status-words.ts'
import { sameSchema } from '../same-schema.ts'
import { partsOf } from '../validation-name.ts'
import { helperLine } from './helper-call.ts'
import { idiom, orders } from './idioms.ts'
import { targetExpression, type WrittenTarget } from './write-target.ts'
import { valueExpression } from './write-value.ts'

/** A validation as statements of a test. */
export interface WrittenValidation {
  readonly lines: readonly string[]
  /** Functions that the statements call. */
  readonly helpers: readonly string[]
  /** True where they look into `json`, the body. */
  readonly looksIntoBody: boolean
}

/** The statements that pass exactly where a validation does, or why there are none. */
export function writeValidation(validation: JsonObject): WrittenValidation | { readonly why: string } {
  const { target, operators } = partsOf(validation)
  if (target === 'schema') return writeSchema(operators[0]?.[1] ?? null)
  if (target === 'snapshot') return { why: 'its file is compared and written by apitest alone' }
  const written = targetExpression(target)
  if ('why' in written) return written
  const helpers = new Set<string>()
  const lines: string[] = []
  const type = operators.find(([operator]) => operator === 'has-type')?.[1]
  for (const [operator, wanted] of operators) {
    const expected = operandOf(written.kind, operator, wanted)
    if (expected === undefined) return { why: 'a script does not tell such a number from those near it' }
    if (written.kind === 'status' && isImpossible(operator, expected))
      return { why: 'an answer in Postman has no such status' }
    const common = idiom(written, operator, expected, type)
    if (common !== undefined) for (const helper of written.helpers) helpers.add(helper)
    const line = common ?? helperLine(written, operator, expected, helpers)
    if (line === undefined) return { why: 'Postman has no word for what is expected' }
    lines.push(line)
  }
  return { lines, helpers: [...helpers], looksIntoBody: written.kind === 'body' }
}

function isImpossible(operator: string, expected: JsonValue): boolean {
  const [expectation] = expectationsOf({ [operator]: expected })
  return expectation !== undefined && impossibleStatus(httpStatuses, expectation) !== undefined
}

/**
 * The expected value as scripts have it: a duration is milliseconds, a number is a double, and text where only texts
 * are compared. Undefined for a number that no double is.
 */
export function operandOf(
  kind: WrittenTarget['kind'],
  operator: string,
  expected: JsonValue,
): JsonValue | undefined {
  if (kind === 'time' && typeof expected === 'string') return parseDuration(expected) ?? expected
  if ((kind === 'text' || kind === 'header') && !orders.has(operator))
    return mapNumbers(expected, ({ text }) => text)
  return unheldNumber(expected) === undefined ? mapNumbers(expected, plainNumber) : undefined
}

function writeSchema(expected: JsonValue): WrittenValidation | { readonly why: string } {
  if (!isObject(expected) || Object.hasOwn(expected, 'spec'))
    return { why: 'the schema stands in a file of its own' }
  if (JSON.stringify(sameSchema(expected)) !== JSON.stringify(expected))
    return { why: 'Postman reads schemas by other rules' }
  const line = `pm.response.to.have.jsonSchema(${valueExpression(expected) ?? ''})`
  return { lines: [line], helpers: [], looksIntoBody: false }
}
