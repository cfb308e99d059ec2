import { createHash } from 'node:crypto'
import type { JsonObject } from '../../model/json.ts'
import type { Tell } from '../told.ts'
import type { EntryNames } from './entry-reading.ts'
import { exceptionsOf, expectationOf, isMisfit } from './expectation-of-assert.ts'
import { extractsOf, type FoundValue, foundBy, isRegexOnly } from './found-value.ts'
import type { HurlAssert, HurlItem, HurlQuery } from './hurl-file.ts'

/** The validation that an assert becomes, and the extract that it needs. */
export interface Check {
  readonly validations: readonly JsonObject[]
  readonly extracts: JsonObject
}

const none: Check = { validations: [], extracts: {} }

/** Makes a validation of an assert; none, with a loss that says why, where suites have no word for it. */
export function checkOf(assert: HurlAssert, names: EntryNames, tell: Tell, name: () => string): Check {
  const { query } = assert
  const what = assertText(assert)
  if (query.kind === 'redirects') {
    tell.note(what, 'left out: only where an answer came from is known')
    return none
  }
  if (query.kind === 'certificate' && assert.isNegated && assert.operator === 'exists') {
    tell.note(what, 'left out: without TLS there is no certificate to look at')
    return none
  }
  const whole = wholeBody(assert, names) ?? dateCheck(assert, names, tell)
  if (whole !== undefined) return { ...none, validations: [whole] }
  if (
    assert.value?.kind === 'text' &&
    assert.value.text.length === 0 &&
    /^(?:contains|startsWith|endsWith)$/.test(assert.operator)
  ) {
    tell.note(what, 'left out: the empty text is in every text')
    return none
  }
  const counted = countedQuery(query)
  const found = foundBy(counted ?? query, names)
  const unfit = found && reasonAgainst(assert, found, counted !== undefined)
  const expected =
    found === undefined || unfit !== undefined
      ? undefined
      : expectationOf(assert, found, names, counted !== undefined)
  if (found === undefined || expected === undefined) {
    tell.lose(what, unfit ?? 'suites have no such validation')
    return none
  }
  tellOfLines(assert, found, tell)
  const isUnmatched = isRegexOnly(found) && assert.isNegated && assert.operator === 'exists'
  if (isUnmatched || (found.functions.length === 0 && found.regex === undefined)) {
    const exceptions = exceptionsOf(assert, found, names)
    const [first, ...others] = exceptions
    const unless = first === undefined ? {} : { unless: others.length === 0 ? first : exceptions }
    return { ...none, validations: [{ ...unless, [found.target]: expected }] }
  }
  const variable = name()
  return {
    validations: [{ [`variable ${variable}`]: expected }],
    extracts: extractsOf(variable, found, names),
  }
}

/** A query whose values are counted, without the filter that does. */
function countedQuery(query: HurlQuery): HurlQuery | undefined {
  const isCounted = query.kind !== 'bytes' && query.filters.at(-1)?.name === 'count'
  return isCounted ? { ...query, filters: query.filters.slice(0, -1) } : undefined
}

/** Why no validation has the verdict of an assert: it passes every answer in Hurl, or none. */
function reasonAgainst(assert: HurlAssert, found: FoundValue, isCount: boolean): string | undefined {
  if (isMisfit(assert, found, isCount)) return 'the value has another type in Hurl'
  const { query, operator, isNegated } = assert
  const last = query.filters.at(-1)?.name ?? 'jsonpath'
  return operator === 'exists' && isNegated && !/^(?:regex|jsonpath|xpath)$/.test(last)
    ? `Hurl fails where ${last} finds nothing`
    : undefined
}

/** Lines of a header are a list in Hurl, and one text with commas in a suite. */
function tellOfLines({ value, source }: HurlAssert, { target }: FoundValue, tell: Tell): void {
  const isListed =
    value?.kind === 'text' && value.text.some(piece => typeof piece === 'string' && piece.includes(','))
  if (isListed && target.startsWith('header '))
    tell.note(source.trim(), 'several lines that are this together pass, too')
}

/** An assert on one line, as it is written. */
export function assertText({ source }: HurlItem): string {
  return (source.trim().split(/\r?\n/).at(-1) ?? '').trim()
}

/** The bytes of the whole body, by their digest. */
function wholeBody(
  { query, operator, isNegated, value }: HurlAssert,
  names: EntryNames,
): JsonObject | undefined {
  if (operator !== '==' || isNegated || query.filters.length > 0) return undefined
  if (query.kind === 'sha256' && value?.kind === 'bytes') return { sha256: value.bytes.toString('hex') }
  if (query.kind !== 'bytes') return undefined
  if (value?.kind === 'file') return { file: names.text(value.file) }
  return value?.kind === 'bytes' ? { sha256: digest(value.bytes) } : undefined
}

/** The SHA-256 that a body of these bytes has. */
export function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** `toDate … format "%Y" == "2026"` of dates that begin with their year. */
function dateCheck(
  { query, operator, isNegated, value }: HurlAssert,
  names: EntryNames,
  tell: Tell,
): JsonObject | undefined {
  const [date, format, ...others] = query.filters.slice(-2)
  if (date?.name !== 'toDate' || !/^(?:format|dateFormat)$/.test(format?.name ?? '') || others.length > 0)
    return undefined
  const [from, to] = [date, format].map(filter => {
    const argument = filter?.arguments[0]
    return argument?.kind === 'text' ? names.text(argument.text) : ''
  })
  const found = foundBy({ ...query, filters: query.filters.slice(0, -2) }, names)
  const isLeading = /^%Y(?:-%m(?:-%d)?)?$/.test(to ?? '') && /^(?:%Y-%m-%d|%\+)/.test(from ?? '')
  if (!isLeading || operator !== '==' || isNegated || value?.kind !== 'text' || found === undefined)
    return undefined
  if (found.functions.length > 0 || found.regex !== undefined) return undefined
  tell.note('toDate … format', 'became starts-with: the date begins with it')
  return { [found.target]: { 'starts-with': names.text(value.text), matches: '<date-time>' } }
}
