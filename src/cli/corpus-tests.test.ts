import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer, type TestServer } from '../actions/http/testing/http-server.ts'
import { corpusDocuments } from '../testing/corpus.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

/** Collections with many tests, and the variables that nothing in them sets. */
const collections: Readonly<Record<string, string>> = {
  'checks.postman_collection': '',
  'gothinkster--Conduit': 'EMAIL PASSWORD USERNAME isIntegrationTest',
  'LeonardoTester--Collection': 'email password AcessToken NewProductID',
  'PrzemekKozakQA--Users_tests': 'existingUserID registeredUsersEmail token',
  'postmanlabs--echo-v2': '',
  'daniel-grabczewski--Stripe-QA-Pack-1':
    'secretKey amount currency pm_success pm_decline pm_insufficient pm_auth_required',
}

/** The addresses that all of these send their requests to. */
const addresses = ['APIURL', 'baseURL', 'baseUrl']

const statuses = [200, 200, 201, 400, 201, 200, 404, 422, 401, 409]

const user = { email: 'a@b.c', username: 'ada', bio: null, image: 'x', token: 't0k' }
const article = { title: 'T', slug: 's', body: 'b', createdAt: '2024-01-01T10:00:00.000Z', tagList: ['a'] }
const all = { id: 7, token: 't0k', user, article, articles: [article], tags: ['a'], data: [{ id: 1 }] }
const error = { error: { message: 'Invalid email', details: ['email'] } }

/** Answers each path in a way of its own, always the same: well, badly, with a list, or with nothing. */
function answeringServer(): Promise<TestServer> {
  return httpServer((request, response) => {
    const [place = ''] = request.url.split('?', 1)
    const kind = createHash('sha1').update(`${request.method}${place}`).digest().readUInt8() % statuses.length
    const status = statuses[kind] ?? 200
    response.statusCode = status
    response.setHeader('content-type', 'application/json; charset=utf-8')
    const body = status > 400 ? error : kind === 1 ? [all, all] : all
    response.end(kind === 6 ? '' : JSON.stringify(body))
  })
}

interface Ran {
  readonly case: string
  readonly here: string
  readonly there: string
  readonly verdict: string
}

describe('tests of whole collections', () => {
  for (const [name, variables] of Object.entries(collections))
    for (const file of corpusDocuments('imports/postman').filter(one => path.basename(one).startsWith(name)))
      it(`end as their requests do: ${name}`, async () => {
        await using server = await answeringServer()
        const text = readFileSync(file, 'utf8')
        const files = {
          'collection.json': text.replaceAll(/https:\/\/(?:serverest\.dev|postman-echo\.com)/g, server.url),
          'package.json': '{"type":"module"}',
        }
        await withFolder(files, async project => {
          const given = [
            ...addresses.map(one => `${one}=${server.url}`),
            ...variables.split(' ').flatMap(one => (one === '' ? [] : [`${one}=x7`])),
          ]
          const args = ['generate', 'tests', 'collection.json', '--run', '--json']
          const { output, errors } = await runLine(project, [...args, ...given.flatMap(one => ['-v', one])])
          assert.ok(output.startsWith('{'), errors)
          const { cases } = (JSON.parse(output) as { readonly run: { readonly cases: readonly Ran[] } }).run
          // A step that lacks what an earlier one left is not sent, and what became a loss is told.
          const others = cases.filter(({ verdict }) => !['same', 'unset', 'lost'].includes(verdict))
          assert.deepEqual(others, [])
          assert.ok(cases.length > 10, String(cases.length))
          const same = cases.filter(({ verdict }) => verdict === 'same').length
          assert.ok(same * 10 > cases.length * 7, `${same} of ${cases.length}`)
        })
      })
})
