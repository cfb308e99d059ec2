import type { Kept } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { isObject } from '../../util/is-json.ts'
import { mapping, text } from '../../util/read-values.ts'
import { digestsOf, keptText } from '../kept-text.ts'
import type { MergedChecks } from './checks.ts'
import type { WrittenParts } from './write-request.ts'

/** The text of a request, with the digests of the step that it became: as a whole, and of the parts that stand in lines of their own. */
export function keptRequest(source: string, step: JsonObject): Kept {
  const kept = keptText('http', source, step)
  return { http: { ...mapping(kept['http']), parts: digestsOf(partsOf(step)) } }
}

/** Which parts of a step are as they were when it was read. */
export interface FormerStep {
  readonly isSame: (...names: readonly string[]) => boolean
  readonly had: (name: string) => boolean
}

/** The step as it was read, for comparison; undefined for one of which that is not known. */
export function formerStep(kept: Kept | undefined, step: JsonObject): FormerStep | undefined {
  const { parts } = mapping(kept?.['http'])
  if (!isObject(parts ?? null)) return undefined
  const before = mapping(parts)
  const now = digestsOf(partsOf(step))
  return {
    isSame: (...names) => names.every(name => before[name] === now[name]),
    had: name => before[name] !== undefined,
  }
}

/** The name of the part that a header is. */
export function headerPart(name: string): string {
  return `header ${name.toLowerCase()}`
}

/** The parts of a step: its keys, each header, and the method and the URL of its request. */
function partsOf({ request, headers, ...others }: JsonObject): JsonObject {
  const [, method = '', url = ''] = /^(\S+)\s+(\S.*)$/s.exec(text(request) ?? '') ?? []
  const lines = Object.entries(mapping(headers)).map(([name, value]) => [headerPart(name), value] as const)
  return { ...others, ...(request === undefined ? {} : { method, url }), ...Object.fromEntries(lines) }
}

/** A step as it is now, and what of it is as it was read. */
export interface Change {
  readonly step: JsonObject
  readonly former: FormerStep
  readonly title: string
  /** The name that others know it by; undefined where none needs it. */
  readonly id: string | undefined
  /** Lines that set variables above the request. */
  readonly variables: readonly string[]
  readonly parts: WrittenParts
  /** The checks of httpYac, where they have changed. */
  readonly checks: MergedChecks | undefined
  /** True where a variable only ever holds text. */
  readonly isText: (name: string) => boolean
  /** A text with the placeholders of the clients, those that stood in the file as they stood. */
  readonly spelled: (text: string) => string
}
