import { contentTypeLines } from '../content-type-lines.ts'
import type { PactPart } from '../pact.ts'

/** A media type; everything in lower case but the values of its parameters. */
export interface ContentType {
  readonly type: string
  readonly subtype: string
  /** The part behind the plus sign, as in `application/hal+json`. */
  readonly suffix?: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Reads `text/plain; charset=utf-8`; undefined when it is no media type. */
export function parseContentType(text: string): ContentType | undefined {
  const [name = '', ...parameters] = text.split(';')
  const match = /^\s*([\w!#$&^.+*-]+)\/([\w!#$&^.*-]+(?:\+[\w!#$&^.-]+)*)\s*$/.exec(name.toLowerCase())
  if (match === null) return undefined
  const [, type = '', full = ''] = match
  const plus = full.lastIndexOf('+')
  return {
    type,
    subtype: plus === -1 ? full : full.slice(0, plus),
    ...(plus === -1 ? {} : { suffix: full.slice(plus + 1) }),
    parameters: new Map(parameters.flatMap(parameterOf)),
  }
}

function parameterOf(text: string): readonly (readonly [string, string])[] {
  const [name, ...value] = text.split('=')
  if (name === undefined || value.length === 0) return []
  return [
    [
      name.trim().toLowerCase(),
      value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ],
  ]
}

/** Finds the media type of the body of a request or response: as it was given, as the header says, or as it begins. */
export function contentTypeOf({ body, headers }: PactPart): ContentType | undefined {
  if (body.kind === 'present' && body.contentType !== undefined) return parseContentType(body.contentType)
  const named = parseContentType(contentTypeLines(headers)?.join(', ') ?? '')
  if (named !== undefined || body.kind !== 'present') return named
  return parseContentType(guessedType(Buffer.from(body.bytes.subarray(0, 32)).toString('utf8')))
}

/** As the reference implementation guesses, from the first 32 bytes. */
function guessedType(text: string): string {
  if (/^\s*<\?xml/.test(text)) return 'application/xml'
  if (/^\s*<(?:!doctype|html)/i.test(text)) return 'text/html'
  if (/^\s*<\s*\w+/.test(text)) return 'application/xml'
  return /^\s*(?:true|false|null|-?\d+|"\w*|\{\s*(?:\}|"\w+)|\[\s*)/.test(text)
    ? 'application/json'
    : 'text/plain'
}

/**
 * True where content is JSON: `application/json`, a type that ends with `+json`, or a relative of these such as
 * `application/json-patch`.
 */
export function isJsonType({ type, subtype, suffix }: ContentType): boolean {
  return type === 'application' && (subtype.startsWith('json') || suffix === 'json' || subtype === 'graphql')
}

/** True where content is XML: `application/xml`, `text/xml`, or a type that ends with `+xml`. */
export function isXmlType({ type, subtype, suffix }: ContentType): boolean {
  return (type === 'application' || type === 'text') && (subtype === 'xml' || suffix === 'xml')
}

/** True where content is a URL-encoded form. */
export function isFormType({ type, subtype }: ContentType): boolean {
  return type === 'application' && subtype === 'x-www-form-urlencoded'
}

/** True where content is bytes that are no text, which versions 1 to 3 write in base64. */
export function isBinaryType(contentType: ContentType): boolean {
  const { type, subtype, suffix } = contentType
  if (['audio', 'font', 'image', 'video'].includes(type)) return true
  if (type === 'text' || isJsonType(contentType) || isXmlType(contentType)) return false
  return !(
    type === 'application' && textSubtypes.has(suffix === undefined ? subtype : `${subtype}+${suffix}`)
  )
}

/** Types under `application` whose content is text. */
const textSubtypes: ReadonlySet<string> = new Set([
  'ecmascript',
  'hjson',
  'javascript',
  'x-ecmascript',
  'x-httpd-php',
  'x-javascript',
  'x-sh',
  'x-tex',
  'xhtml',
  'toml',
  'yaml',
  'x-yaml',
  'sql',
  'rtf',
])

/** True where a type is unspecific: there is none, or a range such as `text/*`. */
export function isUnknownType(contentType: ContentType | undefined): boolean {
  return contentType === undefined || contentType.type === '*' || contentType.subtype === '*'
}

/** True where content of type `actual` may be compared with an example of type `expected`. */
export function isEquivalentType(expected: ContentType, actual: ContentType): boolean {
  const sameName = expected.type === actual.type && expected.subtype === actual.subtype
  if (isPlainXml(expected) && isPlainXml(actual))
    return expected.parameters.size === 0 || sameParameters(expected, actual)
  if (expected.parameters.size === 0) return sameName
  return sameName && expected.suffix === actual.suffix && sameParameters(expected, actual)
}

/** Returns the underlying type: `application/json` for `application/hal+json`. */
export function baseType({ type, subtype, suffix }: ContentType): ContentType {
  return { type, subtype: suffix ?? subtype, parameters: new Map() }
}

/** A media type as a header has it: `text/plain;charset=utf-8`. */
export function contentTypeText({ type, subtype, suffix, parameters }: ContentType): string {
  const rest = [...parameters].map(([name, value]) => `;${name}=${value}`).join('')
  return `${type}/${subtype}${suffix === undefined ? '' : `+${suffix}`}${rest}`
}

function isPlainXml({ type, subtype }: ContentType): boolean {
  return (type === 'application' || type === 'text') && subtype === 'xml'
}

function sameParameters(left: ContentType, right: ContentType): boolean {
  return (
    left.parameters.size === right.parameters.size &&
    [...left.parameters].every(
      ([name, value]) => right.parameters.get(name)?.toLowerCase() === value.toLowerCase(),
    )
  )
}
