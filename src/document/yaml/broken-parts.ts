import type { Problem } from '../../model/problem.ts'
import type { Position, Span } from '../../model/span.ts'
import { plainValue } from './plain-reader.ts'

/** Lines of a text, from one up to another, that are a member of the document or an item of a list that is one. */
interface Part {
  readonly from: number
  readonly end: number
  readonly isItem: boolean
}

/**
 * A text with mistakes as far as it is sound: lines that keep their parts from being read are left empty. All else stands
 * where it stood. It may still be no YAML.
 */
export function withoutBrokenLines(text: string): string {
  const lines = text.split(/\r?\n/)
  const parts = partsOf(lines).map(({ from, end }) => lines.slice(from, end))
  return parts.flatMap(part => (isSound(part) ? part : mended(part))).join('\n')
}

/**
 * The problems of a long text with mistakes, which are those of what remains without its sound items: that takes a fraction of
 * the time and the memory. The item above stays, too, since mistakes are compared with it. Undefined where there are none, or
 * where most of the text remains.
 */
export function brokenItems(
  text: string,
  problemsOf: (text: string) => readonly Problem[],
): readonly Problem[] | undefined {
  const lines = text.split('\n')
  if (lines.length < longText || !startsWithKey(lines)) return undefined
  const parts = partsOf(lines)
  const isBroken = parts.map(({ from, end }) => !isSound(lines.slice(from, end)))
  const numbers = parts.flatMap(({ from, end, isItem }, index) => {
    const isNear = isBroken[index] === true || isBroken[index + 1] === true
    // Of a member that is sound the key remains, since there may be another of its name.
    const kept = isNear ? end : isItem ? from : isSound(lines.slice(from, from + 1)) ? from + 1 : end
    return Array.from({ length: Math.min(kept, end) - from }, (_, line) => from + line)
  })
  if (2 * numbers.length > lines.length) return undefined
  const problems = problemsOf(numbers.map(number => lines[number]).join('\n'))
  const moved = ({ line, column }: Position): Position => ({
    line: (numbers[line - 1] ?? line - 1) + 1,
    column,
  })
  const inText = ({ file, start, end }: Span): Span => ({ file, start: moved(start), end: moved(end) })
  const placed = problems.map(problem => ({
    ...problem,
    ...(problem.span === undefined ? {} : { span: inText(problem.span) }),
    ...(problem.fix === undefined
      ? {}
      : { fix: problem.fix.map(edit => ({ ...edit, span: inText(edit.span) })) }),
  }))
  return placed.length === 0 ? undefined : placed
}

/** Lines below which a text is read whole. */
const longText = 40

/** Elsewhere, as in JSON, lines without indentation may be parts of anything. */
function startsWithKey(lines: readonly string[]): boolean {
  const first = lines.find(line => !/^\s*(?:#|$)|^---\s*$/.test(line))
  return first !== undefined && /^[\w$-]+:(?:\s|$)/.test(first)
}

function partsOf(lines: readonly string[]): readonly Part[] {
  const begins = [{ from: 0, isItem: false }]
  /** Where the items of the list stand; -1 where none may begin. */
  let column = -1
  let isListNext = false
  for (const [from, line] of lines.entries()) {
    if (/^\s*(?:#|$)/.test(line)) continue
    const [, indentation = ''] = /^( *)-(?:\s|$)/.exec(line) ?? []
    const isDash = /^ *-(?:\s|$)/.test(line)
    if (isDash && isListNext) column = indentation.length
    const isItem = isDash && indentation.length === column
    if (!isItem && /^\S/.test(line)) column = -1
    if (isItem || (/^\S/.test(line) && !isDash)) begins.push({ from, isItem })
    isListNext = /^[\w$-]+:\s*(?:#.*)?$/.test(line)
  }
  return begins.map(({ from, isItem }, index) => ({
    from,
    end: begins[index + 1]?.from ?? lines.length,
    isItem,
  }))
}

function isSound(lines: readonly string[]): boolean {
  return lines.every(line => /^\s*(?:#|$)/.test(line)) || plainValue(lines.join('\n')) !== undefined
}

/** Lines above which nothing of a part is kept: each way to mend it takes the whole. */
const mostMended = 100

/** Without the one line that keeps it from being read, else without all that do when it is read line by line. */
function mended(lines: readonly string[]): readonly string[] {
  if (lines.length > mostMended) return lines.map(() => '')
  const without = lines.map((line, index) => lines.with(index, emptied(line))).find(isSound)
  if (without !== undefined) return without
  const kept = lines.map(() => '')
  for (const [index, line] of lines.entries()) {
    const way = [line, emptied(line)].find(written => isSound(kept.with(index, written)))
    kept[index] = way ?? ''
  }
  return kept
}

/** An item stays one. */
function emptied(line: string): string {
  return /^ *-(?= )/.exec(line)?.[0] ?? ''
}
