import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, type Finished, runLine, runProgram, withFolder } from '../testing/run-program.ts'

/** A suite whose mock `payments` calls back, and whose mock `shop` is called. */
const suiteOf = (then: string, steps: string, more = ''): string => `suite: A
mocks:
  payments:
    ${more}
    routes:
      - route: POST /charges/{id}
        answers:
          - 202
          - status: 202
            then:
              - ${then}
  shop: { routes: [{ route: 'POST /paid/{id}', answer: { json: { got: '{{body}}' } } }] }
variables: { pay: '{{mocks.payments.url}}', shop: '{{mocks.shop.url}}', tenant: acme }
steps:
  - request: POST {{pay}}/charges/1
  - ${steps}
`

const charge = `request: POST {{pay}}/charges/7?page=2
    headers: { x-from: me }
    json: { callbackUrl: '{{shop}}', amount: 12 }`

function run(
  then: string,
  steps: string,
  line: readonly string[] = [],
  files: Files = {},
  more = '',
): Promise<Finished> {
  const all = { 'a.apitest.yaml': suiteOf(then, steps, more), ...files }
  return withFolder(all, folder => runLine(folder, ['a.apitest.yaml', ...line]))
}

describe('callbacks of a mock', () => {
  it('run after their answer, with the names of the request, and are steps of the suite', async () => {
    const { exitCode, output } = await run(
      `pause: 100ms
              - name: Tell the shop
                request: POST {{body.callbackUrl}}/paid/{{path.id}}
                json: { page: '{{query.page}}', from: '{{headers.X-From}}', tenant: '{{tenant}}', amount: '{{body.amount}}' }
                extracts: { said: $.got.tenant }
                validations: [status: 200, $.got.amount: 12]
              - request: POST {{body.callbackUrl}}/paid/{{said}}`,
      `${charge}
  - calls: shop
    retry: { attempts: 100, interval: 50ms }
    validations: [$.count: 2]
  - calls: shop
    validations:
      - $.calls[0].body: { equals: { page: '2', from: me, tenant: acme, amount: 12 } }
      - $.calls[1].path: /paid/acme`,
    )
    assert.equal(exitCode, 0, output)
    assert.match(output, /✓ 200 +[\d.]+ m?s {2}mock payments POST \/charges\/\{id\}: Tell the shop/)
    assert.match(output, /Steps +7 passed \(7\)/)
  })

  it('that fail make the suite fail, which waits for them', async () => {
    const then = `pause: 500ms
              - request: POST {{body.callbackUrl}}/paid/7
                validations: [$.got.amount: 13]`
    const { exitCode, output } = await run(then, charge)
    assert.equal(exitCode, 1, output)
    assert.match(output, /✗ 200 .*mock payments POST \/charges\/\{id\}: POST/)
    assert.match(output, /\$\.got\.amount: Expected equals 13, got nothing/)
    const other = await run('request: POST {{body.callbackUrl}}/unpaid', charge)
    assert.equal(other.exitCode, 1, other.output)
    assert.match(other.output, /no route answers POST \/unpaid/)
  })

  it('do not run where the client left before the answer was due', async () => {
    const suite = `suite: A
mocks:
  payments:
    routes: [{ route: POST /charges, answer: { delay: 500ms, then: [request: 'POST {{mocks.shop.url}}/paid'] } }]
  shop: { routes: [route: POST /paid] }
steps:
  - request: POST {{mocks.payments.url}}/charges
    timeout: 100ms
after:
  - pause: 700ms
  - calls: shop
    validations: [$.count: 0]
  - calls: payments
    validations: ['$.calls[0].aborted': true]
`
    const { output } = await withFolder({ 'a.apitest.yaml': suite }, folder =>
      runLine(folder, ['a.apitest.yaml']),
    )
    assert.match(output, /\b3 passed\b/)
  })

  it('are done before the steps under after run', async () => {
    const then = 'pause: 300ms\n              - request: POST {{body.callbackUrl}}/paid/7'
    const after = `${charge}\nafter:\n  - calls: shop\n    validations: [$.count: 1]`
    const { exitCode, output } = await run(then, after)
    assert.equal(exitCode, 0, output)
  })

  it('run side by side', async () => {
    const more = `${charge}\n${`  - request: POST {{pay}}/charges/7\n    json: {}\n`.repeat(6)}`
    const started = performance.now()
    const { exitCode, output } = await run('pause: 1s', more)
    assert.equal(exitCode, 0, output)
    assert.equal(output.match(/pause 1s/g)?.length, 7)
    assert.ok(performance.now() - started < 4000)
  })

  it('go to this machine, to what is written out, and to hosts that are listed', async () => {
    const ask = (url: string): string =>
      `request: POST {{pay}}/charges/7\n    json: { callbackUrl: '${url}' }`
    const then = 'request: POST {{body.callbackUrl}}\n                timeout: 300ms'
    for (const url of [
      'http://hooks.example/x',
      'http://127.0.0.1.hooks.example/',
      'http://localhost@hooks.example/',
    ]) {
      const { exitCode, output } = await run(then, ask(url))
      assert.equal(exitCode, 3, output)
      assert.match(output, /Request Error.*a callback does not go to .*hooks\.example/)
    }
    const hidden = 'set: { target: "{{body.callbackUrl}}" }\n              - request: POST {{target}}'
    assert.match(
      (await run(hidden, ask('http://hooks.example/x'))).output,
      /a callback does not go to hooks\.example/,
    )
    const listed = await run(then, ask('http://hooks.invalid/x'), [], {}, 'callback-hosts: [hooks.invalid]')
    assert.doesNotMatch(listed.output, /does not go/)
    assert.match(listed.output, /Network Error|ENOTFOUND|hooks\.invalid/)
    const written = await run('request: POST http://hooks.invalid/{{path.id}}', charge)
    assert.doesNotMatch(written.output, /does not go/)
  })

  it('are not sent by a way, or with credentials, that came with the request', async () => {
    for (const key of [
      'proxy: "{{body.proxy}}"',
      'auth: { oauth2: { token-url: "{{body.url}}", client-id: a, client-secret: b } }',
      'resolve: { "a:80": "{{body.x}}" }',
    ]) {
      const { exitCode, output, errors } = await run(
        `request: POST {{body.callbackUrl}}\n                ${key}`,
        'request: POST {{pay}}/charges/7\n    json: {}',
      )
      assert.equal(exitCode, 2, output)
      assert.match(output + errors, /of a callback holds what came with the request/)
    }
  })

  it('follow no redirects', async () => {
    const server = createServer((_, response) =>
      response.writeHead(302, { location: 'http://hooks.invalid/' }).end(),
    )
    await new Promise(resolve => server.listen(0, '127.0.0.1').once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const ask = `request: POST {{pay}}/charges/7\n    json: { callbackUrl: 'http://127.0.0.1:${port}/' }\nsettings: { follow-redirects: true }`
    const { exitCode, output } = await run(
      'request: POST {{body.callbackUrl}}\n                validations: [status: 302]',
      ask,
    )
    server.close()
    server.closeAllConnections()
    assert.equal(exitCode, 0, output)
  })

  it('hide what came as credentials, and what is sent as such', async () => {
    const then = `request: POST {{body.callbackUrl}}/paid/7
                headers: { x-copy: '{{headers.authorization}}' }
                auth: { bearer: '{{body.token}}' }
                validations: [status: 201]`
    const ask = `request: POST {{pay}}/charges/7
    auth: { bearer: first-s3cret }
    json: { callbackUrl: '{{shop}}', token: second-s3cret }`
    const { exitCode, output } = await run(then, ask)
    assert.equal(exitCode, 1, output)
    assert.doesNotMatch(output, /first-s3cret|second-s3cret/)
  })

  it('run for each row, in a used suite, and count for --bail', async () => {
    const then = 'request: POST {{body.callbackUrl}}/paid/7\n                validations: [status: 201]'
    const rows = await run(then, charge, ['--data', 'rows.csv'], { 'rows.csv': 'row\n1\n2\n' })
    assert.match(rows.output, /Rows +2 failed/)
    assert.match(rows.output, /Steps +2 failed/)
    const files = { 'b.apitest.yaml': 'suite: B\nsteps: [{ use: a.apitest.yaml }]\n' }
    const all = { 'a.apitest.yaml': suiteOf(then, charge), ...files }
    const used = await withFolder(all, folder => runLine(folder, ['b.apitest.yaml']))
    assert.equal(used.exitCode, 1, used.output)
    const bail = `${charge}\n  - pause: 500ms\n  - request: POST {{shop}}/paid/1`
    const bailed = await run(then, bail, ['--bail', '1'])
    assert.match(bailed.output, /--bail 1 was reached/)
  })

  it('end when the run is interrupted', async () => {
    const files = { 'a.apitest.yaml': suiteOf('pause: 50s', charge) }
    const started = performance.now()
    let isKilled = false
    const { exitCode } = await withFolder(files, folder =>
      runProgram(folder, ['a.apitest.yaml', '--reporter', 'ndjson'], {
        onOutput: (output, kill) => {
          if (!isKilled && output.includes('pause 50s')) isKilled = kill('SIGINT')
        },
      }),
    )
    assert.equal(exitCode, 130)
    assert.ok(performance.now() - started < 15_000)
  })

  for (const [then, says] of [
    ['request: POST {{body.callbackUrl}}/{{path.it}}', /11:\d+ +error unknown-variable.*path\.it/],
    ['request: POST {{tenannt}}', /unknown-variable.*tenannt[^]*Did you mean "tenant"/],
    ['reqest: POST {{body.url}}', /reqest/],
    [
      'request: POST {{body.url}}\n                validatons: []',
      /unknown-key.*validatons[^]*Did you mean "validations"/,
    ],
    ['request: POST {{body.url}}\n                validations: [{ $.a[: 1 }]', /yaml-syntax|bad-json-path/],
    ['request: POST {{body.url}}\n                file: no.json', /no\.json/],
    ['exec: [ls]', /misplaced-key +a callback has no "exec"/],
    ['use: b.apitest.yaml', /misplaced-key +a callback has no "use"/],
    [
      'request: POST {{body.url}}\n                data: [{ a: 1 }]',
      /misplaced-key +a callback has no data rows/,
    ],
    [
      'request: POST {{body.url}}\n                follow-redirects: true',
      /misplaced-key +a callback follows no redirects/,
    ],
    ['pause: 1h', /bad-value +a callback pauses 5m or less[^]*The suite waits for its callbacks/],
    ['calls: shp', /unknown-mock[^]*Did you mean "shop"/],
    ['reset: shp', /unknown-mock[^]*Did you mean "shop"/],
  ] as const)
    it(`are checked as steps are: ${then.split('\n').at(-1)?.trim()}`, async () => {
      const { exitCode, output, errors } = await run(then, charge)
      assert.equal(exitCode, 2, output + errors)
      assert.match(output + errors, says)
    })

  it('leave the steps of the suite without what they extract', async () => {
    const then = 'request: POST {{body.callbackUrl}}/paid/7\n                extracts: { said: $.got }'
    const { exitCode, output, errors } = await run(then, `${charge}\n  - request: GET {{shop}}/{{said}}`)
    assert.equal(exitCode, 2, output + errors)
    assert.match(output + errors, /unknown-variable.*said/)
  })

  it('are listed behind the steps, and shown with what is known', async () => {
    const then = 'name: Tell\n                request: POST {{shop}}/paid/{{path.id}}?of={{tenant}}'
    const list = await run(then, charge, ['--list'])
    assert.match(list.output, /\n {2}mock payments POST \/charges\/\{id\}\n {4}Tell\n[^]*1 file, 2 steps/)
    const shown = await run(then, charge, ['--dry-run'])
    assert.match(
      shown.output,
      /\n {2}mock payments POST \/charges\/\{id\}: Tell\n {4}request: POST .*\/paid\/\{\{path\.id\}\}\?of=acme\n/,
    )
  })

  it('take their files along, which have to be there', () =>
    withFolder(
      { 'a.apitest.yaml': suiteOf('request: POST {{shop}}/paid/7\n                file: a.txt', charge) },
      async folder => {
        const { exitCode, errors } = await runLine(folder, ['check', 'a.apitest.yaml'])
        assert.equal(exitCode, 2)
        assert.match(errors, /file-missing +there is no file a\.txt/)
        await writeFile(path.join(folder, 'a.txt'), 'words')
        await runLine(folder, ['compile', 'a.apitest.yaml', '--to', 'collection', '--name', 'Saved'])
        await runLine(folder, ['compile', 'Saved', '--to', 'suite', '-o', 'elsewhere/deep'])
        const found = await runLine(folder, ['elsewhere'])
        assert.equal(found.exitCode, 0, found.output + found.errors)
        assert.match(found.output, /mock payments POST/)
      },
    ))

  it('belong to mocks of suites', async () => {
    const routes = [{ route: 'POST /', answer: { then: [{ request: 'POST {{body.url}}' }] } }]
    const files = {
      'apitest.config.yaml': JSON.stringify({ mocks: { payments: { routes } } }),
      'a.apitest.yaml': 'suite: A\nsteps: [{ request: POST {{mocks.payments.url}}/ }]\n',
    }
    const { exitCode, output, errors } = await withFolder(files, folder => runLine(folder, ['check', '.']))
    assert.equal(exitCode, 2, output + errors)
    assert.match(output + errors, /misplaced-key +only mocks of suites call back/)
  })
})
