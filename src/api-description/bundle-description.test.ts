import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { bundleDescription } from './bundle-description.ts'
import { readLocalFile } from './documents/read-local-file.ts'
import { loadDescription } from './load-description.ts'
import { describedBy, withOperation } from './testing/description.ts'

describe('bundleDescription', () => {
  it('makes one document of all, with the same operations and references', async () => {
    const whole = await loadDescription(path.resolve('fixtures/openapi/shop/openapi.yaml'), readLocalFile)
    assert.ok(whole.ok)
    const bundle = await describedBy(bundleDescription(whole.value))
    const parts = ({ operations }: typeof bundle) =>
      operations.map(({ method, path: at, operationId, parameters, body, responses }) => [
        [method, at, operationId, parameters.map(({ name }) => name)],
        body?.contents.map(({ type }) => type),
        responses.map(({ status, contents }) => [status, contents.map(({ type }) => type)]),
      ])
    assert.deepEqual(parts(bundle), parts(whole.value))
    const schema = bundle.operations[0]?.responses[0]?.contents[0]?.schema
    assert.deepEqual(schema?.value, { type: 'array', items: { $ref: '#/x-documents/0' } })
    assert.equal(bundle.documents.others(bundle.root.address).length, 0)
  })

  it('leaves a document that stands alone as it is', async () => {
    const document = withOperation({ description: 'Alone', requestBody: { $ref: '#/components/b' } })
    assert.deepEqual(bundleDescription(await describedBy(document)), document)
  })
})
