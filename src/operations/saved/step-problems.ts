import { suiteProblems } from '../../check/check-suite.ts'
import { suiteText } from '../../parse/suite-text.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, usageProblem } from '../../model/problem.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { parseSuite } from '../../parse/parse-suite.ts'
import { text } from '../../util/read-values.ts'

/** What would be wrong with a step in any suite. Its place is left out: nobody has written the text it stands in. */
export async function stepProblems(step: JsonObject): Promise<readonly Problem[]> {
  const parsed = await parseSuite(suiteText({ suite: 'Saved', steps: [step] }), '/saved.apitest.yaml')
  const problems = await suiteProblems(parsed)
  const found = problems.map(({ code, message, hint }) => errorProblem({ code, message, hint }))
  const [, method] = /^(\S+) /.exec(text(step['request']) ?? '') ?? []
  if (method === undefined || requestMethods.includes(method) || method.includes('{{')) return found
  return [...found, usageProblem(`"${method}" is not a method`, `Methods are ${requestMethods.join(', ')}.`)]
}
