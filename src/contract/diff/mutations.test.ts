import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChangeLevel } from '../../model/contract-change.ts'
import type { JsonObject } from '../../model/json.ts'
import { ruleCatalogue } from './testing/rule-catalogue.ts'
import { idIn, levelIn, type SchemaPlace, schemaPlaces } from './rules/rule.ts'
import { schemaRules } from './rules/index.ts'
import { changesBetween } from './testing/compare-files.ts'
import { documentRows } from './testing/operation-rows.ts'
import { components, propertyRows, schemaRows } from './testing/schema-rows.ts'

// Every name that a change can have is found by a smallest pair, and the way back is not taken for it.

const levels = new Map<string, Set<ChangeLevel>>()
for (const { id, level } of ruleCatalogue()) levels.set(id, new Set([...(levels.get(id) ?? []), level]))

const ofSchemas = new Set(
  schemaRules.flatMap(rule =>
    schemaPlaces.filter(place => levelIn(rule, place) !== undefined).map(place => idIn(rule, place, false)),
  ),
)

const covered = new Set<string>()

for (const { id, before, after, back } of documentRows)
  test(id, () => expectChange(id, whole(before), whole(after), back))

for (const { id, before, after, back, only, except } of schemaRows)
  for (const place of schemaPlaces.filter(one => only === undefined || one.startsWith(only))) {
    const name = id.replace('{place}', place)
    if (except === place || !ofSchemas.has(name)) continue
    test(`${name}: ${JSON.stringify(before)} to ${JSON.stringify(after)}`, () =>
      expectChange(name, used(before, place), used(after, place), back.replace('{place}', place)))
  }

for (const { id, before, after, back, only } of propertyRows)
  test(`${id}: ${JSON.stringify(after)}`, () =>
    expectChange(
      id,
      used(before, `${only ?? 'request'}-body`),
      used(after, `${only ?? 'request'}-body`),
      back,
    ))

const headerRows = [
  ['new-required-request-header-property', {}, { required: ['p'], properties: { p: { type: 'string' } } }],
  [
    'request-header-property-became-required',
    { properties: { p: { type: 'string' } } },
    { required: ['p'], properties: { p: { type: 'string' } } },
  ],
  [
    'request-header-property-became-enum',
    { properties: { p: { type: 'string' } } },
    { properties: { p: { type: 'string', enum: ['a'] } } },
  ],
] as const

for (const [id, before, after] of headerRows)
  test(id, () =>
    expectChange(id, headerOf({ type: 'object', ...before }), headerOf({ type: 'object', ...after }), ''),
  )

test('a header that is gone is told at its place in the old description', async () => {
  const headers = { 'X-One': { schema: { type: 'string' } }, 'X-Two': { schema: { type: 'string' } } }
  const { 'X-One': kept } = headers
  const changes = await changesBetween(
    operation({}, { headers }),
    operation({}, { headers: { 'X-One': kept } }),
  )
  assert.match(changes[0]?.before?.pointer ?? '', /\/headers\/X-Two$/)
})

test('every name of a change has a pair', () => {
  assert.deepEqual(
    [...levels.keys()].filter(id => !covered.has(id)),
    [],
  )
})

async function expectChange(id: string, before: JsonObject, after: JsonObject, back: string): Promise<void> {
  covered.add(id)
  const changes = await changesBetween(before, after)
  const found = changes.filter(({ rule }) => rule === id)
  const known = levels.get(id) ?? new Set()
  assert.ok(
    found.some(({ level }) => known.has(level)),
    `${id} in ${JSON.stringify(changes)}`,
  )
  assert.ok(found.every(({ before: old, after: fresh }) => (old ?? fresh) !== undefined))
  const reverse = await changesBetween(after, before)
  if (levels.has(back))
    assert.ok(
      reverse.some(({ rule }) => rule === back),
      `${back} in ${JSON.stringify(reverse)}`,
    )
  if (back !== id)
    assert.deepEqual(
      reverse.filter(({ rule }) => rule === id),
      [],
    )
}

function whole(parts: JsonObject): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    components: { schemas: components },
    ...parts,
  }
}

/** A document that uses a schema in one place alone. */
function used(schema: JsonObject, place: SchemaPlace): JsonObject {
  const isInside = place.endsWith('property')
  const whole = isInside ? { type: 'object', properties: { inner: schema } } : schema
  const content = { 'application/json': { schema: whole } }
  if (place === 'request-body' || place === 'request-property') return operation({ requestBody: { content } })
  if (place.startsWith('request'))
    return operation({ parameters: [{ name: 'q', in: 'query', schema: whole }] })
  if (place === 'response-header') return operation({}, { headers: { 'X-A': { schema: whole } } })
  return operation({}, { content })
}

function headerOf(schema: JsonObject): JsonObject {
  return operation({ parameters: [{ name: 'X-A', in: 'header', schema }] })
}

function operation(parts: JsonObject, ok: JsonObject = {}): JsonObject {
  return whole({
    paths: { '/things': { post: { responses: { '200': { description: '', ...ok } }, ...parts } } },
  })
}
