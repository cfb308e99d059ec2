import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { dump } from 'js-yaml'
import { readValue } from '../../document/index.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { reading } from '../../api-description/testing/description.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { corpusDocuments } from '../../testing/corpus.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { type ComparedDescriptions, compareWithReferences } from './compare-descriptions.ts'

// A document has not changed from itself, whatever is wrong in it.

const unknownScheme = {
  openapi: '3.0.3',
  info: { title: 'Things', version: '1' },
  security: [{ sessionToken: [] }, { other: ['read'], sessionToken: [] }],
  paths: {
    '/a': { get: { security: [{ sessionToken: ['read'] }, {}], responses: { 200: {} } } },
    '/b': { get: { responses: { 200: {} } } },
  },
}

test('E7: security that names an unknown scheme has not changed', async () => {
  assert.deepEqual(await changesFromItself(unknownScheme, JSON.stringify(unknownScheme)), [])
})

test('E7: security that names another unknown scheme has changed', async () => {
  const other = JSON.stringify(unknownScheme).replaceAll('sessionToken', 'session')
  const found = await changesFromItself(unknownScheme, other)
  assert.ok(found.some(change => change.includes('api-global-security-added')))
})

test('E7: a scheme that is described at last is the one that was named before', async () => {
  const components = { securitySchemes: { sessionToken: { type: 'http', scheme: 'bearer' } } }
  const described = JSON.stringify({ ...unknownScheme, components })
  const found = await changesFromItself(unknownScheme, described)
  assert.deepEqual(
    found.filter(change => !change.startsWith('safe')),
    [],
  )
})

/** Values that may stand where something else should. */
const wrong: readonly (JsonValue | undefined)[] = [
  null,
  5,
  'object',
  [],
  {},
  true,
  [null],
  { $ref: '#/nowhere' },
  { $ref: 5 },
  { type: 'object', properties: null, required: 'a', allOf: [null, { $ref: '#/paths' }] },
  { security: [{ nobody: [] }], nobody: [5, 'a'] },
  '(',
  undefined,
]

const files = [
  'fixtures/openapi/petstore-2.json',
  'fixtures/openapi/rockets-3.1.yaml',
  'fixtures/openapi/shop/openapi.yaml',
  ...corpusDocuments('contracts/openapi'),
]

for (const file of files)
  test(`E7: ${path.basename(file)} has not changed from itself, whatever is wrong in it`, async () => {
    const parsed = await readValue(readFileSync(file, 'utf8'))
    assert.ok(parsed.ok)
    const places = placesIn(parsed.value)
    // Large documents differ from the small ones only in that there is more of everything.
    const tried = places.length > 200 ? 10 : 50
    for (let turn = 0; turn < tried; turn++) {
      const place = places[Math.floor((turn * places.length) / tried)] ?? []
      const value = wrong[turn % wrong.length]
      const document = replaced(parsed.value, place, value)
      if (!isObject(document)) continue
      const text = turn % 4 !== 0 ? JSON.stringify(reordered(document)) : dump(document, { noRefs: true })
      const found = await changesFromItself(document, text)
      assert.deepEqual(found, [], `${place.join('/')} is ${JSON.stringify(value)}`)
    }
  })

/** The changes from a document to a text; none where neither is a description any more. */
async function changesFromItself(document: JsonObject, text: string): Promise<readonly string[]> {
  const compared = await comparison(JSON.stringify(document), text)
  return compared?.changes.map(({ level, rule, reason }) => `${level} ${rule}: ${reason}`) ?? []
}

async function comparison(before: string, after: string): Promise<ComparedDescriptions | undefined> {
  const address = 'https://api.example.org/openapi.json'
  const [old, fresh] = await Promise.all(
    [before, after].map(text => loadDescription(address, reading({ [address]: text }))),
  )
  assert.equal(old?.ok, fresh?.ok)
  return old?.ok === true && fresh?.ok === true ? compareWithReferences(old.value, fresh.value) : undefined
}

type Place = readonly (string | number)[]

function placesIn(value: JsonValue, place: Place = []): readonly Place[] {
  const inside = isList(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : []
  return inside.flatMap(([key, member]) => [[...place, key], ...placesIn(member, [...place, key])])
}

function replaced(value: JsonValue, [key, ...rest]: Place, by: JsonValue | undefined): JsonValue | undefined {
  if (key === undefined) return by
  if (isList(value))
    return value.flatMap((item, index) => (index === key ? [replaced(item, rest, by) ?? []].flat(0) : [item]))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const next = name === key ? replaced(member, rest, by) : member
      return next === undefined ? [] : [[name, next]]
    }),
  )
}

function reordered(value: JsonValue): JsonValue {
  if (isList(value)) return value.map(reordered)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)]),
  )
}
