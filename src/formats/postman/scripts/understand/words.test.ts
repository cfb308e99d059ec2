import { readFileSync } from 'node:fs'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import type { AnswerForTest } from '../../../../extracts/testing/exchange.ts'
import type { JsonValue } from '../../../../model/json.ts'
import { Agreements, packageVersion } from '../../../../testing/agreements.ts'
import { mustAgree } from '../testing/disagreements.ts'
import { openOfficialSandbox } from '../testing/official-sandbox.ts'
import { translateScript } from './translate-script.ts'

const agreements = new Agreements(import.meta.url, () => packageVersion('postman-sandbox'))
const words = readFileSync(path.resolve('fixtures/postman-scripts/words.txt'), 'utf8').trim().split('\n')
const script = words
  .map(word => `pm.test(${JSON.stringify(word)}, () => { const json = pm.response.json(); ${word} })`)
  .join('\n')
const values: readonly (JsonValue | undefined)[] = [
  ...[undefined, null, true, false, 0, 1, 2, 1.5, -1],
  ...['', '1', 'text', 'true', 'null', 'undefined', '{}', '{{x}}', 'other', '😀'],
  ...[[], [1], ['a', 'b'], ['b', 'a'], ['1'], [null], ['text']],
  ...[{}, { a: 1 }, { a: '1' }, { a: null }, { length: 2 }, { a: 1, b: 2 }],
]
const variables = { one: 1, word: 'text' }

describe('every word of an assertion says the same when it is translated', () => {
  const sandbox = openOfficialSandbox()
  after(() => {
    sandbox.close()
  })
  const translation = translateScript(script, 'after', { texts: new Set(['word']) })
  const agree = (answer: AnswerForTest): Promise<void> =>
    mustAgree(
      JSON.stringify(answer),
      { source: script, translation, variables, answers: { answer } },
      sandbox,
      agreements,
    )

  for (const value of values)
    test(`of ${value === undefined ? 'nothing' : JSON.stringify(value)}`, async () => {
      await agree({ json: value === undefined ? {} : { v: value } })
    })
  for (const status of [100, 200, 201, 202, 204, 301, 400, 401, 403, 404, 429, 500])
    test(`of status ${status}`, async () => {
      await agree({ status, json: { v: 1 } })
    })
  for (const header of ['1', '0', '', 'null', 'undefined', 'un, deux'])
    test(`of the header ${header}`, async () => {
      await agree({ json: { v: 1 }, headers: [['X-TEST', header]], duration: 700 })
    })
  for (const text of ['', 'text', 'null', '[]', '"text"', '1', '[{"v":1}]'])
    test(`of the body ${text}`, async () => {
      await agree({ text })
    })
})
