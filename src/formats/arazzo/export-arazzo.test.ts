import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { valueOfYaml } from '../../document/edit-yaml.ts'
import type { Collection } from '../../model/collection.ts'
import { list, mapping } from '../../util/read-values.ts'
import { exportArazzo } from './export-arazzo.ts'

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
