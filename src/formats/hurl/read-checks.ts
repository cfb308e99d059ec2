import type { HurlFilter, HurlQuery, HurlValue } from './hurl-file.ts'
import { readBlock } from './read-body.ts'
import type { HurlScanner } from './hurl-scanner.ts'

/** Queries, each with the kind of its argument. */
const queries: Readonly<Record<string, 'text' | 'pattern' | 'cookie' | undefined>> = {
  status: undefined,
  version: undefined,
  url: undefined,
  header: 'text',
  cookie: 'cookie',
  body: undefined,
  xpath: 'text',
  jsonpath: 'text',
  regex: 'pattern',
  variable: 'text',
  duration: undefined,
  bytes: undefined,
  rawbytes: undefined,
  sha256: undefined,
  md5: undefined,
  certificate: 'text',
  ip: undefined,
  redirects: undefined,
}

/** Filters, each with the kinds of its arguments. */
const filters: Readonly<Record<string, readonly ('text' | 'pattern' | 'number')[]>> = {
  base64Decode: [],
  base64Encode: [],
  base64UrlSafeDecode: [],
  base64UrlSafeEncode: [],
  charsetDecode: ['text'],
  count: [],
  daysAfterNow: [],
  daysBeforeNow: [],
  decode: ['text'],
  first: [],
  format: ['text'],
  dateFormat: ['text'],
  htmlEscape: [],
  htmlUnescape: [],
  jsonpath: ['text'],
  last: [],
  location: [],
  nth: ['number'],
  regex: ['pattern'],
  replaceRegex: ['pattern', 'text'],
  replace: ['text', 'text'],
  split: ['text'],
  toDate: ['text'],
  toFloat: [],
  toHex: [],
  toInt: [],
  toString: [],
  urlDecode: [],
  urlEncode: [],
  urlQueryParam: ['text'],
  utf8Decode: [],
  utf8Encode: [],
  xpath: ['text'],
}

/** Operators with a value behind them, and those that stand alone. */
const compared = /(==|!=|>=|>|<=|<)[ \t]*|(startsWith|endsWith|contains|includes|matches)[ \t]+/y
const alone = new RegExp(
  '(?:isInteger|isFloat|isBoolean|isString|isCollection|isList|isObject|isDate|isIsoDate|exists|isEmpty|isNumber|isIpv4|isIpv6|isUuid)',
  'y',
)

const longestFirst = (names: Readonly<Record<string, unknown>>): string =>
  Object.keys(names)
    .sort((one, other) => other.length - one.length)
    .join('|')

const queryName = new RegExp(longestFirst(queries), 'y')
const filterName = new RegExp(`[ \\t]+(${longestFirst(filters)})`, 'y')

/** True where a query begins. */
export function seesQuery(scanner: HurlScanner): boolean {
  return scanner.sees(queryName)
}

/** Reads a query and its filters. */
export function readQuery(scanner: HurlScanner): HurlQuery {
  const start = scanner.at
  const [kind = ''] = scanner.take(queryName) ?? []
  if (kind === '') scanner.fail('a query such as jsonpath "$.id"')
  const wanted = queries[kind]
  if (wanted !== undefined) scanner.takeSpace()
  const argument =
    wanted === undefined ? undefined : readArgument(scanner, wanted === 'cookie' ? 'text' : wanted)
  if (kind === 'certificate' && !isCertificateField(argument)) scanner.fail('a field such as Subject', start)
  const cookie = kind === 'cookie' ? cookieOf(argument, scanner, start) : {}
  const found: HurlFilter[] = []
  for (let filter = readFilter(scanner); filter !== undefined; filter = readFilter(scanner))
    found.push(filter)
  return {
    kind,
    ...(argument === undefined ? {} : { argument }),
    ...cookie,
    filters: found,
    text: scanner.text.slice(start, scanner.at),
  }
}

function readFilter(scanner: HurlScanner): HurlFilter | undefined {
  const [, name] = scanner.take(filterName) ?? []
  if (name === undefined) return undefined
  const read = (filters[name] ?? []).map(kind => {
    scanner.takeSpace()
    return readArgument(scanner, kind)
  })
  return { name, arguments: read }
}

function readArgument(scanner: HurlScanner, kind: 'text' | 'pattern' | 'number'): HurlValue {
  const pattern = kind === 'pattern' ? scanner.takePattern() : undefined
  if (pattern !== undefined) return pattern
  if (kind !== 'number') return { kind: 'text', text: scanner.takeQuoted() }
  const name = scanner.takePlaceholder()
  if (name !== undefined) return { kind: 'placeholder', name }
  return scanner.takeNumber() ?? scanner.fail('a number')
}

function isCertificateField(argument: HurlValue | undefined): boolean {
  const [field] = argument?.kind === 'text' ? argument.text : []
  return (
    typeof field === 'string' &&
    /^(?:Subject|Issuer|(?:Start|Expire)-Date|Serial-Number|Subject-Alt-Name|Value)$/.test(field)
  )
}

const attributes = /^(?:value|expires|max-age|domain|path|secure|httponly|samesite)$/i

/** `sid[HttpOnly]` in two. */
function cookieOf(argument: HurlValue | undefined, scanner: HurlScanner, start: number): object {
  if (argument?.kind !== 'text') return {}
  const last = argument.text.at(-1)
  const [whole = '', attribute = ''] = typeof last === 'string' ? (/\[([^[\]]*)\]$/.exec(last) ?? []) : []
  if (typeof last !== 'string' || whole === '') return {}
  if (!attributes.test(attribute)) scanner.fail('an attribute of a cookie such as HttpOnly', start)
  const rest = last.slice(0, -whole.length)
  const name = rest === '' ? argument.text.slice(0, -1) : [...argument.text.slice(0, -1), rest]
  return { argument: { kind: 'text', text: name }, attribute: attribute.toLowerCase() }
}

/** Reads an operator and its operand. */
export function readPredicate(scanner: HurlScanner): {
  readonly isNegated: boolean
  readonly operator: string
  readonly value?: HurlValue
} {
  const isNegated = scanner.take(/not[ \t]+/y) !== undefined
  const start = scanner.at
  const [, sign, word] = scanner.take(compared) ?? []
  const operator = sign ?? word
  if (operator === undefined) {
    const [name] = scanner.take(alone) ?? []
    return { isNegated, operator: name ?? scanner.fail('a predicate such as == or exists') }
  }
  const valueAt = scanner.at
  const value = readValue(scanner)
  if (!isFit(operator, value)) scanner.fail(`a value that ${operator} can compare with`, valueAt)
  return { isNegated, operator: operator === '' ? scanner.fail('a predicate', start) : operator, value }
}

function isFit(operator: string, { kind }: HurlValue): boolean {
  if (/^[<>]/.test(operator)) return kind === 'number' || kind === 'text' || kind === 'placeholder'
  if (operator === 'matches') return kind === 'text' || kind === 'pattern'
  return !/^(?:starts|ends)With$/.test(operator) || kind === 'text' || kind === 'bytes'
}

/** A value that an answer is compared with. */
function readValue(scanner: HurlScanner): HurlValue {
  const [word] = scanner.take(/null|true|false/y) ?? []
  if (word !== undefined)
    return word === 'null' ? { kind: 'null' } : { kind: 'boolean', value: word === 'true' }
  const value = scanner.takeNumber() ?? scanner.takeFile() ?? scanner.takeBytes()
  if (value !== undefined) return value
  const name = scanner.takePlaceholder()
  if (name !== undefined) return { kind: 'placeholder', name }
  if (scanner.sees(/"/y)) return { kind: 'text', text: scanner.takeQuoted() }
  if (scanner.sees(/```/y)) {
    const block = readBlock(scanner)
    return { kind: 'text', text: block.kind === 'block' ? block.text : scanner.fail('a text') }
  }
  if (scanner.sees(/`/y)) return { kind: 'text', text: scanner.takeBetween('`') }
  return scanner.takePattern() ?? scanner.fail('a value')
}
