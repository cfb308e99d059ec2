import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../model/json.ts'
import { mapping } from '../../../util/read-values.ts'
import { protobuf } from '../protobuf.ts'
import { messageShape } from './message-shape.ts'

/** The shape of a message whose fields are messages, whose fields are messages, and so on. */
function nestedShape(depth: number): JsonObject {
  const within = Array.from({ length: depth }, (_, level) => {
    const fields = [1, 2, 3, 4].map(number => `M${level + 1} f${number} = ${number};`)
    return `message M${level} {${fields.join('')}}`
  })
  const { root } = protobuf.parse(
    `syntax = "proto3"; ${within.join(' ')} message M${depth} { string a = 1; }`,
  )
  root.resolveAll()
  return messageShape(root.lookupType('M0'), false)
}

function at(shape: JsonObject, depth: number): JsonObject {
  let part = shape
  for (let level = 0; level < depth; level++) part = mapping(mapping(part['properties'])['f4'])
  return part
}

describe('the shape of a message', () => {
  it('names all fields of small messages', () => {
    assert.deepEqual(at(nestedShape(3), 3)['properties'], { a: { type: 'string' } })
  })

  it('takes no time where messages within messages have very many fields', () => {
    const shape = nestedShape(40)
    assert.deepEqual(Object.keys(mapping(at(shape, 3)['properties'])), ['f1', 'f2', 'f3', 'f4'])
    assert.deepEqual(at(shape, 5), {})
  })
})
