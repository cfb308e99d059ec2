import type { JsonObject, JsonValue } from '../../model/json.ts'
import { valueText } from '../../util/value-text.ts'
import { type ExactValue, exactText, isExactList, isExactObject, parseExactJson } from '../exact-json.ts'
import { contentTypeOf, isFormType, isJsonType } from '../matching/content-type.ts'
import type { PathToken } from '../matching-rule.ts'
import type { Generator, PactPart, PactRequest, StateValues } from '../pact.ts'
import { parseRulePath } from '../read/rule-path.ts'
import { numberOfYaml, writeJson } from '../../util/exact-number.ts'

/** The sources from which generators make values. */
export interface GeneratorContext {
  /** The values that the provider states returned. */
  readonly values: StateValues
  /** The placeholder address of the mock server of the consumer's tests. */
  readonly provider: string
}

/**
 * A request with the values that the provider states gave; examples of other generators stay, and so do all of a response that is
 * expected: there they are for the mock server of the consumer's tests.
 */
export function generatedRequest(request: PactRequest, context: GeneratorContext): PactRequest {
  const path = valueFor(request, 'path', request.path, context)
  return {
    ...request,
    headers: generatedValues(request, 'header', request.headers, context),
    body: generatedBody(request, context),
    ...(path === undefined ? {} : { path: valueText(path) }),
    query: generatedValues(request, 'query', request.query, context),
  }
}

/** Values by their names, those that generators are for made anew. */
function generatedValues(
  { generators }: PactPart,
  category: 'query' | 'header',
  values: ReadonlyMap<string, readonly string[]>,
  context: GeneratorContext,
): ReadonlyMap<string, readonly string[]> {
  const own = generators.filter(one => one.category === category)
  if (own.length === 0) return values
  return new Map(
    [...values].map(([name, examples]) => [
      name,
      examples.map((example, at) => generatedValue(own, { name, at, example }, context) ?? example),
    ]),
  )
}

/** One of the values of a name. */
interface NamedValue {
  readonly name: string
  /** Which of them it is. */
  readonly at: number
  readonly example: string
}

/** A generator with an index makes that one value anew, one without makes each; undefined where none does. */
function generatedValue(
  generators: readonly Generator[],
  { name, at, example }: NamedValue,
  context: GeneratorContext,
): string | undefined {
  const places = generators.map(generator => ({ generator, index: indexIn(generator, name) }))
  const found = places.find(({ index }) => index === at) ?? places.find(({ index }) => index === 'each')
  const value = found === undefined ? undefined : generate(found.generator, example, context)
  return value === undefined ? undefined : valueText(value)
}

/** Which of the values of a name a generator makes; undefined for those of other names. */
function indexIn({ category, place }: Generator, name: string): number | 'each' | undefined {
  const isName = (text: string): boolean =>
    category === 'header' ? text.toLowerCase() === name.toLowerCase() : text === name
  if (isName(place) || isName(place.replace(/^\$\.?/, ''))) return 'each'
  const [, own, last, ...more] = parseRulePath(place.startsWith('$') ? place : `$.${place}`) ?? []
  if (own?.kind !== 'name' || !isName(own.name) || more.length > 0) return undefined
  if (last?.kind === 'index') return last.index
  return last === undefined || last.kind === 'any-index' ? 'each' : undefined
}

function generatedBody(part: PactPart, context: GeneratorContext): PactPart['body'] {
  const { body, generators } = part
  const used = generators.filter(({ category }) => category === 'body')
  if (used.length === 0 || body.kind !== 'present') return body
  const type = contentTypeOf(part)
  const text = Buffer.from(body.bytes).toString('utf8')
  if (type !== undefined && isFormType(type))
    return { ...body, bytes: Buffer.from(generatedForm(text, used, context)) }
  const parsed = parseExactJson(text)
  if (type === undefined || !isJsonType(type) || !parsed.ok) return body
  const value = used.reduce((made, generator) => {
    const path = parseRulePath(generator.place)
    return path === undefined
      ? made
      : replaced(made, path.slice(1), example => exactOf(generate(generator, textOf(example), context)))
  }, parsed.value)
  return { ...body, bytes: Buffer.from(exactText(value)) }
}

/** The value with everything at a path replaced; where `make` makes nothing it stays. */
function replaced(
  value: ExactValue,
  [token, ...rest]: readonly PathToken[],
  make: (example: ExactValue) => ExactValue | undefined,
): ExactValue {
  if (token === undefined) return make(value) ?? value
  const isHere = (name: string): boolean =>
    token.kind === 'any' ||
    (token.kind === 'name' && token.name === name) ||
    (token.kind === 'index' && String(token.index) === name) ||
    (token.kind === 'any-index' && isExactList(value))
  if (isExactList(value))
    return value.map((item, index) => (isHere(String(index)) ? replaced(item, rest, make) : item))
  if (!isExactObject(value)) return value
  return new Map(
    [...value].map(([name, member]) => [name, isHere(name) ? replaced(member, rest, make) : member]),
  )
}

function textOf(value: ExactValue): string {
  return typeof value === 'string' ? value : exactText(value)
}

function exactOf(value: JsonValue | undefined): ExactValue | undefined {
  if (value === undefined) return undefined
  const parsed = parseExactJson(writeJson(value))
  return parsed.ok ? parsed.value : undefined
}

/** A URL-encoded form: fields that no generator is for stay where and as they are written. */
function generatedForm(text: string, generators: readonly Generator[], context: GeneratorContext): string {
  const counts = new Map<string, number>()
  const fields = text.split('&').map(written => {
    // A question mark at the beginning would not be read as part of the name.
    const [field] = new URLSearchParams(`&${written}`)
    if (field === undefined) return written
    const [name, example] = field
    const at = counts.get(name) ?? 0
    counts.set(name, at + 1)
    const value = generatedValue(generators, { name, at, example }, context)
    return value === undefined ? written : new URLSearchParams([[name, value]]).toString()
  })
  return fields.join('&')
}

function valueFor(
  { generators }: PactPart,
  category: 'path',
  example: string,
  context: GeneratorContext,
): JsonValue | undefined {
  const generator = generators.find(one => one.category === category)
  return generator === undefined ? undefined : generate(generator, example, context)
}

function generate(
  { type, settings }: Generator,
  example: string,
  { values, provider }: GeneratorContext,
): JsonValue | undefined {
  if (type === 'ProviderState') return stateValue(settings, values)
  return type === 'MockServerURL' ? serverUrl(settings, example, provider) : undefined
}

/** `${id}` inside of a text, or the name of a value alone. */
function stateValue(settings: JsonObject, values: StateValues): JsonValue | undefined {
  const expression = typeof settings['expression'] === 'string' ? settings['expression'] : ''
  const names = [...expression.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name)
  if (names.length === 0) return typed(valueOf(values, expression), settings)
  if (names.some(name => valueOf(values, name) === undefined)) return undefined
  const [name = ''] = names
  if (expression === `\${${name}}`) return typed(valueOf(values, name), settings)
  return expression.replace(/\$\{([^}]*)\}/g, (_, one: string) => valueText(valueOf(values, one) ?? ''))
}

function valueOf(values: StateValues, name: string): JsonValue | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}

function typed(value: JsonValue | undefined, { dataType }: JsonObject): JsonValue | undefined {
  if (value === undefined) return undefined
  switch (dataType) {
    case 'STRING':
      return valueText(value)
    case 'INTEGER':
    case 'DECIMAL':
    case 'FLOAT':
    case 'NUMBER':
      return typeof value === 'string' ? (numberOfYaml(value.trim()) ?? value) : value
    case 'BOOLEAN':
      return value === 'true' ? true : value === 'false' ? false : value
    default:
      return value
  }
}

/** The address of the mock server makes place for the provider's; what the first group matches stays. */
function serverUrl({ regex }: JsonObject, example: string, provider: string): JsonValue | undefined {
  if (typeof regex !== 'string') return undefined
  const path = safeGroup(regex, example)
  return path === undefined ? undefined : `${provider.replace(/\/+$/, '')}${path}`
}

function safeGroup(regex: string, text: string): string | undefined {
  // These expressions are written by the tools that make pacts, in the form .*(\/path)$.
  const suffix = /^\.\*\((.*)\)\$?$/.exec(regex)?.[1]?.replace(/\\(.)/g, '$1')
  if (suffix !== undefined && text.endsWith(suffix)) return suffix
  return /^[a-z]+:\/\/[^/]+(\/.*)$/i.exec(text)?.[1]
}
