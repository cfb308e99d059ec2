import type { JsonObject, JsonValue } from '../model/json.ts'
import type { DocumentPath } from '../model/span.ts'
import { deepestYaml as deepest } from '../document/index.ts'
import { flowAt, type Level, roughValue } from './flow-place.ts'

import type { Analysis } from './analysis.ts'
import type { SchemaGuide } from './schema-guide.ts'

/** A place of a file that is completed, with what is known of it. */
export interface Asked {
  readonly file: string
  readonly cursor: Cursor
  readonly analysis: Analysis
  readonly guide: SchemaGuide
  /** True where the editor knows placeholders in what it inserts. */
  readonly hasSnippets: boolean
}

/** Place of a cursor: a key or a value that is written, a new item of a list, or nothing that has a place. */
export interface Place {
  readonly kind: 'key' | 'value' | 'item' | 'none'
  /** To the mapping that the key is written in, to the value, or to the new item. */
  readonly path: DocumentPath
  /** The text up to the cursor, and the column where it begins. */
  readonly typed: string
  readonly column: number
  /** The document as far as it surrounds the cursor: what leads to it, each mapping with all of its keys. */
  readonly around: JsonValue
  /** True where it is between braces or brackets. */
  readonly isFlow: boolean
  /** True where lines below would belong to a key that is written here. */
  readonly hasChildren: boolean
  /** The quote it stands in. */
  readonly quote?: string
}

/** A place of which nothing is said: no document may be nested so deeply. */
const nowhere: Place = {
  ...{ kind: 'none', path: [], typed: '', column: 0, around: null },
  ...{ isFlow: false, hasChildren: false },
}

/** The lines of a text, and a cursor in them; both count from 0. */
export interface Cursor {
  readonly lines: readonly string[]
  readonly line: number
  readonly column: number
}

/** Something that begins on a line: an item of a list, or a key with what stands behind it. */
interface Entry {
  readonly column: number
  readonly key?: string
  readonly value: string
  readonly valueColumn: number
}

const keyPattern =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s#&*!|>%@`{}[\]"',-][^#]*?|-[^\s#][^#]*?)(?<!\s))\s*:(?=\s|$)/
const blockScalar = /^[|>][+-]?\d*[+-]?\s*(?:#.*)?$/
const opensFlow = /^(?:[&!]\S*\s+)?[{["']/

/**
 * Where a cursor stands, by the lines around it alone: a text that is being written is seldom YAML, and one with thousands
 * of lines is not read whole for every key.
 */
export function placeAt({ lines, line, column }: Cursor): Place {
  const before = (lines[line] ?? '').slice(0, column)
  const entries = entriesOf(before)
  const last = entries.at(-1)
  const isValue = last?.key !== undefined
  const start = isValue ? last.valueColumn : (last?.valueColumn ?? indentationOf(before))
  const own = isValue ? entries : entries.filter(entry => entry.column < start)
  const walked = walkUp({ lines, line, column: isValue ? last.column + 1 : start }, own)
  if (walked.opened !== undefined) return within(walked.levels, walked.opened, { lines, line, column })
  const { levels: outer, isLegal, isItem } = walked
  if (outer.length > deepest) return nowhere
  // A new item of a list is written as the first one would be.
  const levels = isItem ? [...outer, { part: 0, siblings: {} }] : outer
  const typed = before.slice(start)
  const path = pathOf(levels)
  const place = { path, typed, column: start, around: skeletonOf(levels), isFlow: false, hasChildren: false }
  if (isValue || opensFlow.test(typed)) {
    const opened = { line, column: start }
    const inFlow = opensFlow.test(typed) ? within(levels, opened, { lines, line, column }) : undefined
    return inFlow ?? { ...place, kind: 'value' }
  }
  const hasChildren = indentationOf(lines.slice(line + 1).find(text => !isBlank(text)) ?? '') > start
  if (!isLegal || (hasChildren && typed === '')) return { ...place, kind: 'none' }
  const siblings = isItem ? {} : siblingsAt(lines, line, start, line)
  const around = skeletonOf([...levels, { part: undefined, siblings }])
  return { ...place, around, hasChildren, kind: isItem ? 'item' : 'key' }
}

/** The key that a column of a line is in, with the column where it begins. */
export function keyAt(
  text: string,
  column: number,
): { readonly key: string; readonly column: number } | undefined {
  const entry = entriesOf(text).find(
    one => one.key !== undefined && one.column <= column && column < one.valueColumn,
  )
  return entry?.key === undefined ? undefined : { key: entry.key, column: entry.column }
}

/** The entries that begin on a line, outermost first. */
function entriesOf(text: string): readonly Entry[] {
  const entries: Entry[] = []
  let column = indentationOf(text)
  for (let dash = /^- */.exec(text.slice(column)); dash !== null; dash = /^- */.exec(text.slice(column))) {
    const [whole] = dash
    if (whole === '-' && text.length > column + 1) break
    entries.push({ column, value: text.slice(column + whole.length), valueColumn: column + whole.length })
    column += whole.length
  }
  const rest = text.slice(column)
  const found = keyPattern.exec(rest)
  if (found === null) return entries
  const [whole, double, single, plain] = found
  const [space = ''] = /^ */.exec(rest.slice(whole.length)) ?? []
  const value = rest.slice(whole.length + space.length)
  const key = double ?? single?.replaceAll("''", "'") ?? plain ?? ''
  entries.push({ column, key, value, valueColumn: column + whole.length + space.length })
  return entries
}

function indentationOf(text: string): number {
  return text.length - text.trimStart().length
}

function isBlank(text: string): boolean {
  return /^\s*(?:#.*)?$/.test(text)
}

/** True where nothing is written behind a key or a dash but a remark, an anchor or a tag. */
function isEmpty(value: string): boolean {
  return /^(?:[&!]\S*(?:\s+|$))*(?:#.*)?$/.test(value)
}

interface Walked {
  /** Outermost first. */
  readonly levels: readonly Level[]
  /** True where what begins at the column can stand there. */
  readonly isLegal: boolean
  /** True where only a dash can. */
  readonly isItem: boolean
  /** Where the braces, brackets or quotes, or the lines of text, begin that everything is in. */
  readonly opened?: { readonly line: number; readonly column: number }
}

/** The levels around a column, from what begins further left on the lines above. */
function walkUp({ lines, line, column }: Cursor, own: readonly Entry[]): Walked {
  const levels: Level[] = []
  let limit = column
  let list: { readonly column: number; index: number } | undefined
  let isLegal = own.length > 0
  let isJudged = isLegal
  let isItem = false
  let isNearest = true
  for (let row = line; row >= 0 && (limit > 0 || list !== undefined) && levels.length <= deepest; row--) {
    const text = lines[row] ?? ''
    if (row < line && (indentationOf(text) > limit || isBlank(text))) continue
    const entries = row === line ? own : entriesOf(text)
    for (const entry of entries.toReversed()) {
      const { key, value, column: at } = entry
      if (!isJudged && at <= column) {
        isJudged = true
        isItem = at === column && key === undefined
        isLegal = at === column || (isNearest && entry === entries.at(-1) && isEmpty(value))
      }
      if (list !== undefined) {
        if (key === undefined && at === list.column) list.index++
        if (at > list.column || (key === undefined && at === list.column)) continue
        levels.push({ part: list.index, siblings: {} })
        list = undefined
        limit = at + 1
      }
      if (at >= limit) continue
      limit = at
      if (key === undefined) list = { column: at, index: 0 }
      else if (row < line && (opensFlow.test(value) || blockScalar.test(value)))
        return opened(walkUp({ lines, line: row, column: at + 1 }, entries), row, entry)
      else levels.push({ part: key, siblings: siblingsAt(lines, row, at, -1) })
    }
    if (row < line) isNearest = false
  }
  if (list !== undefined) levels.push({ part: list.index, siblings: {} })
  return { levels: levels.toReversed(), isLegal: isLegal || !isJudged, isItem }
}

function opened({ levels, ...rest }: Walked, line: number, { valueColumn }: Entry): Walked {
  return { ...rest, levels, opened: rest.opened ?? { line, column: valueColumn } }
}

/** The keys of the mapping that has one at a column, but for the line `except`. */
function siblingsAt(lines: readonly string[], line: number, column: number, except: number): JsonObject {
  const siblings: Record<string, JsonValue> = {}
  const look = (row: number): boolean => {
    const text = lines[row] ?? ''
    if (isBlank(text)) return true
    const indentation = indentationOf(text)
    if (indentation > column) return true
    const entry =
      row === except ? undefined : entriesOf(text).find(one => one.column === column && one.key !== undefined)
    if (entry?.key !== undefined) siblings[entry.key] = roughValue(entry.value)
    return indentation === column
  }
  for (let row = line; row >= 0 && look(row); row--);
  for (let row = line + 1; row < lines.length; row++) {
    const text = lines[row] ?? ''
    if (!isBlank(text) && indentationOf(text) < column) break
    if (!look(row)) break
  }
  return siblings
}

/** A place between braces, brackets or quotes that begin at an earlier place, perhaps on another line. */
function within(
  levels: readonly Level[],
  from: { readonly line: number; readonly column: number },
  { lines, line, column }: Cursor,
): Place {
  const text = lines
    .slice(from.line, line + 1)
    .map((one, index, all) =>
      one.slice(index === 0 ? from.column : 0, index === all.length - 1 ? column : undefined),
    )
    .join('\n')
  const rest = (lines[line] ?? '').slice(column)
  // In lines of text nothing has a place.
  const { levels: inner, kind, typed, quote, isInside } = flowAt(/^[|>]/.test(text) ? '' : text, rest)
  const all = [...levels, ...inner]
  if (all.length > deepest) return nowhere
  return {
    kind,
    typed,
    column: column - typed.length,
    path: pathOf(all),
    around: skeletonOf(all),
    isFlow: isInside,
    hasChildren: false,
    ...(quote === undefined ? {} : { quote }),
  }
}

function pathOf(levels: readonly Level[]): DocumentPath {
  return levels.flatMap(({ part }) => part ?? [])
}

/** A document that has only what leads to a place, with the keys beside it. */
function skeletonOf(levels: readonly Level[]): JsonValue {
  let value: JsonValue = null
  for (const { part, siblings } of levels.toReversed())
    value =
      typeof part === 'number'
        ? [...Array.from({ length: part }, () => null), value]
        : part === undefined
          ? siblings
          : { ...siblings, [part]: value }
  return value
}
