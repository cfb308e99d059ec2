import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { type Playground, startPlayground } from '../../playground/start-playground.ts'
import type { JsonObject } from '../model/json.ts'
import { checked, checkedAt, described, findingsOf } from '../operations/contract/testing/checked.ts'
import { readWithPlaces } from '../document/index.ts'
import { mapping } from '../util/read-values.ts'

/** A response of the playground, which a defect may change. */
interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

let playground: Playground | undefined
let spec: JsonObject = {}
before(async () => {
  playground = await startPlayground({ port: 0 })
  const text = await readFile('playground/openapi.yaml', 'utf8')
  const document = mapping((await readWithPlaces(text, 'openapi.yaml', '')).value)
  const components = mapping(document['components'])
  const schemas = mapping(components['schemas'])
  // The playground may say more than it must; for this test its users and its version may not.
  const closed = { ...mapping(schemas['User']), additionalProperties: false }
  const version = { required: true, schema: { type: 'string', pattern: String.raw`^\d+\.\d+\.\d+$` } }
  spec = {
    ...document,
    components: { ...components, schemas: { ...schemas, User: closed }, headers: { ApiVersion: version } },
  }
})
after(() => playground?.close())

/** Passes a request on to the playground, and its answer back; that of GET /api/users/1 with the defect. */
async function passOn(url: string, response: ServerResponse, spoil: (answer: Answer) => void): Promise<void> {
  const got = await fetch(`${playground?.url ?? ''}${url}`)
  const kept = ['content-type', 'x-api-version', 'etag']
  const headers = Object.fromEntries([...got.headers].filter(([name]) => kept.includes(name)))
  const answer = { status: got.status, headers, body: await got.text() }
  if (url === '/api/users/1') spoil(answer)
  response.writeHead(answer.status, answer.headers).end(answer.body)
}

/** A defect in the body of the user. */
function inUser(change: (user: Record<string, unknown>) => void): (answer: Answer) => void {
  return answer => {
    const user = JSON.parse(answer.body) as Record<string, unknown>
    change(user)
    answer.body = JSON.stringify(user)
  }
}

const choice = { operations: ['getUser', 'listUsers', 'getProduct', 'getHealth'] }

describe('a defect in an API is found, and nothing else', () => {
  const defects: readonly (readonly [what: string, spoil: (answer: Answer) => void, finding: string])[] = [
    [
      'a status that is not documented',
      answer => {
        answer.status = 206
      },
      'status status 206 is not documented; it documents 200, 304, 400 and 404',
    ],
    [
      'a status of another class',
      answer => {
        answer.status = 500
      },
      'status status 500 is not documented; it documents 200, 304, 400 and 404',
    ],
    [
      'a content type that is not declared',
      answer => {
        answer.headers['content-type'] = 'text/html'
      },
      'contentType content type text/html is not documented for status 200; it documents application/json',
    ],
    [
      'JSON that is broken',
      answer => {
        answer.body = answer.body.slice(0, -1)
      },
      'body /: expected JSON, got a body that is not JSON',
    ],
    [
      'a wrong type',
      inUser(user => {
        user['id'] = '1'
      }),
      'body /id: must be integer',
    ],
    [
      'a property that is missing',
      inUser(user => {
        delete user['email']
      }),
      "body /: must have required property 'email'",
    ],
    [
      'a property too many',
      inUser(user => {
        user['password'] = 'x'
      }),
      'body /password: must NOT be present: the schema allows no other properties',
    ],
    [
      'null where there must be a text',
      inUser(user => {
        user['phone'] = null
      }),
      'body /phone: must be string',
    ],
    [
      'a value that is not in the list',
      inUser(user => {
        user['role'] = 'guest'
      }),
      'body /role: must be one of "customer", "staff", "admin"',
    ],
    [
      'a wrong format',
      inUser(user => {
        user['createdAt'] = 'yesterday'
      }),
      'body /createdAt: must match format "date-time"',
    ],
    [
      'a required header that is missing',
      answer => {
        delete answer.headers['x-api-version']
      },
      'headers header x-api-version: is required, and the answer does not have it',
    ],
    [
      'a header with a wrong value',
      answer => {
        answer.headers['x-api-version'] = 'one'
      },
      'headers header x-api-version: must match pattern',
    ],
  ]
  for (const [what, spoil, finding] of defects)
    it(what, async () => {
      const result = await checked(
        spec,
        (request, response) => void passOn(request.url ?? '', response, spoil),
        { choice },
      )
      const found = result.check.operations.flatMap(operation =>
        findingsOf(operation).map(text => `${operation.operation} ${text}`),
      )
      assert.equal(result.exitCode, 1)
      assert.equal(found.length, 1)
      assert.equal(found[0]?.slice(0, 20 + finding.length), `GET /api/users/{id} ${finding}`)
    })

  it('and where there is none nothing is found', async () => {
    const result = await checked(
      spec,
      (request, response) => void passOn(request.url ?? '', response, () => undefined),
      { choice },
    )
    assert.deepEqual([result.exitCode, result.check.summary.passed], [0, 4])
  })
})

describe('the playground', () => {
  it('is as its own description says, writes included', async () => {
    const result = await checkedAt(described({}), playground?.url ?? '', {
      spec: `${process.cwd()}/playground/openapi.yaml`,
      choice: { includeWrites: true, exclude: ['/ajax/slow', '/events'] },
    })
    const found = result.check.operations.filter(
      ({ outcome }) => outcome === 'failed' || outcome === 'errored',
    )
    assert.deepEqual(found, [])
    assert.equal(result.exitCode, 0)
  })
})
