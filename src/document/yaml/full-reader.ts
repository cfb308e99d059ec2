import {
  type Document,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml'
import type { Problem } from '../../model/problem.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import { quotedLine } from '../quoted-line.ts'
import type { YamlSource } from '../yaml-source.ts'
import {
  duplicateKey,
  lineSpan,
  type PlacedProblem,
  syntaxProblems,
  unquotedTemplate,
  writtenHint,
} from './syntax-problems.ts'
import { mendLine, unresolvedAlias } from './mend-line.ts'
import { lineIndex } from './line-index.ts'
import { tooDeepAt } from './nesting.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { keepDigits } from '../exact-scalars.ts'

/** Aliases of a document, and values that all of them may stand for: more are there only to exhaust memory and time. */
const mostAliases = 10_000
const mostExpanded = 100_000

/** Characters that YAML has only as escapes; the parser lets them pass. */
// eslint-disable-next-line no-control-regex -- it is what is looked for.
const control = /[\x00-\x08\x0b\x0c\x0e-\x1f]/

/** Reads any YAML 1.2 text; see `readWithPlaces`. Slow, and slow to load, so this is for texts that the plain reader gives up. */
export function readAny(text: string, file: string, whenEmpty: string): YamlSource {
  const controlAt = text.search(control)
  if (controlAt >= 0)
    return unreadableFrom(text, file, controlAt, controlCharacter(text.charCodeAt(controlAt)))
  const deepAt = tooDeepAt(text)
  if (deepAt !== undefined)
    return unreadableFrom(text, file, deepAt, {
      message: 'not valid YAML: collections are nested too deeply',
    })
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter, merge: true, prettyErrors: false, stringKeys: false })
  keepDigits(document)
  const lines = text.split(/\r?\n/)
  const toSpan = (range: readonly number[] | null | undefined): Span => {
    const [start = 0, end = start] = range ?? []
    return { file, start: position(lineCounter, start), end: position(lineCounter, Math.max(end, start)) }
  }
  const withLine = (problem: PlacedProblem): Problem => ({
    ...problem,
    sourceLine: quotedLine(lines, problem.span.start.line),
  })

  const problems = syntaxProblems([...document.errors, ...document.warnings], text, toSpan).map(withLine)
  if (text.trim() === '' || (document.contents === null && problems.length === 0))
    problems.push(withLine(emptyFile(toSpan(undefined), whenEmpty)))
  if (problems.length === 0) problems.push(...templateMaps(document, text, toSpan).map(withLine))
  if (problems.length === 0) problems.push(...collectionKeys(document, toSpan).map(withLine))
  if (problems.length === 0) problems.push(...beyondJson(document, toSpan).map(withLine))
  const { value, problem } = problems.length === 0 ? plainValue(document, text, toSpan) : {}
  if (problem !== undefined) problems.push(withLine(problem))
  return {
    file,
    value,
    problems,
    spanOf: path => toSpan(nodeAt(document, path).value),
    keySpanOf: path => toSpan(nodeAt(document, path).key),
    lineText: line => quotedLine(lines, line),
  }
}

function controlCharacter(code: number): { message: string; hint: string } {
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  const escape = `\\x${code.toString(16).padStart(2, '0')}`
  return {
    message: `not valid YAML: the control character ${name}${code === 0 ? ' (NUL)' : ''} stands here`,
    hint: `Remove it, or write "${escape}" in double quotes where it is meant.`,
  }
}

/** A text with a mistake behind which nothing is looked at. */
function unreadableFrom(
  text: string,
  file: string,
  offset: number,
  why: { readonly message: string; readonly hint?: string },
): YamlSource {
  const start = lineIndex(text)(offset)
  const sourceLine = quotedLine(text.split(/\r?\n/), start.line)
  const span = { file, start, end: start }
  return unreadable(text, file, [{ code: 'yaml-syntax', severity: 'error', ...why, span, sourceLine }])
}

/** A text of which nothing is known but what is wrong with it. */
export function unreadable(text: string, file: string, problems: readonly Problem[]): YamlSource {
  const start = { line: 1, column: 1 }
  const span = problems[0]?.span ?? { file, start, end: start }
  const lines = text.split(/\r?\n/)
  const lineText = (line: number): string => quotedLine(lines, line)
  return { file, value: undefined, problems, spanOf: () => span, keySpanOf: () => span, lineText }
}

function position(lineCounter: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lineCounter.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

function emptyFile(span: Span, hint: string): PlacedProblem {
  return {
    code: 'file-empty',
    severity: 'error',
    message: 'the file is empty',
    hint,
    span,
  }
}

/** `x: {{id}}` is valid YAML: a mapping whose key is a mapping. Nobody ever means that. */
function templateMaps(
  document: Document,
  text: string,
  toSpan: (range: readonly number[] | null | undefined) => Span,
): PlacedProblem[] {
  if (!/[:\-,[]\s*\{\{/.test(text)) return []
  const found: PlacedProblem[] = []
  visit(document, {
    Map(_, node) {
      if (!node.flow || !node.items.some(pair => isMap(pair.key))) return undefined
      const [start = 0, end = start] = node.range ?? []
      found.push(unquotedTemplate(toSpan(node.range), text.slice(start, end), text))
      return visit.SKIP
    },
  })
  return found
}

/** Keys that are mappings or lists, which YAML knows and JSON does not. */
function collectionKeys(
  document: Document,
  toSpan: (range: readonly number[] | null | undefined) => Span,
): PlacedProblem[] {
  const found: PlacedProblem[] = []
  visit(document, {
    Pair(_, { key }) {
      const named = resolveAlias(document, key)
      if (!isMap(named) && !isSeq(named)) return undefined
      found.push({
        code: 'yaml-syntax',
        severity: 'error',
        message: `a key is a text, and this one is a ${isMap(named) ? 'mapping' : 'list'}`,
        hint: 'Put quotes around the key, to make it a text.',
        span: toSpan(rangeOf(key)),
      })
      return visit.SKIP
    },
  })
  return found
}

/**
 * Finds the features of YAML that JSON does not have: keys that differ in their types alone, infinite numbers, sets,
 * dates and bytes.
 */
function beyondJson(
  document: Document,
  toSpan: (range: readonly number[] | null | undefined) => Span,
): PlacedProblem[] {
  const found: PlacedProblem[] = []
  visit(document, {
    Node(_, node) {
      const tell = (message: string, hint: string): void => {
        found.push({ code: 'bad-value', severity: 'error', message, hint, span: toSpan(rangeOf(node)) })
      }
      const [, tag] = /^tag:yaml\.org,2002:(set|omap|binary|timestamp)$/.exec(node.tag ?? '') ?? []
      if (tag !== undefined) tell(`JSON has nothing for the tag !!${tag}`, 'Leave the tag out.')
      const isInfinite = isScalar(node) && typeof node.value === 'number' && !Number.isFinite(node.value)
      if (isInfinite) tell('JSON has no such number', 'Write another one, or a text in quotes.')
      if (isMap(node)) found.push(...alikeKeys(document, node, toSpan))
    },
  })
  return found
}

function alikeKeys(
  document: Document,
  { items }: YAMLMap,
  toSpan: (range: readonly number[] | null | undefined) => Span,
): PlacedProblem[] {
  const names = new Set<string>()
  return items.flatMap(({ key }) => {
    const named = resolveAlias(document, key)
    if (!isScalar(named) || named.source === '<<') return []
    const { value } = named
    const name = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)
    if (names.has(name)) return [duplicateKey(name, toSpan(rangeOf(key)))]
    names.add(name)
    return []
  })
}

function plainValue(
  document: Document,
  text: string,
  toSpan: (range: readonly number[] | null | undefined) => Span,
): { value?: unknown; problem?: PlacedProblem } {
  const beyond = aliasBeyond(document.contents)
  if (beyond !== undefined) return { problem: tooMuch(toSpan(beyond.range)) }
  try {
    return { value: document.toJS({ maxAliasCount: -1 }) as unknown }
  } catch (error) {
    const message = `the aliases of this file cannot be followed: ${reasonOf(error)}`
    const span = toSpan(document.contents?.range)
    const line = unresolvedAlias(text)
    const mended = line === undefined ? undefined : mendLine(text, line)
    const place = mended === undefined ? span : lineSpan(text, mended.line, span.file)
    const hint =
      mended === undefined
        ? 'Each alias needs an anchor above it.'
        : writtenHint(text, {
            ...mended,
            hint: 'An alias needs its anchor above it; a text that begins with `*` stands in quotes:',
          })
    return { problem: { code: 'yaml-alias', severity: 'error', message, hint, span: place } }
  }
}

/** The first alias with which those up to it are too many, or stand for too much. */
function aliasBeyond(contents: unknown): Node | undefined {
  const sizes = new Map<string, number>()
  let [aliases, expanded] = [0, 0]
  let beyond: Node | undefined
  const sizeOf = (node: unknown): number => {
    if (isAlias(node)) {
      const size = sizes.get(node.source) ?? 1
      expanded += size
      if (++aliases > mostAliases || expanded > mostExpanded) beyond ??= node
      return size
    }
    const parts = isSeq(node)
      ? node.items
      : isMap(node)
        ? node.items.flatMap(pair => [pair.key, pair.value])
        : []
    let size = 1
    for (const part of parts) if (beyond === undefined) size += sizeOf(part)
    if ((isScalar(node) || isSeq(node) || isMap(node)) && node.anchor !== undefined)
      sizes.set(node.anchor, size)
    return size
  }
  sizeOf(contents)
  return beyond
}

function tooMuch(span: Span): PlacedProblem {
  const [most, values] = [mostAliases, mostExpanded].map(count => count.toLocaleString('en-US'))
  const message = `the aliases up to this one are more than ${most}, or stand for more than ${values} values`
  const hint = 'Use fewer of them: what is the same everywhere can stand under `variables` or `settings`.'
  return { code: 'yaml-alias', severity: 'error', message, hint, span }
}

/** The ranges of the key and the value at a path; of the innermost part that exists when the path leads nowhere. */
function nodeAt(
  document: Document,
  path: DocumentPath,
): { key: readonly number[] | null | undefined; value: readonly number[] | null | undefined } {
  let node: unknown = document.contents
  let found = { key: rangeOf(node), value: rangeOf(node) }
  for (const part of path) {
    const pair = childAt(resolveAlias(document, node), part, document)
    if (pair === undefined) break
    node = pair.value
    const valueRange = rangeOf(pair.value) ?? rangeOf(pair.key)
    found = { key: rangeOf(pair.key) ?? valueRange, value: valueRange }
  }
  return found
}

function childAt(
  node: unknown,
  part: string | number,
  document: Document,
): { key: unknown; value: unknown } | undefined {
  if (isSeq(node) && typeof part === 'number') {
    const item = node.items[part]
    return item === undefined ? undefined : { key: item, value: item }
  }
  if (!isMap(node)) return undefined
  const own = node.items.find(pair => isScalar(pair.key) && String(pair.key.value) === String(part))
  return own ?? mergedChild(node.items, part, document)
}

/** A key that `<<: *anchor` brought in. */
function mergedChild(
  items: readonly unknown[],
  part: string | number,
  document: Document,
): { key: unknown; value: unknown } | undefined {
  for (const pair of items) {
    if (!isPair(pair) || !isScalar(pair.key) || pair.key.source !== '<<') continue
    const merged = resolveAlias(document, pair.value)
    const sources = isSeq(merged) ? merged.items : [merged]
    for (const source of sources) {
      const child = childAt(resolveAlias(document, source), part, document)
      if (child !== undefined) return child
    }
  }
  return undefined
}

function resolveAlias(document: Document, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node
}

function rangeOf(node: unknown): readonly number[] | null | undefined {
  return (node as Node | null | undefined)?.range
}
