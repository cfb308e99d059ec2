import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver'
import type { Step } from '../model/suite.ts'
import type { Analysis } from './analysis.ts'
import { rangeOf } from './diagnostics.ts'

const kinds = { step: 12, cleaning: 24 } as const satisfies Record<string, SymbolKind>

/** The steps of a suite for an outline, those of groups below theirs. */
export function symbolsOf({ parsed: { suite } }: Pick<Analysis, 'parsed'>): readonly DocumentSymbol[] {
  return [...suite.steps, ...suite.after].map(symbolOf)
}

function symbolOf(step: Step): DocumentSymbol {
  const range = rangeOf(step.span)
  return {
    name: step.name === '' ? step.action : step.name,
    detail: step.phase === 'after' ? `${step.action}, after` : step.action,
    kind: step.phase === 'after' ? kinds.cleaning : kinds.step,
    range,
    selectionRange: { start: range.start, end: range.start },
    ...(step.steps === undefined ? {} : { children: step.steps.map(symbolOf) }),
  }
}
