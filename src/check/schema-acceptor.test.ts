import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { readWithPlaces } from '../document/index.ts'
import { suiteSchema } from '../generated/suite-schema.ts'
import validateSuite from '../generated/suite-validator.js'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { randomNumbers } from '../testing/random-numbers.ts'
import { acceptor } from './schema-acceptor.ts'

type Place = readonly [owner: Record<string, unknown> | unknown[], key: string | undefined]

/** Every place of a document where something may be changed, taken out or put beside. */
function placesIn(value: unknown): readonly Place[] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Record<string, unknown>
  return [
    [owner, undefined],
    ...Object.entries(owner).flatMap(([key, part]): readonly Place[] => [[owner, key], ...placesIn(part)]),
  ]
}

const names = [...new Set(JSON.stringify(suiteSchema).match(/[a-z][\w-]*(?=":)/g))]
const values: readonly JsonValue[] = [
  ...[null, true, 0, 1, -1, 1.5, 200, '', 'x', '1s', '2xx', 'none', '{{x}}', 'GET http://a', '$.a'],
  ...[[], ['a'], ['a', 'a'], [1, { b: 2 }, { b: 2 }], {}, { a: 1 }, { a: null }, { disabled: 'x' }],
  ...[{ name: 'x' }, { file: 'x' }, { equals: 1 }, { each: { exists: true } }, { status: 200, when: {} }],
]

function change(document: JsonObject, random: (count: number) => number): void {
  const places = placesIn(document)
  const place = places[random(places.length)]
  if (place === undefined) return
  const [owner, key] = place
  const value = structuredClone(values[random(values.length)])
  const name = names[random(names.length)] ?? ''
  const way = random(4)
  if (Array.isArray(owner)) owner.splice(Number(key ?? 0), random(2), value)
  else if (key === undefined) owner[name] = value
  else if (way === 0) Reflect.deleteProperty(owner, key)
  else if (way === 1) owner[name] = owner[key]
  else owner[key] = value
}

describe('the schema of suites', () => {
  it('is judged as by the validator that tells what is wrong', async () => {
    const files = readdirSync('suites', { recursive: true, encoding: 'utf8' })
    const texts = files.filter(file => file.endsWith('.yaml')).map(file => path.resolve('suites', file))
    const sources = await Promise.all(texts.map(file => readWithPlaces(readFileSync(file, 'utf8'), file, '')))
    const documents = sources.map(({ value }) => value as JsonObject)
    const next = randomNumbers(41)
    const random = (count: number): number => Math.floor(next() * count)
    const accepts = acceptor(suiteSchema)
    const counts = { sound: 0, unsound: 0 }
    for (let round = 0; round < 1200; round++) {
      const document = structuredClone(documents[round % documents.length] ?? {})
      for (let left = random(4); left > 0; left--) change(document, random)
      const isSound = validateSuite(document)
      assert.equal(accepts(document), isSound, JSON.stringify(document))
      counts[isSound ? 'sound' : 'unsound']++
    }
    assert.ok(Math.min(counts.sound, counts.unsound) > 200, JSON.stringify(counts))
  })

  it('has no keyword that is passed over', () => {
    assert.throws(() => acceptor({ contains: { const: 1 } }), /has the keyword contains/)
    assert.throws(() => acceptor({ minLength: 2 }), /more than one character/)
  })
})
