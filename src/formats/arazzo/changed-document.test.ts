import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valueOfYaml } from '../../document/edit-yaml.ts'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { list, mapping } from '../../util/read-values.ts'
import { exportArazzo } from './export-arazzo.ts'
import { importedText } from './testing/import-text.ts'

describe('a document that was imported', () => {
  const text = `# Orders
arazzo: 1.0.1
info: { title: Shop, version: '1' }   # of the team
sourceDescriptions: [{ name: shop, url: ./api.yaml, type: openapi }]
workflows:
  - workflowId: w
    x-owner: ada
    steps:
      - stepId: a
        operationId: getItem   # the first
        parameters: [{ name: id, in: path, value: 1 }]
        successCriteria:
          - condition: $statusCode == 200
          - condition: $response.body#/state == 'new'
      - stepId: waits
        channelPath: x
        action: receive
      - { stepId: b, operationId: getItem, parameters: [{ name: id, in: path, value: 2 }] }
`
  const api =
    'openapi: 3.0.3\ninfo: { title: S, version: "1" }\npaths: { "/i/{id}": { get: { operationId: getItem, responses: {} } } }\n'

  const reused = `arazzo: 1.1.0
info: { title: Shop, version: '1' }
sourceDescriptions: [{ name: shop, url: ./api.yaml, type: openapi }]
workflows:
  - workflowId: w
    inputs: { type: object, properties: { env: { type: object } } }
    parameters:
      - { name: Authorization, in: header, value: Basic Og== }
    steps:
      - stepId: a
        operationId: getItem
        timeout: 2000
        parameters:
          - { name: id, in: path, value: 7 }
          - { name: X-Key, in: header, value: $inputs.env.KEY }
        requestBody:
          payload: { name: Pen, key: $inputs.env.KEY, size: 9 }
          replacements:
            - { target: /size, value: 1 }
        successCriteria:
          - condition: $statusCode == 201 &&  $response.body#/a == 1
          - condition: $response.body#/b == 2
        onFailure:
          - { name: more, type: retry, retryAfter: 2, retryLimit: 2 }
        outputs: { first: $response.body#/items/0 }
`
  const changedStep = (collection: Collection, change: (step: JsonObject) => JsonObject): Collection => ({
    ...collection,
    items: collection.items.map(item =>
      item.kind === 'request' ? { ...item, step: change(item.step) } : item,
    ),
  })

  it('differs in what has changed alone', async () => {
    const { collection } = await importedText(text, { 'api.yaml': api })
    assert.ok(collection)
    const changed = {
      ...collection,
      items: collection.items.map(item =>
        item.kind === 'request' && item.step['name'] === 'a'
          ? {
              ...item,
              step: {
                ...item.step,
                validations: [{ status: 201 }, { '$.state': { 'matches-regex': '(?i)^new$' } }],
              },
            }
          : item,
      ),
    }
    const { files, report } = exportArazzo(changed)
    assert.deepEqual(files, [{ name: 'w.arazzo.yaml', text: text.replace('== 200', '== 201') }])
    assert.deepEqual(report.losses, [])
  })

  it('keeps the steps of a workflow in front where they are', async () => {
    const inFront = `${text}  - workflowId: next
    dependsOn: [w]
    steps:
      - { stepId: a, operationId: getItem, parameters: [{ name: id, in: path, value: 3 }] }
`
    const { collection } = await importedText(inFront, { 'api.yaml': api })
    assert.ok(collection)
    const changed = (name: string): Collection => ({
      ...collection,
      items: collection.items.map(folder =>
        folder.kind === 'folder' && folder.name === 'next'
          ? {
              ...folder,
              items: folder.items.map(item =>
                item.kind === 'request' && item.step['name'] === name
                  ? { ...item, step: { ...item.step, description: 'new' } }
                  : item,
              ),
            }
          : folder,
      ),
    })
    const own = exportArazzo(changed('a'))
    assert.deepEqual([own.files.length, own.report.losses], [1, []])
    const [, next] = list(mapping(valueOfYaml(own.files[0]?.text ?? ''))['workflows']).map(mapping)
    const parameters = [{ name: 'id', in: 'path', value: 3 }]
    assert.deepEqual(next?.['steps'], [
      { stepId: 'a', operationId: 'getItem', parameters, description: 'new' },
    ])
    const { files, report } = exportArazzo(changed('w / b'))
    assert.deepEqual(files, [{ name: files[0]?.name, text: inFront }])
    assert.deepEqual(
      report.losses.map(({ where, what }) => `${where}: ${what}`),
      ['next: steps of w'],
    )
  })

  it('keeps what workflows, inputs and descriptions say where one header has changed', async () => {
    const { collection } = await importedText(reused, { 'api.yaml': api })
    assert.ok(collection)
    const step = changedStep(collection, step => ({
      ...step,
      headers: { ...mapping(step['headers']), 'X-Judge': 'one' },
    }))
    const { files, report } = exportArazzo(step)
    const added =
      ' value: $inputs.env.KEY }\n          - name: X-Judge\n            in: header\n            value: one\n'
    assert.deepEqual(
      files.map(({ text }) => text),
      [reused.replace(' value: $inputs.env.KEY }\n', added)],
    )
    assert.deepEqual(report.losses, [])
  })

  for (const [what, change, written, replacement] of [
    ['replaced value', { json: { name: 'Pen', key: '{{env-2.KEY}}', size: 2 } }, 'value: 1', 'value: 2'],
    ['input', { json: { name: '{{colour}}', key: '{{env-2.KEY}}', size: 1 } }, 'Pen', '$inputs.colour'],
    ['criterion', { validations: [{ status: 201 }, { '$.a': 1 }, { '$.b': 3 }] }, '#/b == 2', '#/b == 3'],
    ['extract', { extracts: { first: '$.items[1]' } }, 'items/0', 'items/1'],
    ['number of attempts', { retry: { attempts: 5, interval: '2s' } }, 'retryLimit: 2', 'retryLimit: 4'],
  ] as const)
    it(`differs in the ${what} that has changed alone`, async () => {
      const { collection } = await importedText(reused, { 'api.yaml': api })
      assert.ok(collection)
      const { files } = exportArazzo(changedStep(collection, step => ({ ...step, ...change })))
      const text = files[0]?.text.replace(', colour: { type: string }', '')
      assert.equal(text, reused.replace(written, replacement))
    })

  it('tells what of a step it cannot say, and nothing that has not changed', async () => {
    const { collection } = await importedText(reused, { 'api.yaml': api })
    assert.ok(collection)
    const other = {
      request: 'GET {{baseUrl}}/i/7/more',
      timeout: '3s',
      headers: { 'X-Key': '{{env-2.KEY}}' },
    }
    const { files, report } = exportArazzo(changedStep(collection, step => ({ ...step, ...other })))
    assert.deepEqual(
      files.map(({ text }) => text),
      [reused],
    )
    assert.deepEqual(
      report.losses.map(({ what }) => what),
      ['request', 'header Authorization', 'timeout'],
    )
  })

  it('gets a description for a request that is new', async () => {
    const { collection } = await importedText(text, { 'api.yaml': api })
    assert.ok(collection)
    const step = { name: 'new', request: 'POST http://127.0.0.1/new', validations: [{ status: 200 }] }
    const { files } = exportArazzo({ ...collection, items: [...collection.items, { kind: 'request', step }] })
    assert.match(
      files[0]?.text ?? '',
      /x-owner: ada[^]*operationId: getItem {3}# the first[^]*channelPath: x[^]*stepId: new/,
    )
    assert.match(files[0]?.text ?? '', /name: requests/)
    assert.match(files[1]?.text ?? '', /operationId: new/)
  })
})
