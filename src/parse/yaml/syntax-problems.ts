import type { YAMLError } from 'yaml'
import type { Problem } from '../../model/problem.ts'
import type { Span } from '../../model/span.ts'

/** A problem of the text, still without its line. */
export type PlacedProblem = Problem & { readonly span: Span }

/**
 * What the parser complains about. Behind a template or a path without quotes it loses its way: of what comes after, only
 * further ones and keys that are there twice are told.
 */
export function syntaxProblems(
  errors: readonly YAMLError[],
  text: string,
  toSpan: (range: readonly number[]) => Span,
): readonly PlacedProblem[] {
  const problems: PlacedProblem[] = []
  const unquotedLines = new Set<number>()
  for (const error of errors) {
    const [start] = error.pos
    const span = toSpan(error.pos)
    const template = templateAt(text, start)
    const path = pathAt(text, start)
    if (error.code === 'DUPLICATE_KEY') problems.push(duplicateKey(keyAt(text, start), span))
    else if (template !== undefined || path !== undefined) {
      const isTold = unquotedLines.has(span.start.line)
      if (!isTold && template !== undefined) problems.push(unquotedTemplate(span, template))
      else if (!isTold && path !== undefined) problems.push(unquotedPath(span, path))
      unquotedLines.add(span.start.line)
    } else if (unquotedLines.size === 0)
      problems.push({
        code: 'yaml-syntax',
        severity: 'error',
        message: `not valid YAML: ${error.message}`,
        span,
      })
  }
  return problems
}

/** A template that YAML reads as something else. */
export function unquotedTemplate(span: Span, template: string): PlacedProblem {
  return {
    code: 'unquoted-template',
    severity: 'error',
    message: `${template} without quotes is a mapping to YAML, not a template`,
    hint: `Put the template in quotes: "${template}".`,
    span,
  }
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
  for (const { 0: path, index } of line.matchAll(/\$[\w.*-]*\[[^\s,{}]*/g)) {
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
    const before = /[^,[{]*$/.exec(line.slice(0, offset - start))?.[0].replace(/^.*:\s+/, '') ?? ''
    const behind = /^(?:\{\{[^}\n]*\}\}|[^,\]}\n])*/.exec(line.slice(offset - start))?.[0] ?? ''
    return (before + behind).trim()
  }
  if (/["']\s*\{\{/.test(line)) return undefined
  return /(?:^|[:\-[,])\s*(\{\{[^}]*\}\}[^,\]#]*)/.exec(line)?.[1]?.trim()
}

function duplicateKey(key: string, span: Span): PlacedProblem {
  return {
    code: 'duplicate-key',
    severity: 'error',
    message: `the key "${key}" stands here for the second time`,
    hint: 'Keep one of the two; of two values YAML would silently drop one.',
    span,
  }
}

/** The key that begins at an offset, without its quotes. */
function keyAt(text: string, offset: number): string {
  const written = /"[^"\n]*"|'[^'\n]*'|(?:[^:\n]|:(?!\s))*/y
  written.lastIndex = offset
  return (written.exec(text)?.[0] ?? '').replace(/^(["'])(.*)\1$/, '$2').trim()
}
