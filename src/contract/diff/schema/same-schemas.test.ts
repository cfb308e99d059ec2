import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ApiDescription } from '../../../api-description/api-description.ts'
import type { Located } from '../../../api-description/documents/loaded-document.ts'
import { describedBy } from '../../../api-description/testing/description.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { compareDescriptions } from '../compare-descriptions.ts'
import { SameSchemas } from './same-schemas.ts'

function describing(schema: JsonValue, schemas: JsonObject, openapi = '3.0.3'): Promise<ApiDescription> {
  const responses = { '200': { description: 'D', content: { 'application/json': { schema } } } }
  return describedBy({
    openapi,
    info: { title: 'A', version: '1' },
    paths: { '/a': { get: { responses } } },
    components: { schemas },
  })
}

function answerOf({ operations }: ApiDescription): Located {
  return operations[0]?.responses[0]?.contents[0]?.schema ?? assert.fail('it has a schema')
}

async function areSame(
  [before, after]: readonly [JsonValue, JsonValue],
  [old, fresh]: readonly [JsonObject, JsonObject] = [{}, {}],
  [version, newer]: readonly [string, string] = ['3.0.3', '3.0.3'],
): Promise<boolean> {
  const [one, other] = [await describing(before, old, version), await describing(after, fresh, newer)]
  return SameSchemas.of(one, other).areSame([answerOf(one)], [answerOf(other)])
}

const to = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` })
const A = { type: 'object', properties: { b: { type: 'array', items: to('B') } } }
const B = { type: 'object', properties: { a: to('A'), n: { type: 'integer', maximum: 9 } } }

describe('schemas that are written the same', () => {
  it('are so with all that they refer to, in a circle, too', async () => {
    assert.equal(
      await areSame(
        [A, A],
        [
          { A, B },
          { A, B },
        ],
      ),
      true,
    )
    assert.equal(
      await areSame(
        [to('A'), to('A')],
        [
          { A, B },
          { A, B, C: {} },
        ],
      ),
      true,
    )
    const other = { ...B, properties: { ...B.properties, n: { type: 'integer', maximum: 8 } } }
    assert.equal(
      await areSame(
        [A, A],
        [
          { A, B },
          { A, B: other },
        ],
      ),
      false,
    )
    assert.equal(
      await areSame(
        [to('A'), to('A')],
        [
          { A, B },
          { A, B: other },
        ],
      ),
      false,
    )
  })

  it('are found out whichever of a circle is asked first', async () => {
    const other = { ...B, title: 'x' }
    const [one, another] = [await describing(to('A'), { A, B }), await describing(to('A'), { A, B: other })]
    const same = SameSchemas.of(one, another)
    const [root, fresh] = [answerOf(one), answerOf(another)]
    const inside = ({ document }: Located, value: JsonValue): Located => ({ document, value })
    assert.equal(same.areSame([inside(root, { type: 'string' })], [inside(fresh, { type: 'string' })]), true)
    assert.equal(same.areSame([inside(root, [to('B'), to('A')])], [inside(fresh, [to('B'), to('A')])]), false)
    assert.equal(same.areSame([root], [fresh]), false)
    assert.equal(same.areSame([root, root], [fresh]), false)
  })

  for (const [title, before, after, versions] of [
    ['another value', { maximum: 1 }, { maximum: 2 }],
    ['a member more', { type: 'string' }, { type: 'string', title: 'a' }],
    ['another name', { minimum: 1 }, { maximum: 1 }],
    ['a list that is longer', { enum: [1] }, { enum: [1, 2] }],
    ['a list for an object', { default: {} }, { default: [] }],
    ['a reference that leads nowhere', to('Gone'), to('Gone')],
    [
      'an address of its own',
      { $id: 'http://a.example/x', type: 'string' },
      { $id: 'http://a.example/x', type: 'string' },
    ],
    ['a dynamic reference', { $dynamicRef: '#a' }, { $dynamicRef: '#a' }, ['3.1.0', '3.1.0']],
    ['another version', { type: 'string' }, { type: 'string' }, ['3.0.3', '3.1.0']],
  ] as const)
    it(`are not known to be so with ${title}`, async () => {
      assert.equal(await areSame([before, after], [{}, {}], versions), false)
    })

  it('hide no change behind them', async () => {
    const n = { type: 'integer', maximum: 8 }
    const other = { ...B, properties: { ...B.properties, n } }
    const wrapped = { allOf: [to('A')] }
    const changes = compareDescriptions(
      await describing(wrapped, { A, B }),
      await describing(wrapped, { A, B: other }),
    )
    assert.deepEqual(
      changes.map(({ rule }) => rule),
      ['response-property-max-decreased'],
    )
  })
})
