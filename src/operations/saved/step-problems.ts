import { checkSuite } from '../../check/check-suite.ts'
import { anyName } from '../../check/scripts/script-facts.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, type ProblemCode } from '../../model/problem.ts'
import { parseSuite } from '../../parse/parse-suite.ts'
import { suiteText } from '../../parse/suite-text.ts'

/** Finds the problems that a step would have in any suite. */
export function stepProblems(step: JsonObject): Promise<readonly Problem[]> {
  return problemsOf({ suite: 'Saved', steps: [step] })
}

/** Finds the problems of the keys that a suite has before its steps. */
export function headerProblems(header: JsonObject): Promise<readonly Problem[]> {
  return problemsOf({ suite: 'Saved', ...header, steps: [{ set: { saved: true } }] })
}

/** The places of problems are left out: nobody has written the text they stand in. */
async function problemsOf(suite: JsonObject): Promise<readonly Problem[]> {
  const problems = await checkSuite(await parseSuite(suiteText(suite), '/saved.apitest.yaml'), {
    outerVariables: new Set([anyName]),
    columns: [],
    stepColumns: new Map(),
    missingFiles: new Set(),
    uses: new Map(),
    isSaved: true,
  })
  return problems
    .filter(({ code, severity }) => severity === 'error' && !ofSurroundings.has(code))
    .map(({ code, message, hint }) => errorProblem({ code, message, hint }))
}

/** Problems that only show where it runs: its surroundings then may solve them. */
const ofSurroundings = new Set<ProblemCode>(['use-missing', 'unknown-mock', 'unknown-variable'])
