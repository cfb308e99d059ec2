import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { suitesToCollection } from '../../compile/suites-to-collection.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Outcome } from '../../model/outcome.ts'
import { valueText } from '../../util/value-text.ts'
import { runFramework } from './run-framework.ts'
import { Agreements } from '../../testing/agreements.ts'
import { withFolder } from '../../testing/run-program.ts'
import { runText } from '../../testing/run-text.ts'
import { exportK6 } from '../../formats/k6/export-k6.ts'
import { runInNode } from '../../formats/k6/testing/run-script.ts'
import { exportTests, type TestFile } from '../../formats/test-code/export-tests.ts'
import { answeringRounds, roundsScenarios } from '../../formats/test-code/testing/rounds-scenarios.ts'
import type { Runner, TestOutcome } from '../../formats/test-code/framework.ts'
import { nodeTest } from '../../formats/test-code/javascript/frameworks.ts'
import { shareOf } from '../../testing/parts.ts'

/** What became of the steps of a suite, all rounds of one taken together. */
async function ranHere(suite: JsonObject, url: string): Promise<ReadonlyMap<string, Outcome>> {
  const own = { ...suite, variables: { ...(suite['variables'] as JsonObject), baseUrl: url } }
  const { steps, summary } = await runText(JSON.stringify(own))
  assert.deepEqual(summary.problems, [])
  const order: readonly Outcome[] = ['skipped', 'passed', 'failed', 'errored']
  const worst = new Map<string, Outcome>()
  for (const { name, outcome } of steps)
    worst.set(
      name,
      order[Math.max(order.indexOf(outcome), order.indexOf(worst.get(name) ?? 'skipped'))] ?? outcome,
    )
  return new Map([...worst].map(([name, outcome]) => [name, outcome === 'errored' ? 'failed' : outcome]))
}

/** As Node runs one file of tests, without a second process for it. */
const runner: Runner = {
  ...nodeTest.runner,
  command: (files, report) => ({
    command: process.execPath,
    args: ['--test-reporter=junit', `--test-reporter-destination=${report}`, ...files],
  }),
}

const collectionOf = (suite: JsonObject): ReturnType<typeof suitesToCollection> =>
  suitesToCollection([{ name: 'a.apitest.yaml', suite }], 'Rounds')

/** The scenarios, each list with one of its steps and so by itself red or green. */
function apart(): readonly (readonly [string, JsonObject])[] {
  return [...roundsScenarios].flatMap(([name, suite], index) => {
    const [list, ...each] = suite['steps'] as readonly JsonObject[]
    if (!name.startsWith('List')) return [[name, suite] as const]
    const chosen = each.filter((_, at) => at % 6 === index % 6)
    return chosen.map(
      step => [`${name}, ${valueText(step['name'] ?? '')}`, { ...suite, steps: [list ?? {}, step] }] as const,
    )
  })
}

/** What became of tests in Node. */
function ranThere(files: readonly TestFile[], url: string): Promise<readonly TestOutcome[]> {
  return withFolder({}, async folder => {
    for (const file of files) await writeFile(path.join(folder, file.name), file.text)
    const ended = await runFramework({
      runner,
      projectFolder: folder,
      files: files.map(file => file.name),
      environment: { ...process.env, BASE_URL: url },
      interrupt: new AbortController().signal,
    })
    assert.ok('outcomes' in ended)
    return [...ended.outcomes.values()].flat()
  })
}

const agreements = new Agreements(import.meta.url, () => process.version)

describe('rounds as code', () => {
  it(
    'are judged by node:test as a run judges them, and send what it sends',
    { timeout: 300_000 },
    async () => {
      await using server = await answeringRounds()
      const sent = (from: number): readonly string[] =>
        server.seen.slice(from).map(({ method, url, body }) => `${method} ${url} ${body.toString()}`)
      for (const [name, suite] of shareOf([...roundsScenarios])) {
        const { files, report } = await exportTests(collectionOf(suite), nodeTest, { readRows: () => [] })
        assert.deepEqual(report.losses, [])
        const begin = server.seen.length
        const here = await ranHere(suite, server.url)
        const ours = sent(begin)
        await agreements.reach(`${name} in node:test`, JSON.stringify([files, [...here], ours]), async () => {
          const middle = server.seen.length
          const outcomes = await ranThere(files, server.url)
          const others = outcomes.filter(one => (here.get(one.name) ?? one.outcome) !== one.outcome)
          // A wildcard of what is no list.
          const wrong = others.filter(({ message = '' }) => !/is not a function/.test(message))
          assert.deepEqual(wrong, [], name)
          assert.ok(outcomes.length >= (suite['steps'] as readonly unknown[]).length)
          const isGood = [...here.values()].every(outcome => outcome !== 'failed')
          if (isGood && others.length === 0) assert.deepEqual(sent(middle), ours, name)
        })
      }
    },
  )

  it('are green in k6 just where a run is', { timeout: 300_000 }, async () => {
    await using server = await answeringRounds()
    for (const [name, suite] of shareOf(apart())) {
      const { files } = await exportK6(collectionOf(suite))
      const here = await ranHere(suite, server.url)
      await agreements.reach(`${name} in k6`, JSON.stringify([files, [...here]]), async () => {
        const checks = await runInNode(files[0]?.text ?? '', { BASE_URL: server.url })
        const isGreen = checks.every(([, holds]) => holds)
        assert.equal(isGreen, ![...here.values()].includes('failed'), JSON.stringify([name, checks]))
      })
    }
  })
})
