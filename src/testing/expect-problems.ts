import assert from 'node:assert/strict'
import { checkSuite } from '../check/check-suite.ts'
import type { Facts } from '../check/rule.ts'
import { parseSuite } from '../parse/parse-suite.ts'
import { expectOneVoice } from './one-voice.ts'

/** Facts of a world in which nothing is given and every file exists. */
export const noFacts: Facts = {
  outerVariables: new Set(),
  columns: [],
  stepColumns: new Map(),
  missingFiles: new Set(),
  uses: new Map(),
}

/** Checks the text of a suite and compares what is wrong, each as `line:column code message`, with what was probably meant. */
export async function expectProblems(
  text: string,
  expected: readonly string[],
  facts: Facts = noFacts,
): Promise<void> {
  const problems = await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), facts)
  const found = problems.map(({ span, code, message, hint = '' }) => {
    const [suggestion] = /^Did you mean ".*"\?/.exec(hint) ?? []
    const place = `${String(span?.start.line)}:${String(span?.start.column)}`
    return [place, code, message, ...(suggestion === undefined ? [] : [`(${suggestion})`])].join(' ')
  })
  expectOneVoice(problems)
  assert.deepEqual(found, expected)
}
