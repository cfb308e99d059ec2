import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exportCurl } from '../curl/export-curl.ts'
import { exportK6 } from '../k6/export-k6.ts'
import { exportPostman } from '../postman/export-postman.ts'
import type { Collection } from '../../model/collection.ts'
import { exportTests } from './export-tests.ts'
import { frameworks } from './frameworks.ts'

const step = { name: 'Refund', request: 'GET http://127.0.0.1/refunds', validations: [{ status: 200 }] }
const shop = (own: object, folder: object = {}): Collection => ({
  name: 'Shop',
  environments: [],
  items: [
    {
      kind: 'folder',
      name: 'Orders',
      ...folder,
      items: [{ kind: 'request', step: { ...step, ...own } }],
    },
  ],
})
const skip = 'waits for "PAY-42"'
const quoted = String.raw`"waits for \"PAY-42\""`

/** How each framework, by the beginning of its name, leaves out a test; those that cannot tell of a loss. */
const words: Readonly<Record<string, string>> = {
  'node-test': 'it.skip("Refund", async () => {\n    // waits for "PAY-42"',
  vitest: 'it.skip("Refund", async () => {\n    // waits for "PAY-42"',
  jest: 'it.skip("Refund", async () => {\n    // waits for "PAY-42"',
  mocha: 'it.skip("Refund", async () => {\n    // waits for "PAY-42"',
  playwright: 'test.skip("Refund", async () => {\n    // waits for "PAY-42"',
  pytest: `pytest.skip('waits for "PAY-42"')`,
  unittest: `self.skipTest('waits for "PAY-42"')`,
  go: 't.Skip(`waits for "PAY-42"`)',
  junit: `assumeTrue(false, ${quoted})`,
  rspec: `skip 'waits for "PAY-42"'`,
  phpunit: `self::markTestSkipped('waits for "PAY-42"')`,
  rust: 'lost skip',
}

describe('a step that is left out', () => {
  for (const framework of frameworks)
    for (const [where, collection] of [
      ['itself', shop({ skip })],
      ['with its folder', shop({}, { skip })],
    ] as const)
      it(`${where} is left out in ${framework.name}, with the reason`, async () => {
        const { files, report } = await exportTests(collection, framework, { readRows: () => [] })
        const losses = report.losses.map(({ what }) => `lost ${what}`)
        const text = [...files.map(one => one.text), ...losses].join('\n')
        const [, word = 'a framework without a word'] =
          Object.entries(words).find(([name]) => framework.name.startsWith(name)) ?? []
        assert.ok(text.includes(word), text)
      })

  it('is sent by no other program, and told as a loss', async () => {
    const collection = shop({ skip })
    const exported = { readRows: () => [] }
    const k6 = await exportK6(collection, exported)
    const curl = exportCurl(collection)
    const postman = exportPostman(collection)
    assert.match(JSON.stringify(k6), /if \(false\) \{[^]*"what":"skip"/)
    assert.match(JSON.stringify(curl), /# waits for \\"PAY-42\\""?[^]*"what":"skip"/)
    assert.doesNotMatch(JSON.stringify(curl), /curl [^"]*refunds/)
    assert.match(JSON.stringify(postman), /pm\.execution\.skipRequest\(\);[^]*"what":"skip"/)
  })
})
