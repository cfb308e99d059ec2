import type { Expectation } from '../../model/expectation.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import type { Step } from '../../model/suite.ts'
import { writeJson } from '../../util/exact-number.ts'
import { flowYaml } from '../../util/flow-yaml.ts'
import { withoutSlashes } from '../../patterns/index.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonIn } from '../../util/json-in.ts'
import { list, mapping, property } from '../../util/read-values.ts'
import { markerNames, markerPattern } from '../../validations/type-marker.ts'
import { everyTarget } from '../message-expectations.ts'
import { expectationOf } from '../remedies/answers.ts'
import { allSteps, type CheckedSuite, problemAt, type Rule } from '../rule.ts'
import { bodyKeys, hasTextAsBody, mayBeMistaken, mayCompare, readCall } from './texts-of-other-tools.ts'

/**
 * A text that is a comparison, a marker, a file or JSON to other tools, and here only text. It may be meant as it stands, so
 * all of these are warnings.
 */
export const mistakenTexts: Rule = parsed => {
  const problems: Problem[] = []
  allSteps(parsed).forEach(step => {
    everyTarget(parsed, step).forEach(item => {
      if (mayBeMistaken(item))
        problems.push(...item.expectations.flatMap(one => ofExpectation(parsed, one, item.span)))
    })
    if (hasTextAsBody(step)) problems.push(...ofBody(parsed, step))
  })
  return problems
}

function ofExpectation(
  parsed: CheckedSuite,
  { operator, expected, span, inner }: Expectation,
  target: Span,
): readonly Problem[] {
  if (inner !== undefined) return inner.flatMap(one => ofExpectation(parsed, one, span))
  const tell = (message: string, hint: string): readonly Problem[] => [
    problemAt(parsed.source, span, 'bad-value', message, { hint, severity: 'warning' }),
  ]
  const file = fileIn(expected)
  if (file !== undefined && (operator === 'equals' || operator === 'matches'))
    return tell(
      `the answer is compared with ${writeJson(expected)} itself, and not with the file`,
      `Write { ${operator}-file: ${flowYaml(file)} } to compare with what is in it.`,
    )
  if (operator === 'matches') return ofMatches(expected, tell)
  // Whoever names the operator means the text.
  if (operator !== 'equals' || typeof expected !== 'string' || span !== target) return []
  const meant = comparison(expected)
  if (meant === undefined) return []
  return tell(
    `${JSON.stringify(expected)} is compared as text`,
    `Write ${flowYaml(meant)}, or { equals: ${JSON.stringify(expected)} } if the text is meant.`,
  )
}

/** The file that is meant by `{ file: a.json }`, or by `read('a.json')` of Karate. */
function fileIn(expected: JsonValue): string | undefined {
  if (isObject(expected)) {
    const { file, ...others } = expected
    const isFile = typeof file === 'string' && /\.(?:json|xml|txt)$/i.test(file)
    return isFile && Object.keys(others).length === 0 ? file : undefined
  }
  return typeof expected === 'string' ? readCall.exec(expected)?.[1] : undefined
}

type Tell = (message: string, hint: string) => readonly Problem[]

/** The expectation that a text says in the words of other tools; undefined for an everyday text. */
function comparison(text: string): JsonObject | undefined {
  if (!mayCompare.test(text)) return undefined
  const marker = markerNames.includes(text) || markerPattern(text) !== undefined ? text : markerOf(text)
  if (marker !== undefined) return { matches: marker }
  const pattern = /[\^$\\*+[(|]/.test(text) ? withoutSlashes(text) : undefined
  if (pattern !== undefined) return { 'matches-regex': pattern }
  return inWords(text) ?? withSign(text)
}

/** `#string`, `#notnull`, `#regex ^a` of Karate, `notnull`, `contains b`. */
function inWords(text: string): JsonObject | undefined {
  const [, karate] = /^#(\w+)$/.exec(text) ?? []
  if (karate !== undefined) return property(ofKarate, karate) as JsonObject | undefined
  const [, pattern] = /^#regex\s+(.+)$/s.exec(text) ?? []
  if (pattern !== undefined) return { 'matches-regex': pattern }
  if (/^not ?null$/.test(text)) return { 'not-equals': null }
  if (text === 'not empty') return { 'has-length': { 'at-least': 1 } }
  const [, word = '', operand = ''] = /^(contains|startsWith|endsWith|matches) (.+)$/s.exec(text) ?? []
  const operator = property(operatorWords, word)
  return typeof operator === 'string' ? { [operator]: operand.replace(/^(["'])(.*)\1$/s, '$2') } : undefined
}

const operatorWords: JsonObject = {
  contains: 'contains',
  startsWith: 'starts-with',
  endsWith: 'ends-with',
  matches: 'matches-regex',
}

/** The words that Karate writes behind `#`. */
const ofKarate: JsonObject = {
  string: { 'has-type': 'string' },
  number: { 'has-type': 'number' },
  boolean: { 'has-type': 'boolean' },
  array: { 'has-type': 'array' },
  object: { 'has-type': 'object' },
  null: { equals: null },
  notnull: { 'not-equals': null },
  present: { missing: false },
  notpresent: { missing: true },
  uuid: { matches: '<uuid>' },
}

/** `> 10`, `!= 3`. */
function withSign(text: string): JsonObject | undefined {
  if (!/^(?:[<>]=?|[!=]==?|=~?|!~)\s*\S/.test(text)) return undefined
  const meant = expectationOf(text)
  if (meant === undefined || meant === text) return undefined
  return isObject(meant) ? meant : { equals: meant }
}

/** Words of other tools for the kinds that markers have. */
const kinds: Readonly<Record<string, string>> = {
  int: 'integer',
  long: 'integer',
  float: 'number',
  double: 'number',
  decimal: 'number',
  str: 'string',
  text: 'string',
  bool: 'boolean',
  list: 'array',
  dict: 'object',
  map: 'object',
  nil: 'null',
  none: 'null',
  guid: 'uuid',
  datetime: 'date-time',
  timestamp: 'date-time',
}

/** The marker that one of other tools is, `<int>` or `<String>`. */
function markerOf(text: string): string | undefined {
  const [, word] = /^<([A-Za-z-]+)>$/.exec(text) ?? []
  if (word === undefined) return undefined
  const kind = Object.hasOwn(kinds, word.toLowerCase()) ? kinds[word.toLowerCase()] : word.toLowerCase()
  const marker = `<${kind ?? ''}>`
  return markerNames.includes(marker) ? marker : undefined
}

/** `matches` compares with a value, whose texts may be markers. */
function ofMatches(expected: JsonValue, tell: Tell): readonly Problem[] {
  if (isList(expected)) return expected.flatMap(one => ofMatches(one, tell))
  if (isObject(expected)) return Object.values(expected).flatMap(one => ofMatches(one, tell))
  if (typeof expected !== 'string' || expected.includes('{{') || markerNames.includes(expected)) return []
  const marker = markerOf(expected) ?? openMarker(expected)
  if (marker !== undefined)
    return tell(`"${expected}" is no marker, and is compared as text`, `Write ${marker}.`)
  if (!looksLikePattern(expected)) return []
  return tell(
    `"matches" compares ${JSON.stringify(expected)} as text`,
    `Write { matches-regex: ${JSON.stringify(expected)} }, or the marker "<regex:${expected}>" inside of a value.`,
  )
}

/** `<regex:^a` without its end. */
function openMarker(text: string): string | undefined {
  return /^<regex:.+[^>]$/s.test(text) ? JSON.stringify(`${text}>`) : undefined
}

/** True where a text has what patterns have, and other texts hardly. */
function looksLikePattern(text: string): boolean {
  if (markerPattern(text) !== undefined) return false
  return /^\^|\\[dwsb]|\.[*+]|\[[^\]]*\][*+{]|\$$/.test(text)
}

/** Bodies that are sent as a text, and name a file or are JSON. */
function ofBody({ source }: CheckedSuite, { input, path }: Step): readonly Problem[] {
  const problems: Problem[] = []
  const tell = (place: DocumentPath, message: string, hint: string): void => {
    problems.push(problemAt(source, [...path, ...place], 'bad-value', message, { hint, severity: 'warning' }))
  }
  bodyKeys.forEach(key => {
    const written = input[key]
    const file = typeof written === 'string' ? fileOf(written) : undefined
    if (file !== undefined)
      tell([key], `"@${file}" is sent as text`, `To send what is in the file, write file: ${flowYaml(file)}.`)
  })
  const parsed = typeof input['json'] === 'string' ? jsonWithin(input['json']) : undefined
  if (parsed !== undefined)
    tell(
      ['json'],
      'the text is sent as a JSON string',
      `Write json: ${flowYaml(parsed)} to send what it says.`,
    )
  const parts = mapping(input['multipart'])
  for (const name in parts) {
    const part = parts[name] ?? null
    for (const one of isList(part) ? list(part) : [part]) {
      const file = typeof one === 'string' ? fileOf(one) : undefined
      if (file !== undefined)
        tell(
          ['multipart', name],
          `"@${file}" is sent as text`,
          `Write ${flowYaml(name)}: { file: ${flowYaml(file)} }.`,
        )
    }
  }
  return problems
}

/** The file that curl and others would read for `@FILE`. */
function fileOf(text: string): string | undefined {
  return /^@((?:[\w.-]+\/)*[\w-]+\.\w{1,8})$/.exec(text)?.[1]
}

/** An object or a list that a text is in JSON. */
function jsonWithin(text: string): JsonValue | undefined {
  return /^\s*[{[]/.test(text) && !text.includes('{{') ? jsonIn(text) : undefined
}
