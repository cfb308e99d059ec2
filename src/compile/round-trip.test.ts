import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Collection } from '../model/collection.ts'
import type { JsonObject } from '../model/json.ts'
import { readWithPlaces } from '../document/index.ts'
import { mapping } from '../util/read-values.ts'
import { collectionFile, lossesOfChanges, readCollectionFile } from './collection-file.ts'
import { collectionToSuites } from './collection-to-suites.ts'
import { suiteText } from '../parse/suite-text.ts'
import { type SuiteDocument, suitesToCollection } from './suites-to-collection.ts'

const own = readdirSync('suites', { recursive: true })
  .map(name => String(name).replaceAll(path.sep, '/'))
  .filter(name => name.endsWith('.apitest.yaml'))

async function read(text: string): Promise<JsonObject> {
  return mapping((await readWithPlaces(text, '/a.apitest.yaml', '')).value)
}

async function ownSuites(): Promise<readonly SuiteDocument[]> {
  return Promise.all(
    own.map(async name => ({ name, suite: await read(readFileSync(`suites/${name}`, 'utf8')) })),
  )
}

/** The files of a collection, written and read again. */
async function written(collection: Collection): Promise<readonly SuiteDocument[]> {
  return Promise.all(
    collectionToSuites(collection).map(async ({ name, suite }) => ({
      name,
      suite: await read(suiteText(suite)),
    })),
  )
}

/** A collection through its files, with the one that lies beside them. */
async function through(collection: Collection): Promise<Collection> {
  const suites = await written(collection)
  const beside = collectionFile(collection, collectionToSuites(collection), 'shop')
  if (beside === undefined) return suitesToCollection(suites, 'shop')
  const file = (JSON.parse(JSON.stringify(beside)) as { collection: Collection }).collection
  return readCollectionFile(file, suites, 'shop', '')
}

describe('suites', () => {
  it('are the same after they were a collection, each of them', async () => {
    for (const suite of await ownSuites())
      assert.deepEqual(await written(suitesToCollection([suite], 'suites')), [suite])
  })

  it('are the same after all of them were one collection', async () => {
    const suites = await ownSuites()
    const again = await written(suitesToCollection(suites, 'suites'))
    const byName = (one: SuiteDocument, other: SuiteDocument): number => (one.name < other.name ? -1 : 1)
    assert.deepEqual([...again].sort(byName), [...suites].sort(byName))
  })
})

const request = (name: string, more: JsonObject = {}) =>
  ({ kind: 'request', step: { name, request: 'GET {{baseUrl}}/a', ...more } }) as const

const shop: Collection = {
  name: 'Shop / all',
  description: 'What it is',
  baseUrl: 'http://127.0.0.1:1',
  variables: { page: 1, unused: 'x' },
  settings: { auth: { bearer: '{{token}}' }, headers: { Accept: 'a', 'X-A': '1' } },
  environments: [{ name: 'local', variables: { a: '1' }, secrets: {} }],
  items: [
    request('First'),
    {
      kind: 'folder',
      name: 'Users',
      description: 'People',
      settings: { headers: { accept: 'b' } },
      items: [
        { ...request('List'), examples: [{ name: 'ok', status: 200 }], kept: { postman: { a: 1 } } },
        { kind: 'folder', name: 'users', items: [request('Inner', { query: { page: '{{page}}' } })] },
        request('List'),
      ],
    },
    { kind: 'folder', name: 'Users', items: [request('Other')] },
    { kind: 'folder', name: 'Empty', items: [] },
    request('Last', { extracts: { token: '$.token' } }),
  ],
}

describe('a collection', () => {
  it('is the same after it was suites with a file beside them', async () => {
    assert.deepEqual(await through(shop), shop)
  })

  it('makes a file for each folder, and none for an empty one', () => {
    assert.deepEqual(
      collectionToSuites(shop).map(({ name }) => name),
      ['shop-all.apitest.yaml', 'users.apitest.yaml', 'users/users.apitest.yaml', 'users-2.apitest.yaml'],
    )
  })

  it('hands down what folders use', () => {
    const inner = collectionToSuites(shop).find(({ name }) => name === 'users/users.apitest.yaml')
    const { steps: _, ...header } = mapping(inner?.suite)
    assert.deepEqual(header, {
      suite: 'users',
      inputs: ['token'],
      variables: { baseUrl: 'http://127.0.0.1:1', page: 1 },
      settings: { auth: { bearer: '{{token}}' }, headers: { 'X-A': '1', accept: 'b' } },
    })
  })

  it('runs folders that need each other in the order of the collection', () => {
    const [main] = collectionToSuites(shop, 'out')
    assert.deepEqual(
      main?.suite['steps'],
      [
        shop.items[0],
        { step: { name: 'Users', use: 'out/users.apitest.yaml', with: { token: '{{token}}' } } },
        {
          step: { name: 'Users / users', use: 'out/users/users.apitest.yaml', with: { token: '{{token}}' } },
        },
        { step: { name: 'Users', use: 'out/users-2.apitest.yaml', with: { token: '{{token}}' } } },
        shop.items[4],
      ].map(item => (item && 'step' in item ? item.step : undefined)),
    )
  })
})

describe('a change in the suites of a collection', () => {
  const changed = async (change: (suites: readonly SuiteDocument[]) => readonly SuiteDocument[]) => {
    const files = collectionToSuites(shop)
    const beside = collectionFile(shop, files, 'shop') as { collection: Collection } | undefined
    assert.ok(beside)
    return readCollectionFile(beside.collection, change(await written(shop)), 'shop', '')
  }
  const inUsers = (suites: readonly SuiteDocument[], change: JsonObject): readonly SuiteDocument[] =>
    suites.map(one =>
      one.name === 'users.apitest.yaml' ? { ...one, suite: { ...one.suite, ...change } } : one,
    )
  const users = ({ items }: Collection) => {
    const [, folder] = items
    assert.ok(folder?.kind === 'folder')
    return folder
  }

  it('counts: a step that was added, one that is gone, one with another name', async () => {
    const added = request('New').step
    const renamed = { ...request('List all').step, request: 'GET {{baseUrl}}/b' }
    const after = users(await changed(suites => inUsers(suites, { steps: [renamed, added] })))
    assert.deepEqual(
      after.items.map(item => (item.kind === 'folder' ? item.name : item.step['name'])),
      ['List all', 'users', 'New'],
    )
  })

  it('counts: another name, description or setting of the suite', async () => {
    const settings = { timeout: '1s' }
    const after = users(await changed(suites => inUsers(suites, { suite: 'People', settings })))
    const own = { timeout: '1s', auth: 'none', headers: { Accept: null, 'X-A': null } }
    assert.deepEqual([after.name, after.description, after.settings], ['People', 'People', own])
  })

  it('stays that of its folder: what others say for it is not said again', async () => {
    const settings = { auth: { bearer: '{{token}}' }, headers: { 'X-A': '1', accept: 'c' }, timeout: '1s' }
    const variables = { page: 2, baseUrl: 'http://127.0.0.1:1', own: 'a' }
    const all = await changed(suites => inUsers(suites, { settings, variables }))
    const after = users(all)
    assert.deepEqual(after.settings, { headers: { accept: 'c' }, timeout: '1s' })
    assert.deepEqual(after.variables, { page: 2, own: 'a' })
    const made = collectionToSuites(all).find(({ name }) => name === 'users.apitest.yaml')
    assert.deepEqual(made?.suite['settings'], settings)
  })

  it('adds scripts behind those of the collection, and one that goes is told where it still runs', () => {
    const scripts = { after: ['a()', 'b()'] }
    const given: Collection = {
      ...shop,
      settings: { scripts },
      items: [{ kind: 'folder', name: 'Users', items: [request('List')] }, request('Last')],
    }
    const of = (after: JsonObject): readonly [Collection, readonly SuiteDocument[]] => {
      const files = collectionToSuites(given)
      const beside = collectionFile(given, files, 'shop') as { collection: Collection } | undefined
      const suites = files.map(({ name, suite }) => ({ name, suite }))
      const now = inUsers(suites, { settings: { scripts: after } })
      return [readCollectionFile(beside?.collection ?? given, now, 'shop', ''), now]
    }
    const settingsOf = ({ items: [first] }: Collection) =>
      first?.kind === 'folder' ? first.settings : undefined
    const [more, asWritten] = of({ after: ['a()', 'b()', 'c()'], before: 'd()' })
    assert.deepEqual(settingsOf(more), { scripts: { before: 'd()', after: 'c()' } })
    assert.deepEqual(lossesOfChanges(more, asWritten, ''), [])
    const [less, now] = of({ after: 'b()' })
    assert.equal(settingsOf(less), undefined)
    const told = lossesOfChanges(less, now, '').map(({ where, what }) => [where, what])
    assert.deepEqual(told, [['users.apitest.yaml', 'settings scripts']])
  })

  it('counts: another file', async () => {
    const suite = { suite: 'More', steps: [request('X').step] }
    const { items } = await changed(suites => [...suites, { name: 'more.apitest.yaml', suite }])
    const last = items.at(-1)
    assert.equal(last?.kind === 'folder' && last.name, 'More')
  })
})
