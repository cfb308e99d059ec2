import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  type Pair,
  parseDocument,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { differingMiddle } from '../util/differing-middle.ts'
import { type TextChange, withChanges } from '../util/text-changes.ts'
import { keepDigits } from './exact-scalars.ts'
import { withExactNumbers } from './exact-tags.ts'

/**
 * The text of a YAML document with another value: only what differs is written anew, comments and layout of all else stay. A text
 * that cannot be changed like that is written as a whole.
 */
export function editYaml(text: string, wanted: JsonObject): string {
  const before = valueOfYaml(text)
  if (jsonEqual(before, wanted)) return text
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  const newLine = text.includes('\r\n') ? '\r\n' : '\n'
  const plain = text.slice(mark.length).replaceAll('\r\n', '\n')
  const edited = before === null ? undefined : changedText(plain, wanted)
  return mark + (edited ?? writtenYaml(wanted)).replaceAll('\n', newLine)
}

/** The value of a text that is sound, with the digits of its numbers; null for any other. */
export function valueOfYaml(text: string): JsonValue {
  const document = parsed(text.replace(/^\uFEFF/, ''))
  try {
    return document.errors.length === 0 ? (document.toJS() as JsonValue) : null
  } catch {
    return null
  }
}

function parsed(text: string): Document.Parsed {
  const document = parseDocument(text)
  keepDigits(document)
  return document
}

/** A value in YAML, as long as its lines may be. */
export function writtenYaml(value: JsonValue): string {
  return stringify(value, {
    ...{ lineWidth: 0, minContentWidth: 0, defaultStringType: 'PLAIN' },
    customTags: withExactNumbers,
  })
}

function changedText(text: string, wanted: JsonObject): string | undefined {
  const document = parsed(text)
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined
  const changes = new YamlEditor(text, document).changesOfMap(document.contents, wanted)
  if (changes === undefined) return undefined
  const edited = withChanges(text, changes)
  return jsonEqual(valueOfYaml(edited), wanted) ? edited : undefined
}

type Node = YAMLMap | YAMLSeq

/** The end of a node without the line ends and comments behind it. */
function endOf(node: unknown, text: string): number {
  const { range } = node as { readonly range?: readonly [number, number, number] }
  const end = range?.[1] ?? 0
  return end - (/\s*$/.exec(text.slice(range?.[0] ?? 0, end))?.[0].length ?? 0)
}

function startOf(node: unknown): number {
  return (node as { readonly range?: readonly [number, number, number] }).range?.[0] ?? 0
}

function columnOf(offset: number, text: string): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

function indented(written: string, column: number): string {
  return written
    .trimEnd()
    .split('\n')
    .map((line, index) => (index === 0 || line === '' ? line : ' '.repeat(column) + line))
    .join('\n')
}

function keyOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : ''
}

/** The inside of a mapping or a list that stands on one line. */
function inLine(value: JsonValue): string {
  return stringify(value, { collectionStyle: 'flow', lineWidth: 0, customTags: withExactNumbers })
    .trim()
    .slice(1, -1)
    .trim()
}

/** The beginning of the next line. */
function lineEnd(offset: number, text: string): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end + 1
}

/** Finds what to change in a document that is sound. */
class YamlEditor {
  readonly #text: string
  readonly #document: Document

  constructor(text: string, document: Document) {
    this.#text = text
    this.#document = document
  }

  /** With the digits of numbers, and what aliases stand for. */
  #valueOf(node: unknown): JsonValue {
    return isNode(node) ? (node.toJS(this.#document) as JsonValue) : null
  }

  /** The changes of a mapping; undefined for one that has to be written as a whole. */
  changesOfMap(map: YAMLMap, wanted: JsonObject): readonly TextChange[] | undefined {
    const pairs = map.items
    if (map.flow === true) return this.#changesOnOneLine(map, wanted)
    if (pairs.length === 0) return undefined
    const column = columnOf(startOf(pairs[0]?.key), this.#text)
    const keys = new Set(pairs.map(keyOf))
    const changes: TextChange[] = []
    for (const [index, pair] of pairs.entries()) {
      const key = keyOf(pair)
      const value = wanted[key]
      const start = startOf(pair.key)
      const end = pair.value === null ? start + key.length + 1 : endOf(pair.value, this.#text)
      if (value === undefined) {
        const isFirst =
          index === 0 && this.#text.slice(this.#text.lastIndexOf('\n', start - 1) + 1, start).trim() !== ''
        if (isFirst) return undefined
        changes.push({
          start: this.#text.lastIndexOf('\n', start - 1) + 1,
          end: lineEnd(end, this.#text),
          text: '',
        })
        continue
      }
      if (jsonEqual(this.#valueOf(pair.value), value)) continue
      const inside = isMap(pair.value) || isSeq(pair.value) ? this.#changesOf(pair.value, value) : undefined
      changes.push(...(inside ?? [{ start, end, text: indented(writtenYaml({ [key]: value }), column) }]))
    }
    return [...changes, ...this.#additions(map, { wanted, keys, column })]
  }

  /** The changes of a mapping between braces that has one of its members still; undefined for any other. */
  #changesOnOneLine(map: YAMLMap, wanted: JsonObject): readonly TextChange[] | undefined {
    const isKept = (pair: Pair): boolean => wanted[keyOf(pair)] !== undefined
    if (!map.items.some(isKept)) return undefined
    const keys = new Set(map.items.map(keyOf))
    const added = Object.entries(wanted).filter(([key]) => !keys.has(key))
    const changes = map.items
      .filter(isKept)
      .map(pair => this.#changesInLine(pair.value, wanted[keyOf(pair)] ?? null))
    const last = map.items.at(-1)
    const end = this.#endOfPair(last)
    if (added.length > 0) changes.push([{ start: end, end, text: `, ${inLine(Object.fromEntries(added))}` }])
    const lastKept = map.items.findLastIndex(isKept)
    for (const [index, pair] of map.items.slice(0, lastKept).entries())
      if (!isKept(pair))
        changes.push([{ start: startOf(pair.key), end: startOf(map.items[index + 1]?.key), text: '' }])
    if (lastKept < map.items.length - 1)
      changes.push([{ start: this.#endOfPair(map.items[lastKept]), end, text: '' }])
    return changes.includes(undefined) ? undefined : changes.flatMap(change => change ?? [])
  }

  #endOfPair(pair: Pair | undefined): number {
    return endOf(pair?.value ?? pair?.key, this.#text)
  }

  /** The changes of a value that stands between braces or brackets. */
  #changesInLine(node: unknown, wanted: JsonValue): readonly TextChange[] | undefined {
    if (jsonEqual(this.#valueOf(node), wanted)) return []
    if (isMap(node) && isObject(wanted)) return this.#changesOnOneLine(node, wanted)
    if (isSeq(node) && isList(wanted)) {
      if (node.items.length !== wanted.length) return undefined
      const changes = node.items.map((item, index) => this.#changesInLine(item, wanted[index] ?? null))
      return changes.includes(undefined) ? undefined : changes.flatMap(change => change ?? [])
    }
    if (!isScalar(node) || isList(wanted) || isObject(wanted)) return undefined
    const [start, end] = [startOf(node), endOf(node, this.#text)]
    return start === end ? undefined : [{ start, end, text: inLine([wanted]) }]
  }

  /** New members, each behind the one that comes before it in the value. */
  #additions(
    map: YAMLMap,
    {
      wanted,
      keys,
      column,
    }: { readonly wanted: JsonObject; readonly keys: ReadonlySet<string>; readonly column: number },
  ): readonly TextChange[] {
    const names = Object.keys(wanted)
    return names.flatMap((name, index) => {
      if (keys.has(name)) return []
      const before = names.slice(0, index).findLast(other => keys.has(other))
      const pair = map.items.find(one => keyOf(one) === before) ?? map.items.at(-1)
      const end =
        pair?.value === null || pair === undefined ? startOf(pair?.key) : endOf(pair.value, this.#text)
      const at = lineEnd(end, this.#text)
      const isEnded = this.#text[at - 1] === '\n'
      const written = `${' '.repeat(column)}${indented(writtenYaml({ [name]: wanted[name] ?? null }), column)}`
      const gap = column === 0 && /\n\n/.test(this.#text) ? '\n' : ''
      return [{ start: at, end: at, text: isEnded ? `${gap}${written}\n` : `\n${gap}${written}` }]
    })
  }

  #changesOf(node: Node, wanted: JsonValue): readonly TextChange[] | undefined {
    if (isMap(node)) return isObject(wanted) ? this.changesOfMap(node, wanted) : undefined
    return isList(wanted) ? this.#changesOfList(node, wanted) : undefined
  }

  /** The changes of a list in lines of its own: the items in the middle of it that differ. */
  #changesOfList(list: YAMLSeq, wanted: readonly JsonValue[]): readonly TextChange[] | undefined {
    const items = list.items
    if (list.flow === true) return this.#changesInLine(list, wanted)
    if (items.length === 0 || wanted.length === 0) return undefined
    const {
      start: first,
      found: old,
      wanted: fresh,
    } = differingMiddle(items, wanted, (item, one) => jsonEqual(this.#valueOf(item), one ?? null))
    const column = columnOf(startOf(items[0]), this.#text) - 2
    const written = fresh.map(one => `${' '.repeat(column)}${indented(writtenYaml([one]), column)}\n`)
    if (old.length === fresh.length)
      return old.flatMap((item, index) => {
        const value = fresh[index] ?? null
        const inside = isMap(item) || isSeq(item) ? this.#changesOf(item, value) : undefined
        const [start, end] = [startOf(item), endOf(item, this.#text)]
        return inside ?? [{ start, end, text: indented(writtenYaml([value]), column).slice(2) }]
      })
    const lineOf = (item: unknown): number => this.#text.lastIndexOf('\n', startOf(item) - 1) + 1
    const start =
      first < items.length ? lineOf(items[first]) : lineEnd(endOf(items.at(-1), this.#text), this.#text)
    const end = old.length === 0 ? start : lineEnd(endOf(old.at(-1), this.#text), this.#text)
    return [
      {
        start,
        end,
        text: (start === this.#text.length && this.#text.at(-1) !== '\n' ? '\n' : '') + written.join(''),
      },
    ]
  }
}
