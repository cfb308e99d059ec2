import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { runText } from '../testing/run-text.ts'

/** Returns the request id that came in, except under /lost. */
const echoing = () =>
  httpServer(({ url, headers }, response) => {
    const id = headers['x-request-id']
    if (typeof id === 'string' && !url.startsWith('/lost')) response.setHeader('X-Request-ID', id)
    response.end()
  })

describe('correlation', () => {
  it('sends one id on every request of a run, files of their own included', async () => {
    await using server = await echoing()
    const step = `request: GET ${server.url}/`
    const text = `suite: A
settings: { correlation: { header: X-Request-ID, echo: true } }
steps: [{ ${step}, retry: { attempts: 2 } }, { ${step} }, { use: b.apitest.yaml }]`
    const files = {
      'b.apitest.yaml': `suite: B\nsettings: { correlation: { header: X-Request-ID } }\nsteps: [{ ${step} }]`,
    }
    const { outcomes } = await runText(text, { files })
    assert.equal(outcomes, 'passed passed passed')
    const ids = server.seen.map(({ headers }) => headers['x-request-id'])
    assert.equal(ids.length, 3)
    assert.equal(new Set(ids).size, 1)
    assert.match(String(ids[0]), /^[0-9a-f-]{36}$/)
  })

  it('fails the step whose answer lost the id, only when the echo is asked for', async () => {
    await using server = await echoing()
    const suite = (echo: boolean): string => `suite: A
settings: { stop-on-failure: false, correlation: { header: X-Request-ID, echo: ${echo} } }
steps: [{ request: GET ${server.url}/lost }, { request: GET ${server.url}/ }]`
    assert.equal((await runText(suite(false))).outcomes, 'passed passed')
    const { outcomes, messages } = await runText(suite(true))
    assert.equal(outcomes, 'failed passed')
    assert.match(
      messages.join(),
      /^header x-request-id: Expected equals [0-9a-f-]{36}, got nothing: the correlation id was lost at this hop$/,
    )
  })

  it('leaves a header that the step sets itself, and expects that one back', async () => {
    await using server = await echoing()
    const { outcomes } = await runText(`suite: A
settings: { correlation: { header: X-Request-ID, echo: true } }
steps: [{ request: GET ${server.url}/, headers: { x-request-id: mine } }]`)
    assert.equal(outcomes, 'passed')
    assert.equal(server.seen[0]?.headers['x-request-id'], 'mine')
  })
})

describe('the nearest word on how requests travel', () => {
  it('is that of the step, then the suite, then the configuration', async () => {
    await using server = await httpServer(({ url }, response) =>
      url === '/there' ? response.end() : response.writeHead(302, { location: '/there' }).end(),
    )
    const text = `suite: A
settings: { follow-redirects: true }
steps:
  - { request: GET ${server.url}/, validations: [{ status: 200 }] }
  - { request: GET ${server.url}/, follow-redirects: false, validations: [{ status: 302 }] }`
    const files = { 'apitest.config.yaml': 'settings: { follow-redirects: false, cookies: false }' }
    const { outcomes, steps } = await runText(text, { files })
    assert.equal(outcomes, 'passed passed')
    assert.equal(steps[0]?.exchange?.redirects?.length, 1)
  })

  it('keeps cookies for one pass: a data row begins without those of the row before', async () => {
    await using server = await httpServer((_, response) => response.setHeader('set-cookie', 'a=1').end())
    const step = `request: "GET ${server.url}/{{n}}"`
    await runText(`suite: A\ndata: [{ n: 1 }, { n: 2 }]\nsteps: [{ ${step} }, { ${step} }]`)
    const seen = server.seen.map(({ headers }) => headers.cookie)
    assert.deepEqual(seen, [undefined, 'a=1', undefined, 'a=1'])
  })
})
