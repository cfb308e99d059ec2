import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { findReferenceVerifier, referenceFaults } from '../pact/testing/reference-verifier.ts'
import { type Files, runLine, withFolder } from '../testing/run-program.ts'

const suite = `suite: Shop
steps:
  - name: List orders
    request: GET {{baseUrl}}/orders
    query: { page: 1, q: [a b, c] }
    provider-state: [orders exist, { name: somebody is logged in, params: { user: ada } }]
    auth: { bearer: tok-4711-secret }
  - name: Place an order
    request: POST {{baseUrl}}/orders
    json: { sku: X1, count: 2 }
    provider-state: a product exists
    validations: [{ status: 201 }]
  - name: Read the terms
    request: GET {{baseUrl}}/terms
  - name: Log in
    request: POST {{baseUrl}}/login
    json: { user: ada, password: hunter22 }
  - name: Remove an order
    request: DELETE {{baseUrl}}/orders/7
`

const orders = {
  total: 2,
  next: null,
  session_token: 'eyJhbGciOi.eyJzdWIi.c2ln',
  items: [
    {
      id: 'b0f3a9c2-52a5-4a94-9f63-0d1f0f7a3a11',
      at: '2026-01-02T03:04:05Z',
      price: 9,
      tags: ['new'],
      note: null,
    },
    {
      id: 'c0f3a9c2-52a5-4a94-9f63-0d1f0f7a3a12',
      at: '2026-01-03T03:04:05Z',
      price: 9.5,
      tags: [],
      note: 'late',
    },
  ],
  mixed: [1, 'a', null],
  'unit price': { 'per.kg': 2 },
  none: [],
}

const shop = () =>
  httpServer(({ method, url }, response) => {
    const json = { 'content-type': 'application/json; charset=utf-8' }
    if (url === '/terms') response.writeHead(200, { 'content-type': 'text/plain' }).end('be good')
    else if (method === 'DELETE') response.writeHead(204).end()
    else if (method === 'POST') response.writeHead(201, { ...json, location: '/orders/8' }).end('{"id":8}')
    else response.writeHead(200, json).end(JSON.stringify(orders))
  })

const files: Files = { 'suites/shop.apitest.yaml': suite }

const generate = (...more: readonly string[]): string[] => [
  ...['pact', 'generate', '--consumer', 'web', '--provider', 'shop'],
  ...more,
]

interface Written {
  readonly interactions: readonly {
    readonly description: string
    readonly request: { readonly headers?: object; readonly query?: unknown }
    readonly response: { readonly body?: { readonly content: unknown }; readonly matchingRules: unknown }
  }[]
}

async function readPact(folder: string, name = 'pacts/web-shop.json'): Promise<Written> {
  return JSON.parse(await readFile(path.join(folder, name), 'utf8')) as Written
}

describe('apitest pact generate', () => {
  it('sends to where a variable says', async () => {
    await using server = await shop()
    await withFolder(files, async folder => {
      const args = generate('suites', '--var', `baseUrl=${server.url}`)
      const { exitCode, output, errors } = await runLine(folder, args)
      assert.equal(exitCode, 0, output + errors)
      assert.match(output, /pacts\/web-shop\.json {2}4 interactions/)
    })
  })

  it('promises types, lists of at least one item, and what all items have in common', async () => {
    await using server = await shop()
    await withFolder(files, async folder => {
      const { exitCode, output, errors } = await runLine(folder, generate('suites', '--base-url', server.url))
      assert.equal(exitCode, 0, output + errors)
      assert.match(output, /pacts\/web-shop\.json {2}4 interactions/)
      assert.match(errors, /"Log in" is left out: there is a credential in its body/)
      const list = (await readPact(folder)).interactions.find(one => one.description === 'List orders')
      const { id, at, price } = orders.items[0] ?? {}
      assert.deepEqual(list?.response.body?.content, {
        ...orders,
        session_token: 'secret',
        items: [{ id, at, price, tags: ['new'] }],
        mixed: [],
      })
      const matchers = (list.response.matchingRules as { body: Record<string, { matchers: object[] }> }).body
      assert.deepEqual(matchers['$']?.matchers, [{ match: 'type' }])
      assert.deepEqual(matchers['$.items']?.matchers, [{ match: 'type', min: 1 }])
      assert.deepEqual(matchers['$.items[*].tags']?.matchers, [{ match: 'type' }])
      assert.match(JSON.stringify(matchers['$.items[*].id']), /regex/)
    })
  })

  it('leaves out what goes to mocks, and what they send', async () => {
    await using server = await shop()
    const mocked = `suite: Shop
variables: { baseUrl: '${server.url}' }
mocks:
  mail:
    routes:
      - route: POST /mails
        answer: { status: 202, json: { id: 1 }, then: [{ request: 'GET ${server.url}/terms' }] }
steps:
  - { name: Send, request: 'POST {{mocks.mail.url}}/mails', validations: [{ status: 202 }] }
  - calls: mail
  - { name: Ask, request: 'GET {{baseUrl}}/terms' }
`
    await withFolder({ 'a.apitest.yaml': mocked }, async folder => {
      const line = ['a.apitest.yaml']
      assert.equal((await runLine(folder, [...line, '--reporter', 'json=report.json'])).exitCode, 0)
      for (const args of [generate(...line), generate('--from-report', 'report.json', '-o', 'again.json')]) {
        const { exitCode, output, errors } = await runLine(folder, args)
        assert.equal(exitCode, 0, output + errors)
        assert.match(errors, /"Send" is left out: the mock "mail" is one side of it/)
        assert.match(
          errors,
          /"mock mail POST \/mails: GET .*" is left out: the mock "mail" is one side of it/,
        )
      }
      for (const file of ['pacts/web-shop.json', 'again.json'])
        assert.deepEqual(
          (await readPact(folder, file)).interactions.map(({ description }) => description),
          ['Ask'],
        )
    })
  })

  it('keeps secrets out of the file', async () => {
    await using server = await shop()
    await withFolder(files, async folder => {
      await runLine(folder, generate('suites', '--base-url', server.url))
      const text = await readFile(path.join(folder, 'pacts/web-shop.json'), 'utf8')
      assert.doesNotMatch(text, /tok-4711|hunter22|eyJ|uthorization|\*\*\*/)
    })
  })

  it('writes the same file again, and keeps the interactions of others', async () => {
    await using server = await shop()
    await withFolder(files, async folder => {
      const args = generate('suites', '--base-url', server.url)
      await runLine(folder, args)
      const file = path.join(folder, 'pacts/web-shop.json')
      const before = await readFile(file, 'utf8')
      await runLine(folder, args)
      assert.equal(await readFile(file, 'utf8'), before)
      const other = {
        'other/one.apitest.yaml': `suite: O\nsteps: [{ name: Another, request: GET ${server.url}/terms }]`,
      }
      await withFolder(other, async elsewhere => {
        const more = generate(path.join(elsewhere, 'other'), '-o', file)
        const { exitCode, output } = await runLine(folder, more)
        assert.equal(exitCode, 0, output)
        assert.match(output, /5 interactions/)
      })
    })
  })

  it('keeps the digits of numbers, those of a pact that is there already, too', async () => {
    await using server = await httpServer((_, response) => {
      response.setHeader('Content-Type', 'application/json').end('{"id":9007199254740993,"price":1.10}')
    })
    const step = (name: string): string =>
      `suite: O\nsteps: [{ name: ${name}, request: 'POST ${server.url}/x', json: { ref: 9007199254740995 } }]`
    const suites = { 'a.apitest.yaml': step('One'), 'b.apitest.yaml': step('Two') }
    await withFolder(suites, async folder => {
      for (const file of Object.keys(suites)) {
        const { exitCode, output, errors } = await runLine(folder, generate(file))
        assert.equal(exitCode, 0, output + errors)
      }
      const text = await readFile(path.join(folder, 'pacts/web-shop.json'), 'utf8')
      assert.equal(text.match(/"id": 9007199254740993,\s+"price": 1\.10\b/g)?.length, 2)
      assert.equal(text.match(/"ref": 9007199254740995\b/g)?.length, 2)
    })
  })

  it('takes the exchanges of a report, and sends nothing', async () => {
    await using server = await shop()
    await withFolder(files, async folder => {
      const run = ['suites', '--var', `baseUrl=${server.url}`, '--reporter', 'json=report.json']
      await runLine(folder, run)
      const sent = server.seen.length
      await runLine(folder, generate('suites', '--base-url', server.url))
      const recorded = await readPact(folder)
      const again = generate('--from-report', 'report.json', '-o', 'again.json')
      const { exitCode, output, errors } = await runLine(folder, again)
      assert.equal(exitCode, 0, output + errors)
      assert.equal(server.seen.length, 2 * sent)
      assert.deepEqual(await readPact(folder, 'again.json'), recorded)
    })
  })

  it('refuses another pact in its place, and a source that records nothing', async () => {
    await withFolder({ ...files, 'pacts/web-shop.json': '{}' }, async folder => {
      const nothing = await runLine(folder, generate('suites', '--base-url', 'http://127.0.0.1:1'))
      assert.equal(nothing.exitCode, 2)
      assert.match(nothing.errors, /nothing-selected {2}nothing was recorded/)
      const none = await runLine(folder, generate())
      assert.equal(none.exitCode, 2)
      const unnamed = ['pact', 'generate', 'suites', '--consumer', '', '--provider', 'shop']
      const nameless = await runLine(folder, unnamed)
      assert.equal(nameless.exitCode, 2)
      assert.match(nameless.errors, /--consumer and --provider need a name/)
    })
  })

  for (const version of ['2', '3', '4']) {
    it(`makes pacts of version ${version} that apitest verifies`, async () => {
      await using server = await shop()
      await withFolder(files, async folder => {
        await runLine(folder, generate('suites', '--base-url', server.url, '--pact-version', version))
        const verify = ['pact', 'verify', 'pacts', '--provider', server.url]
        const { exitCode, output } = await runLine(folder, verify)
        assert.equal(exitCode, 0, output)
      })
    })
  }
})

const verifier = findReferenceVerifier()
const skip = verifier === undefined ? '@pact-foundation/pact is not installed' : false

describe('the reference implementation verifies pacts that were made', { skip }, () => {
  for (const version of ['2', '3', '4']) {
    it(`of version ${version}`, async () => {
      await using server = await shop()
      await withFolder(files, async folder => {
        await runLine(folder, generate('suites', '--base-url', server.url, '--pact-version', version))
        const pact = path.join(folder, 'pacts/web-shop.json')
        assert.deepEqual(await referenceFaults(verifier ?? '', server.url, pact), new Map())
        assert.equal(server.seen.length, 5 + 4)
      })
    })
  }
})

describe('B10: what cannot be verified as it is', () => {
  const story = `suite: Story
steps:
  - name: Place
    request: POST {{baseUrl}}/orders
    json: { sku: X1 }
    provider-state: [{ name: a product exists, params: { sku: X1 } }]
    extracts: { id: $.id, token: $.token }
  - name: Read
    request: GET {{baseUrl}}/orders/{{id}}
  - name: Read with a state
    request: GET {{baseUrl}}/orders/{{id}}
    provider-state: [{ name: an order exists, params: { id: 8 } }]
  - name: Ask by token
    request: GET {{baseUrl}}/orders
    query: { cursor: "{{token}}", page: 8 }
  - name: Made up
    request: GET {{baseUrl}}/orders/{{$uuid}}
  - name: Signed in
    request: GET {{baseUrl}}/orders
    auth: { bearer: tok-4711-secret }
  - name: Signed in again
    request: GET {{baseUrl}}/orders
    auth: { bearer: tok-4711-secret }
`
  it('is told with what to add, and so are parameters that version 2 has no place for', async () => {
    await using server = await httpServer(({ method }, response) => {
      response.writeHead(method === 'POST' ? 201 : 200, { 'content-type': 'application/json' })
      response.end('{"id":8,"token":"next-page-3"}')
    })
    await withFolder({ 'story.apitest.yaml': story }, async folder => {
      const given = [
        'pact',
        'generate',
        'story.apitest.yaml',
        '--base-url',
        server.url,
        '--consumer',
        'a',
        '--provider',
        'b',
      ]
      const { errors, exitCode } = await runLine(folder, [...given, '--pact-version', '2'])
      assert.equal(exitCode, 0, errors)
      const lines = errors.trim().split('\n')
      const told: readonly RegExp[] = [
        /^story\.apitest\.yaml:3:5 "Place": version 2 has no parameters of provider states: sku of "a product exists" is left out; write version 3 or 4$/,
        /^story\.apitest\.yaml:8:5 "Read": it cannot be verified as it is: 8 in its path is from "id" of "Place", .* add a `provider-state`/,
        /"Read with a state": version 2 has no parameters .*: id of "an order exists"/,
        /"Ask by token": .* next-page-3 in its query is from "token" of "Place"/,
        /"Made up": .* in its path looks made up/,
        /"Signed in": this and perhaps others were sent with credentials, .* --header$/,
        /^"Signed in", "Signed in again": no provider state is named, and each changes the provider or comes after/,
      ]
      assert.equal(lines.length, told.length, errors)
      for (const [index, line] of told.entries()) assert.match(lines[index] ?? '', line)
      const later = await runLine(folder, [...given, '-o', 'four.json'])
      assert.doesNotMatch(later.errors, /parameters of provider states/)
    })
  })
})

/** A suite of requests: what each is answered with, and what is told of it. */
type Told = readonly [
  request: string,
  answer: readonly [status: number, body?: unknown],
  told?: RegExp | 'unsure' | undefined,
  more?: object,
]

const makesBob =
  "await pm.sendRequest({ url: pm.variables.replaceIn(pm.request.url.toString()).replace('/bob', ''), method: 'POST', header: { 'Content-Type': 'application/json' }, body: { mode: 'raw', raw: '{\"name\":\"bob\"}' } })"

const notAlone: Readonly<Record<string, readonly Told[]>> = {
  'reads only': [
    ['GET /orders', [200, { items: [{ id: 1 }] }]],
    ['GET /orders/1', [200, { id: 1 }]],
    ['GET /orders/99', [404]],
  ],
  'taken away later': [
    [
      'GET /orders/1',
      [200, { id: 1 }],
      /"2" \(.*\) takes away .*; write `provider-state: .*\/orders\/1 exists`/,
    ],
    ['DELETE /orders/1', [204], /holds only once/],
  ],
  'taken away before': [
    ['DELETE /orders/1', [204], /holds only once/],
    ['GET /orders/1', [404], /"1" \(.*\) comes before it/],
    ['GET /orders/1/items', [404], /"1" \(.*\) comes before it/],
    ['GET /orders/2', [200], 'unsure'],
  ],
  'taken away in a state': [
    ['DELETE /orders/1', [204], undefined, { 'provider-state': 'order 1 exists' }],
    ['GET /orders/1', [404], undefined, { 'provider-state': 'order 1 is gone' }],
  ],
  'made, and asked for by its id': [
    ['GET /orders/1', [200, { id: 1 }]],
    ['POST /orders', [201, { id: 3, total: 1 }], 'unsure', { json: { userId: 1 } }],
    ['GET /orders/3', [200, { id: 3 }], /"2" \(.*\) makes what it asks for/],
    ['GET /orders/1/notes', [200, { id: 1 }], 'unsure'],
    ['GET /invoices?orderId=3', [200], /3 in its query is from the answer of "2"/],
  ],
  'made by a step that is left out': [
    ['POST /users', [201, { name: 'bob' }], undefined, { json: { name: 'bob', password: 'hunter22' } }],
    ['GET /users/bob', [200, { name: 'bob' }], /"1" \(.*\) makes what it asks for/],
  ],
  'made by a script': [
    [
      'GET /users/bob',
      [200, { name: 'bob' }],
      /"pm\.sendRequest POST .*" \(.*\) makes what it asks for/,
      { scripts: { before: makesBob } },
    ],
  ],
  'made by a script behind it': [
    [
      'GET /users/bob',
      [404],
      /"pm\.sendRequest POST .*" \(.*\) makes what it must not find/,
      { scripts: { after: makesBob } },
    ],
  ],
  'extracted by a step that is left out': [
    [
      'POST /users',
      [201, { no: 7 }],
      undefined,
      { json: { password: 'hunter22' }, extracts: { no: '$.no' } },
    ],
    ['GET /members/{{no}}', [200], /7 in its path is from "no" of "1"/],
  ],
  'a short value under the same name': [
    ['POST /orders', [201, { id: 3 }], 'unsure', { extracts: { id: '$.id' } }],
    ['POST /payments', [201], /3 in its body is from "id" of "1"/, { json: { orderId: '{{id}}' } }],
    ['POST /refunds', [201], /3 in its body is from "id" of "1"/, { form: { order_id: '{{id}}' } }],
    ['POST /reports', [201], 'unsure', { json: { pages: '{{id}}' } }],
  ],
  'the same answered twice': [
    ['POST /users', [201, { name: 'bob' }], /answered with 409 in "2"/, { json: { name: 'bob' } }],
    ['POST /users', [409], /answered with 201 in "1"/, { json: { name: 'bob' } }],
  ],
  'only one of its kind': [
    ['POST /users', [201], /holds only once, as "2"/, { json: { name: 'bob', age: 1 } }],
    ['POST /users', [409], /"1" \(.*\) comes before it/, { json: { name: 'bob', age: 2 } }],
  ],
  'made where nothing was': [
    ['GET /orders/9', [404], /"2" \(.*\) makes what it must not find; .*\/orders\/9 does not exist/],
    ['PUT /orders/9', [201], /holds only once/, { json: { a: 1 } }],
    ['GET /orders/9', [200, { a: 1 }], /answered with 404 in "1"/],
  ],
  changed: [
    ['PATCH /orders/1', [200], 'unsure', { json: { state: 'paid' } }],
    ['PATCH /orders/1', [200], /"1" \(.*\) has changed/, { json: { state: 'shipped' } }],
    ['GET /orders/1', [200, { note: 'x' }], /"2" \(.*\) has changed/],
  ],
  'changed, and the same as before': [
    ['GET /orders/1', [200, { note: 'y' }]],
    ['PATCH /orders/1', [200], 'unsure', { json: { note: 'x' } }],
    ['GET /orders/1', [200, { note: 'x' }], 'unsure'],
  ],
  'one action after another': [
    ['POST /orders/1/pay', [200], 'unsure'],
    ['POST /orders/1/ship', [200], /"1" \(.*\) has changed/],
    ['POST /orders/1/cancel', [422], /"2" \(.*\) comes before it/],
  ],
  'a list that was filled': [
    ['POST /notes', [201], 'unsure', { json: { t: 'a' } }],
    ['GET /notes', [200, [{ t: 'a' }]], /"1" \(.*\) may have filled the list/],
  ],
  'a list that was there': [
    ['POST /notes', [201], 'unsure', { json: { t: 'a' } }],
    ['GET /notes', [200, [{ t: 'z' }, { t: 'a' }]], 'unsure'],
  ],
  'a list that is emptied': [
    ['GET /notes', [200, [{ t: 'a' }]], /"2" \(.*\) may take away the last/],
    ['DELETE /notes/1', [204], /holds only once/],
  ],
  'after several attempts': [
    [
      'GET /jobs/1',
      [202],
      /only at attempt 2/,
      { retry: { attempts: 2, interval: '1ms' }, validations: [{ status: 200 }] },
    ],
  ],
}

describe('B10: interactions that do not hold by themselves', () => {
  it('are told with the other step, the place and the state', async () => {
    const answers = new Map<string, (readonly [number, unknown?])[]>()
    const told = new Map<string, RegExp | string | undefined>()
    const suites: Record<string, string> = {}
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    for (const [index, [title, steps]] of Object.entries(notAlone).entries()) {
      const part = letters[index] ?? ''
      const place = `suite-${String(index).padStart(2, '0')}.apitest.yaml`
      const written = steps.map(([request, answer, reason, more], at) => {
        const [method = '', address = ''] = request.split(' ')
        const key = `${method} /${part}${address.replace('{{no}}', '7')}`
        answers.set(key, [...(answers.get(key) ?? []), answer])
        told.set(`${place} "${at + 1}"`, reason)
        const [status] = answer
        return {
          name: String(at + 1),
          request: `${method} {{baseUrl}}/${part}${address}`,
          validations: [{ status }],
          ...more,
        }
      })
      suites[place] = JSON.stringify({ suite: title, steps: written }, undefined, 1)
    }
    // The last suite's only step asks twice.
    answers.set(`GET /${letters[Object.keys(notAlone).length - 1]}/jobs/1`, [[202], [200]])
    await using server = await httpServer(({ method, url }, response) => {
      const [status, body] = answers.get(`${method} ${url}`)?.shift() ?? [url.endsWith('/users') ? 201 : 500]
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === undefined ? '' : JSON.stringify(body))
    })
    await withFolder(suites, async folder => {
      const { errors, exitCode } = await runLine(folder, generate('.', '--base-url', server.url))
      assert.equal(exitCode, 0, errors)
      const lines = errors.split('\n')
      for (const [step, reason] of told) {
        const [file = '', name = ''] = step.split(' ')
        const line = lines.find(
          one => one.startsWith(file) && one.includes(` ${name}: it cannot be verified`),
        )
        if (reason instanceof RegExp) assert.match(line ?? `nothing is told of ${step}`, reason)
        else assert.equal(line, undefined, step)
      }
      assert.match(errors, /no provider state is named, and each changes the provider or comes after/)
    })
  })
})
