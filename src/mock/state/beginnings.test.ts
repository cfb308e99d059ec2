import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import type { JsonValue } from '../../model/json.ts'
import { withFolder } from '../../testing/run-program.ts'
import type { Untold } from '../../check/rule.ts'
import type { WrittenCollection } from '../../model/mock.ts'
import { Beginnings } from './beginnings.ts'

const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string' } },
}
const list = { type: 'array', items: item }
const around = { type: 'object', required: ['data', 'total'], properties: { data: list, total: {} } }
const json = (schema: JsonValue, more = {}) => ({ 'application/json': { schema, ...more } })
const ada = { id: 1, name: 'Ada' }
const nameless = { id: 1 }

/**
 * The items that cannot be told of a collection `/t`, where its list and one of its items are answered with these
 * contents.
 */
function untold(
  items: WrittenCollection['items'],
  contents: { readonly list?: object; readonly read?: object; readonly parameter?: JsonValue },
): Promise<readonly Untold[]> {
  const answer = (content: object = {}) => ({ responses: { 200: { description: '', content } } })
  const parameters = [{ name: 'id', in: 'path', required: true, schema: contents.parameter ?? {} }]
  const api = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/t': { get: answer(contents.list) },
      '/t/{id}': {
        parameters,
        get: answer(contents.read),
        delete: { responses: { 204: { description: '' } } },
      },
    },
  }
  return withFolder({ 'api.json': JSON.stringify(api) }, async folder => {
    const description = await loadDescription(path.join(folder, 'api.json'), readLocalFile)
    assert.ok(description.ok)
    return new Beginnings(description.value).untold({ path: '/t', key: 'id', items: items ?? [], at: [] })
  })
}

describe('what a collection begins with', () => {
  const ofList = (reason: string) => [{ operation: 'GET /t', reason }]
  const ofItem = (reason: string, operation = 'GET /t') => [{ operation, index: 0, reason }]
  const cases: Readonly<
    Record<string, readonly [WrittenCollection['items'], Parameters<typeof untold>[1], readonly Untold[]]>
  > = {
    'can be told': [[ada], { list: json(list), read: json(item) }, []],
    'is told as JSON where there is text, too': [
      [ada],
      { list: { 'text/csv': { schema: { type: 'string' } }, ...json(list) } },
      [],
    ],
    'breaks the answer that tells one item': [
      [nameless],
      { read: json(item) },
      ofItem("must have required property 'name'", 'GET /t/{id}'),
    ],
    'breaks a list': [[nameless], { list: json(list) }, ofItem("must have required property 'name'")],
    'breaks a list within something': [
      [nameless],
      { list: json(around) },
      ofItem("must have required property 'name'"),
    ],
    'is told once of each item': [
      [nameless],
      { list: json(list), read: json(item) },
      ofItem("must have required property 'name'"),
    ],
    'is less than a list must have': [
      [],
      { list: json({ ...list, minItems: 1 }) },
      ofList('must NOT have fewer than 1 items'),
    ],
    'is more than a list may have': [
      [ada, { ...ada, id: 2 }],
      { list: json({ ...list, maxItems: 1 }) },
      ofList('must NOT have more than 1 items'),
    ],
    'is counted beyond what is allowed': [
      [ada, { ...ada, id: 2 }],
      { list: json({ ...around, properties: { data: list, total: { type: 'integer', maximum: 1 } } }) },
      ofList('/total must be <= 1'),
    ],
    'has no list to stand in': [
      [],
      { list: json({ type: 'object', additionalProperties: item }) },
      ofList('must be object'),
    ],
    'are examples of the list that cannot be told alone': [
      'examples',
      {
        list: json(list, { example: [ada] }),
        read: json({ ...item, required: ['id', 'age'] }),
      },
      ofItem("must have required property 'age'", 'GET /t/{id}'),
    ],
    'cannot be asked for': [
      [{ id: 'a', name: '' }],
      { read: json({}), parameter: { type: 'integer' } },
      ofItem('as {id} of the path "a" must be integer', 'GET /t/{id}'),
    ],
    'can be asked for by a number that is a text': [
      [{ id: '7', name: '' }],
      { read: json({}), parameter: { type: 'integer' } },
      [],
    ],
  }
  for (const [what, [items, contents, expected]] of Object.entries(cases))
    it(what, async () => {
      assert.deepEqual(await untold(items, contents), expected)
    })
})
