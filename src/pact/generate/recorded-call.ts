import type { JsonValue } from '../../model/json.ts'
import type { StepResult } from '../../model/result.ts'
import { decodePercent } from '../../util/decode-percent.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { parseJson } from '../../util/parse-json.ts'
import { namedInText } from './borrowed-values.ts'
import type { Made, MadeInteraction } from './interaction-of.ts'

/** A step of a recording with what became of it. */
export interface RecordedStep {
  readonly step: StepResult
  readonly made: Made
}

/** A request of a recording, whether or not an interaction is made of it. */
export interface Call {
  readonly step: StepResult
  readonly method: string
  readonly path: readonly string[]
  /** The path as one text. */
  readonly key: string
  readonly query: string
  readonly status: number
  /** Single values of what was sent and what came back; what it has made is named by one of them. */
  readonly values: ReadonlySet<string>
  /** Its place in the order in which the recording was made. */
  readonly time: number
  readonly interaction?: MadeInteraction
}

/** A step's request, when it has one over HTTP. */
export function callOf({ step, made }: RecordedStep, time: number): readonly Call[] {
  const { request, response } = step.exchange ?? {}
  const { method, url } = request ?? {}
  if (method === undefined || url === undefined || typeof response?.status !== 'number') return []
  const { pathname, search } = new URL(url)
  const path = pathname.split('/').filter(Boolean).map(decodePercent)
  const location = response.headers.find(([name]) => name.toLowerCase() === 'location')?.[1]
  return [
    {
      step,
      method,
      path,
      key: pathKey(path),
      query: search,
      status: response.status,
      values: new Set([
        ...(isReading(method) ? [] : [request?.body?.text, response.body?.text]).flatMap(text =>
          namesIn(text, path.at(-1) ?? ''),
        ),
        ...(location === undefined
          ? []
          : [decodePercent(location.split(/[?#]/)[0]?.split('/').at(-1) ?? '')]),
      ]),
      time,
      ...(made.kind === 'made' ? { interaction: made.interaction } : {}),
    },
  ]
}

export function isReading(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'].includes(method.toUpperCase())
}

/** The values of a JSON text that one of these things can be called by: texts, and numbers that are its ids. */
function namesIn(text: string | undefined, things: string): readonly string[] {
  const isId = (key: string): boolean =>
    /^_?(id|key|number|no|code)$/i.test(key) ||
    (/[a-z]_?id$/i.test(key) && things.toLowerCase().startsWith(key.toLowerCase().replace(/_?id$/, '')))
  return namedInText(text).flatMap(([key, value]) => (!/^\d{1,5}$/.test(value) || isId(key) ? [value] : []))
}

export function hasState({ interaction }: Call): boolean {
  return (interaction?.states.length ?? 0) > 0
}

export function requestKey({ method, path, query, interaction, step }: Call): string {
  const { headers, body } = interaction?.request ?? {}
  const sent = body?.content ?? step.exchange?.request.body?.text ?? null
  return JSON.stringify([method, path, query, [...(headers ?? [])].sort(), sent])
}

export function pathKey(path: readonly string[]): string {
  return path.join('/')
}

export function isWithin(inner: Call, outer: Call): boolean {
  return inner.key.startsWith(`${outer.key}/`)
}

/** True where a change is one of what a call asks for, or of what that is a part of. */
export function covers(change: Call, call: Call): boolean {
  if (change.key === call.key) return change.query === '' || change.query === call.query
  return isWithin(call, change)
}

/** Something with an action at its end, such as /orders/7/cancel: other actions of it count. */
export function isAction({ method, status, path }: Call): boolean {
  return !isReading(method) && status !== 201 && path.length > 2 && looksLikeId(path.at(-2) ?? '')
}

export function looksLikeId(segment: string): boolean {
  return /\d/.test(segment) && !/^v\d+$/.test(segment)
}

export function givesLists({ step }: Call): boolean {
  return outerLists(parsed(step.exchange?.response?.body?.text)).length > 0
}

export function parsed(text = ''): JsonValue {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

/** The lists of an answer that stand in no other list. */
export function outerLists(value: JsonValue): readonly (readonly JsonValue[])[] {
  if (isList(value)) return [value]
  return isObject(value) ? Object.values(value).flatMap(outerLists) : []
}

/** True where what an answer promises would hold of another one. */
export function answersAlike({ interaction: promised, status }: Call, other: Call): boolean {
  if (status !== other.status) return false
  const [expected, actual] = [promised?.response.body?.content, other.interaction?.response.body?.content]
  return expected === undefined || actual === undefined || holdsOf(expected, actual)
}

function holdsOf(expected: JsonValue, actual: JsonValue): boolean {
  if (isList(expected)) {
    const [first] = expected
    const [item] = isList(actual) ? actual : []
    return first === undefined || (item !== undefined && holdsOf(first, item))
  }
  if (!isObject(expected))
    return (expected === null) === (actual === null) && typeof expected === typeof actual
  return (
    isObject(actual) &&
    Object.entries(expected).every(([key, value]) => key in actual && holdsOf(value, actual[key] ?? null))
  )
}

export function subjectOf({ path }: Call): string {
  return `/${path.slice(-2).join('/')}`
}

export function quoted({ step }: Call): string {
  return `"${step.name}"`
}
