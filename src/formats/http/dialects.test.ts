import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { translateScript } from '../postman/scripts/understand/translate-script.ts'
import { writeScripts } from '../postman/scripts/write/write-scripts.ts'
import { exportHttp } from './export-http.ts'
import { importHttp } from './import-http.ts'

const request = 'GET http://h/users/1'

function written(step: JsonObject): { text: string; losses: readonly string[]; back: JsonObject } {
  const collection: Collection = {
    name: 'Shop',
    environments: [],
    settings: { 'follow-redirects': true },
    items: [{ kind: 'request', step: { name: 'A', request, ...step } }],
  }
  const { files, report } = exportHttp(collection, {
    translate: translateScript,
    scriptsOf: writeScripts,
    isJetBrains: true,
  })
  const text = files[0]?.text ?? ''
  const surroundings = { directory: '/p', read: () => undefined, translate: translateScript }
  const imported = importHttp(text, { ...surroundings, file: 'shop.http', folder: '/p' })
  assert.ok(imported.ok)
  const [item] = imported.value.collection?.items ?? []
  assert.ok(item?.kind === 'request')
  const { name: _, request: __, ...back } = item.step
  return { text, losses: report.losses.map(({ what }) => what), back }
}

describe('a file of requests for JetBrains', () => {
  it('has handlers that judge and take over', () => {
    const { text, losses } = written({
      validations: [{ status: 200 }, { name: 'is Ada', '$.name': 'Ada' }],
      extracts: { id: '$.id' },
    })
    assert.deepEqual(losses, [])
    assert.equal(
      text,
      `### A
GET http://h/users/1

> {%
client.test("extract id", () => {
  const json = response.body
  client.assert(json?.id !== undefined)
  client.global.set("id", json?.id)
})

client.test("status equals 200", () => {
  client.assert(response.status === 200)
})

client.test("is Ada", () => {
  const json = response.body
  client.assert(json?.name === "Ada")
})
%}

`,
    )
  })

  it('passes no text where a number is asked for, and no header that is not there', () => {
    const { text } = written({
      validations: [{ '$.id': { 'less-than': 9 } }, { 'header x-a': { missing: true } }],
    })
    assert.match(text, /client\.assert\(typeof json\?\.id === "number" && json\?\.id < 9\)/)
    assert.match(text, /\(response\.headers\.valueOf\("x-a"\) \?\? undefined\) === undefined/)
  })

  for (const keys of [
    { validations: [{ status: 200 }] },
    { validations: [{ status: { 'one-of': [200, 201] } }] },
    { validations: [{ '$.id': 7 }, { status: { 'at-least': 100 } }] },
    { validations: [{ status: 200 }, { '$.id': { 'greater-than': 3, 'at-most': 9 } }] },
    { validations: [{ status: 200 }, { '$.name': { 'not-equals': 'Bob' } }] },
    { validations: [{ status: 200 }, { '$.name': { 'has-type': 'string' } }] },
    { validations: [{ status: 200 }, { '$.items': { 'has-type': 'array' } }] },
    { validations: [{ status: 200 }, { '$.items': { 'has-length': 3 } }] },
    { validations: [{ status: 200 }, { '$.name': { exists: true } }] },
    { validations: [{ status: 200 }, { '$.name': { missing: true } }] },
    { validations: [{ status: 200 }, { '$.name': null }] },
    { validations: [{ status: 200 }, { '$.name': { 'matches-regex': '^A' } }] },
    { validations: [{ status: 200 }, { 'header content-type': { contains: 'json' } }] },
    { validations: [{ status: 200 }, { 'header x-a': { missing: true } }] },
    { validations: [{ status: 200 }, { 'header x-a': { missing: false } }] },
    { validations: [{ status: 200 }, { 'header x-a': { 'not-equals': 'a' } }] },
    { validations: [{ status: 200 }, { '$.user': { equals: { name: 'Ada' } } }] },
    { validations: [{ status: 200 }, { text: { contains: 'Ada' } }] },
    { validations: [{ status: 200 }, { text: { 'not-contains': '{{word}}' } }] },
    { validations: [{ status: 200 }, { '$.name': '{{name}}' }] },
    { extracts: { id: '$.id', trace: 'header x-trace' } },
  ] as readonly JsonObject[])
    it(`says the same when it comes back: ${JSON.stringify(keys)}`, () => {
      const { losses, back } = written(keys)
      assert.deepEqual(losses, [])
      assert.deepEqual(back, keys)
    })

  it('looks for variables where the client has them, in files and environments, too', () => {
    const { text } = written({ validations: [{ text: { 'not-contains': '{{word}}' } }] })
    const name = '("word")'
    const scopes = `client.global.get${name} ?? request.variables.get${name} ?? request.environment.get${name}`
    assert.ok(text.includes(`(${scopes})`), text)
  })

  it('has a method for GraphQL, and its variables behind an empty line', () => {
    const { text, losses, back } = written({
      request: 'POST http://h/graphql',
      graphql: { query: '{ a }', variables: { b: 1 } },
    })
    assert.deepEqual(losses, [])
    assert.equal(text, '### A\nGRAPHQL http://h/graphql\n\n{ a }\n\n{\n  "b": 1\n}\n\n')
    assert.deepEqual(back, { graphql: { query: '{ a }', variables: { b: 1 } } })
  })
})
