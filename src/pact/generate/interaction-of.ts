import type { HeaderList } from '../../model/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { ProviderState } from '../../model/provider-state.ts'
import type { StepResult } from '../../model/result.ts'
import { isCredentialField, isCredentialLine } from '../../secrets/index.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { parseJson } from '../../util/parse-json.ts'
import { literalPattern } from '../../patterns/index.ts'
import { isJsonType, isXmlType, parseContentType } from '../matching/content-type.ts'
import { parametersOf } from '../matching/parameters-of.ts'
import { shapeOfBody } from './shape-of.ts'
import { defined } from '../../util/defined.ts'

/** An interaction as it will be written, whatever the version. */
export interface MadeInteraction {
  readonly description: string
  readonly states: readonly ProviderState[]
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query: ReadonlyMap<string, readonly string[]>
    readonly headers: ReadonlyMap<string, string>
    readonly body?: MadeBody
  }
  readonly response: {
    readonly status: number
    readonly headers: ReadonlyMap<string, string>
    readonly headerRules: ReadonlyMap<string, JsonObject>
    readonly body?: MadeBody
    readonly bodyRules: ReadonlyMap<string, JsonObject>
  }
}

/** JSON, or a text. */
export interface MadeBody {
  readonly contentType: string
  readonly content: JsonValue
}

/** The outcome of a recorded step: an interaction, perhaps with a note, or why there is none. */
export type Made =
  | { readonly kind: 'made'; readonly interaction: MadeInteraction; readonly notes: readonly string[] }
  | { readonly kind: 'left-out'; readonly reason: string }

/** Makes an interaction of what was sent and what came back. Credentials are left out. */
export function interactionOf(result: StepResult): Made {
  const { exchange, name, row, providerStates = [] } = result
  const { request, response } = exchange ?? {}
  if (request?.url === undefined || request.method === undefined || typeof response?.status !== 'number')
    return leftOut('it has no HTTP answer')
  const url = new URL(request.url)
  const body = requestBody(request)
  if ('reason' in body) return leftOut(body.reason)
  const query = parametersOf(url.search)
  if ([...query.keys()].some(isCredentialLine) || request.url.includes('***'))
    return leftOut('there is a credential in its address')
  const { headers, notes, ...answer } = responseParts(response)
  return {
    kind: 'made',
    interaction: {
      description: row === undefined ? name : `${name} (${row.label})`,
      states: providerStates,
      request: defined({
        method: request.method,
        path: url.pathname,
        query,
        headers: requestHeaders(request.headers, body.contentType),
        body: body.made,
      }),
      response: { status: response.status, headers, ...answer },
    },
    notes,
  }
}

function leftOut(reason: string): Made {
  return { kind: 'left-out', reason }
}

type Exchanged = NonNullable<StepResult['exchange']>

function requestBody(
  request: Exchanged['request'],
): { readonly made?: MadeBody; readonly contentType?: string } | { readonly reason: string } {
  const { body, bodySource } = request
  const contentType = headerOf(request.headers, 'content-type')
  if (body === undefined || body.size === 0) return {}
  if (bodySource?.kind === 'multipart') return { reason: 'it sends a multipart form' }
  if (body.truncated) return { reason: 'its request body is too long to be kept in a report' }
  if (body.text.includes('\uFFFD')) return { reason: 'it sends a binary body' }
  const made = bodyOf(body.text, contentType)
  const isSecret = body.text.includes('***') || holdsCredential(made.content, contentType)
  if (isSecret) return { reason: 'there is a credential in its body' }
  return { made, contentType: made.contentType }
}

function holdsCredential(content: JsonValue, contentType = ''): boolean {
  if (typeof content === 'string')
    return (
      contentType.includes('x-www-form-urlencoded') &&
      [...parametersOf(content).keys()].some(isCredentialField)
    )
  if (isList(content)) return content.some(item => holdsCredential(item))
  return (
    isObject(content) &&
    Object.entries(content).some(
      ([name, value]) => (typeof value === 'string' && isCredentialField(name)) || holdsCredential(value),
    )
  )
}

function bodyOf(text: string, contentType = 'text/plain'): MadeBody {
  const type = parseContentType(contentType)
  if (type !== undefined && isJsonType(type)) {
    try {
      return { contentType, content: parseJson(text) }
    } catch {
      // A body that is no JSON in spite of its type is a text.
    }
  }
  return { contentType, content: text }
}

function headerOf(headers: HeaderList, name: string): string | undefined {
  return headers.find(([one]) => one.toLowerCase() === name)?.[1]
}

/** The headers that the consumer sends; the ones that a client adds by itself, or that prove who asks, are left out. */
function requestHeaders(headers: HeaderList, contentType: string | undefined): ReadonlyMap<string, string> {
  const kept = headers
    .filter(([name, value]) => {
      const key = name.toLowerCase()
      const isPlain = !ownHeaders.has(key) && !isCredentialLine(name) && !value.includes('***')
      return isPlain && !(key === 'accept' && value === '*/*') && key !== 'content-type'
    })
    .map(([name, value]): [string, string] => [titled(name), value])
  return new Map([...kept, ...(contentType === undefined ? [] : [['Content-Type', contentType] as const])])
}

const ownHeaders: ReadonlySet<string> = new Set([
  'host',
  'user-agent',
  'content-length',
  'connection',
  'keep-alive',
  'accept-encoding',
  'transfer-encoding',
  'cookie',
  'proxy-authorization',
  'traceparent',
  'tracestate',
  'x-request-id',
  'x-correlation-id',
  'expect',
])

/** `content-type` as most people write it. */
function titled(name: string): string {
  return name === name.toLowerCase() ? name.replace(/(^|-)[a-z]/g, letter => letter.toUpperCase()) : name
}

type ResponseParts = MadeInteraction['response'] & { readonly notes: readonly string[] }

function responseParts(response: NonNullable<Exchanged['response']>): Omit<ResponseParts, 'status'> {
  const contentType = headerOf(response.headers, 'content-type')
  const [base = ''] = contentType?.split(';') ?? []
  const location = headerOf(response.headers, 'location')
  const headers = new Map([
    ...(contentType === undefined ? [] : [['Content-Type', contentType] as const]),
    ...(location === undefined || location.includes('***') ? [] : [['Location', location] as const]),
  ])
  const headerRules = new Map<string, JsonObject>([
    ...(contentType === undefined
      ? []
      : [['Content-Type', { match: 'regex', regex: `${literalPattern(base.trim())}(;.*)?` }] as const]),
    ...(headers.has('Location') ? [['Location', { match: 'type' }] as const] : []),
  ])
  return { headers, headerRules, ...responseBody(response, contentType) }
}

function responseBody(
  { body }: NonNullable<Exchanged['response']>,
  contentType: string | undefined,
): Pick<ResponseParts, 'body' | 'bodyRules' | 'notes'> {
  const none = new Map<string, JsonObject>()
  const without = (why: string) => ({ bodyRules: none, notes: [`the answer's body is left out: ${why}`] })
  if (body === undefined || body.size === 0) return { bodyRules: none, notes: [] }
  if (body.truncated) return without('it is too long to be kept in a report')
  if (body.text.includes('\uFFFD')) return without('it is binary')
  const type = contentType === undefined ? undefined : parseContentType(contentType)
  if (type !== undefined && isXmlType(type)) return without('XML is not supported')
  const made = bodyOf(body.text, contentType)
  if (typeof made.content === 'string' && !(type !== undefined && isJsonType(type)))
    return { body: { ...made, content: 'text' }, bodyRules: new Map([['$', { match: 'type' }]]), notes: [] }
  const { example, rules } = shapeOfBody(made.content)
  return { body: { ...made, content: example }, bodyRules: rules, notes: [] }
}
