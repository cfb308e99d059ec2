import type { DocumentPath } from '../model/span.ts'

/** Why a placeholder could not be filled in. */
export interface RenderProblem {
  /** The placeholder's name; empty when the braces make none. */
  readonly name: string
  readonly kind: 'unknown' | 'null' | 'function' | 'cycle' | 'syntax' | 'duplicate-key' | 'too-large'
  /** The way to the text (or key) that holds the placeholder, in the value that was rendered. */
  readonly path: DocumentPath
  /** Where the placeholder begins in that text, in UTF-16 units. */
  readonly offset: number
  readonly message: string
  readonly hint?: string
}

/** A value with its placeholders filled in, or everything that was wrong. */
export type RenderResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly RenderProblem[] }

/** Joins the messages of problems into one text. */
export function problemText(problems: readonly { readonly message: string }[]): string {
  return problems.map(({ message }) => message).join('; ')
}
