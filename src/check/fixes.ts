import type { YamlSource } from '../document/index.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Edit } from '../model/problem.ts'
import type { DocumentPath, Span } from '../model/span.ts'
import { flowYaml } from '../util/flow-yaml.ts'
import { isList, isObject, isCollection } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'

/** A word that was written, and the one that was meant. */
export interface Slip {
  readonly written: string
  readonly meant: string
}

/** The edit of a slip, where its word stands once at a place of one line, or else once behind that in the line. */
export function slipEdit(source: YamlSource, { file, start, end }: Span, slip: Slip): readonly Edit[] {
  if (start.line !== end.line) return []
  const line = source.lineText(start.line)
  const column =
    columnOf(slip.written, line, start.column, end.column) ??
    columnOf(slip.written, line, end.column, line.length + 1)
  if (column === undefined) return []
  const span = { file, start: { ...start, column }, end: { ...start, column: column + slip.written.length } }
  return [{ span, text: slip.meant }]
}

/** Where a word stands that is there once between two columns. */
function columnOf(word: string, line: string, from: number, to: number): number | undefined {
  const pattern = new RegExp(`(?<![\\w-])${word.replace(/[^\w-]/g, '\\$&')}(?![\\w-])`, 'g')
  const [found, ...more] = [...line.slice(from - 1, to - 1).matchAll(pattern)]
  return found === undefined || more.length > 0 ? undefined : from + found.index
}

/**
 * The edits that make one value of another at a place, where both have the same shape: they differ in keys that are called
 * otherwise, and in values that are no lists or mappings. All else stays as it is written.
 */
export function editsBetween(
  source: YamlSource,
  path: DocumentPath,
  before: JsonValue,
  after: JsonValue,
): readonly Edit[] | undefined {
  if (jsonEqual(before, after)) return []
  if (isList(before) && isList(after))
    return before.length === after.length
      ? all(before.map((item, index) => editsBetween(source, [...path, index], item, after[index] ?? null)))
      : undefined
  if (isObject(before) && isObject(after)) return editsOfKeys(source, path, before, after)
  const isScalar = [before, after].every(value => !isCollection(value))
  return isScalar ? [{ span: source.spanOf(path), text: flowYaml(after) }] : undefined
}

function editsOfKeys(
  source: YamlSource,
  path: DocumentPath,
  before: JsonObject,
  after: JsonObject,
): readonly Edit[] | undefined {
  const keys = Object.keys(after)
  if (Object.keys(before).length !== keys.length) return undefined
  return all(
    Object.keys(before).map((key, index) => {
      const meant = keys[index] ?? ''
      const inside = editsBetween(source, [...path, key], before[key] ?? null, after[meant] ?? null)
      const renamed = { span: source.keySpanOf([...path, key]), text: flowYaml(meant) }
      return inside && (key === meant ? inside : [renamed, ...inside])
    }),
  )
}

/**
 * The edit that writes lines in the place of a key with its value, or of an item. None where the place is in braces, or has
 * comments or numbers that would be lost. `hang` is the width of the dash that the lines have and that stays in the file.
 */
export function editOfLines(
  source: YamlSource,
  path: DocumentPath,
  lines: readonly string[],
  hang = 0,
): readonly Edit[] | undefined {
  const { file, start } = source.keySpanOf(path)
  const margin = source.lineText(start.line).slice(0, start.column - 1)
  if (!/^(?: |- )*$/.test(margin)) return undefined
  const end = endOf(source, path)
  const replaced = textBetween(source, start, end)
  if (
    /(?:^|\s)#/.test(replaced) ||
    [...replaced.matchAll(number)].some(([text]) => String(Number(text)) !== text)
  )
    return undefined
  const text = lines
    .map((line, index) =>
      index === 0 ? line.slice(hang) : line === '' ? '' : ' '.repeat(margin.length - hang) + line,
    )
    .join('\n')
  return [{ span: { file, start, end }, text }]
}

const number = /(?<![\w.:-])[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?(?![\w.:-])/g

/** Where a value ends, without the blanks and lines behind it that its last line may have. */
function endOf(source: YamlSource, path: DocumentPath): Span['end'] {
  const { end } = source.spanOf(path)
  let { line } = end
  let text = source.lineText(line).slice(0, end.column - 1)
  while (line > 1 && text.trim() === '') text = source.lineText(--line)
  return { line, column: text.trimEnd().length + 1 }
}

function textBetween(source: YamlSource, start: Span['start'], end: Span['end']): string {
  const lines: string[] = []
  for (let line = start.line; line <= end.line; line++) {
    const text = source.lineText(line)
    const first = line === start.line ? start.column - 1 : 0
    lines.push(text.slice(first, line === end.line ? end.column - 1 : text.length))
  }
  return lines.join('\n')
}

function all(parts: readonly (readonly Edit[] | undefined)[]): readonly Edit[] | undefined {
  return parts.every(part => part !== undefined) ? parts.flat() : undefined
}
