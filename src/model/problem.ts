import type { Span } from './span.ts'
import { defined } from '../util/defined.ts'

/**
 * Something wrong in what the user wrote: a file, the configuration or the command line.
 * `code` is one of the codes listed in docs/problems.md.
 */
export interface Problem {
  readonly code: ProblemCode
  readonly severity: 'error' | 'warning'
  /** Description of the problem, with the name of the thing and the value that was expected. */
  readonly message: string
  /** The variable, key or path it is about, where that has to be known. */
  readonly name?: string
  /** The name that was probably meant, where the hint says so. */
  readonly meant?: string
  /** Where; absent only when the problem has no place in a file. */
  readonly span?: Span
  /** The next thing to do. */
  readonly hint?: string
  /** The text of the line `span` starts on, for the code frame; empty where it is too long to be quoted. */
  readonly sourceLine?: string
  /** The edits that mend it, where there is one right answer: edits of its file, of which none overlap. */
  readonly fix?: readonly Edit[]
}

/** A change of a file: what stands there becomes another text. */
export interface Edit {
  readonly span: Span
  readonly text: string
}

/** Every code a problem can have. docs/problems.md explains each one; a test compares the two. */
export const problemCodes = [
  'action-key',
  'attachment-rejected',
  'bad-json-path',
  'bad-xpath',
  'bad-regular-expression',
  'bad-schema',
  'bad-value',
  'compile-loss',
  'configuration-missing',
  'data-columns',
  'data-empty',
  'data-missing',
  'data-status',
  'data-too-long',
  'data-type',
  'data-unreadable',
  'default-always',
  'duplicate-extract',
  'duplicate-key',
  'duplicate-step-id',
  'environment-ignored',
  'environment-unknown',
  'file-empty',
  'file-missing',
  'file-unreadable',
  'framework-unclear',
  'function-misuse',
  'hidden-route',
  'ignores-nothing',
  'import-loss',
  'import-not-allowed',
  'import-unreadable',
  'inputs-missing',
  'malformed-description',
  'misplaced-key',
  'missing-key',
  'mock-failed',
  'no-suites',
  'not-for-load',
  'nothing-selected',
  'nothing-to-test',
  'pact-rules',
  'pact-states',
  'pact-unreadable',
  'path-missing',
  'production-unasked',
  'saved-ambiguous',
  'saved-exists',
  'saved-missing',
  'schema-file-missing',
  'script-syntax',
  'secret-argument',
  'secret-too-short',
  'secret-unread',
  'service-failed',
  'setup-failed',
  'setup-gives-nothing',
  'setup-runs-twice',
  'several-values',
  'snapshot-obsolete',
  'store-unreadable',
  'store-unwritable',
  'template-syntax',
  'tests-not-run',
  'unknown-built-in',
  'unknown-collection',
  'unknown-function',
  'unknown-key',
  'unknown-mock',
  'unknown-operation',
  'unknown-operator',
  'unknown-target',
  'unknown-variable',
  'unquoted-template',
  'usage',
  'unresolved-reference',
  'unverified-tls',
  'use-cycle',
  'use-missing',
  'use-skipped',
  'use-unreadable',
  'yaml-alias',
  'yaml-syntax',
] as const

/** A name that docs/problems.md explains, and that does not change from one version to the next. */
export type ProblemCode = (typeof problemCodes)[number]

/** The problem that keeps everything from being done; parts that are undefined are left out. */
export function errorProblem(parts: {
  readonly code: ProblemCode
  readonly message: string
  readonly name?: string | undefined
  readonly span?: Span | undefined
  readonly hint?: string | undefined
  readonly sourceLine?: string | undefined
}): Problem {
  const { code, message, name, span, hint, sourceLine } = parts
  return defined({ code, severity: 'error', message, name, span, hint, sourceLine })
}

/** The same problem, in spite of which all is done. */
export function asWarning(problem: Problem): Problem {
  return { ...problem, severity: 'warning' }
}

/** True for what keeps everything from being done. */
export function isError({ severity }: Pick<Problem, 'severity'>): boolean {
  return severity === 'error'
}

/** The problem of the command line, which has no place in a file. */
export function usageProblem(message: string, hint?: string): Problem {
  return errorProblem({ code: 'usage', message, hint })
}

/** Either the value, or why there is none. */
export type Result<Value, Failure = readonly Problem[]> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: Failure }

/** The reasons why some results have no value. */
export function problemsIn(...results: readonly (Result<unknown> | undefined)[]): readonly Problem[] {
  return results.flatMap(one => (one?.ok === false ? one.problems : []))
}

/** The values of all results, or why some have none. */
export function allOf<Value>(results: readonly Result<Value>[]): Result<readonly Value[]> {
  const problems = problemsIn(...results)
  return problems.length > 0
    ? { ok: false, problems }
    : { ok: true, value: results.flatMap(one => (one.ok ? [one.value] : [])) }
}

/** Nothing is done because of this. */
export function refusal(problem: Problem): Result<never> {
  return { ok: false, problems: [problem] }
}

/** Nothing is done because of what the command line says. */
export function usageRefusal(message: string, hint?: string): Result<never> {
  return refusal(usageProblem(message, hint))
}
