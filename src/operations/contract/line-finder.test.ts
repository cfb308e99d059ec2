import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonValue } from '../../model/json.ts'
import { jsonPointer } from '../../util/json-pointer.ts'
import { LineFinder } from './line-finder.ts'

const document = {
  paths: { '/a~b/{id}': { get: [1, { 'a"b\\': null }, ['x', true]], 'é\n': {} } },
  empty: {},
  list: [],
  text: '{"not": ["read"]} \\" , :',
}

/** The ways to all members and items of a value. */
function waysIn(
  value: JsonValue,
  way: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [way]
  const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  const inside = value as unknown as Readonly<Record<string | number, JsonValue>>
  return [way, ...keys.flatMap(key => waysIn(inside[key] ?? null, [...way, key]))]
}

describe('A5: lines of a JSON document', () => {
  for (const [what, text] of [
    ['written over lines', JSON.stringify(document, null, 2)],
    ['in one line', JSON.stringify(document)],
  ] as const)
    it(`are those that the reader of YAML finds, ${what}`, async () => {
      const json = new LineFinder(new Map([['a', text]]))
      // A comment makes YAML of it.
      const yaml = new LineFinder(new Map([['a', `${text}\n# comment`]]))
      for (const way of waysIn(document))
        assert.equal(
          await json.lineOf('a', jsonPointer(way)),
          await yaml.lineOf('a', jsonPointer(way)),
          jsonPointer(way),
        )
    })

  it('of what is not there are those of what is around it', async () => {
    const lines = new LineFinder(new Map([['a', '{\n"b": {\n"c": 1 } }']]))
    assert.deepEqual(
      await Promise.all(['/b/c/d', '/b/x', '/x', '/'].map(pointer => lines.lineOf('a', pointer))),
      [3, 2, 1, 1],
    )
  })
})
