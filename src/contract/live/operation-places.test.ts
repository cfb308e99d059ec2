import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { describedBy } from '../../api-description/testing/description.ts'
import { OperationPlaces } from './operation-places.ts'

const own = `openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /a:
    get: { responses: {} }
  /b: { $ref: 'shared/items.yaml#/b' }
  /c: { $ref: '#/components/pathItems/c' }
  /d:
    $ref: shared/whole.yaml
  /e: { get: { responses: {} } }
components:
  pathItems:
    x: { get: { responses: {} } }
    c:
      post: { responses: {} }
      get: { responses: {} }
`
const files: Readonly<Record<string, string>> = {
  'file:///specs/api.yaml': own,
  'file:///specs/shared/items.yaml': 'a:\n  get: { responses: {} }\nb:\n  put: { responses: {} }\n',
  'file:///specs/shared/whole.yaml': 'summary: d\npatch:\n  responses: {}\n',
}

it('An operation is where it is written, also behind the reference of its path', async () => {
  const description = await describedBy(own, files, 'file:///specs/api.yaml')
  const texts = new Map(Object.entries(files).map(([address, text]) => [fileURLToPath(address), text]))
  const places = new OperationPlaces(description.documents, '/specs/api.yaml', file => texts.get(file) ?? '')
  assert.deepEqual(
    description.operations.map(operation => {
      const { span, sourceLine } = places.of(operation)
      return [operation.method, operation.path, span.file, span.start.line, sourceLine.trim()]
    }),
    [
      ['GET', '/a', '/specs/api.yaml', 5, 'get: { responses: {} }'],
      ['PUT', '/b', '/specs/shared/items.yaml', 4, 'put: { responses: {} }'],
      ['POST', '/c', '/specs/api.yaml', 15, 'post: { responses: {} }'],
      ['GET', '/c', '/specs/api.yaml', 16, 'get: { responses: {} }'],
      ['PATCH', '/d', '/specs/shared/whole.yaml', 2, 'patch:'],
      ['GET', '/e', '/specs/api.yaml', 10, '/e: { get: { responses: {} } }'],
    ],
  )
})
