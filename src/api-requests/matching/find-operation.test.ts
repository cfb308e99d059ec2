import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { describedBy } from '../../api-description/testing/description.ts'
import { OperationFinder } from './find-operation.ts'

const responses = { 200: { description: 'ok' } }
const paths = {
  '/users/{id}': { get: { responses }, delete: { responses } },
  '/users/me': { get: { responses } },
  '/users/{id}/files/{name}.{ending}': { get: { responses } },
  '/search?kind=user': { get: { responses } },
  '/': { get: { responses } },
  '/a b': { get: { responses } },
  // Fits /v2/a%20b, too, with more text than '/a b' has alone, and less than it has below the server's /v2.
  '/v2/a{rest}': { get: { responses } },
  '/caf\u00E9/{id}': { get: { responses } },
  '/a b/{id}': { get: { responses } },
  "/odata('{key}')": { get: { responses } },
  '/%7Eold/{id}': { get: { responses } },
  '/{entity}/verylongname': { get: { responses } },
  '/b/{id}': { get: { responses } },
  '/{a}/{b}/long/longer': { get: { responses } },
  '/{a}/x/{c}/{d}': { get: { responses } },
  '/files/{name}.png': { get: { responses } },
  '/files/{name}': { get: { responses } },
  '/projects/a%2Fb': { get: { responses } },
}

const cases: readonly (readonly [method: string, url: string, found: string])[] = [
  ['GET', 'http://127.0.0.1:4010/v2/users/7', 'GET /users/{id} id=7'],
  ['get', 'http://127.0.0.1:4010/v2/users/7?x=1#y', 'GET /users/{id} id=7'],
  ['GET', 'http://127.0.0.1:4010/v2/users/me', 'GET /users/me'],
  ['DELETE', 'http://127.0.0.1:4010/v2/users/me', 'DELETE /users/{id} id=me'],
  ['GET', 'http://127.0.0.1:4010/users/7', 'GET /users/{id} id=7'],
  ['GET', 'http://127.0.0.1:4010/v2/users/7/', 'GET /users/{id} id=7'],
  [
    'GET',
    'http://127.0.0.1/v2/users/7/files/a.b.txt',
    'GET /users/{id}/files/{name}.{ending} id=7 name=a ending=b.txt',
  ],
  ['GET', 'http://127.0.0.1/v2/projects/a%2Fb', 'GET /projects/a%2Fb'],
  ['GET', 'http://127.0.0.1/v2/projects/a%2fb', 'GET /projects/a%2Fb'],
  ['GET', 'http://127.0.0.1/v2/search?kind=user', 'GET /search?kind=user'],
  ['GET', 'http://127.0.0.1/v2/a%20b', 'GET /a b'],
  ['GET', 'http://127.0.0.1/caf%C3%A9/7', 'GET /caf\u00E9/{id} id=7'],
  ['GET', 'http://127.0.0.1/caf%c3%a9/7%2C8', 'GET /caf\u00E9/{id} id=7%2C8'],
  ['GET', 'http://127.0.0.1/a%20b/7', 'GET /a b/{id} id=7'],
  ['GET', 'http://127.0.0.1/odata(%27x%27)', "GET /odata('{key}') key=x"],
  ['GET', "http://127.0.0.1/odata('x')", "GET /odata('{key}') key=x"],
  ['GET', 'http://127.0.0.1/odata%28%27x%20y%27%29', "GET /odata('{key}') key=x%20y"],
  ['GET', 'http://127.0.0.1/~old/7', 'GET /%7Eold/{id} id=7'],
  ['GET', 'http://127.0.0.1/%7Eold/7', 'GET /%7Eold/{id} id=7'],
  ['GET', 'http://127.0.0.1/%75sers%2F7', 'unknown'],
  ['GET', 'http://127.0.0.1/%75sers/7', 'GET /users/{id} id=7'],
  ['GET', 'http://127.0.0.1/b/verylongname', 'GET /b/{id} id=verylongname'],
  ['GET', 'http://127.0.0.1/c/verylongname', 'GET /{entity}/verylongname entity=c'],
  ['GET', 'http://127.0.0.1/1/x/long/longer', 'GET /{a}/x/{c}/{d} a=1 c=long d=longer'],
  ['GET', 'http://127.0.0.1/files/a.png', 'GET /files/{name}.png name=a'],
  ['GET', 'http://127.0.0.1/files/a.gif', 'GET /files/{name} name=a.gif'],
  ['GET', 'http://127.0.0.1/v2', 'GET /'],
  ['GET', 'http://127.0.0.1/', 'GET /'],
  ['PUT', 'http://127.0.0.1/v2/users/7', 'other method of /users/{id}: GET, DELETE'],
  ['GET', 'http://127.0.0.1/v2/users/', 'unknown'],
  ['GET', 'http://127.0.0.1/v2/users/7/8', 'unknown'],
]

describe('the operation of a request', () => {
  for (const [method, url, expected] of cases)
    it(`${method} ${url}`, async () => {
      const servers = [
        { url: 'https://{region}.example.org/{version}', variables: { version: { default: 'v2' } } },
      ]
      const finder = new OperationFinder(
        await describedBy({ openapi: '3.0.3', info: { title: 't', version: '1' }, servers, paths }),
      )
      const found = finder.find(method, url)
      const text =
        found.kind === 'operation'
          ? [
              `${found.operation.method} ${found.operation.path}`,
              ...[...found.pathValues].map(pair => pair.join('=')),
            ].join(' ')
          : found.kind !== 'other-method'
            ? found.kind
            : `other method of ${found.path}: ${found.methods.join(', ')}`
      assert.equal(text, expected)
    })
})
