import type { JsonValue } from '../../model/json.ts'
import { type EntryNames, plainText } from './entry-reading.ts'
import type { HurlFilter, HurlQuery, HurlValue } from './hurl-file.ts'
import { property } from '../../util/read-values.ts'
import { kindOfTarget } from './value-kinds.ts'
import { withWordsOfRust } from './word-characters.ts'

/** A part of an answer: a target of a suite, and what is left to be made of its value. */
export interface FoundValue {
  /** `$.id`, `header X`; `variable x` for one that is known already. */
  readonly target: string
  /** True where the target stands for a list of what a path selects. */
  readonly isSeveral: boolean
  readonly regex?: string
  /** Functions of placeholders, in their order. */
  readonly functions: readonly string[]
  /** True where Hurl has bytes, which equal no text. */
  readonly isBytes?: boolean
  /** The filters at the end that read a number out of a text. */
  readonly number?: string
  /** True where Hurl makes a text of the value. */
  readonly isText?: true
}

const parts: Readonly<Record<string, string>> = {
  expires: ' expires',
  'max-age': ' max-age',
  domain: ' domain',
  path: ' path',
  secure: ' secure',
  httponly: ' http-only',
  samesite: ' same-site',
}

const certificateParts: Readonly<Record<string, string>> = {
  Subject: 'subject',
  Issuer: 'issuer',
  'Start-Date': 'starts',
  'Expire-Date': 'expires',
  'Serial-Number': 'serial-number',
  'Subject-Alt-Name': 'names',
}

/** Queries without an argument. */
const plain: Readonly<Record<string, string>> = {
  status: 'status',
  url: 'url',
  body: 'text',
  duration: 'time',
  sha256: 'sha256',
}

/** Finds the target and the functions for a query and its filters; undefined for what suites have no word for. */
export function foundBy(query: HurlQuery, names: EntryNames): FoundValue | undefined {
  const { kind, filters } = query
  const argument = query.argument === undefined ? '' : argumentText(query.argument, names)
  if (argument === undefined) return undefined
  if (kind === 'regex')
    return withFilters({ target: 'text', isSeveral: false, regex: argument, functions: [] }, filters, names)
  if (kind === 'bytes' && filters[0]?.name === 'count')
    return withFilters({ target: 'size', isSeveral: false, functions: [] }, filters.slice(1), names)
  const target = targetOf(query, argument)
  if (target === undefined) return undefined
  const isSeveral = target.startsWith('$') && selectsSeveral(target)
  return withFilters({ target, isSeveral, functions: [] }, filters, names)
}

function targetOf({ kind, attribute }: HurlQuery, argument: string): string | undefined {
  if (plain[kind] !== undefined) return plain[kind]
  if (kind === 'jsonpath') return argument.startsWith('$') ? argument : undefined
  if (kind === 'xpath') return `xpath ${withNamesOfDocument(argument)}`
  if (kind === 'variable') return `variable ${argument}`
  if (kind === 'header') return /\s/.test(argument) ? undefined : `header ${argument}`
  if (kind === 'cookie')
    return /\s/.test(argument) ? undefined : `cookie ${argument}${parts[attribute ?? ''] ?? ''}`
  const part = kind === 'certificate' ? property(certificateParts, argument) : undefined
  return part === undefined ? undefined : `certificate ${part}`
}

/** True where a JSONPath can select several values. */
export function selectsSeveral(path: string): boolean {
  const bare = path.replace(/'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\{\{[^{}]*\}\}/g, 'x')
  return /\*|\.\.|\[[^\]]*[?:,]/.test(bare)
}

function argumentText(value: HurlValue, names: EntryNames): string | undefined {
  if (value.kind === 'pattern') return scriptPattern(value.pattern)
  return value.kind === 'text' ? names.text(value.text) : undefined
}

/** A pattern of Rust as the suite language has it; undefined where that reads it otherwise. */
export function scriptPattern(pattern: string): string | undefined {
  if (/\[\[:|\\[AzpP]|\(\?[a-zA-Z]*x|\(\?#/.test(pattern)) return undefined
  return withWordsOfRust(pattern.replaceAll('(?P<', '(?<'))
}

function withFilters(
  start: FoundValue,
  filters: readonly HurlFilter[],
  names: EntryNames,
): FoundValue | undefined {
  const made = filters.reduce<FoundValue | undefined>(
    (found, filter) => (found === undefined ? undefined : withFilter(found, filter, names)),
    start,
  )
  return made?.isBytes === true ? undefined : made
}

/** Filters that are functions of placeholders. */
const functions: Readonly<Record<string, readonly string[]>> = {
  urlEncode: ['url', 'replace %2F /'],
  urlDecode: ['from-url'],
  count: ['count'],
}

/** Filters of bytes, which suites have as the text they stand for: the functions, and true where bytes go in and where they come out. */
const ofBytes: Readonly<Record<string, readonly [functions: readonly string[], from: boolean, to: boolean]>> =
  {
    base64Decode: [['from-base64'], false, true],
    base64UrlSafeDecode: [['from-base64url'], false, true],
    base64Encode: [['base64'], true, false],
    base64UrlSafeEncode: [['base64url'], true, false],
    utf8Encode: [[], false, true],
    utf8Decode: [[], true, false],
  }

function withFilter(found: FoundValue, filter: HurlFilter, names: EntryNames): FoundValue | undefined {
  const { name } = filter
  const isUntouched = found.functions.length === 0 && found.regex === undefined
  const texts = filter.arguments.map(one => argumentText(one, names))
  const [first] = texts
  if (found.number !== undefined) return undefined
  if (name === 'toInt' || name === 'toFloat') return { ...found, number: name }
  const [own, fromBytes, toBytes] = property(ofBytes, name) ?? []
  if (own !== undefined)
    return fromBytes === (found.isBytes === true)
      ? { ...withFunctions(found, ...own), isBytes: toBytes === true }
      : undefined
  if (found.isBytes === true) return undefined
  if (name === 'toString') return { ...found, isText: true }
  if (name === 'jsonpath' || name === 'xpath') {
    if (found.target !== 'text' || !isUntouched || first === undefined) return undefined
    const target = name === 'jsonpath' ? first : `xpath ${withNamesOfDocument(first)}`
    return { ...found, target, isSeveral: name === 'jsonpath' && selectsSeveral(first) }
  }
  if (name === 'regex') return isUntouched && first !== undefined ? { ...found, regex: first } : undefined
  const index = indexOf(filter)
  if (index !== undefined) {
    if (isUntouched && !found.isSeveral && found.target.startsWith('$'))
      return { ...found, target: `${found.target}[${index}]` }
    // Items of a text, or of nodes, are none in Hurl.
    if (isUntouched && kindOfTarget(found.target) !== undefined) return undefined
    const end = index === -1 ? '' : ` ${index + 1}`
    return withFunctions(found, `slice ${index}${end}`, 'pick 0')
  }
  const calls = property(functions, name)
  if (calls !== undefined) return withFunctions(found, ...calls)
  if (name !== 'split' && name !== 'replace') return undefined
  if (texts.some(text => text === undefined || /[{}]/.test(text))) return undefined
  return withFunctions(found, [name, ...texts.map(text => quoted(text ?? ''))].join(' '))
}

function withFunctions(found: FoundValue, ...more: readonly string[]): FoundValue {
  return { ...found, isSeveral: false, functions: [...found.functions, ...more] }
}

/** True where a pattern is all that is looked for in a target. */
export function isRegexOnly({ regex, functions, number, isText }: FoundValue): boolean {
  return regex !== undefined && functions.length === 0 && number === undefined && isText !== true
}

/** The place that a filter picks out of a list. */
function indexOf({ name, arguments: [place] }: HurlFilter): number | undefined {
  if (name === 'first') return 0
  if (name === 'last') return -1
  return name === 'nth' && place?.kind === 'number' ? Number(place.value) : undefined
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * The extracts that leave a value in a variable: one, or one that finds it and one that makes of it what is wanted. A filter in a
 * path selects one value in Hurl, and a list of it in a suite.
 */
export function extractsOf(
  name: string,
  found: FoundValue,
  names: EntryNames,
): Readonly<Record<string, JsonValue>> {
  const { target, isSeveral, regex } = found
  const isFiltered = isSeveral && regex === undefined && target.includes('?')
  const all = isFiltered ? ['pick 0', ...found.functions] : found.functions
  const [, variable] = /^variable (.*)$/s.exec(target) ?? []
  const piped = (from: string): string => `{{${[from, ...all].join(' | ')}}}`
  if (variable !== undefined) return { [name]: { value: piped(variable) } }
  const from: JsonValue = regex !== undefined ? { from: target, regex } : mayBeEmpty(target)
  if (all.length === 0) return { [name]: from }
  const between = names.between(`${name}-found`)
  return { [between]: from, [name]: { value: piped(between) } }
}

/** An extract of a target; of a function of XPath that gives a text, the empty one is a value, too. */
function mayBeEmpty(target: string): JsonValue {
  return isXpathText(target) ? { from: target, default: '' } : target
}

/** True where a target is a text that XPath makes, of nodes or of none. */
export function isXpathText(target: string): boolean {
  return /^xpath\s+(?:string|normalize-space|concat|substring(?:-before|-after)?|translate|name|local-name)\(/.test(
    target,
  )
}

/** The name that a capture gives. */
export function captureName(name: Parameters<typeof plainText>[0]): string {
  return plainText(name).replace(/[{}$]/g, '_')
}

/** Literals and placeholders, and names with a prefix; an axis has two colons behind it. */
const prefixed =
  /'[^']*'|"[^"]*"|\{\{[^{}]*\}\}|([\p{L}_][\p{L}\p{N}_.-]*):(?!:)(\*|[\p{L}_][\p{L}\p{N}_.-]*)/gu

/**
 * An XPath whose prefixes are those that an answer declares, `_` for its default namespace, by the names that its elements have
 * there: prefixes of suites are declared beforehand.
 */
export function withNamesOfDocument(expression: string): string {
  return expression.replace(prefixed, (whole: string, prefix: string | undefined, name = '') => {
    if (prefix === undefined || prefix === 'xml') return whole
    if (prefix === '_')
      return name === '*'
        ? '*[name()=local-name() and namespace-uri()]'
        : `*[name()='${name}' and namespace-uri()]`
    return name === '*' ? `*[starts-with(name(), '${prefix}:')]` : `*[name()='${whole}']`
  })
}
