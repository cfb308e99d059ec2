import type { Problem } from '../model/problem.ts'
import type { YamlSource } from '../document/index.ts'
import type { Secrets } from '../secrets/index.ts'
import { literalSecrets } from './literal-secrets.ts'

/** Keys with a value behind them, each looked at once however long it is. */
const keys = /(?<![\w-])([\w-]+)["']?\s*:(?=\s*\S)/g
/** Keys that say of themselves that their value is secret; for texts of which nothing else is known. */
const tellingKey = /password|passphrase|secret|token|bearer|api[-_]?key|authorization|cookie/i

/** Problems of a file without the secrets that the file has in clear; the marked place stays under its mark. */
export function hideLiterals(source: YamlSource, problems: readonly Problem[]): readonly Problem[] {
  if (problems.length === 0) return problems
  if (source.value === undefined) return problems.map(problem => hideTelling(source, problem))
  return hideSecrets(problems, literalSecrets(source))
}

/** Problems without these secrets, which another file may have in clear. */
export function hideSecrets(problems: readonly Problem[], secrets: Secrets): readonly Problem[] {
  return secrets.longest === 0 ? problems : problems.map(problem => hide(problem, secrets))
}

function hide(problem: Problem, secrets: Secrets): Problem {
  const { name, sourceLine, hint, fix, ...others } = problem
  const isOpen = fix?.every(({ text }) => secrets.mask(text) === text) === true
  return {
    ...others,
    // A masked text is not to be written.
    ...(isOpen ? { fix } : {}),
    message: secrets.mask(problem.message),
    ...(name === undefined ? {} : { name: secrets.mask(name) }),
    ...(hint === undefined ? {} : { hint: secrets.mask(hint) }),
    ...(sourceLine === undefined ? {} : { sourceLine: aligned(sourceLine, problem, secrets) }),
  }
}

/** The masked line, moved to the right by what the mask has shortened before the marked place. */
function aligned(line: string, { span }: Problem, secrets: Secrets): string {
  const before = line.slice(0, Math.max(0, (span?.start.column ?? 1) - 1))
  const shortened = before.length - secrets.mask(before).length
  return ' '.repeat(Math.max(0, shortened)) + secrets.mask(line)
}

/** Without a document to look into, the line itself and the keys around it tell what is secret. */
function hideTelling(source: YamlSource, told: Problem): Problem {
  const { span, sourceLine, hint } = told
  if (span === undefined || sourceLine === undefined) return told
  const isInside = isInsideSecrets(source, span.start.line)
  const hidden = hideInLine(sourceLine, isInside)
  if (hidden === sourceLine) return told
  const { fix, ...others } = told
  const isOpen = fix?.every(({ text }) => /^"(?:\{\{[^}]*\}\})+"$/.test(text)) === true
  const problem = isOpen ? told : others
  if (hint === undefined) return { ...problem, sourceLine: hidden }
  const [sentence = '', ...written] = hint.split('\n')
  const lines = written.map(line => hideInLine(line, isInside))
  return { ...problem, sourceLine: hidden, hint: [sentence, ...lines].join('\n') }
}

function hideInLine(line: string, isInside: boolean): string {
  return isInside
    ? line.replace(/^([^:]*:)?\s*\S.*$/, (_, key: string | undefined) => `${key ?? ''} ***`)
    : hideAfterTelling(line)
}

function hideAfterTelling(line: string): string {
  for (const { 0: text, 1: name = '', index } of line.matchAll(keys))
    if (tellingKey.test(name)) return `${line.slice(0, index + text.length)} ***`
  return line
}

/** True where a line is indented under `secrets:` or `auth:`. */
function isInsideSecrets(source: YamlSource, line: number): boolean {
  let indentation = indentationOf(source.lineText(line))
  for (let above = line - 1; above > 0 && indentation > 0; above--) {
    const text = source.lineText(above)
    if (text.trim() === '' || indentationOf(text) >= indentation) continue
    if (/^\s*(secrets|auth)\s*:/.test(text)) return true
    indentation = indentationOf(text)
  }
  return /^\s*(secrets|auth)\s*:\s*\S/.test(source.lineText(line))
}

function indentationOf(text: string): number {
  return text.length - text.trimStart().length
}
