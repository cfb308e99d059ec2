import { isBlock } from './bru-names.ts'

/** A block of a .bru file: `headers { … }`. */
export interface BruBlock {
  readonly name: string
  readonly line: number
  /** The text of a block of text, or of one that is neither a dictionary nor a list. */
  readonly text: string
  readonly entries: readonly BruEntry[]
}

/** `name: value`, `~name: value` where it is switched off, or a value of a list. */
export interface BruEntry {
  readonly name: string
  readonly value: string
  /** Only where the value is a list in brackets. */
  readonly values?: readonly string[]
  readonly disabled: boolean
  readonly line: number
  /** `@description("…")` above it, `@number` and the like. */
  readonly annotations: ReadonlyMap<string, string>
}

/** The blocks of a file in Bruno's own language, or the line of the first that is none. */
export interface BruFile {
  readonly blocks: readonly BruBlock[]
  readonly problem?: { readonly line: number; readonly why: string }
}

/** Blocks whose lines are a text. */
const isText =
  /^(?:body|body:(?:json|text|xml|sparql|graphql|graphql:vars)|script:(?:pre-request|post-response)|tests|docs|example)$/

/** Reads a file of Bruno: dictionaries, texts and lists, each of which ends at a bracket in the first column. */
export function readBru(text: string): BruFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const blocks: BruBlock[] = []
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line.trim() === '' || /^color:/.test(line)) {
      at++
      continue
    }
    const [, name, bracket] = /^([\w-]+(?::[\w-]+)*)\s*([{[])\s*$/.exec(line) ?? []
    if (name === undefined || bracket === undefined)
      return { blocks, problem: { line: at + 1, why: 'expected the beginning of a block, such as `get {`' } }
    const end = endOf(lines, at + 1, isText.test(name) ? undefined : bracket)
    if (end === undefined) return { blocks, problem: { line: at + 1, why: `the block ${name} has no end` } }
    blocks.push(blockOf(name, lines.slice(at + 1, end), at + 1, bracket))
    at = end + 1
  }
  return { blocks }
}

/** The line that ends a block; one of a text between quotes does not. None where the next block begins before. */
function endOf(lines: readonly string[], start: number, bracket: string | undefined): number | undefined {
  let isQuoted = false
  for (let at = start; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (bracket !== undefined && (line.split("'''").length - 1) % 2 === 1) isQuoted = !isQuoted
    const [, name = ''] = /^([\w:-]+)\s*\{\s*$/.exec(line) ?? []
    if (!isQuoted && bracket === '{' && isBlock(name)) return undefined
    if (!isQuoted && (bracket === '[' ? /^\s*\]/ : /^\}/).test(line)) return at
  }
  return undefined
}

function blockOf(name: string, lines: readonly string[], line: number, bracket: string): BruBlock {
  if (isText.test(name)) {
    const first = lines.findIndex(one => one.trim() !== '')
    const shown = first < 0 ? [] : lines.slice(first)
    return { name, line, text: shown.map(one => one.replace(/^ {2}/, '')).join('\n'), entries: [] }
  }
  if (bracket === '[') return { name, line, text: '', entries: listEntries(lines, line + 1) }
  return { name, line, text: '', entries: dictionaryEntries(lines, line + 1, name === 'assert') }
}

function listEntries(lines: readonly string[], first: number): readonly BruEntry[] {
  return lines.flatMap((line, index) =>
    line
      .split(',')
      .map(value => value.trim())
      .filter(value => value !== '' && !value.startsWith('@'))
      .map(value => ({
        name: value.replace(/^~/, ''),
        value: '',
        disabled: value.startsWith('~'),
        line: first + index,
        annotations: new Map<string, string>(),
      })),
  )
}

function dictionaryEntries(lines: readonly string[], first: number, isAssert: boolean): readonly BruEntry[] {
  const entries: BruEntry[] = []
  let annotations = new Map<string, string>()
  let at = 0
  while (at < lines.length) {
    const line = first + at
    const written = (lines[at] ?? '').trim()
    const annotation = /^@([\w-]+)(?:\((.*))?$/.exec(written)
    const [, quotedKey, bareKey = '', rest = ''] =
      /^(~?"(?:\\"|[^"\\])*")?(?:\s*)([^:]*):(.*)$/.exec(written) ?? []
    if (written === '') at++
    else if (annotation !== null && (annotation[2] === undefined || /\)$|'''/.test(written))) {
      const taken = annotationText(annotation[2], lines, at)
      annotations.set(annotation[1] ?? '', taken.text)
      at = taken.next
    } else if (quotedKey === undefined && bareKey === '' && !written.startsWith(':')) at++
    else {
      const isQuoted = quotedKey !== undefined && bareKey.trim() === '' && !isAssert
      const key = isQuoted
        ? quotedKey.replace(/^(~?)"(.*)"$/s, '$1$2').replaceAll('\\"', '"')
        : `${quotedKey ?? ''}${bareKey}`.trim()
      const taken = valueText(rest.trim(), lines, at)
      entries.push({
        name: key.replace(/^~/, ''),
        value: taken.text,
        ...(taken.values === undefined ? {} : { values: taken.values }),
        disabled: key.startsWith('~'),
        line,
        annotations,
      })
      annotations = new Map()
      at = taken.next
    }
  }
  return entries
}

interface Taken {
  readonly text: string
  readonly values?: readonly string[]
  readonly next: number
}

/** A value: the rest of its line, a text between `'''`, or a list. */
function valueText(rest: string, lines: readonly string[], at: number): Taken {
  if (rest === '[') {
    const length = lines.slice(at + 1).findIndex(line => line.trim() === ']')
    const end = length < 0 ? lines.length : at + 1 + length
    const values = lines
      .slice(at + 1, end)
      .map(line => line.trim())
      .filter(line => line !== '')
    return { text: values.join(', '), values, next: end + 1 }
  }
  if (!rest.startsWith("'''")) return { text: rest, next: at + 1 }
  const { content, behind, next } = quoted(rest.slice(3), lines, at)
  const text = content
    .map((line, index) => (index === 0 ? line : line.slice(4)))
    .join('\n')
    .trim()
  const type = behind.trim()
  return { text: type.startsWith('@contentType') ? `${text} ${type}` : text, next }
}

/** The argument of an annotation, without its quotes. */
function annotationText(argument: string | undefined, lines: readonly string[], at: number): Taken {
  if (argument === undefined) return { text: '', next: at + 1 }
  if (argument.startsWith("'''")) {
    const { content, next } = quoted(argument.slice(3), lines, at)
    const inside = content.filter(
      (line, index) => line.trim() !== '' || (index > 0 && index < content.length - 1),
    )
    const indent = Math.min(...inside.map(line => /^\s*/.exec(line)?.[0].length ?? 0))
    return { text: inside.map(line => line.slice(indent)).join('\n'), next }
  }
  const inside = argument.replace(/\)$/, '')
  const text = /^"/.test(inside)
    ? inside
        .slice(1, -1)
        .replace(/\\(["\\nrt])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign)
    : inside.replace(/^'(.*)'$/s, '$1')
  return { text, next: at + 1 }
}

/** The lines between `'''` and the next `'''`. */
function quoted(
  first: string,
  lines: readonly string[],
  at: number,
): { readonly content: readonly string[]; readonly behind: string; readonly next: number } {
  const content: string[] = []
  for (let line = first, next = at + 1; ; line = lines[next] ?? '', next++) {
    const end = line.indexOf("'''")
    if (end >= 0 || next > lines.length)
      return { content: [...content, end < 0 ? line : line.slice(0, end)], behind: line.slice(end + 3), next }
    content.push(line)
  }
}
