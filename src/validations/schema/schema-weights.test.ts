import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { definitionsUsed } from '../../util/definitions-used.ts'
import { SchemaWeights } from './schema-weights.ts'

const node = { $ref: '#/$defs/0' }
const text = { type: 'string' }
const base = { properties: { id: text } }
const tree = { properties: { value: text, children: { items: { $ref: '#/$defs/1' } } } }
const maybe = { anyOf: [node, { type: 'null' }] }

/** True where there is an end to how often a part of a value may be looked at, by what the definitions are. */
const cases: Readonly<Record<string, readonly [isLimited: boolean, ...definitions: readonly JsonObject[]]>> =
  {
    'definitions that refer to nothing': [true, base],
    'a list of nodes in a node': [true, { properties: { parent: node, children: { items: node } } }],
    'a node that may be null': [true, { properties: { next: maybe, others: { items: maybe } } }],
    'nodes under other names': [true, { properties: { id: text }, additionalProperties: node }],
    'what a node and others have in common': [true, { allOf: [{ $ref: '#/$defs/1' }], items: node }, base],
    'a ring': [true, { properties: { next: { $ref: '#/$defs/1' } } }, { properties: { next: node } }],
    'a tree in a tree': [true, { properties: { left: node, tree: { $ref: '#/$defs/1' } } }, tree],
    'two alternatives': [false, { oneOf: [{ properties: { a: node } }, { properties: { a: node } }] }],
    'an alternative around the next': [false, { anyOf: [{ items: node }, { items: { items: node } }] }],
    'names and patterns': [false, { properties: { a: node }, patternProperties: { a: node } }],
    'items and one of them': [false, { items: node, contains: node }],
    'a tree around each node': [false, { allOf: [{ $ref: '#/$defs/1' }], properties: { next: node } }, tree],
    'a tree around each node, by way of a third': [
      false,
      { allOf: [{ $ref: '#/$defs/2' }], properties: { next: node } },
      tree,
      { properties: { tree: { $ref: '#/$defs/1' } } },
    ],
    'a reference that leads nowhere': [false, { properties: { a: { $ref: '#/$defs/9' } } }],
  }

for (const [what, [isLimited, ...definitions]] of Object.entries(cases))
  for (const order of ['together', 'one after the other'])
    it(`A4: watched over or not: ${what}, ${order}`, () => {
      const all = Object.fromEntries(definitions.entries())
      const weights = new SchemaWeights()
      const added = order === 'together' ? [] : Object.keys(all).toReversed()
      for (const name of [...added, '0']) {
        const schema = { $ref: `#/$defs/${name}` }
        weights.add(definitionsUsed(schema, all, weights))
      }
      assert.equal(Number.isFinite(weights.of(node)), isLimited)
    })
