import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Collection } from '../model/collection.ts'
import { usageProblem } from '../model/problem.ts'
import { ExactNumber } from '../util/exact-number.ts'
import { withFolder } from '../testing/run-program.ts'
import { appendHistory } from './append-history.ts'
import { changeSaved, readSaved, type Saved } from './saved-collections.ts'
import { exampleCall } from './testing/example-call.ts'

const name = '.tool/api-collections.json'
const shop: Collection = {
  name: 'Shop',
  environments: [],
  items: [{ kind: 'request', step: { request: 'GET http://a/' } }],
}
const withShop = (saved: Saved): { ok: true; value: Saved } => ({
  ok: true,
  value: { ...saved, collections: [...saved.collections, shop] },
})

describe('what is saved', () => {
  it('is nothing without a file', () =>
    withFolder({}, folder => {
      assert.deepEqual(readSaved(folder), { ok: true, value: { collections: [], environments: [] } })
    }))

  it('stands beside the call history', () =>
    withFolder({}, async folder => {
      await appendHistory(folder, [exampleCall()])
      assert.ok((await changeSaved(folder, withShop)).ok)
      await appendHistory(folder, [exampleCall()])
      assert.deepEqual(readSaved(folder), { ok: true, value: { collections: [shop], environments: [] } })
      const document = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as { history: unknown[] }
      assert.equal(document.history.length, 2)
    }))

  it('loses nothing when several change it at the same time', () =>
    withFolder({}, async folder => {
      await Promise.all(Array.from({ length: 10 }, () => changeSaved(folder, withShop)))
      const saved = readSaved(folder)
      assert.equal(saved.ok && saved.value.collections.length, 10)
    }))

  it('keeps the digits of a number that JSON spells otherwise, where they go out as they are written', () =>
    withFolder({}, async folder => {
      const zip = new ExactNumber('01234', '1234')
      const exact = new ExactNumber('1.10')
      const step = { request: 'GET http://a/', query: { zip, exact }, json: { zip, headers: { zip } } }
      const collection = { ...shop, variables: { zip }, items: [{ kind: 'request', step }] } as const
      await changeSaved(folder, saved => ({ ok: true, value: { ...saved, collections: [collection] } }))
      const text = await readFile(path.join(folder, name), 'utf8')
      assert.equal(text.split('"zip": "01234"').length - 1, 2)
      assert.equal(text.split('"zip": 1234').length - 1, 2)
      assert.match(text, /"exact": 1\.10/)
    }))

  it('keeps keys that nobody knows, wherever they are', () =>
    withFolder(
      {
        [name]:
          '{ "version": 1, "mine": 1, "collections": [{ "name": "A", "environments": [], "items": [], "mine": 2 }] }',
      },
      async folder => {
        await changeSaved(folder, withShop)
        const text = await readFile(path.join(folder, name), 'utf8')
        const { mine, collections } = JSON.parse(text) as { mine: number; collections: { mine?: number }[] }
        assert.deepEqual([mine, collections[0]?.mine], [1, 2])
      },
    ))

  it('marks environments as production with true or false alone', () => {
    const text = (production: string): string =>
      `{ "version": 1, "environments": [{ "name": "live", "variables": { "production": "a" }, "secrets": {}, "production": ${production} }] }`
    return withFolder({ [name]: text('true') }, async folder => {
      const saved = readSaved(folder)
      assert.equal(saved.ok && saved.value.environments[0]?.production, true)
      await writeFile(path.join(folder, name), text('"yes"'))
      const refused = readSaved(folder)
      assert.match(
        (!refused.ok && refused.problems[0]?.message) || '',
        /\/environments\/0\/production must be boolean/,
      )
    })
  })

  it('is left as it is when the change is refused', () =>
    withFolder({}, async folder => {
      await changeSaved(folder, withShop)
      const refused = await changeSaved(folder, () => ({ ok: false, problems: [usageProblem('no')] }))
      assert.equal(!refused.ok && refused.problems[0]?.message, 'no')
      const saved = readSaved(folder)
      assert.equal(saved.ok && saved.value.collections.length, 1)
    }))

  it('is left as it is when it was broken by hand, and the place is named', () => {
    const text =
      '{ "version": 1, "collections": [{ "name": "A", "environments": [], "items": [{ "kind": "folder" }] }] }'
    return withFolder({ [name]: text }, async folder => {
      const refused = await changeSaved(folder, withShop)
      assert.match(
        (!refused.ok && refused.problems[0]?.message) || '',
        /\/collections\/0\/items\/0 must have/,
      )
      assert.equal(await readFile(path.join(folder, name), 'utf8'), text)
    })
  })
})
