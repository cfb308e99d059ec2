import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

type Files = Readonly<Record<string, string>>

const orders = `@token = 7

### Sign in
# @name login
POST {{host}}/login

### Orders
GET {{host}}/orders/{{login.response.body.$.id}}
X-Secret: {{password}}

> {%
    client.test("fine", () => client.assert(response.status === 200));
%}
`

const files: Files = {
  'orders.http': orders,
  'http-client.env.json': '{ "local": { "host": "URL" } }',
  'http-client.private.env.json': '{ "local": { "password": "secret-word" } }',
}

/** Runs a command line in a folder of files in which `URL` is a server that answers with ids. */
async function inPlace(line: string, more: Files = {}, status = 200, answer = '{"id": 12}') {
  await using server = await httpServer((request, response) => {
    response.statusCode = request.url.startsWith('/orders') ? status : 200
    response.setHeader('content-type', 'application/json').end(answer)
  })
  const written = Object.fromEntries(
    Object.entries({ ...files, ...more }).map(([name, text]) => [name, text.replaceAll('URL', server.url)]),
  )
  return await withFolder(written, async folder => {
    const ran = await runLine(folder, line.replaceAll('URL', server.url).split(' '))
    const printed = ran.output + ran.errors
    const stored = await storedIn(path.join(folder, '.tool'))
    return {
      ...ran,
      printed,
      stored,
      sent: server.seen.map(one => `${one.method} ${one.url}`),
      seen: server.seen,
    }
  })
}

/** All texts that a run has left. */
async function storedIn(folder: string): Promise<string> {
  if (!existsSync(folder)) return ''
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile())
  const texts = files.map(entry => readFile(path.join(entry.parentPath, entry.name), 'utf8'))
  return (await Promise.all(texts)).join('\n')
}

describe('a file of requests that runs where it lies', () => {
  for (const line of [
    'orders.http --env local',
    '. --env local',
    '*.http --env local',
    '--env local -c apitest.config.yaml',
  ])
    it(`runs by "${line}"`, async () => {
      const configuration: Files = line.startsWith('--')
        ? { 'apitest.config.yaml': 'suites: ["*.http"]\n' }
        : {}
      const { exitCode, output, sent, seen } = await inPlace(line, configuration)
      assert.equal(exitCode, 0, output)
      assert.deepEqual(sent, ['POST /login', 'GET /orders/12'])
      assert.equal(seen[1]?.headers['x-secret'], 'secret-word')
      assert.doesNotMatch(output, /secret-word/)
    })

  it('runs beside others of which some are left out', async () => {
    const more = {
      'apitest.config.yaml': 'suites: ["*.http", "!slow*.http", "suites/"]\nenvironments: { local: {} }\n',
      'slow.http': 'GET URL/slow\n',
      'suites/a.apitest.yaml': 'suite: A\nsteps: [{ request: "GET URL/suite" }]\n',
    }
    const { exitCode, sent, printed } = await inPlace('--env local --workers 1', more)
    assert.equal(exitCode, 0, printed)
    assert.deepEqual(sent, ['POST /login', 'GET /orders/12', 'GET /suite'])
  })

  it('has the environment beside it, and none of another file or folder', async () => {
    const more: Files = Object.fromEntries(
      ['x', 'y'].flatMap(name => [
        [`${name}/r.http`, 'GET URL/{{who}}?k={{pw}}\n'],
        [`${name}/http-client.env.json`, `{ "local": { "who": "${name}" } }`],
        [`${name}/http-client.private.env.json`, `{ "local": { "pw": "of-${name}", "count": 5 } }`],
      ]),
    )
    const { exitCode, sent, printed } = await inPlace('x y --env local --workers 1', more)
    assert.equal(exitCode, 0, printed)
    assert.deepEqual(sent, ['GET /x?k=of-x', 'GET /y?k=of-y'])
    const suite = { ...more, 'n.apitest.yaml': 'suite: N\nsteps: [{ request: "GET URL/{{who}}" }]\n' }
    const beside = await inPlace('x/r.http n.apitest.yaml --env local', suite)
    assert.deepEqual([beside.exitCode, beside.sent], [2, []])
    assert.match(beside.printed, /no environment "local"\n.*Only x\/r\.http has it\./)
    const known = { ...suite, 'apitest.config.yaml': 'environments: { local: {} }\n' }
    const both = await inPlace('x/r.http n.apitest.yaml --env local', known)
    assert.deepEqual([both.exitCode, both.sent], [2, []])
    assert.match(both.printed, /nothing sets the variable "who"/)
  })

  it('has what the configuration says in its environment of that name, secrets of a private file or not', async () => {
    const configuration = 'environments: { local: { variables: { password: of-the-project } } }\n'
    const { exitCode, seen, printed } = await inPlace('orders.http --env local', {
      'apitest.config.yaml': configuration,
    })
    assert.equal(exitCode, 0, printed)
    assert.equal(seen[1]?.headers['x-secret'], 'of-the-project')
  })

  it('leaves the environments of suites beside it to their configuration', async () => {
    const more: Files = {
      'p/apitest.config.yaml': 'variables: { base: URL }\n',
      'p/a.apitest.yaml': 'suite: A\nsteps: [{ request: "GET {{base}}/suite" }]\n',
    }
    const { exitCode, sent, printed } = await inPlace('orders.http p --env local', more)
    assert.deepEqual([exitCode, sent], [2, []])
    assert.match(printed, /no environment "local" in p\/apitest\.config\.yaml/)
  })

  it('gives its scripts the environment, by whatever name they ask', async () => {
    const script = `< {% for (const name of ["ho" + "st"]) request.variables.set("to", request.environment.get(name)) %}\n`
    const more = { 'asks.http': `${script}GET {{to}}/asked\n` }
    const { exitCode, sent, printed } = await inPlace('asks.http --env local', more)
    assert.equal(exitCode, 0, printed)
    assert.deepEqual(sent, ['GET /asked'])
  })

  it('is told where in its environments something is wrong, without the line', async () => {
    const pin = await inPlace('check orders.http --env local', {
      'http-client.private.env.json': '{ "local": {\n  "password": "42" } }',
    })
    assert.equal(pin.exitCode, 0)
    assert.match(
      pin.printed,
      /http-client\.private\.env\.json:2:3 {2}warning secret-too-short {2}the secret "password"/,
    )
    for (const [text, place] of [
      ['{ "local": { "password": "hunter22"', '1:36'],
      ['{ "local": { "password": "hunter22" },\n  "local": {} }', '2:3'],
    ] as const) {
      const more = { 'http-client.private.env.json': text }
      const { exitCode, printed } = await inPlace('orders.http --env local --var password=secret', more)
      assert.equal(exitCode, 2)
      assert.match(printed, new RegExp(`http-client\\.private\\.env\\.json:${place} {2}error import-loss`))
      assert.doesNotMatch(printed, /hunter22/)
    }
  })

  it('is trusted where nothing takes it out again, wherever links lead', async () => {
    const reads = { 'bad/x.http': 'POST URL/login\n\n{{$processEnv HOME}}\n' }
    for (const trusted of ['["**/*.http", "!bad/**"]', '["!bad/*.http", "bad/*.http"]']) {
      const more = { ...reads, 'apitest.config.yaml': `trusted: ${trusted}\n` }
      const { exitCode, sent, printed } = await inPlace('bad/x.http', more)
      assert.deepEqual([exitCode, sent], [2, []], printed)
      assert.match(printed, /import-not-allowed/)
    }
  })

  it('passes over no large file, and loses no check', async () => {
    const more = {
      'orders.http': 'GET URL/login\n',
      'big.http': `GET URL/login\n\n${'x'.repeat(11_000_000)}\n`,
    }
    const big = await inPlace('*.http', more)
    assert.deepEqual([big.exitCode, big.sent.length], [0, 2], big.printed.slice(0, 2000))
    const below = await inPlace('orders.http', { 'orders.http': 'GET URL/login\n?? status == 404\n' })
    assert.deepEqual([below.exitCode, below.sent], [1, ['GET /login']], below.printed)
    const apart = { 'orders.http': 'run ./a.http\n\n### x\nGET URL/login\n' }
    const lost = await inPlace('orders.http', apart)
    assert.deepEqual([lost.exitCode, lost.sent], [2, []])
    assert.match(lost.printed, /import-loss {2}run \.\/a\.http is not carried out/)
  })

  it('fails at the lines of its requests, of which one can be chosen', async () => {
    const failed = await inPlace('orders.http --env local', {}, 500)
    assert.equal(failed.exitCode, 1)
    assert.match(failed.output, /orders\.http:11:1\n\s+11 │ > \{%/)
    assert.match(failed.output, /fine/)
    for (const line of [3, 4, 5]) {
      const { exitCode, sent } = await inPlace(`orders.http:${line} --env local`)
      assert.deepEqual([exitCode, sent], [0, ['POST /login']])
    }
    const titled = await inPlace('orders.http:7 --env local')
    assert.deepEqual([titled.exitCode, titled.sent], [0, ['POST /login', 'GET /orders/12']])
    const none = await inPlace('orders.http:1 --env local')
    assert.match(none.printed, /line 1 is in no step: the first is at 5/)
  })

  it('is checked, listed and put under load, and never written', async () => {
    const checked = await inPlace('check orders.http --env local')
    assert.deepEqual([checked.exitCode, checked.sent], [0, []], checked.errors)
    const listed = await inPlace('orders.http --env local --list')
    assert.match(listed.output, /Sign in[^]*Orders/)
    const load = await inPlace('load orders.http --env local --requests 4 --callers 1')
    assert.equal(load.sent.length, 4, load.errors)
    const { printed, exitCode } = await inPlace('fmt orders.http')
    assert.equal(exitCode, 2)
    assert.match(printed, /orders\.http is a file of requests/)
  })

  it('stores nothing but the history of its calls', async () => {
    const { output, errors } = await withFolder({}, async folder => {
      await writeFile(path.join(folder, 'a.http'), 'GET http://127.0.0.1:9/\n')
      await runLine(folder, ['a.http'])
      return runLine(folder, ['collections', 'list'])
    })
    assert.doesNotMatch(output + errors, /GET|\ba\b \(/)
  })

  it('in a folder with the name of what is saved is told apart from that', () =>
    withFolder({ 'shop/a.http': 'GET http://127.0.0.1:9/\n' }, async folder => {
      await runLine(folder, ['import', 'shop'])
      for (const line of ['run shop', 'shop', 'check shop', 'compile shop --to hurl']) {
        const { exitCode, output, errors } = await runLine(folder, line.split(' '))
        assert.equal(exitCode, 2)
        assert.match(output + errors, /Write \.\/shop for the folder, and 'shop#1' for what is saved/)
      }
      for (const line of [
        'run ./shop --list',
        'run shop/ --list',
        'run shop#1 --list',
        'compile shop#1 --to hurl -o out',
      ]) {
        const { exitCode, output, errors } = await runLine(folder, line.split(' '))
        assert.equal(exitCode, 0, output + errors)
      }
    }))

  it('reads of the process and of other folders what it is allowed', async () => {
    const reads = { 'orders.http': 'GET {{host}}/login\nX-Key: {{$processEnv HOME}}\n' }
    const refused = await inPlace('orders.http --env local', reads)
    assert.deepEqual([refused.exitCode, refused.sent], [2, []])
    assert.match(refused.printed, /orders\.http:1:1 {2}error import-not-allowed/)
    for (const [line, more] of [
      ['orders.http --env local --allow env.HOME', {}],
      ['orders.http --env local', { 'apitest.config.yaml': 'trusted: ["*.http"]\n' }],
    ] as const) {
      const { exitCode, output, errors } = await inPlace(line, { ...reads, ...more })
      assert.equal(exitCode, 0, output + errors)
    }
    const outside = { 'api/orders.http': 'POST URL/login\n\n< ../http-client.env.json\n' }
    const { exitCode, printed } = await inPlace('api/orders.http', outside)
    assert.equal(exitCode, 2)
    assert.match(printed, /api\/orders\.http:1:1 {2}error import-not-allowed {2}this reads the file/)
  })

  it('is refused where something of it cannot be carried out, unless losses are allowed', async () => {
    const lost = { 'orders.http': '# @loop for 3\nGET {{host}}/login\n' }
    const refused = await inPlace('orders.http --env local', lost)
    assert.deepEqual([refused.exitCode, refused.sent], [2, []])
    assert.match(refused.printed, /orders\.http:2:1 {2}error import-loss {2}# @loop for 3 is not carried out/)
    const allowed = await inPlace('orders.http --env local --allow-losses', lost)
    assert.deepEqual([allowed.exitCode, allowed.sent], [0, ['GET /login']], allowed.errors)
    assert.match(allowed.printed, /warning import-loss/)
  })

  it('has the configuration nearest to it, and runs beside suites', async () => {
    const more = {
      'one/apitest.config.yaml': 'variables: { where: one }\n',
      'one/a.http': 'GET URL/{{where}}\n',
      'two/apitest.config.yaml': 'variables: { where: two }\n',
      'two/b.apitest.yaml': 'suite: B\nsteps: [{ request: "GET URL/{{where}}" }]\n',
    }
    const { exitCode, sent, output, errors } = await inPlace('one/a.http two --workers 1', more)
    assert.equal(exitCode, 0, output + errors)
    assert.deepEqual(sent.toSorted(), ['GET /one', 'GET /two'])
  })

  it('sends the requests that do not need a variable from elsewhere', async () => {
    const text = '@id = {{id}}\n\n### A\nGET URL/a\n\n### B\nGET URL/b/{{id}}\n\n### C\nGET URL/c\n'
    const without = await inPlace('a.http', { 'a.http': text })
    assert.deepEqual([without.exitCode, without.sent], [3, ['GET /a', 'GET /c']], without.printed)
    assert.match(without.printed, /unknown variable "id"/)
    const given = await inPlace('a.http --var id=7', { 'a.http': text })
    assert.deepEqual([given.exitCode, given.sent], [0, ['GET /a', 'GET /b/7', 'GET /c']], given.printed)
  })

  it('without a request, or one that is cut off, is told as that', async () => {
    for (const [text, told] of [
      ['# nothing\n', /there is no request/],
      ['', /nothing|empty|no request/],
    ] as const) {
      const { exitCode, printed } = await inPlace('orders.http', { 'orders.http': text })
      assert.equal(exitCode, 2, printed)
      assert.match(printed, told)
    }
  })

  it('may be one of Hurl', async () => {
    const hurl = {
      'orders.hurl':
        '# Sign in\nPOST {{host}}/login\nHTTP 200\n[Captures]\nid: jsonpath "$.id"\n\n# Orders\nGET {{host}}/orders/{{id}}\nHTTP 200\n[Asserts]\njsonpath "$.id" == 12\n',
    }
    const passed = await inPlace('orders.hurl --var host=URL', hurl)
    assert.deepEqual([passed.exitCode, passed.sent], [0, ['POST /login', 'GET /orders/12']], passed.printed)
    const failed = await inPlace('orders.hurl --var host=URL', hurl, 500)
    assert.equal(failed.exitCode, 1)
    assert.match(failed.output, /Orders[^]*orders\.hurl:9:1\n\s+9 │ HTTP 200/)
    for (const line of [1, 2]) {
      const chosen = await inPlace(`orders.hurl:${line} --var host=URL`, hurl)
      assert.deepEqual([chosen.exitCode, chosen.sent], [0, ['POST /login']], chosen.printed)
    }
    const entry = (path: string): string =>
      `GET {{host}}/${path}\nHTTP 200\n[Captures]\nid: jsonpath "$.id"\n`
    const again = { 'orders.hurl': `${entry('a')}\n${entry('b/{{id}}')}` }
    const overwritten = await inPlace('orders.hurl --var host=URL', again)
    assert.deepEqual(
      [overwritten.exitCode, overwritten.sent],
      [0, ['GET /a', 'GET /b/12']],
      overwritten.printed,
    )
    const lost = { 'orders.hurl': 'GET {{host}}/login\nHTTP 200\n[Asserts]\nip == "::1"\n' }
    const refused = await inPlace('orders.hurl --var host=URL', lost)
    assert.deepEqual([refused.exitCode, refused.sent], [2, []])
    assert.match(refused.printed, /orders\.hurl:4:1 {2}error import-loss {2}ip == "::1" is not carried out/)
    const broken = await inPlace('check orders.hurl', { 'orders.hurl': 'GET http://a\nHTTP 200\n[Assert]\n' })
    assert.equal(broken.exitCode, 2)
    assert.match(broken.printed, /orders\.hurl:3:2 {2}error import-unreadable {2}this is not Hurl/)
  })

  it('shows the line of each check and each capture that fails', async () => {
    const hurl =
      'GET {{host}}/a\nHTTP 201\n# comment\nX-A: 1\n[Captures]\nc: jsonpath "$.none"\n[Asserts]\njsonpath "$.id" == 12\n\n# why\njsonpath "$.id" == 13\nstatus < 200\nstatus >= 100\n`whole`\n'
    const script = '> {%\n  client.test("id", () => client.assert(response.body.id === 13))\n%}'
    const http = `### A\nGET {{host}}/a\n\n?? status == 200\n?? status == 201\n\n${script}\n`
    const linesOf = async (file: string, text: string): Promise<readonly string[]> => {
      const { output } = await inPlace(`${file} --var host=URL`, { [file]: text })
      return [...output.matchAll(/^ +(\d+) │ (.*)$/gm)].map(([, line, quoted]) => `${line} ${quoted}`)
    }
    assert.deepEqual(await linesOf('a.hurl', hurl), [
      '2 HTTP 201',
      '4 X-A: 1',
      '14 `whole`',
      '11 jsonpath "$.id" == 13',
      '12 status < 200',
      '6 c: jsonpath "$.none"',
    ])
    assert.deepEqual(await linesOf('a.http', http), ['7 > {%', '5 ?? status == 201'])
  })

  it('shows no secret that an extract could not take, or did not want', async () => {
    const answer = '{ "session": "sesame-opens", "other": "sesame-shuts" }'
    const suite = `suite: S
steps:
  - request: GET URL/login
    extracts:
      first: { from: $.session, secret: true, regex: '^(closed.*)$' }
      second: { from: $.other, secret: true, when: { status: 500 } }
    validations: [{ $.other: zz }]
`
    for (const reporter of ['pretty', 'json', 'junit']) {
      const line = `s.apitest.yaml --verbose -r ${reporter}`
      const { exitCode, printed, stored } = await inPlace(line, { 's.apitest.yaml': suite }, 200, answer)
      assert.equal(exitCode, 1, printed)
      assert.match(printed, /found no match for .* in \*\*\*/)
      assert.doesNotMatch(printed + stored, /sesame/)
    }
  })

  it('shows no capture that is redacted, nor what is made of it', async () => {
    const hurl =
      'POST URL/login\nHTTP 200\n[Captures]\nsession: jsonpath "$.session" redact\nhead: jsonpath "$.session" split "-" nth 0 redact\n\nGET URL/orders/{{session}}?h={{head}}\nHTTP 404\n'
    const answer = '{ "session": "sesame-opens" }'
    for (const reporter of ['pretty', 'json', 'ndjson', 'html', 'har', 'junit', 'markdown']) {
      const line = `orders.hurl --verbose -r ${reporter}`
      const { exitCode, sent, printed, stored } = await inPlace(line, { 'orders.hurl': hurl }, 500, answer)
      assert.deepEqual([exitCode, sent[1]], [1, 'GET /orders/sesame-opens?h=sesame'], printed)
      for (const text of [printed, stored]) assert.match(text, /\*\*\*/)
      assert.doesNotMatch(printed + stored, /sesame/)
    }
  })
})

const shop: Files = {
  'postman/collections/Shop/.resources/definition.yaml':
    "$kind: collection\nname: Shop\nscripts:\n  - type: http:beforeRequest\n    code: >-\n      pm.request.headers.upsert({ key: 'X-Run', value: pm.environment.name })\n",
  'postman/collections/Shop/Orders/All.request.yaml':
    '$kind: http-request\nurl: "{{host}}/orders"\nmethod: GET\norder: 1000\n',
  'postman/collections/Shop/Orders/Upload.request.yaml':
    '$kind: http-request\nurl: "{{host}}/upload"\nmethod: POST\nbody:\n  type: file\n  content: { src: files/a.csv }\norder: 2000\n',
  'postman/environments/local.environment.yaml': 'name: local\nvalues: [{ key: host, value: URL }]\n',
  'files/a.csv': 'a,b\n',
}

describe('a folder of Postman that runs where it lies', () => {
  const place = 'postman/collections/Shop'

  for (const [line, more] of [
    [`${place} --allow ../../files/a.csv`, {}],
    ['postman --allow files/a.csv', {}],
    [place, { 'apitest.config.yaml': `trusted: [${place}]\n` }],
    ['-c apitest.config.yaml', { 'apitest.config.yaml': `suites: [${place}]\ntrusted: [${place}]\n` }],
  ] as const)
    it(`runs by "${line}", with the environments beside it`, async () => {
      const { exitCode, printed, sent, seen } = await inPlace(`${line} --env local`, { ...shop, ...more })
      assert.equal(exitCode, 0, printed)
      assert.deepEqual(sent, ['GET /orders', 'POST /upload'])
      assert.equal(seen[0]?.headers['x-run'], 'local')
    })

  it('fails at the files of its requests', async () => {
    const { exitCode, printed } = await inPlace(`${place} --env local --allow ../../files/a.csv`, shop, 500)
    assert.equal(exitCode, 1)
    assert.match(printed, /postman\/collections\/Shop\/Orders\/All\.request\.yaml:1:1/)
  })

  it('reads no file outside of it unless that is allowed', async () => {
    const { exitCode, printed, sent } = await inPlace(`${place} --env local`, shop)
    assert.deepEqual([exitCode, sent], [2, []])
    assert.match(
      printed,
      /Upload\.request\.yaml:1:1 {2}error import-not-allowed {2}this reads the file \.\.\/\.\.\/files\/a\.csv/,
    )
  })

  it('is refused where a request of it cannot be read, at the line', async () => {
    const bad = '$kind: http-request\nurl: "{{host}}"\nheaders:\n  X-A: {{a}}\n'
    const { exitCode, printed, sent } = await inPlace(`${place} --env local`, {
      ...shop,
      [`${place}/Bad.request.yaml`]: bad,
    })
    assert.deepEqual([exitCode, sent], [2, []])
    assert.match(printed, /Bad\.request\.yaml:4:8 {2}error import-loss {2}headers\.X-A is not carried out/)
  })
})

describe('workflows that run where they lie', () => {
  const shop: Files = {
    'api.yaml':
      'openapi: 3.0.3\ninfo: { title: Shop, version: "1" }\nservers: [{ url: URL }]\npaths:\n  /login:\n    post: { operationId: login, responses: {} }\n  /orders/{id}:\n    get: { operationId: order, responses: {} }\n',
    'w/shop.arazzo.yaml': `arazzo: 1.0.1
info: { title: Shop, version: '1' }
sourceDescriptions: [{ name: shop, url: ../api.yaml, type: openapi }]
workflows:
  - workflowId: sign-in
    steps:
      - stepId: post
        operationId: login
        outputs: { id: $response.body#/id }
    outputs: { id: $steps.post.outputs.id }
  - workflowId: orders
    steps:
      - stepId: first
        workflowId: sign-in
      - stepId: read
        operationId: order
        parameters: [{ name: id, in: path, value: $steps.first.outputs.id }]
        successCriteria: [{ condition: $statusCode == 200 }]
  - workflowId: other
    steps:
      - { stepId: again, operationId: login }
`,
    'apitest.config.yaml': '{}',
  }

  for (const [line, sent] of [
    ['w/shop.arazzo.yaml --workers 1', ['POST /login', 'GET /orders/12', 'POST /login']],
    ['w --workers 1', ['POST /login', 'GET /orders/12', 'POST /login']],
    ['w/shop.arazzo.yaml:21', ['POST /login']],
  ] as const)
    it(`run by "${line}", each by itself`, async () => {
      const ran = await inPlace(line, shop)
      assert.deepEqual([ran.exitCode, ran.sent.toSorted()], [0, sent.toSorted()], ran.printed)
    })

  it('are refused where two have one id, by whatever reads them', async () => {
    const twice = {
      ...shop,
      'w/shop.arazzo.yaml':
        shop['w/shop.arazzo.yaml']?.replace('workflowId: other', 'workflowId: orders') ?? '',
    }
    for (const line of ['w/shop.arazzo.yaml', 'check w/shop.arazzo.yaml', 'import w/shop.arazzo.yaml']) {
      const { exitCode, printed, sent } = await inPlace(line, twice)
      assert.deepEqual([exitCode, sent], [2, []], printed)
      assert.match(printed, /shop\.arazzo\.yaml:19:17 [^]*two workflows have the id orders[^]*id of its own/)
    }
  })

  it('each run where their names end alike', async () => {
    const alike = shop['w/shop.arazzo.yaml']
      ?.replace('workflowId: other', 'workflowId: b / again')
      .concat('  - workflowId: a / again\n    steps:\n      - { stepId: again, operationId: login }\n')
    const { exitCode, printed, sent } = await inPlace('w/shop.arazzo.yaml --workers 1', {
      ...shop,
      'w/shop.arazzo.yaml': alike ?? '',
    })
    assert.deepEqual([exitCode, sent.filter(one => one === 'POST /login').length], [0, 3], printed)
  })

  it('fail at the line of the step, and stop no other', async () => {
    const { exitCode, output, sent } = await inPlace('w/shop.arazzo.yaml --workers 1', shop, 500)
    assert.equal(exitCode, 1)
    assert.match(output, /w\/shop\.arazzo\.yaml:15:9/)
    assert.equal(sent.length, 3)
  })

  it('read no description outside of the project, unless that is allowed', async () => {
    const outside = {
      'p/apitest.config.yaml': '{}',
      'p/w/shop.arazzo.yaml': shop['w/shop.arazzo.yaml']?.replace('../api', '../../api') ?? '',
      'api.yaml': shop['api.yaml'] ?? '',
    }
    const { exitCode, printed } = await inPlace(
      'p/w/shop.arazzo.yaml --config p/apitest.config.yaml',
      outside,
    )
    assert.equal(exitCode, 2)
    assert.match(
      printed,
      /\.\.\/\.\.\/api\.yaml is not read: it is outside of the project; allow it with --allow/,
    )
    const allowed = await inPlace(
      'p/w/shop.arazzo.yaml --config p/apitest.config.yaml --allow ../../api.yaml',
      outside,
    )
    assert.equal(allowed.exitCode, 0, allowed.printed)
  })
})

describe('a collection of Bruno that runs where it lies', () => {
  const shop: Files = {
    'opencollection.yml':
      'opencollection: 1.0.0\ninfo: { name: Shop }\nrequest:\n  scripts:\n    - { type: before-request, code: "req.setHeader(\'X-In\', bru.getEnvName())" }\n',
    'Sign in.yml':
      'info: { name: Sign in, type: http, seq: 1 }\nhttp:\n  method: POST\n  url: "{{host}}/login"\nruntime:\n  actions:\n    - type: set-variable\n      phase: after-response\n      selector: { expression: res.body.id, method: jsonq }\n      variable: { name: id, scope: runtime }\n',
    'Orders.yml':
      'info: { name: Orders, type: http, seq: 2 }\nhttp:\n  method: POST\n  url: "{{host}}/orders/{{id}}"\n  body: { type: file, data: [{ filePath: files/a.txt, selected: true }] }\nruntime:\n  assertions:\n    - { expression: res.status, operator: eq, value: "200" }\n',
    'files/a.txt': 'a',
    'environments/local.yml': 'name: local\nvariables: [{ name: host, value: URL }]\n',
  }
  const inFolder = Object.fromEntries(Object.entries(shop).map(([name, text]) => [`shop/${name}`, text]))

  it('sends its requests in order, with the files and the environment beside them', async () => {
    const { exitCode, sent, seen, output, errors } = await inPlace('shop --env local', inFolder)
    assert.equal(exitCode, 0, output + errors)
    assert.deepEqual(sent, ['POST /login', 'POST /orders/12'])
    assert.equal(seen[1]?.headers['x-in'], 'local')
    const here = await inPlace('. --env local -r json', shop)
    const { suites } = JSON.parse(here.output) as { readonly suites: readonly { readonly file: string }[] }
    assert.equal(suites[0]?.file, '.')
  })

  it('fails at the line of the URL, and is refused where a file of it cannot be read', async () => {
    const failed = await inPlace('shop --env local', inFolder, 500)
    assert.equal(failed.exitCode, 1)
    assert.match(failed.output, /res\.status: eq 200[^]*shop\/Orders\.yml:4:1/)
    const broken = await inPlace('shop --env local', { ...inFolder, 'shop/Broken.yml': 'info: [\n' })
    assert.deepEqual([broken.exitCode, broken.sent], [2, []])
    assert.match(broken.printed, /Broken\.yml:\d+:1 {2}error import-loss/)
  })

  it('is named where a file of it is given that is no request', async () => {
    const { exitCode, printed } = await inPlace('shop/opencollection.yml', inFolder)
    assert.equal(exitCode, 2)
    assert.match(printed, /Run the folder of its collection/)
  })
})

describe('a request of Bruno that runs where it lies', () => {
  const inBru: Files = {
    'shop/bruno.json': '{ "version": "1", "name": "Shop", "type": "collection" }',
    'shop/collection.bru':
      'headers {\n  X-Run: {{run}}\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: outer\n}\n\nvars:pre-request {\n  run: outer\n}\n',
    'shop/environments/local.bru': 'vars {\n  host: URL\n}\n',
    'shop/Orders/folder.bru':
      'meta {\n  name: All orders\n}\n\nauth {\n  mode: bearer\n}\n\nauth:bearer {\n  token: inner\n}\n\nscript:pre-request {\n  req.setHeader("X-In", bru.getEnvName());\n}\n',
    'shop/Orders/One.bru':
      'meta {\n  name: One\n  type: http\n  seq: 1\n}\n\npost {\n  url: {{host}}/orders/1\n  body: file\n  auth: inherit\n}\n\nbody:file {\n  file: @file(files/a.txt)\n}\n\nassert {\n  res.status: eq 200\n}\n',
    'shop/Orders/Other.bru':
      'meta {\n  name: Other\n  type: http\n  seq: 2\n}\n\nget {\n  url: {{host}}/other\n}\n',
    'shop/files/a.txt': 'a',
  }
  const inYaml: Files = {
    'shop/opencollection.yml':
      'opencollection: 1.0.0\ninfo:\n  name: Shop\nrequest:\n  headers:\n    - name: X-Run\n      value: "{{run}}"\n  variables:\n    - name: run\n      value: outer\n  auth:\n    type: bearer\n    token: outer\n',
    'shop/environments/local.yml': 'name: local\nvariables:\n  - name: host\n    value: URL\n',
    'shop/Orders/folder.yml':
      'info:\n  name: All orders\n  type: folder\nrequest:\n  auth:\n    type: bearer\n    token: inner\n  scripts:\n    - type: before-request\n      code: req.setHeader("X-In", bru.getEnvName())\n',
    'shop/Orders/One.yml':
      'info:\n  name: One\n  type: http\nhttp:\n  method: POST\n  url: "{{host}}/orders/1"\n  auth: inherit\n  body:\n    type: file\n    data:\n      - filePath: files/a.txt\n        selected: true\nruntime:\n  assertions:\n    - expression: res.status\n      operator: eq\n      value: "200"\n',
    'shop/files/a.txt': 'a',
  }
  for (const [file, files] of [
    ['shop/Orders/One.bru', inBru],
    ['shop/Orders/One.yml', inYaml],
  ] as const)
    it(`takes what its folder and the collection say, and the environments: ${file}`, async () => {
      const { exitCode, sent, seen, printed } = await inPlace(`${file} --env local`, files)
      assert.equal(exitCode, 0, printed)
      assert.deepEqual(sent, ['POST /orders/1'])
      const { authorization, 'x-in': name, 'x-run': run } = seen[0]?.headers ?? {}
      assert.deepEqual([authorization, name, run], ['Bearer inner', 'local', 'outer'])
      assert.equal(String(seen[0]?.body), 'a')
      const failed = await inPlace(`${file} --env local`, files, 500)
      assert.match(failed.output, new RegExp(`res\\.status: eq 200[^]*${file.replace('.', '\\.')}:\\d+:1`))
    })

  it('is imported into its folders, and nothing else of the collection is', async () => {
    await withFolder(inBru, async folder => {
      const imported = await runLine(folder, ['import', 'shop/Orders/One.bru'])
      assert.equal(imported.exitCode, 0, imported.output + imported.errors)
      const { output } = await runLine(folder, ['compile', 'Shop', '--to', 'opencollection', '-o', 'written'])
      assert.equal(existsSync(path.join(folder, 'written/Orders/One.yml')), true, output)
      assert.equal(existsSync(path.join(folder, 'written/environments/local.yml')), true)
      assert.equal(existsSync(path.join(folder, 'written/Orders/Other.yml')), false)
    })
  })

  it('is left alone in a folder of files of another tool', async () => {
    const { sent, printed } = await inPlace('. --env local', { ...inBru, ...files })
    assert.deepEqual(sent, ['POST /login', 'GET /orders/12'], printed)
  })

  it('is no suite outside of a collection', async () => {
    const { exitCode, printed } = await inPlace('One.bru', { 'One.bru': inBru['shop/Orders/One.bru'] ?? '' })
    assert.equal(exitCode, 2)
    assert.match(printed, /a part of a collection of Bruno/)
  })
})
