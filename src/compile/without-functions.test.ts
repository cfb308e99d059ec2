import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Collection } from '../model/collection.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { withoutFunctions } from './without-functions.ts'

const variables: JsonObject = {
  name: 'Ada',
  list: [1, 2],
  full: '{{name}} {{last}}',
  made: '{{$uuid}}',
  braces: '\\{{x}}',
  hello: 'Hello {{name}}',
  'a | b': 1,
}

function collection(text: string, more: Partial<Collection> = {}, step: JsonObject = {}): Collection {
  const body = { name: 'Send', request: 'POST http://x', json: { text }, ...step }
  return {
    ...{ name: 'Shop', environments: [], variables, secrets: { key: 'a secret key' } },
    items: [{ kind: 'request', step: body }],
    ...more,
  }
}

/** The text in a step of what is left, and what is lost. */
function written(source: Collection): {
  text: JsonValue | undefined
  lost: readonly string[]
  names: string[]
} {
  const { collection: left, losses } = withoutFunctions(source)
  const [item] = left.items
  assert.ok(item?.kind === 'request')
  const { text } = item.step['json'] as JsonObject
  const lost = losses.map(({ where, what }) => `${where}: ${what}`)
  return { text, lost, names: Object.keys(left.variables ?? {}) }
}

describe('a collection for what calls no functions', () => {
  for (const [text, made] of [
    ['{{name | upper}}', 'ADA'],
    ['{{list | count}}', 2],
    ['no. {{list | count}} of {{name}}', 'no. 2 of {{name}}'],
    ['{{hello | upper}}', 'HELLO ADA'],
    ['{{braces | lower}}', '\\{{x}}'],
    ['{{list | pick 0.9}}', 2],
    ['{{a | b}}', '{{a | b}}'],
    ['{{name}} {{$uuid}}', '{{name}} {{$uuid}}'],
  ] as const)
    it(`has ${String(made)} for ${text}`, () => {
      const { text: left, lost } = written(collection(text))
      assert.deepEqual([left, lost], [made, []])
    })

  for (const [text, more, step] of [
    ['{{name | hmac-sha256 key}}'],
    ['{{key | upper}}'],
    ['{{full | upper}}'],
    ['{{made | upper}}'],
    ['{{$isoTimestamp | plus 1d}}'],
    ['{{list | pick}}'],
    ['{{token | upper}}'],
    ['{{env.A | default b | upper}}'],
    ['{{list | upper}}'],
    ['{{name | upper}}', { data: [{ name: 'Bob' }] }],
    ['{{name | upper}}', { data: 'rows.csv' }],
    ['{{name | upper}}', { environments: [{ name: 'live', variables: { name: 'Bob' }, secrets: {} }] }],
    ['{{name | upper}}', {}, { extracts: { name: '$.name' } }],
    ['{{name | upper}}', {}, { data: [{ name: 'Bob' }] }],
  ] as readonly (readonly [string, Partial<Collection>?, JsonObject?])[])
    it(`loses ${text} ${JSON.stringify(more ?? '')}${JSON.stringify(step ?? '')}`, () => {
      assert.deepEqual(written(collection(text, more, step)), {
        ...{ text, lost: [`Shop / Send: ${text}`] },
        names: Object.keys(variables),
      })
    })

  it('has a variable for one of the environment with something that stands in for it', () => {
    assert.deepEqual(written(collection('{{env.REGION | default eu}}/x')), {
      ...{ text: '{{REGION}}/x', lost: [] },
      names: [...Object.keys(variables), 'REGION'],
    })
  })

  it('leaves scripts alone', () => {
    const { lost } = written(collection('', {}, { scripts: { before: 'a = "{{name | upper}}"' } }))
    assert.deepEqual(lost, [])
  })
})
