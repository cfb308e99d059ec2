import type { AnswerForTest } from '../../../../extracts/testing/exchange.ts'
import type { JsonValue } from '../../../../model/json.ts'
import type { Translation } from '../understand/translate-script.ts'
import type { OfficialSandbox } from './official-sandbox.ts'
import { runTranslated } from './run-translated.ts'

/**
 * How a script and its translation differ over an answer, each in words; none when they agree. They agree when the step
 * passes with both or with neither, every test that the script ran has the same verdict (or passed because nothing in it
 * was asked, and is skipped), and, where the step passes, the
 * same tests were run and the same variables set.
 */
export async function disagreements(
  source: string,
  translation: Translation,
  answer: AnswerForTest,
  variables: Readonly<Record<string, JsonValue>>,
  sandbox: OfficialSandbox,
): Promise<readonly string[]> {
  const official = await sandbox.run(source, 'after', answer, variables)
  const ours = await runTranslated(translation, answer, variables, sandbox)
  const passes = official.error === undefined && [...official.tests.values()].every(Boolean)
  const found: string[] = []
  if (passes !== ours.passed)
    found.push(
      `the step ${passes ? 'passes' : `fails (${official.error ?? 'a test'})`}, translated it does not`,
    )
  for (const [name, passed] of official.tests)
    if (ours.tests.get(name) !== passed && !(passed && ours.skipped.has(name)))
      found.push(`${name}: ${verdict(passed)}, translated ${verdict(ours.tests.get(name))}`)
  if (!passes) return found
  for (const name of ours.tests.keys())
    if (!official.tests.has(name)) found.push(`${name}: only runs when it is translated`)
  for (const [name, value] of Object.entries(official.variables))
    if (JSON.stringify(ours.variables[name]) !== JSON.stringify(value))
      found.push(
        `variable ${name}: ${JSON.stringify(value)}, translated ${JSON.stringify(ours.variables[name])}`,
      )
  return found
}

function verdict(passed: boolean | undefined): string {
  if (passed === undefined) return 'is not run'
  return passed ? 'passes' : 'fails'
}
