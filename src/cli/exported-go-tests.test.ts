import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import type { JsonObject } from '../model/json.ts'
import { Agreements, printedVersions } from '../testing/agreements.ts'
import { without } from '../testing/parts.ts'
import { withFolder } from '../testing/run-program.ts'
import { playgroundTexts, withPlayground } from '../formats/test-code/testing/with-playground.ts'
import { formatDifferences, lintFindings, runGo, writtenFor } from '../formats/test-code/go/testing/run-go.ts'

const names =
  'users orders cart catalogue rows reset variables files bodies cascade table description graphql health'.split(
    ' ',
  )

const environment = {
  PASSWORD: 'demo-password',
  USERNAME_: 'demo',
  API_KEY: 'demo-key',
  CLIENT_SECRET: 'demo-secret',
}

function rowsOf(file: string): readonly JsonObject[] {
  const text = readFileSync(path.join('suites', file), 'utf8')
  if (file.endsWith('.json')) return (JSON.parse(text) as { readonly rows: readonly JsonObject[] }).rows
  const [head = '', ...lines] = text.trim().split('\n')
  const columns = head.split(',')
  return lines.map(line => {
    const values = line.split(',')
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']))
  })
}

test('the tests of the suites pass against the playground', { skip: without('go') }, async () => {
  const suites = Object.fromEntries(
    names.map(name => [name, parse(readFileSync(`suites/${name}.apitest.yaml`, 'utf8')) as JsonObject]),
  )
  const { files } = await writtenFor(suites, rowsOf)
  const agreements = new Agreements(import.meta.url, () => printedVersions('go version'))
  await agreements.reach('the suites', JSON.stringify([files, playgroundTexts()]), () =>
    withPlayground(url =>
      withFolder({}, async folder => {
        await cp('suites/files', path.join(folder, 'files'), { recursive: true })
        for (const { name, text } of files) await writeFile(path.join(folder, name), text)
        assert.equal(await formatDifferences(folder, files), '')
        assert.equal(await lintFindings(folder, files), '')
        const outcomes = await runGo(folder, files, { ...environment, BASE_URL: url })
        assert.deepEqual(
          outcomes.filter(({ outcome }) => outcome === 'failed'),
          [],
        )
        const expected = files.flatMap(({ cases }) => cases).reduce((sum, { times }) => sum + times, 0)
        assert.equal(outcomes.length, expected)
      }),
    ),
  )
})
