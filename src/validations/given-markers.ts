import type { JsonValue } from '../model/json.ts'
import { literalPattern } from '../patterns/index.ts'
import { renderText } from '../template/render.ts'
import type { Scope } from '../template/scope.ts'
import { hasBraces, parseTemplate } from '../template/template.ts'
import { isList, isObject, isCollection } from '../util/is-json.ts'
import { markerNames, markerPattern } from './type-marker.ts'
import { isByChance, isGiven } from './is-given.ts'

/** The markers that answers had as texts; by what hides the secrets of a run, which all its suites share. */
const answered = new WeakMap<Scope['hide'], Set<string>>()

const regexMarker = '<regex:'

const anyMarker = new RegExp([...markerNames, regexMarker].join('|'), 'g')

/** Notes the markers in what was taken out of an answer. Nearly none has any. */
export function noteMarkers(value: JsonValue, hide: Scope['hide']): void {
  if (isCollection(value)) for (const item of Object.values(value)) noteMarkers(item, hide)
  if (typeof value !== 'string' || !value.includes('<')) return
  for (const [marker] of value.matchAll(anyMarker)) {
    const known = answered.get(hide) ?? new Set()
    answered.set(hide, known.add(marker))
  }
}

/**
 * Returns the expected value of `matches`, with the markers that a response gave turned into ones for just their text:
 * a response says nothing of how it is compared. Markers that the suite wrote stay, also where they came by way of a
 * round or a caller.
 */
export function withoutGivenMarkers(written: JsonValue, expected: JsonValue, scope: Scope): JsonValue {
  const gave = answered.get(scope.hide)
  return gave === undefined ? expected : asTexts(written, expected, scope, gave)
}

function asTexts(
  written: JsonValue,
  expected: JsonValue,
  scope: Scope,
  gave: ReadonlySet<string>,
): JsonValue {
  if (typeof written === 'string') return filledIn(written, expected, scope, gave)
  if (isList(written) && isList(expected))
    return expected.map((item, index) => asTexts(written[index] ?? null, item, scope, gave))
  if (!isObject(written) || !isObject(expected)) return expected
  const members = new Map(Object.entries(written).map(([key, member]) => [keyOf(key, scope), member]))
  const entries = Object.entries(expected)
  return Object.fromEntries(
    entries.map(([key, member]) => [key, asTexts(members.get(key) ?? null, member, scope, gave)]),
  )
}

function keyOf(key: string, scope: Scope): string {
  const rendered = renderText(key, scope)
  return rendered.ok ? rendered.value : key
}

function filledIn(written: string, expected: JsonValue, scope: Scope, gave: ReadonlySet<string>): JsonValue {
  if (!hasBraces(written)) return expected
  const { only, parts } = parseTemplate(written)
  const found = only === undefined || isByChance(only.name) ? undefined : scope.find(only.name)
  if (found?.literal === false) return asTexts(found.value, expected, scope, gave)
  const [first, last] = [parts[0], parts.at(-1)]
  const isWritten =
    typeof first === 'string' && first.startsWith('<') && typeof last === 'string' && last.endsWith('>')
  const hasGiven = parts.some(part => typeof part !== 'string' && isGiven(part.name, scope))
  return hasGiven && !isWritten ? quoted(expected, gave) : expected
}

function quoted(value: JsonValue, gave: ReadonlySet<string>): JsonValue {
  if (isList(value)) return value.map(item => quoted(item, gave))
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, quoted(member, gave)]))
  if (typeof value !== 'string') return value
  const isGivenMarker = gave.has(markerPattern(value) === undefined ? value : regexMarker)
  return isGivenMarker ? `${regexMarker}^${literalPattern(value)}$>` : value
}
