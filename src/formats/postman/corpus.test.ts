import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { corpusDocuments, corpusFacts } from '../../testing/corpus.ts'
import { decodeText } from '../../util/decode-text.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { exportPostman } from './export-postman.ts'
import { importPostman } from './import-postman.ts'
import { unwrapped } from '../../parse/foreign/is-postman.ts'
import { listAt, textAt } from './parts.ts'
import { differences } from './testing/differences.ts'
import { collectionOf, exported, imported } from './testing/imported.ts'
import { placedRequests, sentRequests } from './testing/sent-requests.ts'
import { wireDifferences, type WireRow } from './testing/wire-differences.ts'

/** Facts known of each collection without this importer: see the corpus' own README. */
interface Facts {
  readonly requests: number
  /** Folder, name, method and more of each request. */
  readonly list: readonly (readonly [string, string, string, ...JsonValue[]])[]
  readonly examples: number
}

/** The requests that Postman's runner sends with this environment. */
interface Wire {
  readonly environment: readonly (readonly [string, string])[]
  readonly requests: readonly WireRow[]
}

/** A collection in a file. */
interface Known {
  readonly file: string
  readonly text: string
  readonly facts: Facts
  readonly wire: Wire
}

/**
 * Requests that cannot be the same, by file: their raw body is nothing but a placeholder, and the value the runner was
 * given for it begins with `http://`, of which it takes `//` for a comment; a variable that a script sets, without a scheme
 * here; and an empty file part, of which apitest tells the type.
 */
const different: Readonly<Record<string, number>> = {
  'adobe--Destination-Authoring-API.postman_collection.json': 12,
  'postmanlabs--inherited-entities.postman_collection.json': 1,
  'lob--lob-api-postman.json': 1,
}

describe('collections of projects', () => {
  for (const { file, text, facts, wire } of collections()) {
    const collection = collectionOf(text)

    it(`${file}: has all its requests`, () => {
      const rows = placedRequests(collection).map(({ way, request }) => ({
        way: way.join(' / '),
        ...request,
      }))
      assert.equal(imported(text).report.created, facts.requests)
      assert.deepEqual(
        rows.map(({ way, step }) => [way, nameOf(step), (textAt(step, 'request') ?? '').split(' ')[0]]),
        facts.list.map(([way, name, method]) => [way, name, method]),
      )
      assert.equal(rows.flatMap(({ examples = [] }) => examples).length, facts.examples)
    })
    it(`${file}: sends what Postman's runner sends`, async () => {
      const wrong = await differentRequests(text, collection, wire)
      assert.equal(wrong.length, different[file] ?? 0, wrong.join('\n'))
    })
    it(`${file}: is the same when it is exported again`, () => {
      const again = exported(collection)
      assert.deepEqual(differences(documentOf(text), again), [])
      assert.equal(JSON.stringify(collectionOf(JSON.stringify(again))), JSON.stringify(collection))
    })
    it(`${file}: judges the same when all its scripts are written anew`, () => {
      const anew = collectionOf(
        JSON.stringify(exported({ ...withoutKept(collection), kept: { postman: {} } })),
      )
      assert.deepEqual(judgements(anew), judgements(collection))
    })
    it(`${file}: is a problem or a result, however it is damaged`, () => {
      for (let part = 0; part < 20; part++) attempt(text.slice(0, Math.floor((text.length * part) / 20)))
      const random = randomNumbers(7)
      const document = documentOf(text)
      for (let round = 0; round < 50; round++)
        attempt(JSON.stringify(swapped(thinned(document, random), random)))
    })
  }
})

describe('environments of projects', () => {
  for (const file of corpusDocuments('imports/environments'))
    it(`${path.basename(file)}: has all its variables, and is the same when it is exported again`, test => {
      const text = decodeText(readFileSync(file))
      if (typeof text !== 'string') {
        test.skip(text.message)
        return
      }
      const document = JSON.parse(text) as JsonObject
      const [environment = assert.fail()] = imported(text).environments
      const { variables, secrets, disabled = {} } = environment
      const names = listAt(document, 'values').map(value => textAt(value, 'key'))
      assert.deepEqual(
        Object.keys({ ...variables, ...secrets, ...disabled }).sort(),
        [...new Set(names)].sort(),
      )
      const again = exportPostman({ name: 'Shop', items: [], environments: [environment] }).files[1]
      assert.deepEqual((JSON.parse(again?.text ?? '') as JsonObject)['values'], document['values'])
    })
})

/** Every collection with what is known of it. */
function collections(): readonly Known[] {
  const wires = corpusFacts('imports/postman', 'wire.json')
  return corpusFacts('imports/postman', 'facts.json').map(({ name, file, facts }) => ({
    file: name,
    text: readFileSync(file, 'utf8'),
    facts: facts as Facts,
    wire: (wires.find(one => one.file === file)?.facts ?? assert.fail(`${name} has no wire`)) as Wire,
  }))
}

function documentOf(text: string): JsonObject {
  return unwrapped(JSON.parse(text.replace(/^\ufeff/, '')) as JsonObject)
}

function nameOf(step: JsonObject): string | null {
  return textAt(step, 'name')?.replaceAll('\\{{', '{{') ?? null
}

async function differentRequests(
  text: string,
  collection: Collection,
  { environment, requests }: Wire,
): Promise<readonly string[]> {
  const variables = Object.fromEntries(environment)
  const sent = await sentRequests(collection, variables)
  const items = itemsOf(documentOf(text))
  const values: JsonObject = { ...collection.variables, ...variables }
  const fill = (template: string): string =>
    template.replace(/\{\{([^{}]*)\}\}/g, (whole, name: string) => textAt(values, name) ?? whole)
  return requests.flatMap((row, index) => {
    const [ours, item] = [sent[index], items[index]]
    if (row.error !== undefined || row.dynamic === true || ours === undefined || item === undefined) return []
    const found = wireDifferences(ours, row, item, fill)
    return found.length === 0 ? [] : [`${row.name ?? ''}: ${found.join(', ')}`]
  })
}

function itemsOf(group: JsonObject): readonly JsonObject[] {
  return listAt(group, 'item')
    .filter(isObject)
    .flatMap(item => (Array.isArray(item['item']) ? itemsOf(item) : [item]))
}

/** A collection as if all of it had been written by hand. */
function withoutKept(collection: Collection): Collection {
  const text = JSON.stringify(collection, (key, value: unknown) => (key === 'kept' ? undefined : value))
  return JSON.parse(text) as Collection
}

/** The validations and scripts of the requests of a collection, and the values they leave for others. */
function judgements(collection: Collection): unknown {
  return placedRequests(collection).map(({ request: { step }, settings }) => [
    ...['validations', 'extracts', 'variables', 'scripts'].map(key => step[key]),
    settings['scripts'],
  ])
}

/** Imports and, where that works, exports a document; throws nothing. */
function attempt(text: string): void {
  const result = importPostman(text, { file: 'damaged.json' })
  if (result.ok && result.value.collection !== undefined) exportPostman(result.value.collection)
  else assert.ok(result.ok || result.problems.length > 0)
}

/** Numbers below a limit, the same in every run. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed
  return limit => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return state % limit
  }
}

const others: readonly JsonValue[] = [
  null,
  0,
  'text',
  true,
  [],
  {},
  [[]],
  { a: 1 },
  [null, {}],
  { key: null },
]

/** The document with something of another type in place of one of its values. */
function swapped(document: JsonValue, random: (limit: number) => number): JsonValue {
  let left = random(countOf(document))
  const visit = (value: JsonValue): JsonValue => {
    if (left-- === 0) return others[random(others.length)] ?? null
    if (isList(value)) return value.map(visit)
    if (!isObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, visit(member)]))
  }
  return visit(document)
}

/** A document with a few neighbours of each long list of objects: others in every round, so that large ones take no longer. */
function thinned(value: JsonValue, random: (limit: number) => number): JsonValue {
  if (isList(value)) {
    if (!isObject(value[0])) return value
    const start = random(Math.max(1, value.length - fewItems + 1))
    return value.slice(start, start + fewItems).map(item => thinned(item, random))
  }
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, thinned(member, random)]))
}

const fewItems = 5

function countOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, member: JsonValue) => sum + countOf(member), 1)
}
