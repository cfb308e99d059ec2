import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { exchangeWith, span } from '../extracts/testing/exchange.ts'
import { createSchemaLibrary, evaluateValidation } from './index.ts'

test('a schema sees a long number as a number', async () => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'apitest-schema-')), 'id.json')
  await writeFile(file, JSON.stringify({ type: 'integer' }))
  const judge = (text: string) =>
    evaluateValidation(
      { target: { kind: 'schema' }, file, span },
      exchangeWith({ text }),
      createSchemaLibrary(),
    )
  assert.deepEqual((await judge('9007199254740993'))[0]?.messages, [])
  assert.equal((await judge('"9007199254740993"'))[0]?.passed, false)
})
