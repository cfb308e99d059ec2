import assert from 'node:assert/strict'
import path from 'node:path'
import { it } from 'node:test'
import type { JsonValue } from '../model/json.ts'
import { withFolder } from '../testing/run-program.ts'
import { describedNames } from './operation-names.ts'

const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const json = (schema: JsonValue) => ({ 'application/json': { schema } })
const found = (schema: JsonValue) => ({ 200: { description: '', content: json(schema) } })

/** Why an item of `/t` with the id "a" cannot be told, where GET of an item and of the list are described so. */
function misfitOf(read: object, list: object): Promise<string | undefined> {
  const get = { parameters: [{ name: 'id', in: 'path', required: true, schema: {} }], responses: read }
  const paths = { '/t': { get: { responses: list } }, '/t/{id}': { get } }
  const api = { openapi: '3.1.0', info: { title: 'T', version: '1' }, paths }
  return withFolder({ 'api.json': JSON.stringify(api) }, async folder => {
    const wanted = { isAnsweredBy: false, remembers: true }
    const names = await describedNames(path.join(folder, 'api.json'), wanted)
    assert.ok(names.ok)
    return names.value.collections?.get('/t')?.misfit({ id: 'a' }, 'id')
  })
}

it('judges an item by the answer that tells it, alone, in a list and within what stands around it', async () => {
  const nothing = { 200: { description: '' } }
  const list = { type: 'array', items: item }
  const around = { type: 'object', required: ['data', 'total'], properties: { data: list, total: {} } }
  const error = json({ type: 'object', required: ['error'] })
  assert.equal(await misfitOf(found(item), nothing), '/id must be integer')
  assert.equal(await misfitOf(nothing, found(list)), '/id must be integer')
  assert.equal(await misfitOf(nothing, found(around)), '/id must be integer')
  // What says how errors look says nothing of items.
  assert.equal(
    await misfitOf({ ...nothing, default: { description: '', content: error } }, nothing),
    undefined,
  )
  // Which branch an answer is of is not known of an item alone.
  assert.equal(await misfitOf(nothing, found({ anyOf: [around, { required: ['error'] }] })), undefined)
})
