import type { Script } from '../../model/script.ts'
import { type Problem, errorProblem } from '../../model/problem.ts'
import { sendsRequests } from '../../actions/index.ts'
import { allSteps, type Facts, type Rule } from '../rule.ts'
import { listed, scriptsIn } from '../scripts/suite-scripts.ts'

/** Every script can be read as JavaScript: one that cannot would fail each request it belongs to. */
export const soundScripts: Rule = ({ source, suite }, facts) => {
  const { configuration, sharedScripts } = facts
  const own = scriptsIn({ suite }).flatMap(script => problemOf(script, facts, line => source.lineText(line)))
  const sendsAny = allSteps({ suite }).some(({ action }) => sendsRequests(action))
  if (configuration === undefined || sharedScripts === undefined || !sendsAny) return own
  const shared = listed(sharedScripts)
  return [...shared.flatMap(script => problemOf(script, facts, line => configuration.lineText(line))), ...own]
}

function problemOf(
  script: Script,
  { scripts }: Facts,
  lineText: (line: number) => string,
): readonly Problem[] {
  const problem = scripts?.get(script)?.problem
  if (problem === undefined) return []
  const { message, line, column } = problem
  const span = placeIn(script, line, column, lineText)
  const where = script.firstLine === undefined ? ` (line ${line} of the script)` : ''
  return [
    errorProblem({
      code: 'script-syntax',
      message: `this script is not JavaScript: ${message}${where}`,
      span,
      sourceLine: lineText(span.start.line),
      hint: 'A block that begins with `|` keeps the lines of a script as they are.',
    }),
  ]
}

/** The column in the file: behind what YAML has before the line of the script. */
function placeIn(
  { source, span, firstLine }: Script,
  line: number,
  column: number,
  lineText: (line: number) => string,
): Script['span'] {
  if (firstLine === undefined) return span
  const text = source.split('\n')[line - 1] ?? ''
  const inFile = firstLine + line - 1
  const at = { line: inFile, column: Math.max(0, lineText(inFile).indexOf(text)) + column }
  return { file: span.file, start: at, end: { ...at, column: at.column + 1 } }
}
