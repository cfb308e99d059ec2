import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, type Finished, runLine, runProgram, withFolder } from '../testing/run-program.ts'
import { serveMock } from '../mock/serve-mock.ts'
import type { Mock } from '../model/mock.ts'
import { createScope } from '../template/scope.ts'
import { corpusDocuments } from '../testing/corpus.ts'
import { freePort } from '../testing/ports.ts'

/** Runs a suite with a mock `shop` that has these routes, at `{{shop}}`. */
function run(
  routes: string,
  steps: string,
  files: Files = {},
  line: readonly string[] = [],
): Promise<Finished> {
  const suite = `suite: A\nvariables: { shop: '{{mocks.shop.url}}' }\nmocks:\n  shop:\n${routes}\nsteps:\n${steps}\n`
  return withFolder({ 'a.apitest.yaml': suite, ...files }, folder =>
    runLine(folder, ['a.apitest.yaml', ...line]),
  )
}

function assertPassed({ exitCode, output, errors }: Finished): void {
  assert.equal(exitCode, 0, output + errors)
}

describe('a mock of a suite', () => {
  it('answers with templates of the path, the query, the headers and the body, in their types', async () => {
    assertPassed(
      await run(
        `    routes:
      - route: POST /orders/{id}/lines/{line}
        answer:
          status: 201
          headers: { x-id: '{{path.id}}-{{path.line}}', x-list: [a, '{{query.page}}'] }
          json:
            id: '{{path.id}}'
            page: '{{query.page}}'
            list: '{{query.list}}'
            agent: '{{headers.X-AGENT}}'
            count: '{{body.items[1].count}}'
            whole: '{{body}}'
            text: 'n{{body.items[1].count}}'
            asked: '{{method}} {{url}}'
            suite: '{{name}}'`,
        `  - set: { name: Ada }
  - request: POST {{shop}}/orders/7/lines/a%2Fb?page=2&list=x&list=y
    headers: { x-agent: me }
    json: { items: [{ count: 1 }, { count: 2 }], braces: '\\{{name}}' }
    validations:
      - status: 201
      - header x-id: 7-a/b
      - header x-list: a, 2
      - $.page: { same-as: '2' }
      - $.list: { equals: [x, y] }
      - $.agent: me
      - $.count: { same-as: 2 }
      - $.whole.braces: '\\{{name}}'
      - $.text: n2
      - $.asked: POST /orders/7/lines/a%2Fb?page=2&list=x&list=y
      - $.suite: Ada`,
      ),
    )
  })

  it('answers one after the other, and for each row from the beginning', async () => {
    const finished = await run(
      `    routes:
      - route: GET /state
        answers: [202, { status: 202, text: soon }, { json: { state: done, call: '{{calls}}' } }]`,
      `  - request: GET {{shop}}/state
    validations: [status: 202, text: '']
  - request: GET {{shop}}/state
    validations: [status: 202, text: soon]
  - request: GET {{shop}}/state
    validations: [$.call: 3]
  - request: GET {{shop}}/state
    validations: [$.call: 4]
  - calls: shop GET /state
    validations: [$.count: 4]`,
      { 'rows.csv': 'row\n1\n2\n3\n' },
      ['--data', 'rows.csv'],
    )
    assertPassed(finished)
    assert.match(finished.output, /Rows\s+3 passed/)
  })

  it('takes the most concrete path, and of one path the routes with conditions first', async () => {
    assertPassed(
      await run(
        `    routes:
      - { route: 'ANY /{anything*}', answer: { text: rest } }
      - { route: 'GET /users/{id}', answer: { text: one } }
      - { route: 'GET /users/{id}', when: { query full: 'true', path id: { at-least: 5 } }, answer: { text: full } }
      - { route: 'GET /users/{id}', when: [{ header x-a: 1 }, { header x-b: { exists: true } }], answer: { text: both } }
      - { route: 'POST /users/{id}', unless: { $.name: { exists: true } }, answer: { status: 422 } }
      - { route: 'POST /users/{id}', answer: { text: made } }
      - { route: GET /users/me, answer: { text: me } }`,
        [
          ['GET {{shop}}/users/me', '', 'text: me'],
          ['GET {{shop}}/users/7', '', 'text: one'],
          ['HEAD {{shop}}/users/7', '', 'status: 200'],
          ['GET {{shop}}/users/7?full=true', '', 'text: full'],
          ['GET {{shop}}/users/4?full=true', '', 'text: one'],
          ['GET {{shop}}/users/4', 'headers: { x-a: 1 }', 'text: one'],
          ['GET {{shop}}/users/4', 'headers: { x-a: 1, x-b: 2 }', 'text: both'],
          ['POST {{shop}}/users/4', 'json: { name: Ada }', 'text: made'],
          ['POST {{shop}}/users/4', 'json: { nam: Ada }', 'status: 422'],
          ['DELETE {{shop}}/a/b/c', '', 'text: rest'],
        ]
          .map(
            ([request, more, expected]) =>
              `  - request: ${request}\n    ${more === '' ? 'tags: [a]' : more}\n    validations: [${expected}]`,
          )
          .join('\n'),
      ),
    )
  })

  it('answers with files, and with the type that is asked for', async () => {
    assertPassed(
      await run(
        `    routes:
      - { route: GET /file, answer: { file: data/users.csv } }
      - { route: GET /html, answer: { html: '<p>{{method}}</p>' } }
      - { route: GET /problem, answer: { status: 400, json: { a: 1 }, content-type: application/problem+json } }`,
        `  - request: GET {{shop}}/file
    validations: [header content-type: { contains: text/csv }, text: "name\\nAda\\n"]
  - request: GET {{shop}}/html
    validations: [header content-type: text/html; charset=utf-8, text: <p>GET</p>]
  - request: GET {{shop}}/problem
    validations: [status: 400, header content-type: application/problem+json]`,
        { 'data/users.csv': 'name\nAda\n' },
      ),
    )
  })

  it('waits before it answers', async () => {
    assertPassed(
      await run(
        `    routes:
      - { route: GET /number, answer: { delay: 0.2 } }
      - { route: GET /text, answer: { delay: 200ms } }
      - { route: GET /even, answer: { delay: { min: 200ms, max: 250ms } } }`,
        ['number', 'text', 'even']
          .map(
            name =>
              `  - request: GET {{shop}}/${name}\n    validations: [time: { at-least: 195ms, less-than: 2s }]`,
          )
          .join('\n'),
      ),
    )
  })

  it('tells of every call that no route answers, with the nearest ones, unless that is allowed', async () => {
    const routes =
      '    routes: [{ route: "GET /users/{id}", when: { header x-a: 1 } }, { route: "PUT /users/{id}" }]'
    const steps =
      '  - request: GET {{shop}}/users/1\n    validations: [status: 404, "$.nearest[0].route": "GET /users/{id}"]'
    const { exitCode, output } = await run(routes, steps)
    assert.equal(exitCode, 1, output)
    assert.match(
      output,
      /✗ +\d+ ms {2}mock shop\n {6}✗ no route answers GET \/users\/1\n +GET \/users\/\{id\}: header x-a: .*\n +PUT \/users\/\{id\}: the method is GET/,
    )
    assertPassed(await run(`    unmatched: allow\n${routes}`, steps))
  })

  it('points at the route that nearly fitted, or whose answer cannot be made', async () => {
    const routes = `    routes:
      - route: GET /users/{id}
        when: { header x-a: 1 }
      - route: GET /broken
        answer: { text: '{{query.id}}' }
      - route: POST /orders/list/all`
    for (const [asked, status, place] of [
      ['GET {{shop}}/users/1', 404, '6:9'],
      ['PUT {{shop}}/broken', 405, '8:9'],
      ['GET {{shop}}/broken', 500, '8:9'],
      ['POST {{shop}}/orders/lst/all', 404, '10:9'],
      ['GET {{shop}}/other', 404, '4:3'],
    ] as const) {
      const { output } = await run(routes, `  - request: ${asked}\n    validations: [status: ${status}]`)
      assert.match(output, new RegExp(`\\n +a\\.apitest\\.yaml:${place}\\n`), asked + output)
    }
  })

  it('shows no secret, neither where calls are read nor where one has no route', async () => {
    const environment = { PASSWORD_OF_SHOP: 'top-secret-word' }
    const suite = `suite: A
settings: { stop-on-failure: false }
mocks: { shop: { routes: [{ route: POST /login, answer: { json: '{{body}}' } }] } }
steps:
  - request: POST {{mocks.shop.url}}/login
    headers: { authorization: Bearer abc-secret-def }
    json: { password: '{{env.PASSWORD_OF_SHOP}}' }
    validations: [$.password: other]
  - request: GET {{mocks.shop.url}}/{{env.PASSWORD_OF_SHOP}}
  - calls: shop
    validations: [$.count: 7]
`
    await withFolder({ 'a.apitest.yaml': suite }, async folder => {
      const finished = await runLine(folder, ['a.apitest.yaml', '--reporter', 'json'], { environment })
      assert.equal(finished.exitCode, 1)
      assert.match(finished.output, /no route answers GET \/\*\*\*/)
      assert.doesNotMatch(finished.output, /top-secret-word|abc-secret-def/)
    })
  })

  it('keeps what a caller gave as credentials, and what conditions keep secret, from all eyes', () =>
    withFolder(
      {
        'a.apitest.yaml': `suite: A
secrets: { token: '{{env.TOKEN_OF_SHOP}}' }
mocks: { shop: { routes: [{ route: GET /a, when: { header authorization: 'Bearer {{token}}' } }] } }
steps:
  - exec: node client.cjs {{mocks.shop.url}}
  - calls: shop
    validations: [$.count: 7]
`,
        'client.cjs': `
          const headers = { authorization: 'Bearer given-by-client', cookie: 'sid=session-of-client' }
          fetch(process.argv[2] + '/a?access_token=query-of-client', { headers }).then(a => a.text()).then(console.log)
        `,
      },
      async folder => {
        const environment = { TOKEN_OF_SHOP: 'expected-by-mock' }
        const { exitCode, output } = await runLine(folder, ['a.apitest.yaml', '--allow-exec', '-r', 'json'], {
          environment,
        })
        assert.equal(exitCode, 1, output)
        assert.match(output, /no route answers GET/)
        assert.doesNotMatch(output, /given-by-client|session-of-client|query-of-client|expected-by-mock/)
      },
    ))

  it('is waited for without a word of flaky steps', async () => {
    const { exitCode, output } = await run(
      `    routes:
      - route: POST /begin
        answer: { status: 202, then: [{ pause: 80ms }, { request: 'POST {{mocks.shop.url}}/end' }] }
      - { route: POST /end }`,
      `  - request: POST {{shop}}/begin
  - calls: shop POST /end
    retry: { attempts: 100, interval: 20ms }
    validations: [$.count: 1]`,
      {},
      ['--reporter', 'json'],
    )
    assert.equal(exitCode, 0, output)
    assert.match(output, /"flaky":\s*0/)
    assert.match(output, /"attempts":\s*[2-9]/)
  })

  it('tells of answers that cannot be made, also where calls without a route are allowed', async () => {
    for (const [answer, why] of [
      ['{ text: "{{query.id}}" }', /query\.id/],
      ['{ headers: { x: "{{query.value}}" } }', /the header "x" cannot be sent/],
      ['{ headers: { "{{query.name}}": c } }', /the header "a b" cannot be sent/],
      ['{ headers: { "transfer-{{query.end}}": chunked } }', /"transfer-encoding" is settled by the mock/],
      ['{ file: "{{query.file}}" }', /outside of the folder of the suite/],
    ] as const) {
      const { exitCode, output } = await run(
        `    unmatched: allow\n    routes: [{ route: GET /, answer: ${answer} }]`,
        '  - request: GET {{shop}}/?file=../../../../../../../../etc/hostname&value=a%01&name=a%20b&end=encoding\n    validations: [status: 500]',
      )
      assert.equal(exitCode, 1, output)
      assert.match(output, why)
    }
  })

  it('tells parts of a body by JSONPath, too', async () => {
    const told = [
      ['body.$.items[0].id', '7'],
      ['body.items[0].id', '7'],
      ['body.$.items[-1].id', '8'],
      ["body.$['unit price']", '9.5'],
      ['body.$..id', '[7, 8]'],
      ['body.$.items[?@.id > 7].id', '[8]'],
      ['body.$', '{ items: [{ id: 7 }, { id: 8 }], unit price: 9.5 }'],
    ] as const
    for (const [placeholder, value] of told)
      assertPassed(
        await run(
          `    routes: [{ route: POST /, answer: { json: { told: "{{${placeholder}}}" } } }]`,
          `  - request: POST {{shop}}/
    json: { items: [{ id: 7 }, { id: 8 }], unit price: 9.5 }
    validations: [$.told: { equals: ${value} }]`,
        ),
      )
    const { exitCode, output } = await run(
      '    routes: [{ route: POST /, answer: { text: "{{body.$.nothing}}" } }]',
      '  - request: POST {{shop}}/\n    json: {}\n    validations: [status: 500]',
    )
    assert.equal(exitCode, 1, output)
    assert.match(output, /body\.\$\.nothing/)
  })

  it('writes headers beyond ASCII, and reads them', async () => {
    assertPassed(
      await run(
        '    routes: [{ route: GET /, when: { header x-name: Zoë ✓ }, answer: { headers: { x-name: "{{headers.x-name}}" } } }]',
        '  - request: GET {{shop}}/\n    headers: { x-name: Zoë ✓ }\n    validations: [header x-name: Zoë ✓]',
      ),
    )
  })

  it('looks at the fields of a form as text, which may be numbers', async () => {
    assertPassed(
      await run(
        `    routes:
      - { route: POST /, when: { $.amount: { greater-than: 1000 }, $.page: 1 }, answer: 402 }
      - { route: POST /, answer: 201 }`,
        `  - request: POST {{shop}}/
    form: { amount: 2000, page: 1 }
    validations: [status: 402]
  - request: POST {{shop}}/
    form: { amount: 20, page: 1 }
    validations: [status: 201]`,
      ),
    )
  })

  it('reads forms in parts, with their files', async () => {
    assertPassed(
      await run(
        `    routes:
      - { route: POST /, when: { $.size: 2, $.photo.filename: cat.txt }, answer: { json: '{{body.photo.text}}' } }`,
        `  - request: POST {{shop}}/
    multipart: { size: 2, tag: [{ text: a }, { text: b }], photo: { text: meow, filename: cat.txt } }
    validations: [$: meow]
  - calls: shop
    validations:
      - $.calls[0].body.tag: { equals: [a, b] }
      - $.calls[0].body.photo: { equals: { filename: cat.txt, type: text/plain, size: 4, text: meow } }`,
      ),
    )
  })

  it('counts what is no HTTP as a call that it could not answer', async () => {
    const { exitCode, output } = await run(
      '    routes: [{ route: GET / }]',
      `  - exec: node client.cjs {{mocks.shop.url}}
  - calls: shop
    validations: [$.count: 1]`,
      {
        'client.cjs':
          'const { port } = new URL(process.argv[2]); const s = require("net").connect(port, "127.0.0.1", () => s.end("no HTTP\\r\\n\\r\\n")); s.on("data", d => console.log(String(d)))',
      },
      ['--allow-exec'],
    )
    assert.equal(exitCode, 1, output)
    assert.match(output, /2 passed/)
    assert.match(output, /a call is no HTTP that can be read/)
  })

  it('counts equal calls without a route together, and says how many more there are', async () => {
    const steps = Array.from(
      { length: 14 },
      (_, index) => `  - request: GET {{shop}}/${Math.max(0, index - 2)}\n    validations: [status: 404]`,
    )
    const { output } = await run('    routes: [{ route: GET /a/b }]', steps.join('\n'))
    assert.match(output, /no route answers GET \/0 \(3 times\)/)
    assert.match(output, /… and 2 more calls/)
    assert.match(output, /unmatched: allow/)
  })

  it('speaks of calls without a route only where these are what failed', async () => {
    const { exitCode, output } = await run(
      "    routes: [{ route: GET /, answer: { text: '{{query.id}}' } }]",
      '  - request: GET {{shop}}/\n    validations: [status: 500]',
    )
    assert.equal(exitCode, 1, output)
    assert.match(output, /the answer of GET \/ cannot be made/)
    assert.doesNotMatch(output, /unmatched: allow/)
  })

  it('tells of references of its description that lead nowhere, and fails where one is needed', async () => {
    const schema = "{ $ref: '#/components/schemas/Gone' }"
    const content = `content: { application/json: { schema: ${schema} } }`
    const files = {
      'api.yaml': `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /a: { get: { responses: { '200': { description: A, ${content} } } } }\n  /b: { get: { responses: { '204': { description: B } } } }\n`,
    }
    const fine = await run('    spec: api.yaml', '  - request: GET {{shop}}/b', files)
    assertPassed(fine)
    assert.match(
      fine.output + fine.errors,
      /a\.apitest\.yaml:5:11.*warning unresolved-reference .*api\.yaml: the reference #\/components\/schemas\/Gone leads nowhere: there is no /,
    )
    const { exitCode, output } = await run(
      '    spec: api.yaml',
      '  - request: GET {{shop}}/a\n    validations: [status: 501]',
      files,
    )
    assert.equal(exitCode, 1, output)
    assert.match(
      output,
      /GET \/a cannot be answered: the reference #\/components\/schemas\/Gone leads nowhere/,
    )
  })

  it('notes in the call that an example of its description breaks its schema', async () => {
    const schema = '{ type: object, required: [id], properties: { id: { type: integer } } }'
    const content = `content: { application/json: { schema: ${schema}, example: { id: seven } } }`
    const files = {
      'api.yaml': `openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n  /a: { get: { responses: { '200': { description: A, ${content} } } } }\n`,
    }
    const note =
      'GET /a: an example of application/json breaks its schema, and is not sent: /id: must be integer'
    const steps = `  - request: GET {{shop}}/a\n    validations: [$.id: 0]
  - calls: shop\n    validations: [{ '$.calls[0].note': '${note}' }]`
    assertPassed(await run('    spec: api.yaml', steps, files))
  })

  it('keeps the calls in the order in which they came', async () => {
    assertPassed(
      await run(
        `    routes:
      - { route: GET /slow, answer: { file: large } }
      - { route: GET /fast }`,
        `  - exec: node client.cjs {{mocks.shop.url}}
  - calls: shop
    validations: ["$.calls[*].path": { equals: [/slow, /fast, /fast, /fast] }]`,
        {
          large: 'x'.repeat(1_000_000),
          'client.cjs': `
            const http = require('http')
            const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
            const get = path => new Promise(done => http.get(process.argv[2] + path, a => a.resume().on('end', done)))
            Promise.all([get('/slow'), new Promise(go => setTimeout(go, 5)).then(() => Promise.all([get('/fast'), get('/fast'), get('/fast')]))])
          `,
        },
        ['--allow-exec'],
      ),
    )
  })

  it('of one shape has its routes with conditions first, however their parameters are called', async () => {
    assertPassed(
      await run(
        `    routes:
      - { route: 'GET /u/{id}', answer: { text: '{{path.id}}' } }
      - { route: 'GET /u/{name}', when: { path name: ada }, answer: { text: 'name {{path.name}}' } }
      - { route: 'ANY /u/{any}', when: { path any: { exists: true } }, answer: { text: any } }
      - { route: GET /café, answer: { text: café } }`,
        ['ada: name ada', '7: "7"']
          .map(pair => pair.split(': '))
          .map(([id, text]) => `  - request: GET {{shop}}/u/${id}\n    validations: [text: ${text}]`)
          .join('\n') +
          '\n  - request: GET {{shop}}/caf%C3%A9\n    validations: [text: café]\n  - request: PUT {{shop}}/u/1\n    validations: [text: any]',
      ),
    )
  })

  it('that cannot listen is an error, and no step runs', () =>
    withTaken(async port => {
      const { exitCode, output } = await run(
        `    port: ${port}\n    routes: [{ route: GET / }]`,
        '  - request: GET {{shop}}/',
      )
      assert.equal(exitCode, 3, output)
      assert.match(
        output,
        new RegExp(
          `the mock "shop" cannot listen on 127\\.0\\.0\\.1:${port}: the port is taken\\n +a\\.apitest\\.yaml:5:11\\n`,
        ),
      )
      assert.match(output, /GET \{\{shop\}\}\/ {2}\(the mock "shop" does not run\)/)
    }))

  it('listens where it is told, and on loopback unless it is told', async () => {
    const port = await freePort()
    const suite = (host: string): string => `suite: A
mocks: { shop: { port: ${port}, ${host}routes: [{ route: GET / }] } }
steps:
  - request: GET http://127.0.0.1:${port}/
  - pause: 400ms
`
    const reached: boolean[] = []
    for (const host of ['', 'host: 0.0.0.0, '])
      await withFolder({ 'a.apitest.yaml': suite(host) }, async folder => {
        const finished = runLine(folder, ['a.apitest.yaml'])
        await new Promise(resolve => setTimeout(resolve, 250))
        reached.push(await answers('127.0.0.2', port))
        assertPassed(await finished)
      })
    assert.deepEqual(reached, [false, true])
  })

  it('refuses a body of more than 16 MB, and goes on', async () => {
    const { exitCode, output } = await run(
      '    routes: [{ route: POST /, answer: { text: "{{body}}" } }]',
      `  - request: POST {{shop}}/
    file: large
    validations: [status: 413]
  - request: POST {{shop}}/
    text: small
    validations: [text: small]`,
      { large: 'x'.repeat(17 * 1024 * 1024) },
    )
    assert.equal(exitCode, 1, output)
    assert.match(output, /2 passed/)
    assert.match(output, /✗ POST \/: a mock takes bodies of 16 MiB at most/)
  })

  it('can be called by a suite that another one uses, and one of that by itself', () =>
    withFolder(
      {
        'a.apitest.yaml': `suite: A
mocks: { shop: { routes: [{ route: GET /outer }] } }
steps:
  - use: b.apitest.yaml
    with: { shop: '{{mocks.shop.url}}' }
  - calls: shop GET /outer
    validations: [$.count: 1]
`,
        'b.apitest.yaml': `suite: B
inputs: [shop]
mocks:
  bank: { routes: [{ route: GET /inner }] }
  # The one of the caller has the same name, and stays its own.
  shop: { routes: [{ route: GET /outer }] }
steps:
  - request: GET {{shop}}/outer
  - request: GET {{mocks.bank.url}}/inner
  - calls: bank
    validations: [$.count: 1]
  - calls: shop
    validations: [$.count: 0]
after:
  - request: GET {{mocks.bank.url}}/inner
`,
      },
      async folder => {
        assertPassed(await runLine(folder, ['a.apitest.yaml']))
      },
    ))

  it('ends with its suite, also when that is interrupted', () =>
    withFolder(
      {
        'a.apitest.yaml': `suite: A
mocks: { shop: { routes: [{ route: GET /slow, answer: { delay: 60 } }] } }
steps:
  - request: GET {{mocks.shop.url}}/slow
    timeout: 50s
`,
      },
      async folder => {
        const started = performance.now()
        let isKilled = false
        const { exitCode } = await runProgram(folder, ['a.apitest.yaml', '--reporter', 'ndjson'], {
          onOutput: (output, kill) => {
            if (!isKilled && output.includes('step-started')) isKilled = kill('SIGINT')
          },
        })
        assert.equal(exitCode, 130)
        assert.ok(performance.now() - started < 15_000)
      },
    ))

  it('is none of the suites that were compiled without telling', () =>
    withFolder(
      {
        'a.apitest.yaml':
          'suite: A\nmocks: { shop: { routes: [{ route: GET / }] } }\nsteps: [request: "GET {{mocks.shop.url}}/"]\n',
      },
      async folder => {
        const postman = await runLine(folder, [
          'compile',
          'a.apitest.yaml',
          '--to',
          'postman',
          '-o',
          path.join(folder, 'p'),
        ])
        assert.match(postman.errors + postman.output, /mocks: a mock of Postman is made in its cloud/)
        for (const target of ['k6', 'node-test', 'curl']) {
          const compiled = await runLine(folder, ['compile', 'a.apitest.yaml', '--to', target, '-o', target])
          assert.match(
            compiled.errors,
            /lost +A: mock shop: suites start mocks.*give its address as MOCKS_SHOP_URL\n/,
          )
          const [written = ''] = readdirSync(path.join(folder, target))
          assert.match(await readFile(path.join(folder, target, written), 'utf8'), /\bMOCKS_SHOP_URL\b/)
        }
        const collection = await runLine(folder, ['compile', 'a.apitest.yaml', '--to', 'collection'])
        assert.equal(collection.exitCode, 0, collection.errors)
        assert.match(await readFile(path.join(folder, '.tool/api-collections.json'), 'utf8'), /"shop"/)
        assertPassed(await runLine(folder, ['run', 'A']))
      },
    ))
})

describe('a mock that is compiled', () => {
  it('takes its files and its variables along', () =>
    withFolder(
      {
        'suites/a.apitest.yaml': `suite: A
variables: { state: paid, unused: 1 }
mocks:
  shop:
    spec: openapi.yaml
    state: { /items: { key: id, from: data/items.json } }
    routes:
      - { route: GET /file, answer: { file: data/a.txt } }
      - { route: GET /state, answers: [{ text: '{{state}}' }, { file: data/a.txt }] }
steps:
  - request: GET {{mocks.shop.url}}/file
    validations: [text: words]
  - request: GET {{mocks.shop.url}}/state
    validations: [text: paid]
`,
        'suites/data/a.txt': 'words',
        'suites/data/items.json': '[{ "id": 7 }]',
        'suites/openapi.yaml': `openapi: 3.1.0
info: { title: A, version: '1' }
paths:
  /items: { get: { responses: { '200': { description: All } } } }
  /items/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: One } } }
`,
      },
      async folder => {
        assertPassed(await runLine(folder, ['compile', 'suites', '--to', 'collection', '--name', 'Saved']))
        assertPassed(await runLine(folder, ['compile', 'Saved', '--to', 'suite', '-o', 'elsewhere/deep']))
        assertPassed(await runLine(folder, ['elsewhere']))
      },
    ))
})

describe('a mock of a description', () => {
  it('answers as that says, behind routes of its own, and its operations are routes to read calls of', () =>
    withFolder(
      {
        'a.apitest.yaml': `suite: A
mocks:
  shop:
    spec: openapi.yaml
    routes: [{ route: 'GET /users/{id}', when: { path id: 8 }, answer: 404 }]
steps:
  - request: GET {{mocks.shop.url}}/users/7
    validations: [$.id: 1]
  - request: GET {{mocks.shop.url}}/users/8
    validations: [status: 404]
  - calls: shop GET /users/{id}
    validations: [$.count: 2, "$.calls[*].status": { equals: [200, 404] }]
`,
        'openapi.yaml': `openapi: 3.1.0
info: { title: A, version: '1' }
paths:
  /users/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: A user, content: { application/json: { example: { id: 1 } } } } }
`,
      },
      async folder => {
        assertPassed(await runLine(folder, ['a.apitest.yaml']))
      },
    ))

  it('leaves a body that a condition has looked at to the description', () =>
    withFolder(
      {
        'a.apitest.yaml': `suite: A
mocks:
  shop:
    spec: openapi.yaml
    routes: [{ route: POST /charges, when: { $.amount: { greater-than: 100 } }, answer: 402 }]
steps:
  - request: POST {{mocks.shop.url}}/charges
    json: { amount: 20 }
    headers: { accept: application/json }
    validations: [status: 201]
  - request: POST {{mocks.shop.url}}/charges
    json: { amount: 200 }
    validations: [status: 402]
`,
        'openapi.yaml': `openapi: 3.1.0
info: { title: A, version: '1' }
paths:
  /charges:
    post:
      requestBody:
        required: true
        content: { application/json: { schema: { type: object, required: [amount], properties: { amount: { type: integer } } } } }
      responses: { '201': { description: Made } }
`,
      },
      async folder => {
        assertPassed(await runLine(folder, ['a.apitest.yaml']))
      },
    ))

  for (const document of [path.resolve('playground/openapi.yaml'), ...corpusDocuments('contracts/openapi')])
    it(`satisfies that of ${path.basename(document)}, in every operation`, async () => {
      const mock = await serveMock(mockOf(path.basename(document)), {
        directory: path.dirname(document),
        toolFolder: '/nowhere',
        scope: () => createScope([]),
        hide: () => undefined,
        mask: text => text,
      })
      const check = [
        'contract',
        'check',
        mock.variables.url,
        '--spec',
        document,
        '--include-writes',
        '--max-operations',
        '200',
      ]
      try {
        for (const credentials of [
          ['--bearer', 'a'],
          ['--user', 'a:b'],
        ]) {
          const { exitCode, output, errors } = await withFolder({}, folder =>
            runLine(folder, [...check, '-H', 'x-api-key: a', ...credentials]),
          )
          if (exitCode === 0) return
          if (credentials.includes('--user')) assert.fail(output + errors)
        }
      } finally {
        await mock.stop()
      }
    })
})

describe('a mock of a description that a route of its own breaks', () => {
  for (const [name, answer, found] of [
    ['a type', '{ json: { id: seven } }', /id: must be integer/],
    ['a status', '{ status: 418, json: { id: 7 } }', /418/],
    ['a media type', '{ text: seven }', /text\/plain/],
    ['a header', '{ json: { id: 7 } }', /x-total/],
  ] as const)
    it(`is found by a check: ${name}`, async () => {
      const schema = 'type: object, required: [id], properties: { id: { type: integer } }'
      const headers = '{ x-total: { required: true, schema: { type: integer } } }'
      const content = `{ application/json: { schema: { ${schema} } } }`
      const operation = `{ responses: { "200": { description: D, headers: ${headers}, content: ${content} } } }`
      const spec = `openapi: 3.1.0\ninfo: { title: A, version: "1" }\npaths: { /users: { get: ${operation} } }\n`
      const total = name === 'a header' ? '' : ', headers: { x-total: 1 }'
      const own = answer.replace(/ \}$/, `${total} }`)
      const { exitCode, output } = await run(
        `    spec: api.yaml\n    routes: [{ route: GET /users, answer: ${own} }]`,
        '  - request: GET {{shop}}/users\n    validations: [{ status: { less-than: 500 } }]',
        { 'api.yaml': spec },
        ['--spec', 'api.yaml'],
      )
      assert.equal(exitCode, 1, output)
      assert.match(output, found)
    })
})

function mockOf(spec: string): Mock {
  const place = { line: 1, column: 1 }
  return {
    name: 'shop',
    routes: [],
    notable: [],
    spec,
    allowsUnmatched: true,
    span: { file: spec, start: place, end: place },
  }
}

/** True where something takes connections there. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = net.connect(port, host)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => {
      resolve(false)
    })
  })
}

/** A port that something else listens on. */
async function withTaken(use: (port: number) => Promise<void>): Promise<void> {
  const server = http.createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await use((server.address() as net.AddressInfo).port)
  } finally {
    server.close()
  }
}
