import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { corpusDocuments, corpusFolders, corpusList } from './corpus.ts'

const own = path.resolve('fixtures/corpus')

/** Kinds of documents, and how many of ours there are at least. */
const documents: Readonly<Record<string, number>> = {
  'contracts/openapi': 3,
  'contracts/pact/e2e': 4,
  'imports/environments': 2,
  'imports/har': 2,
  'imports/insomnia': 3,
  'imports/openapi': 6,
  'imports/postman': 6,
}

/** Lists of cases, and how many of ours there are at least. */
const lists = [
  ['contracts/diff', 'index.json', 'pairs', 95],
  ['contracts/live', 'cases.json', 'cases', 22],
  ['contracts/mock', 'prism-cases.json', 'cases', 47],
  ['contracts/pact', 'index.json', 'cases', 79],
  ['contracts/pact', 'oracle-cases.json', 'cases', 182],
  ['contracts/schema', 'openapi-schema-cases.json', 'cases', 50],
] as const

test('every clone has cases of every kind, so that no test passes for want of them', () => {
  for (const [kind, least] of Object.entries(documents)) {
    const found = corpusDocuments(kind).filter(file => file.startsWith(own))
    assert.ok(found.length >= least, kind)
  }
  for (const [kind, name, key, least] of lists) {
    const found = corpusList(kind, name, key).filter(({ folder }) => folder.startsWith(own))
    assert.ok(found.length >= least, `${kind}/${name}`)
  }
  const [schemas = ''] = corpusFolders('contracts/schema/json-schema-test-suite/tests')
  assert.ok(schemas.startsWith(own))
})

test('where another judge says otherwise, the reason stands beside its verdict', () => {
  for (const [kind, name, key] of lists)
    for (const one of corpusList(kind, name, key))
      if ('reference' in one) assert.ok('why' in one, JSON.stringify(one))
})

test('a kind that nobody has gives nothing', () => {
  assert.deepEqual(corpusFolders('contracts/nothing'), [])
  assert.deepEqual(corpusDocuments('contracts/nothing'), [])
  assert.deepEqual(corpusList('contracts/nothing', 'index.json', 'cases'), [])
})
