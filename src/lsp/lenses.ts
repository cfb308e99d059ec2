import type { CodeLens, Command } from 'vscode-languageserver'
import { allSteps } from '../check/rule.ts'
import type { Analysis } from './analysis.ts'
import { rangeOf } from './diagnostics.ts'

/** The command of an editor that runs a suite, or the step that begins on a line (from 1). */
export const runCommand = 'apitest.run'

/** "Run suite" above a suite and "Run step" above its steps. One that only others run has none. */
export function lensesOf({ parsed }: Pick<Analysis, 'parsed'>): readonly CodeLens[] {
  const { suite } = parsed
  if (suite.onlyUsed || suite.inputs.length > 0 || suite.steps.length === 0) return []
  const lens = (title: string, line: number, given: readonly unknown[]): CodeLens => {
    const command: Command = { title, command: runCommand, arguments: [suite.file, ...given] }
    return { range: rangeOf({ start: { line, column: 1 }, end: { line, column: 1 } }), command }
  }
  const { line } = parsed.source.keySpanOf(['suite']).start
  const steps = allSteps(parsed).filter(({ phase }) => phase === 'steps')
  return [
    lens('Run suite', line, []),
    ...steps.map(({ span: { start } }) => lens('Run step', start.line, [start.line])),
  ]
}
