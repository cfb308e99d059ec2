import { parseDocument, type YAMLError } from 'yaml'
import { lineIndex } from './line-index.ts'

/** A line of a text as it is to be written, and the sentence that says so. */
export interface MendedLine {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
  readonly hint: string
  /** True where only its indentation is another. */
  readonly isMoved?: boolean
}

/** Characters that are read to try out ways to write one line: each way takes the text as far as it is looked at. */
const mostRead = 200_000

/** Lines behind an error that are looked at: in a long text a way that helps as far as there is taken to help. */
const linesBehind = 200

/**
 * How the line that keeps a text from being YAML is to be written: the first of the usual ways after which the text can
 * be read up to a later line. Undefined when none of them helps.
 */
export function mendLine(text: string, errorLine: number): MendedLine | undefined {
  let left = mostRead
  const lines = text.split('\n').slice(0, errorLine + linesBehind)
  const looked = lines.join('\n')
  const before = errorsOf(looked)
  const helpful: MendedLine[] = []
  for (const way of waysToMend(lines, errorLine)) {
    const { line, text: written } = way
    if (written === lines[line - 1]) continue
    const tried = lines.with(line - 1, written)
    const last = Math.max(line, errorLine)
    const begin = upTo(last, tried)
    left -= begin.length
    if (left < 0) break
    if ((errorsOf(begin)[0] ?? Infinity) <= last) continue
    left -= looked.length
    if (left < 0) break
    const after = errorsOf(tried.join('\n'))
    const [next = Infinity] = after
    if (next <= last) continue
    if (after.length < before.length) return way
    helpful.push(way)
  }
  return helpful[0]
}

/** The lines up to one, and a few behind it: what is wrong further up is found in them, without the rest of the text. */
function upTo(line: number, lines: readonly string[]): string {
  let end = line
  for (let written = 0; written < linesToEnd && end < lines.length; end++)
    if (lines[end]?.trim() !== '') written++
  return lines.slice(0, end).join('\n')
}

/** Lines with text behind one, in which what is left open at their end is complained about. */
const linesToEnd = 3

/** The text with a line mended. */
export function withMendedLine(text: string, { line, text: written }: MendedLine): string {
  return text
    .split('\n')
    .with(line - 1, written)
    .join('\n')
}

/** The lines of what keeps a text from being read, in order. */
function errorsOf(text: string): readonly number[] {
  const document = parseDocument(text, { merge: true, prettyErrors: false, stringKeys: false })
  const errors: readonly YAMLError[] = [...document.errors, ...document.warnings]
  const placeOf = lineIndex(text)
  const lines = errors.filter(({ code }) => code !== 'DUPLICATE_KEY').map(({ pos }) => placeOf(pos[0]).line)
  const unresolved = lines.length > 0 ? undefined : unresolvedAlias(text)
  return unresolved === undefined ? lines.toSorted((left, right) => left - right) : [unresolved]
}

/** The line of the first alias without an anchor. */
export function unresolvedAlias(text: string): number | undefined {
  const anchors = new Set([...text.matchAll(/&([\w-]+)/g)].map(([, name]) => name))
  const lines = text.split('\n')
  const at = lines.findIndex(line => {
    const [, name] = /(?:[:\-[,]\s+|^\s*)\*([^\s,\]}]+)/.exec(line) ?? []
    return name !== undefined && !anchors.has(name)
  })
  return at < 0 ? undefined : at + 1
}

const comparisons: Readonly<Record<string, string>> = {
  '<': 'less-than',
  '<=': 'at-most',
  '>': 'greater-than',
  '>=': 'at-least',
}

/** The text before the value that a target is to have, or not: `status: `, `$.id: `. */
const judged = /(?:^|[\s{,])(?:status|\$[^\s:]*|"\$[^"]*"|'\$[^']*'):\s+$/

/** `!number 1`: a type before a value. */
const typeTag = /^!(?:number|int|integer|float|bool|boolean|str|string|text|list|array|map|object)\s+(\S.*)$/i

const quoteIt = 'Put the text in quotes:'
const indentIt = 'Indent it with spaces, as far as the keys beside it:'

/** Ways to write the line of an error, the line after it, and lines above it that a quote or a bracket was left open in. */
function* waysToMend(lines: readonly string[], errorLine: number): Generator<MendedLine> {
  const at = Math.min(errorLine, lines.length)
  if (/^\s*[\]}]+\s*$/.test(lines[at - 1] ?? ''))
    yield { line: at, text: '', hint: 'Delete this line: there is nothing to close.' }
  for (const line of [at, at + 1, at - 1]) yield* indented(lines, line, /^ *\t/)
  yield* indented(lines, at + 1, /^/)
  for (let line = 1; line <= at; line++) yield* closed(lines[line - 1] ?? '', line)
  for (const line of [at, at - 1]) yield* rewritten(lines[line - 1] ?? '', line)
  for (const line of [at, at - 1]) yield* indented(lines, line, /^/)
}

/** One line alone: a space behind a colon, and quotes around what is no plain text. */
function* rewritten(text: string, line: number): Generator<MendedLine> {
  const [, before = '', key, value = ''] = /^(\s*(?:- )*)([\w$.-]+):(?! |$)(.*)$/.exec(text) ?? []
  if (key !== undefined)
    yield { line, text: `${before}${key}: ${value}`, hint: 'A colon is followed by a space:' }
  const [, start = '', item] = /^(\s*(?:- )*(?:[\w$.-]+|"[^"]*"|'[^']*'):\s+)- (.+)$/.exec(text) ?? []
  if (item !== undefined)
    yield { line, text: `${start}[${item}]`, hint: 'A list on the line of its key stands in brackets:' }
  const [, indentation = '', named] = /^(\s*)-([\w$]\S*:(?: .*)?)$/.exec(text) ?? []
  if (named !== undefined)
    yield { line, text: `${indentation}- ${named}`, hint: 'A dash is followed by a space:' }
  for (const { before: head, value: written, after } of values(text)) {
    const [, sign = '', number] = /^([<>]=?)\s*(-?\d[\w.]*)$/.exec(written) ?? []
    if (number !== undefined)
      yield {
        line,
        text: `${head}{ ${String(comparisons[sign])}: ${number} }${after}`,
        hint: 'A comparison is an operator in braces:',
      }
    const [, other] = /^!=?\s*(-?\d[\w.]*|null|true|false)$/.exec(written) ?? []
    if (other !== undefined && judged.test(head))
      yield {
        line,
        text: `${head}{ not-equals: ${other} }${after}`,
        hint: 'Anything but this value is written with an operator:',
      }
    const [, untagged] = typeTag.exec(written) ?? []
    if (untagged !== undefined)
      yield { line, text: `${head}${untagged}${after}`, hint: 'Leave the type out; quotes make a text:' }
  }
  for (const { before: head, value: written, after } of values(text))
    yield { line, text: `${head}${quoted(written)}${after}`, hint: quoteIt }
}

/** The values of a line that may need quotes, the innermost first: to its end, or to the end of a part in braces. */
function values(text: string): readonly { before: string; value: string; after: string }[] {
  const starts = [...text.matchAll(/(?:^\s*(?:- )+|:\s+|[[{,]\s*)/g)].map(
    ({ 0: mark, index }) => index + mark.length,
  )
  return starts.toReversed().flatMap(start => {
    const rest = text.slice(start).trimEnd()
    const inner = [...rest.matchAll(/\s*[\]},]/g)].map(({ index }) => index)
    // A value in braces ends within them, if it can.
    const isWithin = openIn(text.slice(0, start)).brackets !== ''
    const ends = isWithin ? [...inner, rest.length] : [rest.length, ...inner]
    return [...new Set(ends)]
      .filter(end => end > 0)
      .map(end => ({ before: text.slice(0, start), value: rest.slice(0, end), after: rest.slice(end) }))
  })
}

/** A text in quotes; what is in quotes already, or in part, is taken as it was meant. */
function quoted(written: string): string {
  const [, double] = /^"(.*)"$/s.exec(written) ?? []
  if (double !== undefined) return `'${double.replaceAll("'", "''")}'`
  const [, single] = /^'(.*)'$/s.exec(written) ?? []
  if (single !== undefined) return JSON.stringify(single)
  return /["\\]/.test(written) ? `'${written.replaceAll("'", "''")}'` : `"${written}"`
}

/** A line whose quote or bracket is not closed, or closed by another. */
function* closed(text: string, line: number): Generator<MendedLine> {
  const { quote, brackets } = openIn(text)
  const end = text.trimEnd()
  if (quote !== '') {
    // In braces the key behind a comma is rather the next one than a part of the text.
    const open = end.lastIndexOf(quote)
    const next = brackets === '' ? -1 : end.slice(open).search(/,\s+[\w-]+:\s/)
    if (next > 0)
      yield {
        line,
        text: `${end.slice(0, open + next)}${quote}${end.slice(open + next)}`,
        hint: 'Close the quote:',
      }
    yield { line, text: `${end}${quote}${brackets}`, hint: 'Close the quote:' }
    yield { line, text: end.replace(/([\]}]+)$/, `${quote}$1`), hint: 'Close the quote:' }
  } else if (brackets !== '') {
    yield { line, text: `${end}${brackets}`, hint: 'Close what is open:' }
    const shorter = end.slice(0, -1).trimEnd()
    yield { line, text: `${shorter}${openIn(shorter).brackets}`, hint: 'Close what is open:' }
  }
  const fewer = end.replace(/\s*[\]}]$/, '')
  if (fewer !== end) yield { line, text: fewer, hint: 'There is nothing to close:' }
}

/** The quote and the brackets that are open at the end of a line, as the characters that would close them. */
function openIn(text: string): { quote: string; brackets: string } {
  let quote = ''
  const stack: string[] = []
  for (const [index, character] of Array.from(text).entries()) {
    if (quote === '"' && text[index - 1] === '\\') continue
    if (quote !== '') quote = character === quote ? '' : quote
    else if (/["']/.test(character) && /(?:^|[\s[{,(:])$/.test(text.slice(0, index))) quote = character
    else if (character === '[' || character === '{') stack.push(character === '[' ? ']' : '}')
    else if (character === stack.at(-1)) stack.pop()
  }
  const brackets = stack.toReversed().map(bracket => (bracket === '}' ? ' }' : bracket))
  return { quote, brackets: brackets.join('') }
}

/** A line as far in as the lines above it, the nearest first. */
function* indented(lines: readonly string[], line: number, when: RegExp): Generator<MendedLine> {
  const text = lines[line - 1]
  if (text === undefined || text.trim() === '' || !when.test(text)) return
  const columns = lines
    .slice(Math.max(0, line - 30), line - 1)
    .toReversed()
    .flatMap(above => {
      const [, outer = '', dashes = ''] = /^( *)((?:- +)*)\S/.exec(above) ?? []
      return above.trim() === '' || above.includes('\t') ? [] : [outer.length + dashes.length, outer.length]
    })
  for (const column of new Set(columns))
    yield { line, text: ' '.repeat(column) + text.trimStart(), hint: indentIt, isMoved: true }
}
