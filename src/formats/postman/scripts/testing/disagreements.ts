import assert from 'node:assert/strict'
import type { AnswerForTest } from '../../../../extracts/testing/exchange.ts'
import type { JsonValue } from '../../../../model/json.ts'
import type { Agreements } from '../../../../testing/agreements.ts'
import type { OfficialSandbox } from './official-sandbox.ts'
import { inTheWay, runTranslated } from './run-translated.ts'
import type { Translation } from '../understand/statement-report.ts'

/** A script, its translation, and the answers over which they agree. */
export interface Translated {
  readonly source: string
  readonly translation: Translation
  readonly variables: Readonly<Record<string, JsonValue>>
  /** By what an answer is called. */
  readonly answers: Readonly<Record<string, AnswerForTest>>
}

/**
 * Throws where a script and its translation disagree over an answer. The sandbox is asked where it has not yet agreed to just what
 * the translation comes to; what runs a part of the script itself needs the sandbox for that, too.
 */
export async function mustAgree(
  name: string,
  { source, translation, variables, answers }: Translated,
  sandbox: OfficialSandbox,
  agreements: Agreements,
): Promise<void> {
  const isWhole = translation.rest.trim() === ''
  const ours = Object.values(answers).map(async answer => {
    if (!isWhole) return null
    const { tests, skipped, ...rest } = await runTranslated(translation, answer, variables, sandbox)
    return { ...rest, tests: Object.fromEntries(tests), skipped: [...skipped] }
  })
  const given = JSON.stringify([source, translation, variables, answers, await Promise.all(ours)])
  await agreements.reach(name, given, async () => {
    const found: string[] = []
    for (const [change, answer] of Object.entries(answers)) {
      const differing = await disagreements(source, translation, answer, variables, sandbox)
      found.push(...differing.map(one => `${change}: ${one}`))
    }
    assert.deepEqual(found, [], source)
  })
}

/**
 * How a script and its translation differ over an answer, each in words; none when they agree. They agree when the step
 * passes with both or with neither, every test that the script ran has the same verdict (or passed because nothing in it
 * was asked, and is skipped), and, where the step passes, the
 * same tests were run and the same variables set.
 */
async function disagreements(
  source: string,
  translation: Translation,
  answer: AnswerForTest,
  variables: Readonly<Record<string, JsonValue>>,
  sandbox: OfficialSandbox,
): Promise<readonly string[]> {
  const official = await sandbox.run(source, 'after', answer, variables)
  const ours = await runTranslated(translation, answer, variables, sandbox)
  const blocked = inTheWay(translation.validations, answer)
  const passes = official.error === undefined && [...official.tests.values()].every(Boolean)
  const found: string[] = []
  if (passes !== ours.passed && blocked.size === 0)
    found.push(
      `the step ${passes ? 'passes' : `fails (${official.error ?? 'a test'})`}, translated it does not`,
    )
  const told = [...official.tests].filter(([name]) => !blocked.has(name))
  for (const [name, passed] of told)
    if (ours.tests.get(name) !== passed && !(passed && ours.skipped.has(name)))
      found.push(`${name}: ${verdict(passed)}, translated ${verdict(ours.tests.get(name))}`)
  if (!passes || blocked.size > 0) return found
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
