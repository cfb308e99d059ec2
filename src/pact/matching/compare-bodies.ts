import { parseExactJson } from '../exact-json.ts'
import type { MatchingRule, RulesAt } from '../matching-rule.ts'
import type { PactPart } from '../pact.ts'
import { applyRules } from './apply-rules.ts'
import { applyToText, type Verdict } from './apply-to-text.ts'
import { compareJson } from './compare-json.ts'
import { compareMultipart } from './compare-multipart.ts'
import {
  baseType,
  type ContentType,
  contentTypeOf,
  contentTypeText,
  isBinaryType,
  isEquivalentType,
  isFormType,
  isJsonType,
  isUnknownType,
  isXmlType,
} from './content-type.ts'
import type { CompilePattern, MatchingContext } from './context.ts'
import { matchHeaders } from './match-headers.ts'
import { matchParameters } from './match-query.ts'
import type { Mismatch } from './mismatch.ts'
import { parametersOf } from './parameters-of.ts'
import { pathText, selectRules } from './select-rules.ts'
import { contentTypeOfBytes } from './sniff-content-type.ts'
import { shownText } from './value-text.ts'

/** Compares bodies as their content type has it; one of another type than expected is a mismatch of its own. */
export function matchBody(
  expected: PactPart,
  actual: PactPart,
  context: MatchingContext,
  headerRules: readonly RulesAt[],
): readonly Mismatch[] {
  const [expectedType, actualType] = [contentTypeOf(expected), contentTypeOf(actual)]
  if (!isComparable(expectedType, actualType, { ...context, rules: headerRules }))
    return expected.body.kind === 'present'
      ? [{ place: '$', expected: `body of type ${typeText(expectedType)}`, actual: typeText(actualType) }]
      : []
  return matchContent(expectedType, expected, actual, context)
}

function isComparable(
  expected: ContentType | undefined,
  actual: ContentType | undefined,
  headerContext: MatchingContext,
): boolean {
  if (expected === undefined || actual === undefined || isUnknownType(expected) || isUnknownType(actual))
    return true
  if (isEquivalentType(expected, actual) || isEquivalentType(expected, baseType(actual))) return true
  const names = headerContext.rules.flatMap(({ path }) => path)
  const hasRule = names.some(token => token.kind === 'name' && token.name.toLowerCase() === 'content-type')
  const header = (type: ContentType) => new Map([['Content-Type', [contentTypeText(type)]]])
  return hasRule && matchHeaders(header(expected), header(actual), headerContext).length === 0
}

function typeText(type: ContentType | undefined): string {
  return type === undefined ? 'unknown' : contentTypeText(type)
}

function matchContent(
  type: ContentType | undefined,
  { body: expected }: PactPart,
  { body: actual }: PactPart,
  context: MatchingContext,
): readonly Mismatch[] {
  if (expected.kind === 'missing') return []
  if (expected.kind !== 'present') {
    if (actual.kind !== 'present' || isNull(expected.kind, actual.bytes)) return []
    return [{ place: '$', expected: 'an empty body', actual: shownBytes(actual.bytes) }]
  }
  if (actual.kind === 'missing' || actual.kind === 'empty')
    return [{ place: '$', expected: 'a body', actual: 'nothing' }]
  return compareBytes(type, expected.bytes, actual.kind === 'present' ? actual.bytes : nullBytes, context)
}

const nullBytes = Buffer.from('null')

function isNull(expected: 'null' | 'empty', actual: Uint8Array): boolean {
  return expected === 'null' && Buffer.from(actual).equals(nullBytes)
}

function shownBytes(bytes: Uint8Array): string {
  return shownText(Buffer.from(bytes).toString('utf8'))
}

/** Compares two bodies that are there. */
function compareBytes(
  type: ContentType | undefined,
  expected: Uint8Array,
  actual: Uint8Array,
  context: MatchingContext,
): readonly Mismatch[] {
  if (type === undefined) return compareText(expected, actual, context)
  if (isJsonType(type)) return compareJsonTexts(expected, actual, context)
  if (isXmlType(type)) return [{ place: '$', unsupported: 'XML bodies are not compared' }]
  if (type.type === 'multipart') return compareMultipart(type, expected, actual, context, compareBytes)
  if (isFormType(type)) return compareForms(expected, actual, context)
  const rules = selectRules(context.rules, ['$'])?.rules ?? []
  return isBinaryType(type) || rules.some(({ match }) => match === 'contentType')
    ? compareBinary(expected, actual, context)
    : compareText(expected, actual, context)
}

/** Compares two bodies as texts in UTF-8: by the rules for `$`, or exactly. */
function compareText(
  expectedBytes: Uint8Array,
  actualBytes: Uint8Array,
  context: MatchingContext,
): readonly Mismatch[] {
  const [expected, actual] = [expectedBytes, actualBytes].map(bytes => Buffer.from(bytes).toString('utf8'))
  const compared = { place: '$', expected: shownText(expected ?? ''), actual: shownText(actual ?? '') }
  const selected = selectRules(context.rules, ['$'])
  if (selected === undefined)
    return Buffer.from(expectedBytes).equals(actualBytes)
      ? []
      : [{ ...compared, expected: `equals ${compared.expected}` }]
  const apply = (rule: MatchingRule) =>
    applyToText(rule, expected ?? '', actual ?? '', selected.cascaded, context.compilePattern)
  return applyRules(selected, apply, compared)
}

/** Compares two bodies byte by byte, or by the rules for `$`. */
function compareBinary(
  expected: Uint8Array,
  actual: Uint8Array,
  context: MatchingContext,
): readonly Mismatch[] {
  const compared = { place: '$', expected: bytesText(expected), actual: bytesText(actual) }
  const selected = selectRules(context.rules, ['$'])
  if (selected === undefined)
    return Buffer.from(expected).equals(actual)
      ? []
      : [{ ...compared, expected: `equals ${compared.expected}` }]
  return applyRules(selected, rule => applyToBytes(rule, expected, actual, context.compilePattern), compared)
}

function bytesText(bytes: Uint8Array): string {
  return `${bytes.length} bytes of ${contentTypeOfBytes(bytes)[0] ?? 'unknown'}`
}

function applyToBytes(
  rule: MatchingRule,
  expected: Uint8Array,
  actual: Uint8Array,
  compilePattern: CompilePattern,
): Verdict {
  switch (rule.match) {
    case 'equality':
      return Buffer.from(expected).equals(actual)
    case 'type':
      return true
    case 'contentType':
      return contentTypeOfBytes(actual).includes(rule.value)
    case 'notEmpty':
      return actual.length > 0
    case 'regex':
    case 'include': {
      const [example, text] = [expected, actual].map(bytes => Buffer.from(bytes).toString('utf8'))
      return applyToText(rule, example ?? '', text ?? '', false, compilePattern)
    }
    case 'unknown':
      return { reason: rule.reason }
    default:
      return false
  }
}

/** Compares the fields of two URL-encoded forms, as those of queries. */
function compareForms(
  expected: Uint8Array,
  actual: Uint8Array,
  context: MatchingContext,
): readonly Mismatch[] {
  const [example, form] = [expected, actual].map(bytes => parametersOf(Buffer.from(bytes).toString('utf8')))
  return matchParameters(example ?? new Map(), form ?? new Map(), context, name => pathText(['$', name]))
}

/** Compares two JSON texts in UTF-8. */
function compareJsonTexts(
  expected: Uint8Array,
  actual: Uint8Array,
  context: MatchingContext,
): readonly Mismatch[] {
  const example = parseExactJson(Buffer.from(expected).toString('utf8'))
  if (!example.ok) return [{ place: '$', unsupported: `the example is not JSON: ${example.reason}` }]
  const text = Buffer.from(actual).toString('utf8')
  const value = parseExactJson(text)
  return value.ok
    ? compareJson(['$'], example.value, value.value, context)
    : [{ place: '$', expected: 'JSON', actual: `${shownText(text)} (${value.reason})` }]
}
