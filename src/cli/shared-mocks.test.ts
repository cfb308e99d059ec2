import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, it } from 'node:test'
import { reporterNames } from '../report/index.ts'
import { freePort } from '../testing/ports.ts'
import { type Files, type Finished, runLine, runProgram, withFolder } from '../testing/run-program.ts'

const charges = {
  route: 'POST /charges',
  answer: { status: 201, json: { key: '{{key}}', nth: '{{calls}}' } },
}

/** A server that asks the mock that it is told of, and takes a while to start. */
const shop = `require('node:http').createServer(async (request, response) => {
  if (request.url === '/health') return response.end('ok')
  const answer = await fetch(process.env.PAYMENTS_URL + request.url, { method: request.method })
  response.statusCode = answer.status
  response.end(await answer.text())
}).listen(Number(process.argv[2]), '127.0.0.1')`

function project(configuration: object, suites: Files): Files {
  return { 'apitest.config.yaml': JSON.stringify(configuration), 'shop.cjs': shop, ...suites }
}

function run(configuration: object, suites: Files, ...line: readonly string[]): Promise<Finished> {
  return withFolder(project(configuration, suites), folder => runLine(folder, line.length > 0 ? line : ['.']))
}

function assertPassed({ exitCode, output, errors }: Finished): void {
  assert.equal(exitCode, 0, output + errors)
}

const suite = (steps: string): string => `suite: A\nsteps:\n${steps}\n`

describe('mocks of the configuration', () => {
  it('compare with what files hold', async () => {
    const port = await freePort()
    const route = (file: string): object => ({
      route: 'POST /charges',
      when: { $: { 'equals-file': file } },
      answer: { status: 201 },
    })
    const configuration = {
      mocks: { payments: { routes: [route('charge.json')] } },
      services: [
        { name: 'shop', url: `http://127.0.0.1:${port}/`, mock: { routes: [route('charge.json')] } },
      ],
    }
    const files = {
      'charge.json': '{"sum":7}',
      'a.apitest.yaml': suite(`  - { request: "POST {{mocks.payments.url}}/charges", json: { sum: 7 } }
  - { request: "POST {{mocks.shop.url}}/charges", json: { sum: 7 } }`),
    }
    assertPassed(await run(configuration, files))
    const { exitCode, output, errors } = await run(
      { mocks: { payments: { routes: [route('gone.json')] } } },
      files,
    )
    assert.equal(exitCode, 2, output + errors)
    assert.match(output + errors, /apitest\.config\.yaml:1:\d+ {2}error file-missing/)
  })

  it('are seen by all suites, by variables and by services', async () => {
    const configuration = {
      variables: { payments: '{{mocks.payments.url}}', key: 'k' },
      mocks: { payments: { routes: [charges] } },
      services: [
        {
          name: 'shop',
          command: 'node shop.cjs {{service.port}}',
          url: 'http://127.0.0.1:{{service.port}}/health',
          environment: { PAYMENTS_URL: '{{mocks.payments.url}}' },
        },
      ],
      workers: 1,
    }
    const first = suite(`  - request: POST http://127.0.0.1:{{service.port}}/charges
    validations: [status: 201, $.key: k, $.nth: 1]`)
    const second = suite(`  - request: POST {{payments}}/charges
    validations: [$.nth: 2]
  - calls: payments POST /charges
    validations: [$.count: 2]`)
    assertPassed(await run(configuration, { 'a.apitest.yaml': first, 'b.apitest.yaml': second }))
  })

  it('hand on the rest by the settings of how requests travel', async () => {
    const behind = createServer((request, response) => response.end(`${request.headers.host ?? ''} answers`))
    await new Promise<void>(resolve => behind.listen(0, '127.0.0.1', resolve))
    const { port } = behind.address() as AddressInfo
    const ask = suite(
      '  - request: GET {{mocks.rest.url}}/any\n    validations: [status: 200, text: staging.invalid answers]',
    )
    try {
      assertPassed(
        await run(
          {
            settings: { resolve: { 'staging.invalid:80': `127.0.0.1:${port}` } },
            mocks: { rest: { proxy: 'http://staging.invalid' } },
          },
          { 'a.apitest.yaml': ask },
        ),
      )
    } finally {
      behind.close()
    }
  })

  it('give way to the mock of a suite that has their name', async () => {
    const own = `suite: A
mocks: { payments: { routes: [{ route: POST /charges, answer: { json: own } }] } }
steps:
  - request: POST {{mocks.payments.url}}/charges
    validations: [$: own]
  - calls: payments
    validations: [$.count: 1]
`
    const other = suite(`  - request: POST {{mocks.payments.url}}/charges
    validations: [$.key: given]
  - calls: payments
    validations: [$.count: 1]`)
    const configuration = { mocks: { payments: { routes: [charges] } }, variables: { key: 'k' } }
    const files = { 'a.apitest.yaml': own, 'b.apitest.yaml': other }
    assertPassed(await run(configuration, files, '.', '--var', 'key=given'))
  })

  it('see the variables of the environment, hide its secrets, and read files beside the configuration', async () => {
    const routes = [
      { route: 'GET /place', answer: { json: '{{place}} {{token}}' } },
      { route: 'GET /file', answer: { file: 'data/a.txt' } },
    ]
    const configuration = {
      environments: { here: { variables: { place: 'here' }, secrets: { token: 's3cr3t-token' } } },
      mocks: { payments: { routes } },
      variables: { place: 'nowhere', token: 'none' },
    }
    const steps = suite(`  - request: GET {{mocks.payments.url}}/place
    validations: [text: '"here s3cr3t-token!"']
  - request: GET {{mocks.payments.url}}/file
    validations: [text: content]`)
    const files = { 'suites/a.apitest.yaml': steps, 'data/a.txt': 'content' }
    const { exitCode, output } = await run(
      configuration,
      files,
      'suites',
      '--env',
      'here',
      '--no-stop-on-failure',
    )
    assert.equal(exitCode, 1)
    assert.doesNotMatch(output, /s3cr3t-token/)
    assert.match(output, /1 failed, 1 passed|1 passed.*1 failed|1 failed.*1 passed/)
  })

  it('see the variables of the environment that their suites run in', async () => {
    const routes = [{ route: 'GET /who', answer: { text: '{{who}}' } }]
    const configuration = {
      environments: { local: { variables: { who: 'ada' } }, test: { variables: { who: 'grace' } } },
      mocks: { here: { environments: ['local'], routes }, there: { environments: ['test'], routes } },
    }
    const asks = (environment: string, mock: string, who: string): string =>
      `suite: A\nenvironment: ${environment}\nsteps: [{ request: "GET {{mocks.${mock}.url}}/who", validations: [{ text: ${who} }] }]\n`
    const files = {
      'a.apitest.yaml': asks('local', 'here', 'ada'),
      'b.apitest.yaml': asks('test', 'there', 'grace'),
    }
    assertPassed(await run(configuration, files))
  })

  it('fail the run by calls that nothing answers, and tell them once', async () => {
    const asks = suite(`  - request: GET {{mocks.payments.url}}/nothing
    validations: [status: 404]`)
    const configuration = { mocks: { payments: { routes: [charges] } }, variables: { key: 'k' } }
    const files = { 'a.apitest.yaml': asks, 'b.apitest.yaml': asks }
    const { exitCode, output, errors } = await run(configuration, files)
    assert.equal(exitCode, 1, output + errors)
    assert.equal((output + errors).match(/error mock-failed/g)?.length, 1)
    assert.match(output + errors, /the mock "payments": no route answers GET \/nothing \(2 times\)/)
    assert.match(output, /Failed: 1 error/)
    const allowed = { ...configuration, mocks: { payments: { routes: [charges], unmatched: 'allow' } } }
    assertPassed(await run(allowed, files))
  })

  it('point at the route that nearly fitted', async () => {
    const { output, errors } = await withFolder(
      {
        'apitest.config.yaml':
          'mocks:\n  shop:\n    routes:\n      - route: GET /a\n      - route: GET /users/{id}\n',
        'a.apitest.yaml': suite(
          '  - request: PUT {{mocks.shop.url}}/users/1\n    validations: [status: 405]',
        ),
      },
      folder => runLine(folder, ['.']),
    )
    assert.match(output + errors, /apitest\.config\.yaml:5:9 +error mock-failed +the mock "shop": no route/)
  })

  it('that cannot be started end the run before anything is sent', async () => {
    const port = await freePort()
    const server = createServer().listen(port, '127.0.0.1')
    const configuration = { mocks: { payments: { port, routes: [charges] } }, variables: { key: 'k' } }
    const steps = suite('  - request: GET {{mocks.payments.url}}/')
    const { exitCode, output, errors } = await run(configuration, { 'a.apitest.yaml': steps })
    server.close()
    assert.equal(exitCode, 3)
    assert.match(
      output + errors,
      /error mock-failed +the mock "payments" cannot listen on .*: the port is taken/,
    )
  })

  for (const line of [
    'send {{mocks.payments.url}}/charges',
    'load {{mocks.payments.url}}/charges --requests 2',
    'grpc list {{mocks.payments.url}}',
    'ws {{mocks.payments.url}}',
  ])
    it(`are told to run with suites only, before anything is sent: ${line}`, async () => {
      const files = { 'shared/in.apitest.yaml': suite('  - { exec: echo a, extracts: { token: text } }') }
      const configuration = {
        mocks: { payments: { routes: [charges] } },
        setup: [{ use: 'shared/in.apitest.yaml' }],
        settings: { headers: { x: '{{token}}' } },
      }
      const { exitCode, errors } = await run(configuration, files, ...line.split(' '))
      assert.equal(exitCode, 2)
      assert.match(
        errors,
        /nothing sets the variable "mocks\.payments\.url"\n {2}hint: .* run with suites only/,
      )
      assert.doesNotMatch(errors, /setup/)
    })

  it('are told to the tests that are made of suites, while both run', async () => {
    const configuration = { variables: { key: 'k' }, mocks: { payments: { routes: [charges] } } }
    const files = {
      'a.apitest.yaml': suite(
        '  - { request: "POST {{mocks.payments.url}}/charges", validations: [status: 201] }',
      ),
    }
    const line = 'generate tests a.apitest.yaml --framework node-test -o tests --run'
    const { exitCode, output, errors } = await run(configuration, files, ...line.split(' '))
    assert.equal(exitCode, 0, output + errors)
    assert.match(output + errors, /apitest starts what it is of, in its own runs; .* as MOCKS_PAYMENTS_URL/)
    assert.doesNotMatch(output + errors, /which nothing gives/)
  })

  it('end when the run is interrupted', async () => {
    const port = await freePort()
    const configuration = { mocks: { payments: { port, routes: [charges] } }, variables: { key: 'k' } }
    const steps = suite('  - request: POST {{mocks.payments.url}}/charges\n  - pause: 30s')
    const files = project(configuration, { 'a.apitest.yaml': steps })
    let isKilled = false
    const finished = await withFolder(files, folder =>
      runProgram(folder, ['a.apitest.yaml', '--reporter', 'ndjson'], {
        onOutput: (output, kill) => {
          if (!isKilled && output.includes('pause')) isKilled = kill('SIGINT')
        },
      }),
    )
    assert.equal(finished.exitCode, 130)
    await assert.rejects(fetch(`http://127.0.0.1:${port}/charges`, { method: 'POST' }))
  })

  for (const [mock, says] of [
    [{ routes: [{ route: 'GET /', anser: 200 }] }, /unknown-key +"anser"[^]*Did you mean "answer"/],
    [{ spec: 'no.yaml' }, /schema-file-missing +there is no API description no\.yaml/],
    [{ routes: [{ route: 'GET /{id}', answer: { json: '{{path.it}}' } }] }, /unknown-variable.*path\.it/],
    [{ routes: [{ route: 'GET /' }, { route: 'GET /' }] }, /hidden-route/],
    [{ routes: [{ route: 'GET /', answer: { file: 'no.txt' } }] }, /no\.txt/],
    [{}, /payments/],
  ] as const)
    it(`are checked: ${JSON.stringify(mock)}`, async () => {
      const steps = suite('  - request: GET {{mocks.payments.url}}/')
      const { exitCode, output, errors } = await run(
        { mocks: { payments: mock } },
        { 'a.apitest.yaml': steps },
        'check',
        '.',
      )
      assert.equal(exitCode, 2, output + errors)
      assert.match(output + errors, says)
    })

  for (const [step, says] of [
    ['request: GET {{mocks.paymnts.url}}/', /unknown-variable.*mocks\.paymnts\.url/],
    ['calls: paymnts', /unknown-mock[^]*Did you mean "payments"/],
    ['calls: payments POST /charge', /has no route "POST \/charge"[^]*Did you mean "POST \/charges"/],
  ] as const)
    it(`are known to the check of suites: ${step}`, async () => {
      const configuration = { mocks: { payments: { routes: [charges] } }, variables: { key: 'k' } }
      const { exitCode, output, errors } = await run(
        configuration,
        { 'a.apitest.yaml': suite(`  - ${step}`) },
        'check',
        '.',
      )
      assert.equal(exitCode, 2, output + errors)
      assert.match(output + errors, says)
    })
})

describe('a mock in place of a service', () => {
  const steps = (validation: string): string =>
    suite(`  - request: GET {{mocks.prices.url}}/prices\n    validations: [${validation}]\n  - calls: prices`)
  const routes = [{ route: 'GET /prices', answer: { json: 'of the mock' } }]

  it('listens where that is expected', async () => {
    const port = await freePort()
    const configuration = {
      services: [{ name: 'prices', url: `http://localhost:${port}/prices`, mock: { routes } }],
    }
    const asked = `${steps('$: of the mock')}  - request: GET http://127.0.0.1:${port}/prices\n`
    assertPassed(await run(configuration, { 'a.apitest.yaml': asked }))
  })

  it('is told of in every report, also of a run that is shown again', async () => {
    const port = await freePort()
    const url = `http://localhost:${port}/prices`
    const files = project(
      { services: [{ name: 'prices', url, mock: { routes } }] },
      { 'a.apitest.yaml': suite(`  - request: GET ${url}`) },
    )
    const kinds = reporterNames.filter(name => name !== 'pretty' && name !== 'dot')
    const reporters = kinds.map(name => `--reporter=${name}=out/${name}`)
    await withFolder(files, async folder => {
      const told = async (...line: readonly string[]): Promise<string> => {
        const { exitCode, output, errors } = await runLine(folder, line)
        assert.equal(exitCode, 0, errors)
        return output + errors
      }
      const text = (name: string): string =>
        readdirSync(path.join(folder, 'out'), { recursive: true, encoding: 'utf8' })
          .filter(file => file.startsWith(name) && statSync(path.join(folder, 'out', file)).isFile())
          .map(file => readFileSync(path.join(folder, 'out', file), 'utf8'))
          .join('\n')
      assert.match(await told('.', ...reporters), /^Mocks stood in for prices$/m)
      const expected: Readonly<Record<string, readonly RegExp[]>> = {
        tap: [/^# Mocks: stood in for prices$/m],
        junit: [/<property name="mocks" value="stood in for prices"/, /<property name="mock" value="prices"/],
        json: [/"standIns":\["prices"\]/, /"mock":"prices"/],
        ndjson: [/a mock stands in for it/, /"standIns":\["prices"\]/],
        html: [/; mocks stood in for prices</, /<span class="note">mock prices</],
        har: [/"comment":"Mocks: stood in for prices"/, /"comment":"A › [^"]*, mock prices"/],
        github: [/^::notice title=Mocks::stood in for prices$/m],
        markdown: [/; mocks stood in for prices/],
        allure: [/^mocks=stood in for prices$/m, /\{"name":"mock","value":"prices","excluded":true\}/],
      }
      for (const name of kinds)
        for (const pattern of expected[name] ?? [/not expected/]) assert.match(text(name), pattern, name)
      assert.match(await told('.', '--reporter', 'dot'), /Mocks +stood in for prices/)
      assert.match(
        await told('merge-reports', 'out/json', '--reporter', 'pretty'),
        /Mocks +stood in for prices/,
      )
    })
  })

  it('is told of at the request of a script, by way of `resolve` and of a proxy, and where it is waited for', async () => {
    const port = await freePort()
    const place = `127.0.0.1:${port}`
    const asked = suite(`  - name: script
    script: await pm.sendRequest('http://${place}/prices')
  - name: resolve
    request: GET http://prices.example/prices
    resolve: { prices.example:80: '${place}' }
  - name: proxy
    request: GET http://prices.example/prices
    proxy: http://${place}
  - name: past the proxy
    request: GET http://localhost:${port}/prices
    proxy: { url: 'http://127.0.0.1:1', no-proxy: [localhost] }
  - wait: ['http://${place}/prices', 'tcp://localhost:${port}']
`)
    const led = asked.replace(
      /steps:.*/s,
      `settings: { resolve: { prices.example:80: '${place}' } }\nsteps:\n  - wait: http://prices.example/prices\n  - wait: tcp://127.0.0.1:${port}\n`,
    )
    const files = project(
      { services: [{ name: 'prices', url: `http://${place}/prices`, mock: { routes } }] },
      { 'a.apitest.yaml': asked, 'b.apitest.yaml': led },
    )
    await withFolder(files, async folder => {
      const reports = ['json', 'junit=a.xml', 'html=a.html'].map(name => `--reporter=${name}`)
      const { exitCode, output, errors } = await runLine(folder, ['.', ...reports])
      assert.equal(exitCode, 0, output + errors)
      assert.equal(output.match(/"mock":"prices"/g)?.length, 7, output)
      assert.equal(
        readFileSync(path.join(folder, 'a.xml'), 'utf8').match(/"mock" value="prices"/g)?.length,
        7,
      )
      assert.equal(readFileSync(path.join(folder, 'a.html'), 'utf8').match(/>mock prices</g)?.length, 8)
    })
  })

  it('leaves the place to the real one', async () => {
    const server = createServer((_, response) => response.end('"real"')).listen(0, '127.0.0.1')
    await new Promise(resolve => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    const url = `http://127.0.0.1:${port}/prices`
    const configuration = { services: [{ name: 'prices', url, mock: { routes } }] }
    const { exitCode, output } = await run(configuration, { 'a.apitest.yaml': steps('$: real') })
    server.close()
    server.closeAllConnections()
    assert.equal(exitCode, 3, output)
    assert.match(output, /✓ 200.*prices/)
    assert.match(output, /there is no mock "prices"/)
  })

  for (const [service, says] of [
    [{ command: 'x' }, /misplaced-key +"command" belongs to a command/],
    [{ url: 'https://example.com/' }, /bad-value +a mock listens on this machine alone/],
    [{ mock: { routes, port: 1 } }, /misplaced-key +the mock listens where its service is expected/],
    [{ mock: { routs: routes } }, /unknown-key +"routs"/],
    [{ mock: undefined }, /missing-key.*"command"/],
  ] as const)
    it(`is checked: ${JSON.stringify(service)}`, async () => {
      const whole = { name: 'prices', url: 'http://127.0.0.1:4/', mock: { routes }, ...service }
      const files = { 'a.apitest.yaml': steps('$: 1') }
      const { exitCode, output, errors } = await run({ services: [whole] }, files, 'check', '.')
      assert.equal(exitCode, 2, output + errors)
      assert.match(output + errors, says)
    })

  it('is told apart from a mock of the configuration', async () => {
    const service = { name: 'prices', url: 'http://127.0.0.1:4/', mock: { routes } }
    const configuration = { services: [service], mocks: { prices: { routes } } }
    const { exitCode, output, errors } = await run(
      configuration,
      { 'a.apitest.yaml': steps('$: 1') },
      'check',
      '.',
    )
    assert.equal(exitCode, 2)
    assert.match(output + errors, /there is a mock "prices" under "mocks", too/)
  })

  it('is told where mocks are that there are', async () => {
    const environment = { PAYMENTS_URL: '{{mocks.paymnts.url}}' }
    const service = { name: 'shop', command: 'x', url: 'http://127.0.0.1:4/', environment }
    const configuration = { services: [service], mocks: { payments: { routes: [] } } }
    const { exitCode, output, errors } = await run(
      configuration,
      { 'a.apitest.yaml': steps('$: 1') },
      'check',
      '.',
    )
    assert.equal(exitCode, 2)
    assert.match(output + errors, /unknown-mock +there is no mock "paymnts"[^]*Did you mean "payments"/)
  })
})
