import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valueOfYaml } from '../../document/edit-yaml.ts'
import type { Collection } from '../../model/collection.ts'
import { list, mapping } from '../../util/read-values.ts'
import { exportArazzo } from './export-arazzo.ts'
import { importedText } from './testing/import-text.ts'

const shop: Collection = {
  name: 'Shop',
  baseUrl: 'http://127.0.0.1:4555',
  variables: { email: 'ada@example.com' },
  environments: [],
  items: [
    {
      kind: 'request',
      step: {
        name: 'Sign in',
        request: 'POST {{baseUrl}}/login',
        json: { email: '{{email}}', note: String.raw`a \{{b}}` },
        retry: { attempts: 3, interval: '500ms' },
        validations: [{ status: 200 }, { '$.state': { 'matches-regex': '(?i)^new$' } }],
        extracts: { token: '$.token', user: '$.user' },
      },
    },
    {
      kind: 'request',
      step: {
        name: 'Orders',
        request: 'GET {{baseUrl}}/users/{{user.id}}/orders?page=2',
        auth: { bearer: '{{token}}' },
        validations: [{ '$.items': { 'has-length': { 'at-least': 2 } } }, { time: { 'less-than': 500 } }],
      },
    },
  ],
}

describe('a collection as workflows', () => {
  const { files, report } = exportArazzo(shop)
  const [document, description] = files.map(({ text }) => mapping(valueOfYaml(text)))

  it('has a step for each request, with expressions for its variables', () => {
    const [workflow] = list(document?.['workflows']).map(mapping)
    assert.ok(workflow)
    assert.deepEqual(workflow['inputs'], {
      type: 'object',
      properties: { email: { type: 'string', default: 'ada@example.com' } },
    })
    assert.deepEqual(workflow['steps'], [
      {
        stepId: 'Sign-in',
        operationId: 'Sign-in',
        requestBody: {
          contentType: 'application/json',
          payload: { email: '$inputs.email', note: 'a {{b}}' },
        },
        successCriteria: [
          { condition: '$statusCode == 200' },
          { condition: "$response.body#/state == 'new'" },
        ],
        onFailure: [{ name: 'again', type: 'retry', retryAfter: 0.5, retryLimit: 2 }],
        outputs: { token: '$response.body#/token', user: '$response.body#/user' },
      },
      {
        stepId: 'Orders',
        operationId: 'Orders',
        parameters: [
          { name: 'user_id', in: 'path', value: '$steps.Sign-in.outputs.user#/id' },
          { name: 'page', in: 'query', value: '2' },
          { name: 'Authorization', in: 'header', value: 'Bearer {$steps.Sign-in.outputs.token}' },
        ],
        successCriteria: [
          { condition: '$statusCode >= 200 && $statusCode < 400' },
          { context: '$response.body', condition: '$.items[1]', type: 'jsonpath' },
        ],
      },
    ])
  })

  it('has a description of the requests beside it, and tells what is lost', () => {
    assert.deepEqual(Object.keys(mapping(description?.['paths'])), ['/login', '/users/{user_id}/orders'])
    assert.deepEqual(
      report.losses.map(({ where, what }) => `${where}: ${what}`),
      ['Shop / Orders: time less-than 500'],
    )
    assert.deepEqual(exportArazzo(shop), { files, report })
  })
})

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
