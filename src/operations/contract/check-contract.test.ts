import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { checked, checkedAt, described, findingsOf, operationOf } from './testing/checked.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

const ok = { 200: { description: 'ok', content: { 'application/json': { schema: {} } } } }
const integer = { type: 'integer' }
const inPath = (name: string, schema: object = integer) => ({ name, in: 'path', required: true, schema })

/** Answers every request with JSON, and remembers what was asked. */
function answering(body: unknown = {}, status = 200): Handler & { readonly seen: string[] } {
  const seen: string[] = []
  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  return Object.assign(handler, { seen })
}

describe('which operations are called', () => {
  const paths = {
    '/a': { get: { operationId: 'readA', tags: ['a'], responses: ok }, delete: { responses: ok } },
    '/b': { post: { operationId: 'makeB', tags: ['b'], responses: ok }, get: { tags: ['b'], responses: ok } },
    '/c': { head: { deprecated: true, responses: { 200: { description: 'ok' } } } },
  }
  const cases: readonly (readonly [what: string, choice: object, seen: readonly string[]])[] = [
    ['those that only read', {}, ['GET /a', 'GET /b', 'HEAD /c']],
    [
      'writes behind them when they are wanted, DELETE last',
      { includeWrites: true },
      ['GET /a', 'GET /b', 'HEAD /c', 'POST /b', 'DELETE /a'],
    ],
    ['those with a tag', { tags: ['b'] }, ['GET /b']],
    ['those that are named', { operations: ['readA', 'get /b'] }, ['GET /a', 'GET /b']],
    ['those of a pattern', { operations: ['GET *'] }, ['GET /a', 'GET /b']],
    ['all but some', { exclude: ['/a', 'HEAD *'] }, ['GET /b']],
    ['no more than the cap', { maxOperations: 2 }, ['GET /a', 'GET /b']],
  ]
  for (const [what, choice, seen] of cases)
    it(what, async () => {
      const handler = answering()
      await checked(described(paths), handler, { choice })
      const reads = handler.seen.filter(text => /^(?:GET|HEAD)/.test(text)).sort()
      assert.deepEqual([...reads, ...handler.seen.filter(text => !/^(?:GET|HEAD)/.test(text))], seen)
    })

  const idle: readonly (readonly [given: object, reason: RegExp])[] = [
    [
      { choice: { operations: ['readA', 'readZ'] } },
      /--operation readZ selects nothing: no operation is meant/,
    ],
    [{ choice: { operations: ['readA', 'makeB'] } }, /--operation makeB selects nothing: it may change data/],
    [{ choice: { tags: ['a', 'z'] } }, /--tag z selects nothing: no operation has that tag/],
    [{ choice: { operations: ['reedA'] } }, /--operation reedA selects nothing: no operation is meant/],
    [{ choice: { tags: ['z'] } }, /--tag z selects nothing: no operation has that tag/],
    [{ choice: { exclude: ['readZ'] } }, /--exclude readZ selects nothing/],
    [
      { choice: { operations: ['readA'] }, values: [{ name: 'limit', value: 1 }] },
      /--param limit is for no operation that is called/,
    ],
  ]
  for (const [given, reason] of idle)
    it(`B5: refuses what chooses nothing: ${reason.source}`, async () => {
      const limit = { parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] }
      const withLimit = { ...paths, '/d': { get: { ...limit, responses: ok } } }
      const handler = answering()
      await assert.rejects(checked(described(withLimit), handler, given), reason)
      assert.deepEqual(handler.seen, [])
    })

  it('and those that are not are listed with the reason', async () => {
    const { check } = await checked(described(paths), answering(), {
      choice: { tags: ['b'], maxOperations: 1 },
    })
    assert.deepEqual(
      check.operations.map(({ operation, notCalled }) => [operation, notCalled ?? 'called']),
      [
        ['GET /a', 'filtered'],
        ['DELETE /a', 'filtered'],
        ['POST /b', 'writes'],
        ['GET /b', 'called'],
        ['HEAD /c', 'filtered'],
      ],
    )
    const capped = await checked(described(paths), answering(), { choice: { maxOperations: 1 } })
    assert.equal(operationOf(capped, 'GET /b').notCalled, 'capped')
    assert.deepEqual([capped.check.summary.called, capped.check.summary.capped], [1, 2])
  })

  it('a check in which none is does not pass', async () => {
    const choice = { operations: ['makeB'] }
    const { exitCode, problems } = await checked(described(paths), answering(), { choice })
    assert.deepEqual([exitCode, problems.map(({ code }) => code)], [2, ['nothing-selected']])
  })

  it('E10: a check at a wrong base, where all that is answered is a documented refusal, is warned of', async () => {
    const responses = { ...ok, 404: { description: 'none' }, 401: { description: 'who?' } }
    const two = { '/a': { get: { responses } }, '/b': { get: { responses } } }
    for (const [status, hint] of [
      [404, /the address that the paths/],
      [401, /Give credentials/],
    ] as const) {
      const all = await checked(described(two), answering({}, status))
      const [problem] = all.problems
      assert.deepEqual([all.exitCode, problem?.severity, problem?.code], [0, 'warning', 'nothing-selected'])
      assert.match(problem?.message ?? '', new RegExp(`${status} from all 2`))
      assert.match(problem?.hint ?? '', hint)
    }
    assert.deepEqual((await checked(described(two), answering())).problems, [])
  })
})

describe('values of requests', () => {
  const paths = (schema: object = integer) => ({
    '/users/{id}': {
      get: {
        operationId: 'getUser',
        parameters: [inPath('id', schema), { name: 'fields', in: 'query', schema: { type: 'array' } }],
        responses: { ...ok, 404: { description: 'none' } },
      },
    },
  })

  /** Returns the request for `/users/{id}`, and where the id is from. */
  async function asked(spec: object, given: object, body: unknown = {}) {
    const handler = answering(body)
    const result = await checked(spec, handler, given)
    const from = operationOf(result, 'GET /users/{id}').values.find(({ name }) => name === 'id')?.from
    return [handler.seen.at(-1), from]
  }

  it('are those that are given, before all others', async () => {
    const values = [{ name: 'id', value: '7' }]
    const own = [...values, { name: 'getUser.id', value: '8' }]
    assert.deepEqual(await asked(described(paths()), { values }), ['GET /users/7', 'given'])
    assert.deepEqual(await asked(described(paths()), { values: own }), ['GET /users/8', 'given'])
  })

  it('of optional parameters are sent when they are given, in their style', async () => {
    const values = ['id=1', 'fields=a,b']
      .map(text => text.split('='))
      .map(([name = '', value = '']) => ({ name, value }))
    assert.deepEqual(await asked(described(paths()), { values }), ['GET /users/1?fields=a&fields=b', 'given'])
  })

  it('come from a file, by operation or for all', async () => {
    const files = { 'values.yaml': 'id: 5\ngetUser: { id: 6 }\n' }
    const given = { files, valuesFile: 'values.yaml' }
    assert.deepEqual(await asked(described(paths()), given), ['GET /users/6', 'given'])
  })

  it('come from the description', async () => {
    const spec = described(paths({ type: 'integer', example: 12 }))
    assert.deepEqual(await asked(spec, {}), ['GET /users/12', 'documented'])
    assert.deepEqual(await asked(described(paths({ enum: [3, 4] })), {}), ['GET /users/3', 'documented'])
  })

  it('come from the answer of the list', async () => {
    const spec = described({ ...paths(), '/users': { get: { responses: ok } } })
    assert.deepEqual(await asked(spec, {}, { items: [{ id: 41 }] }), ['GET /users/41', 'answer'])
  })

  it('come from saved requests', async () => {
    const collections = [
      {
        name: 'Shop',
        baseUrl: 'http://localhost:1',
        environments: [],
        items: [{ kind: 'request', name: 'One', step: { name: 'One', request: 'GET {{baseUrl}}/users/77' } }],
      },
    ]
    const text = JSON.stringify({ version: 1, collections, environments: [] })
    const given = { files: { '.tool/api-collections.json': text }, collection: 'Shop' }
    assert.deepEqual(await asked(described(paths()), given), ['GET /users/77', 'collection'])
  })

  it('are guessed as the last resort, which the report tells', async () => {
    const result = await checked(described(paths()), answering({}, 404))
    const operation = operationOf(result, 'GET /users/{id}')
    assert.deepEqual([operation.status, operation.outcome], [404, 'passed'])
    assert.deepEqual(operation.values, [{ in: 'path', name: 'id', from: 'guessed' }])
  })

  it('that cannot be made are told, and the operation is not called', async () => {
    const impossible = { type: 'integer', minimum: 5, maximum: 4 }
    const spec = described({ ...paths(impossible), '/a': { get: { responses: ok } } })
    const result = await checked(spec, answering())
    const { called, reason = '' } = operationOf(result, 'GET /users/{id}')
    assert.equal(called, false)
    assert.match(reason, /^cannot build a value for path id: /)
    assert.equal(result.exitCode, 0)
  })

  it('for a name that no operation has are refused', async () => {
    const values = [{ name: 'idd', value: '7' }]
    await assert.rejects(checked(described(paths()), answering(), { values }), /--param idd is no parameter/)
  })
})

describe('what is sent', () => {
  it('has the headers and credentials of the settings, which no output shows', async () => {
    const header = { name: 'X-Key', in: 'header', required: true, schema: { type: 'string' } }
    const spec = described({ '/a': { get: { parameters: [header], responses: ok } } })
    const seen: (string | undefined)[] = []
    const settings = { headers: { 'X-Key': 'k-1' }, auth: { bearer: 'very-secret-token' } }
    const result = await checked(
      spec,
      (request, response) => {
        seen.push(request.headersDistinct['x-key']?.join(), request.headers.authorization)
        answering({ token: 'very-secret-token' })(request, response)
      },
      { settings },
    )
    assert.deepEqual(seen, ['k-1', 'Bearer very-secret-token'])
    assert.equal(result.exitCode, 0)
    assert.doesNotMatch(JSON.stringify([result.check, result.events]), /very-secret-token/)
  })

  it('is hidden in findings and events too, and what an answer made secret later in the report', async () => {
    const content = { 'application/json': { schema: { additionalProperties: false } } }
    const responses = { 200: { description: 'ok', content } }
    const paths = { '/a': { get: { responses } }, '/b': { get: { responses } }, '/c': { get: { responses } } }
    const result = await checked(
      described(paths),
      (request, response) => {
        const value = request.url === '/a' ? 'very-secret-token' : 'a-session-of-later'
        if (request.url === '/c') response.setHeader('Set-Cookie', `sid=${value}; HttpOnly`)
        answering({ [value]: 1 })(request, response)
      },
      { settings: { auth: { bearer: 'very-secret-token' } } },
    )
    assert.equal(result.exitCode, 1)
    const first = operationOf(result, 'GET /a')
    assert.match(findingsOf(first)[0] ?? '', /\*\*\*/)
    assert.match(first.curl ?? '', /Bearer \*\*\*/)
    assert.match(findingsOf(operationOf(result, 'GET /b'))[0] ?? '', /\*\*\*/)
    assert.match(JSON.stringify(result.events), /\*\*\*/)
    assert.doesNotMatch(JSON.stringify([result.check, result.events]), /very-secret-token/)
    assert.doesNotMatch(JSON.stringify(result.check), /a-session-of-later/)
  })

  it('is held against the description whole, however long it is', async () => {
    const content = {
      'application/json': { schema: { type: 'object', properties: { text: { maxLength: 10 } } } },
    }
    const spec = described({
      '/a': { post: { operationId: 'post', requestBody: { content }, responses: ok } },
    })
    const values = [{ name: 'post.body', value: { text: 'x'.repeat(40_000) } }]
    const result = await checked(spec, answering(), { choice: { includeWrites: true }, values })
    assert.equal(findingsOf(operationOf(result, 'POST /a'))[0]?.split(':')[0], 'request body /text')
  })
})

describe('where the API is', () => {
  const spec = described(
    { '/a': { get: { responses: ok } } },
    { servers: [{ url: 'https://api.example.org/v1' }] },
  )
  const at =
    (path: string): Handler =>
    (request, response) => {
      answering({}, request.url === path ? 200 : 404)(request, response)
    }

  it('is the base URL, or below it where the servers of the description say', async () => {
    for (const path of ['/a', '/v1/a']) {
      const { exitCode, check } = await checked(spec, at(path))
      assert.deepEqual([exitCode, new URL(check.baseUrl).pathname], [0, path.replace(/\/?a$/, '') || '/'])
    }
  })
})

describe('an API that cannot be reached', () => {
  const get = { get: { responses: ok } }
  const spec = described({ '/a': get, '/b': get, '/c': get, '/d': get, '/e': get })

  it('is an error of the check, which ends after the first calls', async () => {
    const { exitCode, check } = await checkedAt(spec, 'http://127.0.0.1:1')
    assert.equal(exitCode, 3)
    assert.deepEqual(
      check.operations.map(({ outcome, notCalled }) => notCalled ?? outcome),
      ['errored', 'errored', 'errored', 'stopped', 'stopped'],
    )
    assert.match(check.operations[0]?.reason ?? '', /^Network Error: connect ECONNREFUSED/)
  })
})

describe('an answer that never ends', () => {
  it('is no failure', async () => {
    const stream = { 200: { description: 'ok', content: { 'text/event-stream': {} } } }
    const spec = described({ '/a': { get: { responses: ok } }, '/s': { get: { responses: stream } } })
    const result = await checked(spec, (request, response) => {
      if (request.url === '/s')
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      else answering()(request, response)
    })
    assert.equal(operationOf(result, 'GET /s').notCalled, 'unending')
    assert.equal(result.exitCode, 0)
  })
})

describe('the report', () => {
  it('is as its schema says', async () => {
    const parameters = Object.entries({ new: 'boolean', q: 'string' }).map(([name, type]) => ({
      ...{ name, in: 'query', schema: { type } },
    }))
    const bad = { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'array' } } } } }
    const spec = described({
      '/a': { get: { responses: bad }, post: { responses: ok } },
      '/b/{id}': { get: { parameters: [inPath('id')], responses: ok } },
      '/c': { get: { parameters, responses: ok } },
    })
    const { check } = await checked(spec, (request, response) => {
      answering({}, request.url === '/c?new=true' ? 202 : 200)(request, response)
    })
    assert.deepEqual(check.operations.at(-1)?.checks?.status.findings?.[0]?.with, ['query new'])
    const schema = parse(await readFile('schemas/contract-check.schema.yaml', 'utf8')) as object
    const validate = new Ajv({ allErrors: true, strict: false }).compile(schema)
    validate(JSON.parse(JSON.stringify(check)))
    assert.deepEqual(validate.errors, null)
  })

  it('is told to reporters as a run with a step for each operation', async () => {
    const spec = described({ '/a': { get: { responses: { 201: { description: 'x' } } } } })
    const { events } = await checked(spec, answering())
    const step = events.find(event => event.type === 'step-finished')?.result
    assert.deepEqual(
      step?.failures.map(({ message, sourceLine }) => [message, sourceLine.trim()]),
      [['contract status: status 200 is not documented; it documents 201', '"get": {']],
    )
    assert.equal(events.at(-1)?.type, 'run-finished')
  })

  it('keeps up: fifty operations are called at once', async () => {
    const many = Array.from({ length: 50 }, (_, index) => [`/p${index}`, { get: { responses: ok } }] as const)
    const { check } = await checked(described(Object.fromEntries(many)), answering())
    assert.equal(check.summary.passed, 50)
    assert.ok(check.duration < 30_000)
  })
})

describe('what a check shows of a request', () => {
  const fields = { email: { type: 'string', format: 'email' }, password: { type: 'string' } }
  const login = { type: 'object', required: ['email', 'password'], properties: fields }
  const paths = {
    '/login': {
      post: {
        operationId: 'login',
        requestBody: { required: true, content: { 'application/json': { schema: login } } },
        responses: ok,
      },
    },
  }
  const curlWith = async (given: object): Promise<string> => {
    const all = { choice: { includeWrites: true }, ...given }
    const result = await checked(described(paths), answering({ error: 'wrong password' }, 401), all)
    return operationOf(result, 'POST /login').curl ?? ''
  }

  it('is what was made up, so that the line can be used', async () => {
    assert.match(await curlWith({}), /"password":"password"/)
  })

  it('is not what was given', async () => {
    const values = 'login: { body: { email: a@example.org, password: hunter2222 } }'
    const curl = await curlWith({ valuesFile: 'values.yaml', files: { 'values.yaml': values } })
    assert.match(curl, /"password":"\*\*\*"/)
  })
})
