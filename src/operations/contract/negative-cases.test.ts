import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { ApiDescription } from '../../api-description/api-description.ts'
import { readLocalFile } from '../../api-description/documents/read-local-file.ts'
import { loadDescription } from '../../api-description/load-description.ts'
import { OperationFinder } from '../../api-requests/matching/find-operation.ts'
import { requestFindings } from '../../api-requests/matching/request-rule.ts'
import type { CheckedNegative } from '../../model/contract-check.ts'
import type { RequestRecord } from '../../model/exchange.ts'
import { checkTable } from '../../report/contract/check-table.ts'
import { palette } from '../../report/terminal/palette.ts'
import { SchemaReader } from '../../validations/answer/schema-reader.ts'
import { corpusDocuments } from '../../testing/corpus.ts'
import { checked, described, failedIn, negativesOf, operationOf } from './testing/checked.ts'

const refusals = { 400: { description: 'no' }, 401: { description: 'who' }, 404: { description: 'none' } }
const body = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string', maxLength: 5 }, amount: { type: 'integer', minimum: 1 } },
}
const things = described(
  {
    '/things': {
      post: {
        security: [{ token: [] }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: body, example: { name: 'a' } } },
        },
        responses: { 201: { description: 'made' }, ...refusals },
      },
    },
    '/things/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 1 }],
        responses: { 200: { description: 'ok' }, ...refusals },
      },
      delete: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' }, example: 1 }],
        responses: { 204: { description: 'gone' }, ...refusals },
      },
    },
  },
  { components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } },
)

/** The status with which a server answers a request; the right one where undefined. */
type Hole = (asked: Asked) => number | undefined
interface Asked {
  readonly method: string
  readonly url: string
  readonly token: string | undefined
  readonly type: string | undefined
  readonly text: string
}

/** Answers as the description says, but for a hole. */
function serve(hole: Hole = () => undefined, seen: string[] = []) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const asked = { method, url, text, token: headers.authorization, type: headers['content-type'] }
      seen.push(`${method} ${url}`)
      response.writeHead(hole(asked) ?? rightStatus(asked)).end()
    })
  }
}

function rightStatus({ method, url, token, type, text }: Asked): number {
  if (method !== 'POST') return url === '/things/1' ? (method === 'GET' ? 200 : 204) : 404
  if (token !== 'Bearer right') return 401
  if (type !== 'application/json') return 415
  try {
    const { name, amount = 1 } = JSON.parse(text) as { name?: unknown; amount?: unknown }
    const isName = typeof name === 'string' && name.length <= 5
    return isName && Number.isInteger(amount) && Number(amount) > 0 ? 201 : 400
  } catch {
    return 400
  }
}

const options = {
  negative: true,
  includeWrites: true,
  settings: { auth: { bearer: 'right' } },
} as const

describe('negative cases', () => {
  it('are none unless they are asked for', async () => {
    const result = await checked(things, serve(), { ...options, negative: false })
    assert.deepEqual(negativesOf(result), [])
    assert.equal(result.check.summary.negative, undefined)
  })

  it('are all refused by a server that keeps to its description', async () => {
    const result = await checked(things, serve(), options)
    assert.deepEqual(failedIn(result), [])
    assert.equal(result.exitCode, 0)
    const { negative, requests } = result.check.summary
    assert.deepEqual(negative, { seed: 1, cases: 18, passed: 18, failed: 0, errored: 0, skipped: 0 })
    assert.equal(requests, 21)
    const names = result.events.flatMap(event => (event.type === 'step-finished' ? [event.result.name] : []))
    assert.ok(names.includes('POST /things: name missing'))
    assert.equal(names.length, 21)
  })

  it('of operations that change data are sent only with them, and before anything is deleted', async () => {
    const seen: string[] = []
    await checked(things, serve(undefined, seen), { ...options, includeWrites: false })
    assert.deepEqual([...new Set(seen.map(line => line.split(' ')[0]))], ['GET'])
    seen.length = 0
    await checked(things, serve(undefined, seen), options)
    assert.equal(seen.at(-1), 'DELETE /things/1')
    assert.equal(seen.filter(line => line === 'DELETE /things/1').length, 1)
  })

  const holes: readonly (readonly [what: string, hole: Hole, found: RegExp])[] = [
    [
      'accepts a missing field',
      ({ text }) => (text === '{}' ? 201 : undefined),
      /name missing is accepted with 201/,
    ],
    [
      'fails at a long text',
      ({ text }) => (text.includes('aaaaaa') ? 500 : undefined),
      /longer than 5 is answered with 500/,
    ],
    [
      'asks for no credentials',
      ({ token }) => (token === undefined ? 201 : undefined),
      /no credentials is accepted/,
    ],
    [
      'takes any credentials',
      ({ token }) => (token?.includes('nobody') === true ? 201 : undefined),
      /credentials of nobody is accepted with 201; expected 401, 403 or 404$/,
    ],
    [
      'takes any content type',
      ({ type }) => (type?.startsWith('text') === true ? 201 : undefined),
      /content type text\/plain is accepted/,
    ],
    [
      'refuses with another status',
      ({ text }) => (text.includes('null') ? 409 : undefined),
      /is refused with 409; expected 400/,
    ],
    [
      'finds what is not there',
      ({ url }) => (/\d{9}/.test(url) ? 200 : undefined),
      /unknown id is accepted with 200; expected 404/,
    ],
  ]
  for (const [what, hole, found] of holes)
    it(`find a server that ${what}`, async () => {
      const result = await checked(things, serve(hole), options)
      const failed = failedIn(result)
      assert.ok(failed.length > 0)
      for (const line of failed) assert.match(line, found)
      assert.equal(result.exitCode, 1)
      const table = checkTable(result.check, palette(false))
      assert.match(
        table,
        found.source.startsWith('name') ? /✗ POST \/things: name missing\n {2}is accepted/ : /✗ /,
      )
    })

  it('are not sent where the sound request is refused, and the report says so', async () => {
    const result = await checked(things, serve(), { ...options, settings: {} })
    const { negative = [] } = operationOf(result, 'POST /things')
    assert.ok(negative.length > 0)
    for (const { outcome, reason } of negative)
      assert.deepEqual([outcome, reason], ['skipped', 'the sound request is answered with 401'])
    assert.match(
      checkTable(result.check, palette(false)),
      /not sent: \d+ negative cases, the sound request is/,
    )
  })

  it('are not sent behind a refusal that is documented, whatever it says', async () => {
    const result = await checked(
      things,
      serve(({ method }) => (method === 'POST' ? 400 : undefined)),
      options,
    )
    const { negative = [] } = operationOf(result, 'POST /things')
    assert.ok(negative.length > 0)
    for (const { outcome, reason, status } of negative)
      assert.deepEqual(
        [outcome, reason, status],
        ['skipped', 'the sound request is answered with 400', undefined],
      )
    assert.equal(operationOf(result, 'GET /things/{id}').negative?.[0]?.outcome, 'passed')
  })

  it('prove nothing where it turns out that what is deleted is refused, too', async () => {
    const seen: string[] = []
    const result = await checked(
      things,
      serve(({ method }) => (method === 'DELETE' ? 404 : undefined), seen),
      options,
    )
    const { negative = [] } = operationOf(result, 'DELETE /things/{id}')
    assert.deepEqual(
      negative.map(({ outcome, reason, status }) => [outcome, reason, status]),
      negative.map(() => ['skipped', 'the sound request is answered with 404', 404]),
    )
    assert.equal(result.check.summary.requests, seen.length)
    assert.match(
      checkTable(result.check, palette(false)),
      /not judged: 2 negative cases, the sound request is answered with 404\n {4}DELETE/,
    )
  })

  for (const status of [401, 403, 429])
    it(`do not take ${status} for the refusal of what they break, though it is documented`, async () => {
      const statuses = { 400: refusals[400], [status]: { description: 'not you, or not now' } }
      const number = { name: 'n', in: 'query', schema: { type: 'integer', minimum: 1 }, example: 3 }
      const spec = described({
        '/n': { get: { parameters: [number], responses: { 200: { description: 'ok' }, ...statuses } } },
      })
      const result = await checked(
        spec,
        serve(({ url }) => (/\?n=(?!3$)/.test(url) ? status : 200)),
        { negative: true },
      )
      const [first] = negativesOf(result)
      assert.equal(first?.outcome, 'errored')
      const reason = `is answered with ${status}, which refuses whoever asks and proves nothing; expected 400`
      assert.equal(first.reason, reason)
      assert.equal(result.exitCode, 3)
      const steps = result.events.flatMap(event => (event.type === 'step-finished' ? [event.result] : []))
      const told = steps.find(({ name }) => name === first.name)
      assert.deepEqual(
        told?.failures.map(({ kind, message }) => [kind, message]),
        [['error', reason]],
      )
    })

  it('end when the server has enough', async () => {
    let count = 0
    const result = await checked(
      things,
      serve(() => (++count > 5 ? 429 : undefined)),
      options,
    )
    assert.ok(negativesOf(result).some(({ reason }) => reason === 'the API answered 429, too many requests'))
    assert.ok(count < 12)
  })

  it('are as many as may be, chosen by the seed', async () => {
    const names = async (seed: number) =>
      negativesOf(await checked(things, serve(), { ...options, negativeCases: 3, seed })).map(
        ({ name }) => name,
      )
    const first = await names(1)
    assert.equal(first.length, 7)
    assert.deepEqual(await names(1), first)
    assert.notDeepEqual(await names(5), first)
  })
})

/** Rules that no schema knows of. */
const unjudged = new Set(['unknown-id', 'no-credentials', 'wrong-credentials'])

/** Looks at requests as they were sent, knowing nothing of how they were made. */
class RequestJudge {
  readonly #finder: OperationFinder
  readonly #schemas: SchemaReader

  constructor(description: ApiDescription, baseUrl: string) {
    this.#finder = new OperationFinder(description, baseUrl)
    this.#schemas = new SchemaReader(description)
  }

  /** Why a request does not break exactly one rule, at the place that it says. */
  complaints(
    { name, rule, place, outcome, reason }: CheckedNegative,
    request: RequestRecord | undefined,
  ): readonly string[] {
    if (outcome !== 'failed') return [`${name} was not sent: ${reason ?? ''}`]
    // Events do not show secrets, of which descriptions have many, such as the password "password".
    const isWhole = request?.body?.truncated !== true && !JSON.stringify(request ?? '***').includes('***')
    if (request === undefined || !isWhole) return []
    const found = this.#finder.find(request.method ?? '', request.url ?? '')
    if (found.kind !== 'operation') return [`${name} is for no operation`]
    const findings = requestFindings(found, { request }, this.#schemas)
    const places = [...new Set(findings.map(finding => finding.place ?? ''))]
    if (unjudged.has(rule)) return places.map(one => `${name} is wrong at ${one}, too`)
    const [first] = places
    if (first === undefined || places.length > 1)
      return [`${name} breaks ${places.length} rules: ${places.join(', ')}`]
    const isThere =
      place.startsWith(first) ||
      /^[ /]/.test(first.startsWith(place) ? first.slice(place.length) : '') ||
      (rule === 'content-type' && first === 'body')
    return isThere ? [] : [`${name} is wrong at ${first}`]
  }
}

describe('negative cases of whole descriptions', () => {
  for (const file of corpusDocuments('contracts/openapi', 'imports/openapi'))
    it(`break one rule each of ${path.basename(file)}`, async () => {
      const result = await checked(
        {},
        (request, response) => {
          request.resume().on('end', () => response.writeHead(204).end())
        },
        {
          spec: file,
          negative: true,
          negativeCases: 8,
          choice: { includeWrites: true, maxOperations: 25, maxParameters: 0 },
        },
      )
      const cases = negativesOf(result)
      const description = await loadDescription(file, readLocalFile)
      assert.ok(description.ok)
      const judge = new RequestJudge(description.value, result.check.baseUrl)
      const sent = new Map(
        result.events.flatMap(event =>
          event.type === 'step-finished'
            ? [[event.result.name, event.result.exchange?.request] as const]
            : [],
        ),
      )
      assert.deepEqual(
        cases.flatMap(one => judge.complaints(one, sent.get(one.name))),
        [],
      )
      assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length)
    })
})
