import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Answer, httpServer, type SeenRequest } from '../../actions/http/testing/http-server.ts'
import { type Ran, runText } from '../../testing/run-text.ts'

const echo: Answer = ({ url, body, method }, response) => {
  response.writeHead(url.startsWith('/missing') ? 404 : 200, {
    'content-type': 'application/json',
    'set-cookie': 'session=s1; Path=/',
  })
  response.end(JSON.stringify({ url, method, body: body.toString() }))
}

/** Runs steps against a server that tells what it was asked; `URL` stands for its address. */
async function run(steps: string): Promise<{ readonly ran: Ran; readonly seen: readonly SeenRequest[] }> {
  await using server = await httpServer(echo)
  const ran = await runText(`suite: A\n${steps}`.replaceAll('URL', server.url))
  return { ran, seen: server.seen }
}

/** Returns the sent request of a step whose other keys are `request`, after a script before it. */
async function sentAfter(script: string, request: string): Promise<SeenRequest> {
  const { ran, seen } = await run(`variables: { name: Ada & Bob }
settings: { headers: { X-Shared: shared } }
steps:
  - ${request.replaceAll('\n', '\n    ')}
    scripts:
      before: |
        ${script}`)
  assert.deepEqual(ran.messages, [])
  return seen[0] as SeenRequest
}

/** The JSON body `{ "to": "{{name}}" }`. */
const jsonStep = 'request: POST URL/a?x={{name}}\nquery: { q: "{{name}}" }\njson: { to: "{{name}}" }'

describe('a script before a request', () => {
  it('that changes nothing changes nothing', async () => {
    const { url, body, headers } = await sentAfter('pm.request.url.toString()', jsonStep)
    assert.equal(url, '/a?x=Ada%20%26%20Bob&q=Ada%20%26%20Bob')
    assert.equal(body.toString(), '{"to":"Ada & Bob"}')
    assert.equal(headers['x-shared'], 'shared')
  })

  it('adds, replaces and removes headers', async () => {
    const { headers } = await sentAfter(
      "pm.request.headers.add({ key: 'X-New', value: '{{name}}' }); pm.request.headers.upsert({ key: 'X-Old', value: '2' }); pm.request.headers.remove('X-Shared')",
      'request: GET URL/a\nheaders: { X-Old: "1", X-Same: s }',
    )
    assert.equal(headers['x-new'], 'Ada & Bob')
    assert.equal(headers['x-old'], '2')
    assert.equal(headers['x-same'], 's')
    assert.equal(headers['x-shared'], undefined)
  })

  it('changes the URL and its query', async () => {
    const added = await sentAfter("pm.request.addQueryParams('page=2')", 'request: GET URL/a?x=1')
    assert.equal(added.url, '/a?x=1&page=2')
    const whole = await sentAfter("pm.request.url = pm.request.url.toString().replace('/a', '/b')", jsonStep)
    assert.match(whole.url, /^\/b\?x=Ada/)
  })

  it('changes the method', async () => {
    const { method, body } = await sentAfter("pm.request.method = 'PUT'", jsonStep)
    assert.equal(method, 'PUT')
    assert.equal(body.toString(), '{"to":"Ada & Bob"}')
  })

  it('changes a body', async () => {
    const script =
      'const body = JSON.parse(pm.request.body.raw); body.more = [1]; pm.request.body.raw = JSON.stringify(body)'
    const { body, headers } = await sentAfter(script, jsonStep)
    assert.equal(body.toString(), '{"to":"Ada & Bob","more":[1]}')
    assert.equal(headers['content-type'], 'application/json')
  })

  it('changes the fields of a form', async () => {
    const { body } = await sentAfter(
      "pm.request.body.urlencoded.add({ key: 'b', value: '2' })",
      'request: POST URL/a\nform: { a: "{{name}}" }',
    )
    assert.equal(body.toString(), 'a=Ada+%26+Bob&b=2')
  })

  it('gives a request a body that has none', async () => {
    const { body } = await sentAfter("pm.request.body = { mode: 'raw', raw: 'hello' }", 'request: POST URL/a')
    assert.equal(body.toString(), 'hello')
  })
})

describe('a script after an answer', () => {
  it('reads what was sent and what came back', async () => {
    const { ran } = await run(`steps:
  - request: POST URL/missing?a=1
    json: { id: 7 }
    validations: [{ status: 404 }]
    scripts:
      after: |
        pm.test('code', () => pm.response.to.have.status(404))
        pm.test('status', () => pm.expect(pm.response.status).to.eql('Not Found'))
        pm.test('header', () => pm.response.to.have.header('Content-Type', 'application/json'))
        pm.test('json', () => pm.expect(pm.response.json().method).to.eql('POST'))
        pm.test('text', () => pm.expect(pm.response.text()).to.include('missing'))
        pm.test('bytes', () => pm.expect(pm.response.stream.length).to.eql(pm.response.text().length))
        pm.test('time', () => pm.expect(pm.response.responseTime).to.be.within(0, 60000))
        pm.test('schema', () => pm.response.to.have.jsonSchema({ type: 'object', required: ['url'] }))
        pm.test('request', () => pm.expect(pm.request.url.query.get('a')).to.eql('1'))
        pm.test('body', () => pm.expect(JSON.parse(pm.request.body.raw).id).to.eql(7))
        pm.test('cookie', () => pm.expect(pm.cookies.get('session')).to.eql('s1'))
        pm.test('info', () => pm.expect(pm.info.requestName).to.match(/^POST/))`)
    assert.deepEqual(ran.messages, [])
    assert.equal(ran.steps[0]?.validations.length, 13)
  })

  it('sees the whole body, however long it is', async () => {
    await using server = await httpServer((_request, response) => response.end('x'.repeat(300_000)))
    const { messages } = await runText(`suite: A
steps:
  - request: GET ${server.url}/
    scripts: { after: "pm.test('all', () => pm.expect(pm.response.text().length).to.eql(300000))" }`)
    assert.deepEqual(messages, [])
  })
})

describe('pm.sendRequest', () => {
  it('sends requests of its own, which count and are shown below the step', async () => {
    const { ran, seen } = await run(`steps:
  - script: |
      const answer = await pm.sendRequest('URL/first')
      pm.test('first', () => pm.expect(answer.json().url).to.eql('/first'))
      pm.sendRequest({ url: 'URL/second', method: 'POST', header: { 'X-A': 'b' }, body: { mode: 'raw', raw: '{"a":1}', options: { raw: { language: 'json' } } } }, (error, response) => {
        pm.test('second', () => pm.expect(response.json().body).to.eql('{"a":1}'))
      })`)
    assert.deepEqual(ran.messages, [])
    const { cookie, ...headers } = seen[1]?.headers ?? {}
    assert.deepEqual(
      [cookie, headers['x-a'], headers['content-type']],
      ['session=s1', 'b', 'application/json'],
    )
    assert.equal(ran.summary.requests, 2)
    assert.match(ran.steps[0]?.steps?.[0]?.name ?? '', /^pm\.sendRequest GET http.*\/first$/)
  })

  it('B5: counts no request that could not be sent', async () => {
    const { ran, seen } = await run(`steps:
  - script: |
      pm.sendRequest({ url: 'URL/first', header: { 'X-A': 'a\\nb' } }, error => {
        pm.test('refused', () => pm.expect(error.message).to.include('line break'))
      })`)
    assert.deepEqual(ran.messages, [])
    assert.equal(seen.length, 0)
    assert.equal(ran.summary.requests, 0)
  })

  it('tells the script why no answer came', async () => {
    const { ran } = await run(`steps:
  - script: |
      pm.sendRequest('http://127.0.0.1:1/', error => {
        pm.test('refused', () => pm.expect(error.message).to.include('ECONNREFUSED'))
      })`)
    assert.equal(ran.outcomes, 'passed')
    assert.equal(ran.steps[0]?.steps?.[0]?.outcome, 'errored')
  })

  it('E4: fails the step for what its callback throws first, and the request is sent with its tests', async () => {
    const { ran, seen } = await run(`steps:
  - request: GET URL/own
    validations: [{ name: is found, status: 200 }]
    scripts:
      before: |
        pm.sendRequest('URL/first', (error, answer) => {
          if (error) throw new Error('a second call')
          answer.json().none.at
        })
      after: pm.test('later', () => pm.expect(pm.info.iteration).to.eql(0))`)
    assert.equal(seen[1]?.url, '/own')
    assert.deepEqual(
      ran.steps[0]?.validations.map(({ name, passed }) => [name, passed]),
      [
        ['is found', true],
        [undefined, false],
        ['later', true],
      ],
    )
    assert.match(ran.messages.join(), /^before script: TypeError: Cannot read properties of undefined/)
  })

  it('knows the credentials that a request of Postman has', async () => {
    const { seen } = await run(`steps:
  - script: |
      await pm.sendRequest({ url: 'URL/', auth: { type: 'basic', basic: [{ key: 'username', value: 'ada' }, { key: 'password', value: 'pw' }] } })`)
    assert.equal(seen[0]?.headers.authorization, `Basic ${Buffer.from('ada:pw').toString('base64')}`)
  })
})

describe('pm.cookies.jar', () => {
  it('sets, reads and removes the cookies of the pass', async () => {
    const { ran, seen } = await run(`steps:
  - script: |
      const jar = pm.cookies.jar()
      await jar.set('URL/', 'theme', 'dark')
      const value = await jar.get('URL/', 'theme')
      pm.test('is there', () => pm.expect(value).to.eql('dark'))
  - request: GET URL/
  - script: |
      await pm.cookies.jar().clear('URL/')
  - request: GET URL/`)
    assert.deepEqual(ran.messages, [])
    assert.deepEqual(
      seen.map(({ headers }) => headers.cookie),
      ['theme=dark', undefined],
    )
  })
})
