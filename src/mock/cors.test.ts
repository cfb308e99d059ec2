import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { browserTest } from '../testing/browser.ts'
import { withMock } from './testing/with-mock.ts'

const origin = 'http://shop.example'

function preflight(url: string, more: Readonly<Record<string, string>> = {}): Promise<Response> {
  const headers = { origin, 'access-control-request-method': 'DELETE', ...more }
  return fetch(url, { method: 'OPTIONS', headers })
}

/** The CORS headers of a response. */
function said({ headers }: Response): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].filter(([name]) => /^access-control|^vary$/.test(name)))
}

const allowing = {
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  vary: 'Origin',
}

describe('a mock for pages of all origins', () => {
  it('allows preflights what they ask for, which are no calls, unless a route for OPTIONS answers', () =>
    withMock(
      `cors: true
routes:
  - { route: 'ANY /a/{id}', answer: { text: any } }
  - { route: OPTIONS /own, answer: { status: 200, headers: { allow: GET } } }`,
      async mock => {
        for (const place of ['/a/1', '/nowhere']) {
          const answer = await preflight(mock.url + place, {
            'access-control-request-headers': 'x-a, x-b',
            'access-control-request-private-network': 'true',
          })
          assert.equal(answer.status, 204)
          assert.deepEqual(said(answer), {
            ...allowing,
            'access-control-allow-methods': 'DELETE',
            'access-control-allow-headers': 'x-a, x-b',
            'access-control-allow-private-network': 'true',
          })
        }
        assert.equal(mock.journal.count(), 0)
        assert.equal((await preflight(`${mock.url}/own`)).status, 200)
        const plain = await fetch(`${mock.url}/a/1`, { method: 'OPTIONS', headers: { origin } })
        assert.equal(await plain.text(), 'any')
        assert.equal(mock.journal.count(), 2)
      },
    ))

  it('says in answers who may read them, unless they say it themselves', () =>
    withMock(
      `cors: true
routes:
  - { route: GET /, answer: { json: 1, headers: { x-a: '1', vary: Accept } } }
  - { route: GET /own, answer: { headers: { Access-Control-Allow-Origin: '*', x-a: '1' } } }`,
      async ({ url }) => {
        const ask = (place: string): Promise<Response> => fetch(url + place, { headers: { origin } })
        assert.deepEqual(said(await ask('/')), {
          ...allowing,
          vary: 'Accept, Origin',
          'access-control-expose-headers': 'content-type, x-a, vary',
        })
        assert.deepEqual(said(await ask('/own')), { 'access-control-allow-origin': '*' })
        assert.equal((await ask('/nowhere')).headers.get('access-control-allow-origin'), origin)
        assert.deepEqual(said(await fetch(url)), { vary: 'Accept' })
      },
    ))

  it('answers preflights as a description does that has them, and else itself', () =>
    withMock(
      'cors: true\nspec: api.json',
      async ({ url }) => {
        assert.equal((await preflight(`${url}/a`)).status, 200)
        assert.equal((await preflight(`${url}/b`)).status, 204)
      },
      {
        'api.json': JSON.stringify({
          openapi: '3.1.0',
          info: { title: 'A', version: '1' },
          paths: {
            '/a': { options: { responses: { '200': { description: 'D' } } } },
            '/b': { get: { responses: { '200': { description: 'D' } } } },
          },
        }),
      },
    ))
})

browserTest('a page of another origin reads what a mock answers that allows it, and nothing else', browser =>
  withMock('routes: [{ route: GET /, answer: { html: <p>page } }]', shop =>
    withMock(
      'cors: true\nroutes: [{ route: PUT /a, answer: { json: { n: 7 }, headers: { x-own: b } } }]',
      open =>
        withMock('routes: [{ route: PUT /a, answer: { json: { n: 7 } } }]', async closed => {
          const page = await browser.newPage()
          await page.goto(shop.url)
          const ask = (url: string): Promise<string> =>
            page.evaluate(
              `fetch('${url}/a', { method: 'PUT', credentials: 'include', headers: { 'x-a': '1', 'content-type': 'application/json' }, body: '{}' })
              .then(async answer => answer.headers.get('x-own') + (await answer.text()), error => error.name)`,
            )
          assert.equal(await ask(open.url), 'b{"n":7}')
          assert.equal(await ask(closed.url), 'TypeError')
          assert.deepEqual(
            open.received().map(({ method }) => method),
            ['PUT'],
          )
          await page.close()
        }),
    ),
  ),
)
