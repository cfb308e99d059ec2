import type { RulesAt } from '../matching-rule.ts'
import type { PactPart } from '../pact.ts'
import { compareBinary } from './compare-binary.ts'
import { compareForms } from './compare-forms.ts'
import { compareJsonTexts } from './compare-json-texts.ts'
import { compareMultipart } from './compare-multipart.ts'
import { compareText } from './compare-text.ts'
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
import type { MatchingContext } from './context.ts'
import { matchHeaders } from './match-headers.ts'
import type { Mismatch } from './mismatch.ts'
import { selectRules } from './select-rules.ts'
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
export function compareBytes(
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
