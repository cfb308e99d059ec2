import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../../model/json.ts'
import { RunResources } from '../../resources.ts'
import { httpServer, type Answer } from '../testing/http-server.ts'
import { exchange } from '../testing/perform.ts'

const setting: Answer = ({ url }, response) => {
  const lines: Record<string, string[]> = {
    '/login': ['session=s1; Path=/; HttpOnly', 'theme=dark; Path=/account'],
    '/other-host': ['x=1; Domain=example.com'],
    '/logout': ['session=; Max-Age=0; Path=/'],
    '/broken': ['=', 'a'],
  }
  response.writeHead(200, { 'set-cookie': lines[url] ?? [] }).end()
}

interface Sent {
  readonly path: string
  readonly headers?: JsonObject
  readonly transport?: JsonObject
}

/** Sends requests in one pass, and tells the cookie header of each. */
async function cookies(inputs: readonly Sent[]): Promise<readonly (string | undefined)[]> {
  await using server = await httpServer(setting)
  const session = new RunResources()
  for (const { path, headers = {}, transport = {} } of inputs)
    await exchange({ request: `GET ${server.url}${path}`, headers }, { session, settings: { transport } })
  return server.seen.map(({ headers }) => headers.cookie)
}

describe('cookies', () => {
  it('are sent back where they belong', async () => {
    assert.deepEqual(
      await cookies([
        { path: '/login' },
        { path: '/' },
        { path: '/account/x' },
        { path: '/logout' },
        { path: '/' },
      ]),
      [undefined, 'session=s1', 'theme=dark; session=s1', 'session=s1', undefined],
    )
  })

  it('of another host, and malformed ones, are not kept', async () => {
    assert.deepEqual(await cookies([{ path: '/other-host' }, { path: '/broken' }, { path: '/' }]), [
      undefined,
      undefined,
      undefined,
    ])
  })

  it('give way to a cookie header of the step', async () => {
    const own = { path: '/', headers: { Cookie: 'own=1' } }
    assert.deepEqual(await cookies([{ path: '/login' }, own]), [undefined, 'own=1'])
  })

  it('are put in front of those of the step where it says so', async () => {
    const own = { path: '/', headers: { Cookie: 'own=1' }, transport: { cookies: 'added' } }
    const none = { path: '/', headers: { Cookie: null }, transport: { cookies: 'added' } }
    const sent = await cookies([own, { path: '/login' }, own, none, { ...own, headers: { Cookie: '' } }])
    assert.deepEqual(sent, ['own=1', undefined, 'session=s1; own=1', undefined, 'session=s1'])
  })

  it('stay behind where the step leaves the header out', async () => {
    const none = { path: '/', headers: { Cookie: null } }
    const sent = await cookies([{ path: '/login' }, none, { path: '/' }])
    assert.deepEqual(sent, [undefined, undefined, 'session=s1'])
  })

  it('are neither kept nor sent when they are off', async () => {
    const off = { transport: { cookies: false } }
    assert.deepEqual(await cookies([{ path: '/login', ...off }, { path: '/' }]), [undefined, undefined])
    assert.deepEqual(await cookies([{ path: '/login' }, { path: '/', ...off }]), [undefined, undefined])
  })

  it('set on the way of a redirect are sent with the next request', async () => {
    await using server = await httpServer(({ url }, response) =>
      url === '/'
        ? response.writeHead(303, { location: '/home', 'set-cookie': 'session=s1' }).end()
        : response.end(),
    )
    await exchange(
      { request: `POST ${server.url}/` },
      { settings: { transport: { 'follow-redirects': true } } },
    )
    assert.equal(server.seen[1]?.headers.cookie, 'session=s1')
  })
})
