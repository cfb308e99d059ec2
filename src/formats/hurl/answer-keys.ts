import { exactJson } from '../../compile/exact-json.ts'
import { literalText } from '../../compile/literal-text.ts'
import { joinedStatus } from '../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { literalPattern } from '../../patterns/index.ts'
import { isObject } from '../../util/is-json.ts'
import { checkOf, digest } from './check-of-assert.ts'
import { captureName, extractsOf, foundBy } from './found-value.ts'
import type { HurlBody, HurlEntry, HurlResponse } from './hurl-file.ts'
import type { EntryReading } from './entry-reading.ts'

/** The validations and the extracts of an answer, as keys of a step. */
export function answerKeys({ response }: HurlEntry, reading: EntryReading): JsonObject {
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
  const validations = [
    ...(status === undefined ? [] : [{ status }]),
    ...(response === undefined ? [] : headerChecks(response, reading)),
    ...(response?.body === undefined ? [] : [bodyCheck(response.body, reading)]),
    ...joinedStatus(checks.flatMap(check => check.validations)),
  ]
  return {
    ...(Object.keys(extracts).length === 0 ? {} : { extracts }),
    validations,
  }
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
