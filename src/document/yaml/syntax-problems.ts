import { LineCounter, parseDocument, type YAMLError } from 'yaml'
import type { Edit, Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'
import { type MendedLine, mendLine, withMendedLine } from './mend-line.ts'

/** A problem of the text, still without its line. */
export type PlacedProblem = Problem & { readonly span: Span }

/** Mistakes of a text that are looked for behind each other. */
const mostMended = 8

/**
 * The errors of the parser, each with how its line is to be written where that can be told; the errors after it are
 * then looked for in the text as it would be.
 */
export function syntaxProblems(
  errors: readonly YAMLError[],
  text: string,
  toSpan: ToSpan,
  depth = 0,
): readonly PlacedProblem[] {
  const problems = problemsOf(errors, text, toSpan)
  const first = problems.find(({ code, hint }) => code === 'yaml-syntax' && hint === undefined)
  if (first === undefined) return problems
  const mended = depth < mostMended ? mendLine(text, first.span.start.line) : undefined
  if (mended === undefined)
    return problems.map(problem =>
      problem.hint === undefined ? { ...problem, hint: generalHint(problem) } : problem,
    )
  const span =
    mended.line === first.span.start.line ? first.span : lineSpan(text, mended.line, first.span.file)
  const told = { ...first, span, hint: writtenHint(text, mended) }
  const next = withMendedLine(text, mended)
  const lineCounter = new LineCounter()
  const document = parseDocument(next, { lineCounter, merge: true, prettyErrors: false, stringKeys: false })
  const toNextSpan: ToSpan = range => {
    const [start, end] = range.map(offset => lineCounter.linePos(offset))
    const place = { line: Math.max(start?.line ?? 1, 1), column: Math.max(start?.col ?? 1, 1) }
    return {
      file: span.file,
      start: place,
      end: end === undefined ? place : { line: end.line, column: end.col },
    }
  }
  const rest = syntaxProblems([...document.errors, ...document.warnings], next, toNextSpan, depth + 1)
  return [told, ...rest].toSorted((left, right) => left.span.start.line - right.span.start.line)
}

/** The line as it is to be written; of one that is only moved also the line above, to compare with. */
export function writtenHint(
  text: string,
  { line, text: written, hint, isMoved = false }: MendedLine,
): string {
  const above = text.split(/\r?\n/)[line - 2]
  const lines = [hint, ...(isMoved && above !== undefined ? [above.trimEnd()] : []), written.trimEnd()]
  return lines.filter(one => one !== '').join('\n')
}

type ToSpan = (range: readonly number[]) => Span

/** Span of the text of a line, without its indentation. */
export function lineSpan(text: string, line: number, file: string): Span {
  const written = text.split(/\r?\n/)[line - 1] ?? ''
  const column = written.length - written.trimStart().length + 1
  return {
    file,
    start: { line, column },
    end: { line, column: Math.max(column, written.trimEnd().length + 1) },
  }
}

/** A general hint, where no way to write the line was found. */
function generalHint({ message }: PlacedProblem): string {
  if (message.includes('more than one YAML document'))
    return 'A file holds one document: put what is behind `---` into a file of its own.'
  if (message.includes('Tabs')) return 'Indent with spaces, never with tabs.'
  if (message.includes('anchor') || message.includes('tag'))
    return 'Put quotes around a text that begins with `&`, `*` or `!`.'
  return 'Look at the quotes, brackets and indentation of this line and the one above; a text with `: ` or ` #` in it needs quotes.'
}

/**
 * The errors of the parser. Behind a template or a path without quotes it loses its way: of the errors after that, only
 * further ones of this kind and keys that are there twice are told.
 */
function problemsOf(errors: readonly YAMLError[], text: string, toSpan: ToSpan): readonly PlacedProblem[] {
  const problems: PlacedProblem[] = []
  const unquotedLines = new Set<number>()
  let isOver = false
  for (const error of errors.slice(0, mostTold)) {
    // Text behind the end of the document is told word by word.
    if (isOver && error.code === 'UNEXPECTED_TOKEN') continue
    isOver ||= isBehindEnd(error)
    const [start] = error.pos
    const span = toSpan(error.pos)
    const template = templateAt(text, start)
    const path = pathAt(text, start)
    if (error.code === 'DUPLICATE_KEY') problems.push(duplicateKey(keyAt(text, start), span))
    else if (template !== undefined || path !== undefined) {
      const isTold = unquotedLines.has(span.start.line)
      if (!isTold && template !== undefined) problems.push(unquotedTemplate(span, template, text))
      else if (!isTold && path !== undefined) problems.push(unquotedPath(span, path))
      unquotedLines.add(span.start.line)
    } else if (unquotedLines.size === 0)
      problems.push({
        code: 'yaml-syntax',
        severity: 'error',
        message:
          error.code === 'MULTIPLE_DOCS'
            ? 'the file has more than one YAML document'
            : `not valid YAML: ${error.message}`,
        span,
      })
  }
  return problems
}

/** Mistakes of a text that are told: a parser that has lost its way makes thousands of one. */
const mostTold = 200

function isBehindEnd({ code, message }: YAMLError): boolean {
  return code === 'UNEXPECTED_TOKEN' && message.includes('token in YAML stream')
}

/** A template that YAML reads as something else. */
export function unquotedTemplate(span: Span, template: string, text: string): PlacedProblem {
  const fix = quotedWhere(span, template, text)
  return {
    code: 'unquoted-template',
    severity: 'error',
    message: `${template} without quotes is a mapping to YAML, not a template`,
    hint: `Put the template in quotes: "${template}".`,
    span,
    ...(fix && { fix }),
  }
}

/** The quotes around a template that stands once in its line. */
function quotedWhere({ file, start }: Span, template: string, text: string): readonly Edit[] | undefined {
  const line = text.split(/\r?\n/)[start.line - 1] ?? ''
  const column = line.indexOf(template) + 1
  if (column === 0 || template === '' || line.includes(template, column) || /["'\\]/.test(template))
    return undefined
  const end = { ...start, column: column + template.length }
  return [{ span: { file, start: { ...start, column }, end }, text: `"${template}"` }]
}

function unquotedPath(span: Span, path: string): PlacedProblem {
  return {
    code: 'yaml-syntax',
    severity: 'error',
    message: `not valid YAML: between brackets or braces, ${path} needs quotes`,
    hint: `Write "${path}".`,
    span,
  }
}

/** The JSONPath with brackets that stands without quotes in a flow collection of the line of an error. */
function pathAt(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const line = text.slice(start, start + longestLine).split('\n', 1)[0] ?? ''
  for (const { 0: path, index } of line.matchAll(
    /\$[\w.*-]*(?:(?:\[(?:"[^"]*"|'[^']*'|[^\]"'])*\][\w.*-]*)+|\[[^\s,{}]*)/g,
  )) {
    const before = line.slice(0, index).trimEnd()
    if (/[[{,:]$/.test(before) && /[[{]/.test(before)) return path.replace(/:$/, '')
  }
  return undefined
}

/** Characters of a line that are looked at for a path. */
const longestLine = 1000

/** The template without quotes that an error at an offset is about: its braces stand there, or begin a value of the line. */
function templateAt(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const line = text.slice(start).split(/\r?\n/, 1)[0] ?? ''
  if (text.startsWith('{{', offset)) {
    const before =
      /(?:\{\{[^}\n]*\}\}|[^,[{}])*$/.exec(line.slice(0, offset - start))?.[0].replace(/^.*:\s+/, '') ?? ''
    const behind = /^(?:\{\{[^}\n]*\}\}|[^,\]}\n])*/.exec(line.slice(offset - start))?.[0] ?? ''
    return (before + behind).trim()
  }
  if (/["']\s*\{\{/.test(line)) return undefined
  return /(?:^|[:\-[,])\s*(\{\{[^}]*\}\}(?:\{\{[^}]*\}\}|[^,\]#{}])*)/.exec(line)?.[1]?.trim()
}

export function duplicateKey(key: string, span: Span): PlacedProblem {
  return {
    code: 'duplicate-key',
    severity: 'error',
    message: `the key "${key}" stands here for the second time`,
    hint: `Join the two under one \`${key}:\`, or delete one; of two values YAML would silently drop one.`,
    span,
  }
}

/** The key that begins at an offset, without its quotes. */
function keyAt(text: string, offset: number): string {
  const written = /"[^"\n]*"|'[^'\n]*'|(?:[^:\n]|:(?!\s))*/y
  written.lastIndex = offset
  return (written.exec(text)?.[0] ?? '').replace(/^(["'])(.*)\1$/, '$2').trim()
}
