import { exactJson } from '../../compile/exact-json.ts'
import { literalText } from '../../compile/literal-text.ts'
import { joinedStatus } from '../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { literalPattern } from '../../patterns/index.ts'
import { isObject } from '../../util/is-json.ts'
import type { PartLines } from '../kept-text.ts'
import { checkOf, digest } from './check-of-assert.ts'
import { captureName, extractsOf, foundBy } from './found-value.ts'
import type { HurlBody, HurlEntry, HurlLine, HurlResponse } from './hurl-file.ts'
import type { EntryReading } from './entry-reading.ts'

/** The validations and the extracts of an answer. */
export interface Answer {
  /** As keys of a step. */
  readonly keys: JsonObject
  readonly lines: PartLines
}

/** Makes the validations and the extracts of an answer. */
export function readAnswer({ response }: HurlEntry, reading: EntryReading): Answer {
  const { tell, tellAt, names } = reading
  const asserts = response?.sections.flatMap(section => section.asserts) ?? []
  const extracts: Record<string, JsonValue> = response === undefined ? {} : capturesOf(response, reading)
  let count = 0
  const checks = asserts.map(assert =>
    checkOf(assert, names, tellAt(assert.line), () => names.between(`checked-${++count}`)),
  )
  for (const check of checks) Object.assign(extracts, check.extracts)
  const judgesStatus = asserts.some(({ query }) => query.kind === 'status')
  const status = response?.status ?? (judgesStatus ? undefined : { 'at-least': 100 })
  if (response?.version !== undefined)
    tell.note(`HTTP/${response.version} ${response.status ?? '*'}`, 'the version of the answer is not judged')
  const judged = placed(
    asserts,
    checks.map(check => check.validations),
  )
  const joined = joinedStatus(judged.map(({ validation }) => validation))
  const validations = [
    ...(status === undefined ? [] : [{ line: response?.line, validation: { status } }]),
    ...(response === undefined ? [] : placed(response.headers, headerChecks(response, reading))),
    ...(response?.body === undefined ? [] : placed([response.body], [bodyCheck(response.body, reading)])),
    ...joined.map(validation => ({ line: lineOf(validation, judged), validation })),
  ]
  const captures = response?.sections.flatMap(section => section.captures) ?? []
  return {
    keys: {
      ...(Object.keys(extracts).length === 0 ? {} : { extracts }),
      validations: validations.map(({ validation }) => validation),
    },
    lines: new Map([
      ...validations.map(({ line }, index) => [`validations/${index}`, line] as const),
      ...captures.map(({ name, line }) => [`extracts/${captureName(name)}`, line] as const),
    ]),
  }
}

/** A validation, and the number of the line that it was made of. */
interface Placed {
  readonly line: number | undefined
  readonly validation: JsonObject
}

/** The validations that items became, each with its line. */
function placed(
  items: readonly HurlLine[],
  made: readonly (JsonObject | readonly JsonObject[])[],
): readonly Placed[] {
  return items.flatMap(({ line }, index) =>
    [made[index] ?? []].flat().map(validation => ({ line, validation })),
  )
}

/** The line of a validation, of two bounds of a status that of the first. */
function lineOf(validation: JsonObject, judged: readonly Placed[]): number | undefined {
  const own = judged.find(one => one.validation === validation)
  return (own ?? judged.find(one => Object.hasOwn(one.validation, 'status')))?.line
}

/** The validations of header lines: of several with one name each is one of those that came. */
export function headerChecks({ headers }: HurlResponse, { names }: EntryReading): readonly JsonObject[] {
  const lines = headers.map(({ name, value }) => [names.text(name), names.text(value)] as const)
  return lines.map(([name, value]) => {
    const isRepeated = lines.filter(([other]) => other.toLowerCase() === name.toLowerCase()).length > 1
    if (!isRepeated) return { [`header ${name}`]: value }
    const one = value.includes('{{') ? undefined : `(?:^|, )${literalPattern(value)}(?:, |$)`
    return { [`header ${name}`]: one === undefined ? { contains: value } : { 'matches-regex': one } }
  })
}

/** The whole body: JSON as a value where nothing is lost by that, any other text to the character. */
export function bodyCheck(body: HurlBody, { names }: EntryReading): JsonObject {
  switch (body.kind) {
    case 'json': {
      const text = names.text(body.text)
      const json = text.includes('{{') ? undefined : exactJson(text)
      return json === undefined ? { text } : { $: { equals: json } }
    }
    case 'xml':
      return { text: literalText(body.xml) }
    case 'block':
    case 'line':
      return { text: names.text(body.text) }
    case 'graphql':
      return { text: names.text(body.query) }
    case 'bytes':
      return { sha256: digest(body.bytes) }
    case 'file':
      return { file: names.text(body.file) }
  }
}

/** An extract whose value no output shows. */
function secretly(extract: JsonValue): JsonObject {
  return { ...(isObject(extract) ? extract : { from: extract }), secret: true }
}

/** The extracts that captures become. */
export function capturesOf(
  { sections }: HurlResponse,
  { names, tellAt }: EntryReading,
): Record<string, JsonValue> {
  const extracts: Record<string, JsonValue> = {}
  for (const { line, name, query, isRedacted } of sections.flatMap(section => section.captures)) {
    const tell = tellAt(line)
    const shown = captureName(name)
    const found = foundBy(query, names)
    if (found === undefined) {
      tell.lose(`${shown}: ${query.text}`, 'suites have no such extract')
      continue
    }
    if (found.number !== undefined)
      tell.note(
        `${shown}: … ${found.number}`,
        'the variable stays a text: JSON in which it stands bare gets the number all the same',
      )
    if (Object.hasOwn(extracts, shown))
      tell.note(`${shown}: ${query.text}`, 'replaces the capture above, which is not looked for')
    const own = Object.entries(extractsOf(shown, found, names))
    for (const [variable, extract] of own) extracts[variable] = isRedacted ? secretly(extract) : extract
  }
  return extracts
}
