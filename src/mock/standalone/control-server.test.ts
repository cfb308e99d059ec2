import assert from 'node:assert/strict'
import { request } from 'node:http'
import { describe, it } from 'node:test'
import { type ServedHere, serveHere } from './testing/serve-here.ts'

/** Asks the control as a browser, or whoever, might. */
function ask(
  { control }: ServedHere,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<{
  readonly status: number
  readonly text: string
  readonly headers: NodeJS.Dict<string | string[]>
}> {
  return new Promise((resolve, reject) => {
    const asked = request(control.url + target, { method, headers, agent: false }, response => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text, headers: response.headers })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

describe('the control of mocks that run on their own', () => {
  it('answers who knows the token, and nobody else', () =>
    serveHere('      - { route: GET /api/mocks, answer: { text: of the mock } }', async served => {
      const { token, url } = served.control
      const known = { authorization: `Bearer ${token}` }
      const host = new URL(url).host
      const cases: readonly (readonly [Readonly<Record<string, string>>, number])[] = [
        [known, 200],
        [{ ...known, origin: url, 'sec-fetch-site': 'same-origin' }, 200],
        [{}, 401],
        [{ authorization: `Bearer ${token.slice(1)}x` }, 401],
        [{ authorization: `Bearer ${token}x` }, 401],
        [{ authorization: token }, 401],
        // DNS rebinding: the name of somebody else leads here.
        [{ ...known, host: 'evil.example' }, 403],
        [{ ...known, host: `localhost:${new URL(url).port}` }, 403],
        [{ ...known, origin: 'https://evil.example' }, 403],
        [{ ...known, origin: 'null' }, 403],
        [{ ...known, 'sec-fetch-site': 'cross-site' }, 403],
        [{ ...known, host }, 200],
      ]
      for (const [headers, status] of cases)
        for (const [target, method] of [['/api/mocks'], ['/api/stop?mock=none', 'POST']] as const)
          assert.equal((await ask(served, target, headers, method)).status, status, JSON.stringify(headers))
      assert.equal((await ask(served, '/', { host: 'evil.example' })).status, 403)
      assert.equal((await ask(served, '/api/stop', known)).status, 404, 'a link stops nothing')
      assert.equal(await (await fetch(`${served.url}/api/mocks`)).text(), 'of the mock')
      assert.equal((await fetch(`${served.url}/api/calls`)).status, 404)
    }))

  it('serves a page that holds nothing, and may do nothing else', () =>
    serveHere('      - { route: GET /a }', async served => {
      const { status, text, headers } = await ask(served, '/')
      assert.equal(status, 200)
      assert.ok(!text.includes(served.control.token) && !text.includes(served.url))
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none'; .*frame-ancestors 'none'/,
      )
      assert.equal(headers['cache-control'], 'no-store')
    }))

  it('tells calls without what came as credentials', () =>
    serveHere('      - { route: POST /a, answer: { text: yes } }', async served => {
      await fetch(`${served.url}/a?api_key=open-sesame&page=2`, {
        method: 'POST',
        headers: { authorization: 'Bearer tell-nobody', cookie: 'session=hush-hush' },
        body: JSON.stringify({ echo: 'open-sesame', other: 'said' }),
      })
      const known = { authorization: `Bearer ${served.control.token}` }
      for (const target of ['/api/calls?mock=shop', '/api/call?mock=shop&number=1']) {
        const { text } = await ask(served, target, known)
        assert.doesNotMatch(text, /sesame|tell-nobody|hush/, target)
        assert.match(text, /said/)
      }
      assert.equal((await ask(served, '/api/call?mock=shop&number=99', known)).status, 410)
      assert.equal((await ask(served, '/api/calls?mock=none', known)).status, 404)
      assert.equal((await ask(served, '/api/calls?mock=shop&route=GET%20/b', known)).status, 404)
    }))
})
