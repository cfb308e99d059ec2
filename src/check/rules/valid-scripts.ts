import { factsOf } from '../../actions/index.ts'
import { errorProblem, type Problem, asWarning } from '../../model/problem.ts'
import { type Script, scriptLineWords, spanInScript } from '../../model/script.ts'
import type { YamlSource } from '../../document/index.ts'
import { allSteps, type Facts, problemAt, type Rule } from '../rule.ts'
import type { IdleAssertion } from '../scripts/script-facts.ts'
import { listed, scriptsIn } from '../scripts/suite-scripts.ts'

/** Every script can be read as JavaScript: one that cannot would fail each request it belongs to. Its assertions assert something. */
export const validScripts: Rule = ({ source, suite }, facts) => {
  const { configuration, sharedScripts } = facts
  const own = scriptsIn({ suite }).flatMap(script => problemOf(script, facts, line => source.lineText(line)))
  const sendsAny = allSteps({ suite }).some(({ action }) => factsOf(action).runsSharedScripts === true)
  const usesAny = allSteps({ suite }).some(({ action }) => factsOf(action).runsSuite === true)
  if (suite.settings.scripts !== undefined && !sendsAny && !usesAny && facts.isSaved !== true)
    return [...own, neverRun(source)]
  if (configuration === undefined || sharedScripts === undefined || !sendsAny) return own
  const shared = listed(sharedScripts)
  return [...shared.flatMap(script => problemOf(script, facts, line => configuration.lineText(line))), ...own]
}

function problemOf(
  script: Script,
  { scripts, isSaved }: Facts,
  lineText: (line: number) => string,
): readonly Problem[] {
  const { problem, idle = [], isEmpty } = scripts?.get(script) ?? {}
  if (isEmpty === true && isSaved !== true) {
    const { span } = script
    const message = 'this script does nothing: there is nothing in it but remarks'
    const hint = 'Write what it is to do, or leave it out.'
    return [errorProblem({ code: 'bad-value', message, span, sourceLine: lineText(span.start.line), hint })]
  }
  // Postman passes such a test, and so does what was imported from it.
  if (problem === undefined)
    return isSaved === true ? [] : idle.map(one => idleProblem(script, one, lineText))
  const { message, line, column } = problem
  const span = spanInScript(script, line, column)
  return [
    errorProblem({
      code: 'script-syntax',
      message: `this script is not JavaScript: ${message}${scriptLineWords(script, line)}`,
      span,
      sourceLine: lineText(span.start.line),
      hint:
        script.start === undefined
          ? 'A block that begins with `|` keeps the lines of a script as they are.'
          : undefined,
    }),
  ]
}

function neverRun(source: YamlSource): Problem {
  const message = 'these scripts run around requests, and the suite sends none'
  const hint = 'A step with `script` runs by itself.'
  return problemAt(source, ['settings', 'scripts'], 'misplaced-key', message, { hint, atKey: true })
}

function idleProblem(
  script: Script,
  { message, line, column, isMinor }: IdleAssertion,
  lineText: (line: number) => string,
): Problem {
  const span = spanInScript(script, line, column)
  const text = `${message}${scriptLineWords(script, line)}`
  const problem = errorProblem({
    ...{ code: 'bad-value', message: text, span, sourceLine: lineText(span.start.line) },
  })
  return isMinor === true ? asWarning(problem) : problem
}
