import type { SettingNames } from './setting-names.ts'
import type { Terms } from './terms.ts'

/** The words that the text of a fault begins with. */
export type FaultKind =
  | 'Network Error'
  | 'Auth Error'
  | 'File Error'
  | 'Template Error'
  | 'Exec Error'
  | 'Use Error'
  | 'Request Error'
  | 'Script Error'
  | 'Judging Error'

/** One way for an action to fail: how it is told, and what it means. */
export interface FaultRow<Parts> {
  /** `Network Error` when absent. */
  readonly kind?: FaultKind
  /** The reason with its cause: `connect ECONNREFUSED 127.0.0.1:1 (nothing listens there)`. */
  message(parts: Parts): string
  hint?(parts: Parts, names: SettingNames, terms: Terms): string | undefined
  /** Absent where the message says all there is to say. */
  readonly meaning?: string
  /** Advice beyond the hint. */
  readonly next?: string
  /** Nothing had gone out to the server. */
  readonly unsent?: true
}

/** A reason that is in words already: what is wrong in a text is told where it is read. */
export interface Said {
  readonly reason: string
  readonly hint?: string | undefined
}

/** Rows that are made of the same parts. */
export function rowsOf<Parts>() {
  return <Code extends string>(
    rows: Readonly<Record<Code, FaultRow<Parts>>>,
  ): Readonly<Record<Code, FaultRow<Parts>>> => rows
}

/** A row with parts of its own. */
export function rowOf<Parts>(row: FaultRow<Parts>): FaultRow<Parts> {
  return row
}

/** Meanings that several rows share. */
export const noWholeAnswer = 'No whole answer came.'
export const tooMuch = 'More came than is kept.'
