import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { withExactNumbers } from '../../../document/index.ts'
import { editJson } from '../../../document/edit-json.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { jsonEqual } from '../../../util/json-equal.ts'
import { mapping } from '../../../util/read-values.ts'
import { type TextChange, withChanges } from '../../../util/text-changes.ts'

/**
 * A document as a text: one line for each value, but for texts of several lines, and for those in quotes where these are broken into
 * lines.
 */
export function printDocument(value: JsonObject, breaksQuotes = false): string {
  const document = new Document(value, { aliasDuplicateObjects: false, customTags: withExactNumbers })
  visit(document, {
    Scalar(key, node) {
      if (typeof node.value !== 'string') return
      // In a block a carriage return would be a line end.
      if (/[^\P{Cc}\n\t]/u.test(node.value)) node.type = Scalar.QUOTE_DOUBLE
      else if (node.value.includes('\n') && key !== 'key') node.type = Scalar.BLOCK_LITERAL
    },
  })
  const longest = breaksQuotes ? {} : { doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER }
  return document.toString({ lineWidth: 0, ...longest })
}

/**
 * The document that a file holds, with what has changed between two readings of it. What both leave out (unknown keys), or
 * have in another form, stays.
 */
export function merged(written: JsonValue, before: JsonValue, after: JsonValue): JsonValue {
  if (jsonEqual(before, after)) return written
  if (isList(written) && isObject(after)) {
    const former = isObject(before) ? asPairs(before) : before
    return merged(written, former, asPairs(after))
  }
  if (
    isList(written) &&
    isList(before) &&
    isList(after) &&
    before.length === after.length &&
    written.length === after.length
  )
    return written.map((item, index) => merged(item, before[index] ?? null, after[index] ?? null))
  if (isList(written) && isList(before) && isList(after) && before.length === written.length)
    return after.map(item => written[before.findIndex(one => jsonEqual(one, item))] ?? item)
  if (!isObject(written) || !isObject(before) || !isObject(after)) return after
  const keys = new Set([...Object.keys(written), ...Object.keys(after)])
  return Object.fromEntries(
    [...keys].flatMap((key): (readonly [string, JsonValue])[] => {
      const [own, old, anew] = [written[key], before[key], after[key]]
      if (anew === undefined) return old === undefined && own !== undefined ? [[key, own]] : []
      if (old !== undefined && jsonEqual(old, anew)) return own === undefined ? [] : [[key, own]]
      return [[key, own === undefined || old === undefined ? anew : merged(own, old, anew)]]
    }),
  )
}

function asPairs(value: JsonObject): readonly JsonObject[] {
  return Object.entries(value).map(([key, own]) => ({ key, value: own }))
}

/** A text with another value, in which everything that says the same stands as it stood. `keys` is their order for new ones. */
export function editText(
  text: string,
  before: JsonObject,
  after: JsonObject,
  keys: readonly string[],
): string {
  if (jsonEqual(before, after)) return text
  const root = parseDocument(text, { logLevel: 'silent', prettyErrors: false }).contents
  if (!isMap(root) || root.flow === true) return printDocument(after)
  const edits = mapEdits({ map: root, text, keys }, before, after)
  const edited = withChanges(text, edits)
  const again = parseDocument(edited, { logLevel: 'silent', prettyErrors: false })
  const isRight = again.errors.length === 0 && jsonEqual(again.toJS() as JsonValue, after)
  return isRight ? edited : printDocument(after)
}

interface Place {
  readonly map: YAMLMap
  readonly text: string
  readonly keys: readonly string[]
}

function mapEdits(place: Place, before: JsonObject, after: JsonObject): readonly TextChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name): readonly TextChange[] => {
    const [old, anew] = [before[name], after[name]]
    const pair = place.map.items.find(({ key }) => isScalar(key) && String(key.value) === name)
    if (pair === undefined) return anew === undefined ? [] : [added(place, name, anew)]
    if (anew === undefined) return [removed(place.text, pair)]
    return old !== undefined && jsonEqual(old, anew) ? [] : pairEdits(place, pair, old ?? null, anew)
  })
}

function pairEdits(
  place: Place,
  { key, value }: Pair,
  before: JsonValue,
  after: JsonValue,
): readonly TextChange[] {
  const { text } = place
  if (
    isMap(value) &&
    value.flow !== true &&
    isObject(before) &&
    isObject(after) &&
    Object.keys(after).length > 0
  )
    return mapEdits({ ...place, map: value, keys: [] }, before, after)
  if (isSeq(value) && isList(before) && isList(after) && value.items.length === after.length) {
    const edits = value.items.map((item, index) => {
      const [old = null, anew = null] = [before[index], after[index]]
      if (jsonEqual(old, anew)) return []
      return isMap(item) && item.flow !== true && isObject(old) && isObject(anew)
        ? mapEdits({ ...place, map: item, keys: [] }, old, anew)
        : undefined
    })
    if (!edits.includes(undefined)) return edits.flatMap(edit => edit ?? [])
  }
  const removals = isSeq(value) ? itemRemovals(text, value, before, after) : undefined
  if (removals !== undefined) return removals
  const [start = 0] = (isScalar(key) ? key.range : undefined) ?? []
  const end = endOf(value, text.length)
  const isEnded = text.slice(start, end).endsWith('\n')
  const isBroken =
    isScalar(value) && value.type === Scalar.QUOTE_DOUBLE && text.slice(start, end).includes('\n')
  const anew = snippet(text, start, nameOf(key), after, isBroken)
  return [{ start, end, text: anew + (isEnded ? lineEnd(text) : '') }]
}

/** The items of a list that go, where the others stay as they are; undefined where there is more to it. */
function itemRemovals(
  text: string,
  { items, flow }: YAMLSeq,
  before: JsonValue,
  after: JsonValue,
): readonly TextChange[] | undefined {
  if (flow === true || !isList(before) || !isList(after) || after.length === 0) return undefined
  const wanted = [...after]
  const gone = before.flatMap((item, index) => {
    const [next] = wanted
    if (next === undefined || !jsonEqual(item, next)) return [items[index]]
    wanted.shift()
    return []
  })
  if (wanted.length > 0) return undefined
  return gone.map(item => {
    const [from = 0] = (item as { readonly range?: readonly number[] | null } | undefined)?.range ?? []
    return { start: text.lastIndexOf('\n', from - 1) + 1, end: lineAfter(text, endOf(item, from)), text: '' }
  })
}

/** The text of a key with its value, from its column on, without the last line end. */
function snippet(text: string, start: number, name: string, value: JsonValue, breaksQuotes = false): string {
  const column = start - (text.lastIndexOf('\n', start - 1) + 1)
  const lines = printDocument({ [name]: value }, breaksQuotes)
    .trimEnd()
    .split('\n')
  const [first = '', ...others] = lines
  return [first, ...others.map(line => (line === '' ? '' : ' '.repeat(column) + line))].join(lineEnd(text))
}

function added({ map, text, keys }: Place, name: string, value: JsonValue): TextChange {
  const before = keys.slice(0, Math.max(keys.indexOf(name), 0))
  const found = map.items.findLast(({ key }) => before.includes(nameOf(key))) ?? map.items.at(-1)
  const [first] = map.items
  const [column = 0] = (isScalar(first?.key) ? first.key.range : undefined) ?? []
  const at = lineAfter(text, endOf(found?.value, text.length))
  const margin = ' '.repeat(column - (text.lastIndexOf('\n', column - 1) + 1))
  const gap = at > 0 && text[at - 1] !== '\n' ? lineEnd(text) : ''
  return { start: at, end: at, text: `${gap}${margin}${snippet(text, column, name, value)}${lineEnd(text)}` }
}

function removed(text: string, { key, value }: Pair): TextChange {
  const [start = 0] = (isScalar(key) ? key.range : undefined) ?? []
  return {
    start: text.lastIndexOf('\n', start - 1) + 1,
    end: lineAfter(text, endOf(value, text.length)),
    text: '',
  }
}

/** Behind the line in which something ends; what ends with its line is behind it already. */
function lineAfter(text: string, end: number): number {
  if (text[end - 1] === '\n') return end
  const at = text.indexOf('\n', end)
  return at === -1 ? text.length : at + 1
}

function endOf(value: unknown, otherwise: number): number {
  const { range } = (value ?? {}) as { readonly range?: readonly number[] | null }
  return range?.[1] ?? otherwise
}

function nameOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : ''
}

function lineEnd(text: string): string {
  return /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n'
}

/** The document of a request whose JSON is laid out as it was before. */
export function laidOutAs(before: JsonObject, document: JsonObject, step: JsonObject): JsonObject {
  const [old, anew] = [mapping(before['body']), mapping(document['body'])]
  if (step['json'] !== undefined && old['type'] === 'json' && anew['type'] === 'json')
    return { ...document, body: { ...anew, content: edited(old['content'], anew['content']) } }
  if (step['graphql'] === undefined || document['variables'] === undefined) return document
  return { ...document, variables: edited(before['variables'], document['variables']) }
}

function edited(former: JsonValue | undefined, anew: JsonValue | undefined): JsonValue {
  return typeof former === 'string' && typeof anew === 'string' ? editJson(former, anew) : (anew ?? null)
}
