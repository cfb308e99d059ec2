import { pathToFileURL } from 'node:url'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Diagnostic, DiagnosticSeverity, Range } from 'vscode-languageserver'
import type { Problem } from '../model/problem.ts'
import type { Span } from '../model/span.ts'
import { placed } from '../operations/input-keys.ts'
import type { Host } from '../operations/operation.ts'
import { checkSuites, projectProblems } from '../operations/suites/check-suites.ts'
import { resolveConfiguration } from '../operations/opening/resolve-input.ts'
import { isConfiguration } from './analysis.ts'

/**
 * The problems that `apitest check` reports of a file and of the files that it names. One that is not on disk yet is
 * not looked at.
 */
export async function problemsOf(file: string, host: Host): Promise<readonly Problem[]> {
  if (!existsSync(file)) return []
  const there = { ...host, workingFolder: path.dirname(file) }
  if (isConfiguration(file)) {
    const input = placed({ paths: [], configurationFile: file }, there)
    const resolved = await resolveConfiguration(input)
    if (!resolved.ok) return resolved.problems
    return projectProblems({ ...resolved.value, input, files: [] })
  }
  const answer = await checkSuites.run({ paths: [file] }, there)
  return answer.ok ? answer.value.problems : answer.problems
}

/** Problems as an editor shows them, by the file that each is in; `file` is that of those without a place. */
export function diagnosticsOf(
  problems: readonly Problem[],
  file: string,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>()
  for (const problem of problems) {
    const owner = problem.span?.file ?? file
    found.set(owner, [...(found.get(owner) ?? []), diagnosticOf(problem)])
  }
  return found
}

function diagnosticOf({ code, severity, message, hint, span, fix }: Problem): Diagnostic {
  return {
    range: span === undefined ? firstLine : rangeOf(span),
    severity: (severity === 'error' ? 1 : 2) satisfies DiagnosticSeverity,
    code,
    source: 'apitest',
    message: hint === undefined ? message : `${message}\n${hint}`,
    ...(fix === undefined
      ? {}
      : { data: fix.map(({ span: place, text }) => ({ range: rangeOf(place), newText: text })) }),
  }
}

const firstLine: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }

/** A place of a file as editors count: from 0. */
export function rangeOf({ start, end }: Pick<Span, 'start' | 'end'>): Range {
  return {
    start: { line: start.line - 1, character: start.column - 1 },
    end: { line: end.line - 1, character: end.column - 1 },
  }
}

/** The address of a file, as editors name it. */
export function uriOf(file: string): string {
  return pathToFileURL(file).href
}
