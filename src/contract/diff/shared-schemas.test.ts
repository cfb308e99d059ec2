import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import type { JsonObject } from '../../model/json.ts'
import { compareDescriptions, compareWithReferences } from './compare-descriptions.ts'
import { changesBetween } from './testing/compare-files.ts'
import { leftToLaterTier } from '../../testing/parts.ts'

// Schemas that many operations share are compared once and told once.

const reference = (number: number): JsonObject => ({ $ref: `#/components/schemas/S${number}` })
const json = (schema: JsonObject): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
})

type Shape = (next: JsonObject, second: JsonObject) => JsonObject

/** Schemas in a ring, each of them of an operation of its own; in one the longest name is shorter than before. */
function ring(size: number, shape: Shape, maxLength: number): JsonObject {
  const numbers = Array.from({ length: size }, (_, number) => number)
  const name = (number: number) => ({ type: 'string', maxLength: number === size / 2 ? maxLength : 20 })
  return {
    openapi: '3.0.3',
    info: { title: 'Ring', version: '1' },
    paths: Object.fromEntries(
      numbers.map(number => [`/s${number}`, { get: { responses: { 200: json(reference(number)) } } }]),
    ),
    components: {
      schemas: Object.fromEntries(
        numbers.map(number => [
          `S${number}`,
          {
            type: 'object',
            properties: {
              name: name(number),
              next: shape(reference((number + 1) % size), reference((number + 2) % size)),
            },
          },
        ]),
      ),
    },
  }
}

const shapes: Readonly<Record<string, Shape>> = {
  properties: next => next,
  items: next => ({ type: 'array', items: next }),
  'named alternatives': (next, second) => ({ anyOf: [next, second] }),
  'alternatives without a name': (next, second) => ({
    anyOf: [
      { type: 'object', properties: { a: next } },
      { type: 'object', properties: { b: second } },
    ],
  }),
  allOf: next => ({ allOf: [next, { type: 'object', properties: { own: { type: 'string' } } }] }),
}

for (const [index, [name, shape]] of Object.entries(shapes).entries())
  test(
    `A5: a change in a ring of ${name} is told once, in time that grows with the ring alone`,
    { skip: leftToLaterTier(index) },
    async () => {
      const seconds: number[] = []
      for (const size of [300, 1200]) {
        const [before, after] = [
          await describedBy(ring(size, shape, 20)),
          await describedBy(ring(size, shape, 10)),
        ]
        const start = process.cpuUsage()
        const changes = compareDescriptions(before, after)
        seconds.push(process.cpuUsage(start).user)
        const isUndecided = ({ rule }: { rule: string }): boolean => rule.endsWith('-values-undecided')
        const [change, ...others] = changes.filter(found => !isUndecided(found))
        assert.deepEqual(others, [])
        // Which of so many alternatives hold together takes more steps than are taken: it is told once that this is unknown.
        assert.equal(changes.filter(isUndecided).length, name === 'named alternatives' ? 1 : 0)
        assert.equal(change?.rule, 'response-property-max-length-decreased')
        assert.deepEqual([change.operation, change.path], [`GET /s${size / 2}`, '/name'])
        assert.deepEqual([change.operationCount, change.operations?.length], [size, 20])
      }
      // Four times the schemas: four times the time, and sixteen times were it quadratic.
      const [few = 0, many = 0] = seconds
      assert.ok(many < 9 * few, `${few} and ${many} µs`)
    },
  )

test('A5: a parameter that operations share is told once', async () => {
  const document = (required: boolean): JsonObject => ({
    openapi: '3.0.3',
    info: { title: 'Things', version: '1' },
    paths: Object.fromEntries(
      ['/a', '/b', '/c'].map(path => [
        path,
        { get: { parameters: [{ $ref: '#/components/parameters/limit' }], responses: { 200: json({}) } } },
      ]),
    ),
    components: {
      parameters: { limit: { name: 'limit', in: 'query', required, schema: { type: 'string' } } },
    },
  })
  const [change, ...others] = await changesBetween(document(false), document(true))
  assert.deepEqual(others, [])
  assert.deepEqual(
    [change?.rule, change?.operation, change?.part, change?.operations],
    ['request-parameter-became-required', 'GET /a', 'query parameter limit', ['GET /a', 'GET /b', 'GET /c']],
  )
})

test('A5: every way to a shared schema is known where somebody asks', async () => {
  const tree = (type: string): JsonObject => ({
    openapi: '3.0.3',
    info: { title: 'Trees', version: '1' },
    paths: {
      '/leaf': { get: { responses: { 200: json({ $ref: '#/components/schemas/Leaf' }) } } },
      '/tree': { get: { responses: { 200: json({ $ref: '#/components/schemas/Tree' }) } } },
      '/other': { get: { responses: { 200: json({ type: 'string' }) } } },
    },
    components: {
      schemas: {
        Leaf: { type: 'object', properties: { color: { type } } },
        Tree: {
          type: 'object',
          properties: {
            left: { $ref: '#/components/schemas/Tree' },
            leaves: { type: 'array', items: { $ref: '#/components/schemas/Leaf' } },
          },
        },
      },
    },
  })
  const [found] = compareWithReferences(
    await describedBy(tree('string')),
    await describedBy(tree('integer')),
  ).changes
  assert.deepEqual(
    found?.reaches(true).map(({ operation, path }) => [operation, path]),
    [
      ['GET /leaf', '/color'],
      ['GET /tree', '/leaves/items/color'],
    ],
  )
})
