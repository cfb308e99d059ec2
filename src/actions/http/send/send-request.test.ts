import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import type { ActionContext } from '../../action.ts'
import { httpServer, type Answer } from '../testing/http-server.ts'
import { exchange, failure } from '../testing/perform.ts'

const follow = (limit: JsonValue = true, more: JsonObject = {}): Partial<ActionContext> => ({
  settings: { transport: { 'follow-redirects': limit, ...more } },
})

/** Answers `/STATUS/path` with that status and a redirect to `/path`, and everything else with 200. */
const redirecting: Answer = ({ url }, response) => {
  const [, status, rest = ''] = /^\/(30\d)(\/.*)$/.exec(url) ?? []
  if (status === undefined) response.end('arrived')
  else response.writeHead(Number(status), { location: rest }).end()
}

describe('redirects', () => {
  it('are answers unless they are to be followed', async () => {
    await using server = await httpServer(redirecting)
    const { response, redirects } = await exchange({ request: `GET ${server.url}/302/there` })
    assert.deepEqual([response.status, redirects], [302, undefined])
  })

  it('are followed one after the other, and the chain is kept', async () => {
    await using server = await httpServer(redirecting)
    const { request, response, redirects } = await exchange(
      { request: `GET ${server.url}/301/302/307/there?a=1` },
      follow(),
    )
    assert.equal(response.body.text(), 'arrived')
    assert.equal(request.summary, `GET ${server.url}/there?a=1`)
    assert.deepEqual(
      redirects?.map(({ status, location }) => [status, location]),
      [
        [301, '/302/307/there?a=1'],
        [302, '/307/there?a=1'],
        [307, '/there?a=1'],
      ],
    )
  })

  for (const [status, method, then] of [
    [301, 'POST', 'GET'],
    [302, 'POST', 'GET'],
    [303, 'PUT', 'GET'],
    [303, 'HEAD', 'HEAD'],
    [301, 'PUT', 'PUT'],
    [302, 'QUERY', 'QUERY'],
    [303, 'QUERY', 'GET'],
    [302, 'PROPFIND', 'PROPFIND'],
    [303, 'SEARCH', 'GET'],
    [307, 'POST', 'POST'],
    [308, 'PATCH', 'PATCH'],
  ] as const)
    it(`${status} turns ${method} into ${then}`, async () => {
      await using server = await httpServer(redirecting)
      await exchange({ request: `${method} ${server.url}/${status}/x`, text: 'body' }, follow())
      const { method: sent, body, headers } = server.seen[1] ?? assert.fail('nothing followed')
      const keeps = method === then
      assert.deepEqual([sent, body.toString()], [then, keeps ? 'body' : ''])
      assert.equal(headers['content-type'] === undefined, !keeps)
    })

  it('C3: lose credentials and cookies of the step on the way to another origin', async () => {
    await using other = await httpServer()
    await using server = await httpServer((_, response) =>
      response.writeHead(302, { location: `${other.url}/b` }).end(),
    )
    const headers = { cookie: 'a=1', 'x-plain': 'kept', 'proxy-authorization': 'Basic YTpi' }
    await exchange(
      {
        request: `GET ${server.url}/a`,
        headers,
        auth: { 'api-key': { header: 'X-Api-Key', value: 'secret' } },
      },
      follow(),
    )
    assert.equal(server.seen[0]?.headers['x-api-key'], 'secret')
    const { headers: seen } = other.seen[0] ?? assert.fail('nothing followed')
    assert.deepEqual([seen['x-api-key'], seen['cookie'], seen['x-plain']], [undefined, undefined, 'kept'])
    assert.equal(server.seen[0].headers['proxy-authorization'], 'Basic YTpi')
    assert.equal(seen['proxy-authorization'], undefined)
    assert.equal(seen['host'], new URL(other.url).host)
  })

  it('keep credentials within an origin', async () => {
    await using server = await httpServer(redirecting)
    await exchange({ request: `GET ${server.url}/302/x`, auth: { bearer: 'token' } }, follow())
    assert.equal(server.seen[1]?.headers.authorization, 'Bearer token')
  })

  it('in a circle end at the limit', async () => {
    await using server = await httpServer((_, response) => response.writeHead(302, { location: '/' }).end())
    const { kind, message } = await failure({ request: `GET ${server.url}/` }, follow(3))
    assert.equal(kind, 'Network Error')
    assert.match(message, /^4 redirects, more than follow-redirects allows; the last was from .*\/ to \/$/)
    assert.equal(server.seen.length, 4)
  })

  it('are told of a request that failed on the way, too', async () => {
    const dead = 'http://127.0.0.1:1/'
    await using server = await httpServer(({ url }, response) =>
      response.writeHead(302, { location: url === '/a' ? '/b' : dead }).end(),
    )
    const ways = async (limit: number | true): Promise<unknown> => {
      const { redirects, request } = await failure({ request: `GET ${server.url}/a` }, follow(limit))
      return [redirects?.map(({ url, status }) => `${url.slice(server.url.length)} ${status}`), request?.url]
    }
    assert.deepEqual(await ways(true), [['/a 302', '/b 302'], dead])
    assert.deepEqual(await ways(1), [['/a 302'], `${server.url}/b`])
  })

  it('to somewhere that is no web address are a failure', async () => {
    await using server = await httpServer((_, response) =>
      response.writeHead(302, { location: 'ftp://x/' }).end(),
    )
    const { message } = await failure({ request: `GET ${server.url}/` }, follow())
    assert.match(
      message,
      /answered 302 with location "ftp:\/\/x\/", which is no http or https URL with a host$/,
    )
  })

  it('share the time limit of the step', async () => {
    await using server = await httpServer(({ url }, response) => {
      if (url === '/') setTimeout(() => response.writeHead(302, { location: '/never' }).end(), 50)
    })
    const { message } = await failure({ request: `GET ${server.url}/` }, { ...follow(), timeout: 400 })
    assert.match(message, /no answer within 400 ?ms/)
  })
})
