import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { valueOfYaml } from '../../document/edit-yaml.ts'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { runLine, withFolder } from '../../testing/run-program.ts'
import { list, mapping } from '../../util/read-values.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { exportArazzo } from './export-arazzo.ts'
import type { GivenDescription } from './given-description.ts'

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
          { condition: '$response.body#/items/1 != null' },
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

describe('a validation as a criterion', () => {
  const criteriaOf = (validations: JsonValue): readonly JsonValue[] => {
    const step = { request: 'GET http://a/', validations }
    const { files, report } = exportArazzo({
      name: 'A',
      environments: [],
      items: [{ kind: 'request', step }],
    })
    const [workflow] = list(mapping(valueOfYaml(files[0]?.text ?? ''))['workflows']).map(mapping)
    const [written] = list(workflow?.['steps']).map(mapping)
    const conditions = list(written?.['successCriteria']).map(one => mapping(one)['condition'] ?? null)
    return [...conditions, ...report.losses.map(({ what }) => what)]
  }

  it('compares a status with numbers, also where it is text, a class, or a choice', () => {
    const status = { status: { 'one-of': ['2xx', '404'] } }
    const written = '$statusCode >= 200 && $statusCode < 300 || $statusCode == 404'
    assert.deepEqual(criteriaOf([status, { status: '201' }]), [written, '$statusCode == 201'])
  })

  it('looks for values that every reader finds, and tells what it takes besides', () => {
    assert.deepEqual(criteriaOf([{ status: 200, '$.n': { exists: true } }]), [
      '$statusCode == 200',
      '$response.body#/n != null',
      '$.n exists true',
    ])
    assert.deepEqual(criteriaOf([{ status: 200, '$.n': { 'matches-regex': '(?i)a.b' } }]), [
      '$statusCode == 200',
      '$.n matches-regex (?i)a.b',
    ])
  })
})

describe('a collection as workflows of a description that is given', () => {
  const described = async (): Promise<GivenDescription> => {
    const value = `openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example/v1' }]
paths:
  /login: { post: { operationId: signIn, responses: {} } }
  /users/{userId}/orders: { get: { operationId: listOrders, responses: {} } }
  /users/{userId}: { get: { responses: {} } }
`
    const loaded = await loadDescription('/shop/shop.yaml', () => Promise.resolve({ ok: true, value }))
    assert.ok(loaded.ok)
    return { name: 'shop', url: '../shop.yaml', description: loaded.value }
  }
  const asked = (...requests: readonly string[]): Collection => ({
    ...{ name: 'Shop', environments: [], variables: { baseUrl: 'https://shop.example/v1', id: 'a b' } },
    items: requests.map(request => ({ kind: 'request', step: { request, validations: [{ status: 200 }] } })),
  })
  const stepsOf = (text = ''): readonly JsonObject[] =>
    list(mapping(list(mapping(valueOfYaml(text))['workflows'])[0])['steps']).map(mapping)

  it('names its operations, and no other description where they are all of it', async () => {
    const requests = asked('POST {{baseUrl}}/login', 'GET {{baseUrl}}/users/{{id}}/orders?page=2')
    const { files, report } = exportArazzo(requests, await described())
    assert.deepEqual(
      files.map(({ name }) => name),
      ['shop.arazzo.yaml'],
    )
    const [document] = files.map(({ text }) => mapping(valueOfYaml(text)))
    assert.deepEqual(document?.['sourceDescriptions'], [
      { name: 'shop', url: '../shop.yaml', type: 'openapi' },
    ])
    assert.deepEqual(
      stepsOf(files[0]?.text).map(({ operationId, parameters }) => [operationId, parameters]),
      [
        ['signIn', undefined],
        [
          'listOrders',
          [
            { name: 'userId', in: 'path', value: '$inputs.id' },
            { name: 'page', in: 'query', value: '2' },
          ],
        ],
      ],
    )
    assert.deepEqual([report.losses, report.notes], [[], []])
  })

  it('says which description each operation is of, and of one without an id its path', async () => {
    const requests = asked('POST {{baseUrl}}/login', 'GET {{baseUrl}}/users/7', 'GET {{baseUrl}}/other')
    const { files, report } = exportArazzo(requests, await described())
    assert.deepEqual(
      stepsOf(files[0]?.text).map(({ operationId, operationPath }) => operationId ?? operationPath),
      [
        '$sourceDescriptions.shop.signIn',
        '{$sourceDescriptions.shop.url}#/paths/~1users~1{userId}/get',
        '$sourceDescriptions.requests.GET-baseUrl-other',
      ],
    )
    assert.deepEqual(Object.keys(mapping(mapping(valueOfYaml(files[1]?.text ?? ''))['paths'])), ['/other'])
    assert.deepEqual(
      report.notes.map(({ what }) => what),
      ['GET /other'],
    )
  })

  it('takes no operation that is sent to another path, and tells another server', async () => {
    const elsewhere = exportArazzo(asked('POST https://shop.example/login'), await described())
    assert.equal(elsewhere.files.length, 2)
    const other = exportArazzo(asked('POST http://127.0.0.1:4010/v1/login'), await described())
    assert.equal(other.files.length, 1)
    assert.deepEqual(
      other.report.notes.map(({ what, why }) => `${what}: ${why}`),
      ['http://127.0.0.1:4010: shop says https://shop.example/v1: `respect --server shop=URL` says another'],
    )
  })

  it('is asked for with --spec, and for Arazzo alone', async () => {
    const files = {
      'shop.openapi.yaml': readFileSync('fixtures/arazzo/shop.openapi.yaml', 'utf8'),
      'a.apitest.yaml': 'suite: Pens\nsteps:\n  - request: GET http://127.0.0.1:4556/v1/pens/2\n',
    }
    await withFolder(files, async folder => {
      const compile = (to: string, spec: string) =>
        runLine(folder, ['compile', 'a.apitest.yaml', '--to', to, '--spec', spec, '-o', 'out'])
      const { exitCode, errors } = await compile('arazzo', 'shop.openapi.yaml')
      assert.equal(exitCode, 0, errors)
      const written = readFileSync(path.join(folder, 'out/pens.arazzo.yaml'), 'utf8')
      assert.match(written, /url: \.\.\/shop\.openapi\.yaml[^]*operationId: getPen\n/)
      const other = await compile('hurl', 'shop.openapi.yaml')
      assert.match(other.output + other.errors, /--spec is for arazzo alone, not for --to hurl/)
      const missing = await compile('arazzo', 'none.yaml')
      assert.match(missing.output + missing.errors, /there is no file none\.yaml/)
    })
  })
})
