import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { stringify } from 'yaml'
import { Agreements, printedVersions } from '../../../testing/agreements.ts'
import { without } from '../../../testing/parts.ts'
import { withFolder } from '../../../testing/run-program.ts'
import { runText } from '../../../testing/run-text.ts'
import { looksAtDigits } from '../testing/digits.ts'
import { formatDifferences, lintFindings, runGo, writtenFor } from './testing/run-go.ts'
import { answeringRows, answers, expectations, extracts, judgedSuite } from '../testing/judged-suite.ts'

const agreements = new Agreements(import.meta.url, () => printedVersions('go version'))

test('go test judges every answer as apitest does', { skip: without('go') }, async () => {
  const suite = judgedSuite()
  await using server = await answeringRows()
  const baseUrl = server.url
  const ran = await runText(stringify(suite), { input: { variables: { baseUrl } } })
  const written = await writtenFor({ judged: suite })
  assert.deepEqual(written.losses, [])
  const known = JSON.stringify([written.files, answers, ran.steps.map(({ outcome }) => outcome)])
  await agreements.reach('every answer', known, async () => {
    const outcomes = await withFolder({}, async folder => {
      for (const { name, text } of written.files) await writeFile(path.join(folder, name), text)
      assert.equal(await formatDifferences(folder, written.files), '')
      assert.deepEqual(await lintFindings(folder, written.files), '')
      return runGo(folder, written.files, { BASE_URL: baseUrl })
    })
    const inRow = 1 + expectations.length + extracts.length
    assert.equal(outcomes.length, answers.length * inRow)
    const told = [{}, ...expectations, ...extracts]
    const differing = outcomes.flatMap(({ outcome, message = '' }, index) => {
      const step = ran.steps[index]
      if (step !== undefined && (step.outcome === 'passed') === (outcome === 'passed')) return []
      const [body = '', expected = {}] = [answers[Math.floor(index / inRow)], told[index % inRow]]
      if (looksAtDigits(body, expected)) return []
      const ours = step?.failures[0]?.message ?? 'passed'
      return [`${body} | ${JSON.stringify(expected)} | apitest: ${ours} | go test: ${outcome} ${message}`]
    })
    assert.deepEqual(differing, [])
  })
})
