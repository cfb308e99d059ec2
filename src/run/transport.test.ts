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

describe('a redirect to where nothing listens', () => {
  it('is in the report of the step, with the request that failed', async () => {
    await using server = await httpServer((_, response) =>
      response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    )
    const { steps } = await runText(
      `suite: A\nsettings: { follow-redirects: true }\nsteps: [{ request: GET ${server.url}/ }]`,
    )
    const { redirects, request } = steps[0]?.exchange ?? {}
    assert.deepEqual([redirects?.[0]?.url, request?.url], [`${server.url}/`, 'http://127.0.0.1:1/'])
  })
})

describe('a tls that verifies nothing', () => {
  it('is warned of on every run, wherever it is said', async () => {
    await using server = await httpServer()
    const step = `request: GET ${server.url}/`
    const files = { 'apitest.config.yaml': 'settings: { tls: { verify: false } }' }
    const warnings = ({ events }: Awaited<ReturnType<typeof runText>>): readonly string[] =>
      events.flatMap(event =>
        event.type === 'problem' ? [`${event.problem.severity} ${event.problem.code}`] : [],
      )
    const inSuite = await runText(`suite: A\nsteps: [{ ${step}, tls: { verify: false } }]`)
    assert.equal(inSuite.outcomes, 'passed')
    assert.deepEqual(warnings(inSuite), ['warning unverified-tls'])
    const inConfiguration = await runText(`suite: A\nsteps: [{ ${step} }]`, { files })
    assert.deepEqual(warnings(inConfiguration), ['warning unverified-tls'])
    assert.deepEqual(warnings(await runText(`suite: A\nsteps: [{ ${step} }]`)), [])
  })
})

describe('the secrets of a way', () => {
  it('are in no event: the password of a proxy, the passphrase of a key', async () => {
    await using server = await httpServer(({ headers }, response) => response.end(JSON.stringify(headers)))
    const text = `suite: A
variables: { password: correct-horse, phrase: battery-staple }
settings: { proxy: 'http://ada:{{password}}@127.0.0.1:1', stop-on-failure: false }
steps:
  - request: GET ${server.url}/{{password}}
  - { request: 'GET ${server.url}/', proxy: none, headers: { x-phrase: "{{phrase}}" } }
  - { request: 'GET ${server.url}/', tls: { pfx: a.p12, passphrase: '{{phrase}}' } }
  - { request: 'GET ${server.url}/', proxy: { url: 'http://ada:plain-horse@127.0.0.1:1' }, headers: { x-a: plain-horse } }`
    const { events, outcomes } = await runText(text, { files: { 'a.p12': 'nothing' } })
    assert.equal(outcomes, 'errored passed errored errored')
    const told = JSON.stringify(events)
    const encoded = Buffer.from('ada:correct-horse').toString('base64')
    for (const secret of ['correct-horse', 'battery-staple', 'plain-horse', encoded])
      assert.ok(!told.includes(secret), `${secret} is told`)
  })
})
