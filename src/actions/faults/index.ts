import { answerFaults, endedFaults, lateFaults } from './answers.ts'
import { otherFaults, saidFaults } from './others.ts'
import { proxyFaults } from './proxies.ts'
import { reachFaults } from './reach.ts'
import type { FaultKind, FaultRow } from './row.ts'
import { keysOfSuites, type SettingNames } from './setting-names.ts'
import { type Terms, termsOfHttp } from './terms.ts'
import { tlsFaults } from './tls.ts'

const rows = {
  ...reachFaults,
  ...proxyFaults,
  ...tlsFaults,
  ...lateFaults,
  ...endedFaults,
  ...answerFaults,
  ...saidFaults,
  ...otherFaults,
}

/** A name for what went wrong, which does not change from one version to the next. */
export type FaultCode = keyof typeof rows

type PartsIn<Row> = Row extends FaultRow<infer Parts> ? Parts : never

/** The parts of a fault, by its code. */
export type FaultParts = { readonly [Code in FaultCode]: PartsIn<(typeof rows)[Code]> }

const table: { readonly [Code in FaultCode]: FaultRow<FaultParts[Code]> } = rows

/** A fault: its code, and what is known of it. */
export interface Fault<Code extends FaultCode = FaultCode> {
  readonly code: Code
  readonly parts: FaultParts[Code]
  /** The words of the protocol, where it is not HTTP. */
  readonly terms?: Terms
  /** The work that was done when it happened, where that was not the step's own request: `OAuth2 token request`. */
  readonly about?: string
  /** Advice, where more is known than of the fault itself. */
  readonly advice?: string
  /** A suggestion beside that. */
  readonly beside?: string
  /** Lines below the reason. */
  readonly below?: readonly string[]
}

/** A fault as it is shown. */
export interface FaultText {
  readonly kind: FaultKind
  readonly message: string
  readonly hint?: string
}

/** A fault in words; `names` are those that settings have where it is shown. */
export function faultText<Code extends FaultCode>(
  fault: Fault<Code>,
  names: SettingNames = keysOfSuites,
): FaultText {
  const { code, parts, terms = termsOfHttp, about, advice, beside, below = [] } = fault
  const row = table[code]
  const reason = row.message(parts)
  const message = [about === undefined ? reason : `${about}: ${reason}`, ...below].join('\n')
  const hints = [advice ?? row.hint?.(parts, names, terms), beside].filter(hint => hint !== undefined)
  const kind = row.kind ?? 'Network Error'
  return hints.length === 0 ? { kind, message } : { kind, message, hint: hints.join(' ') }
}

/** A fault in one line, behind the word for its kind. */
export function toldFault(fault: Fault): string {
  const { kind, message } = faultText(fault)
  return `${kind}: ${message}`
}

/** The row of a fault, by its name in a result; undefined for names of other versions. */
export function faultRow(
  name: string | undefined,
): Pick<FaultRow<never>, 'kind' | 'meaning' | 'next' | 'unsent'> | undefined {
  return Object.entries(table).find(([code]) => code === name)?.[1]
}

/** The words that the text of a fault begins with. */
export function faultKind(name: string | undefined): FaultKind | undefined {
  const row = faultRow(name)
  return row === undefined ? undefined : (row.kind ?? 'Network Error')
}
