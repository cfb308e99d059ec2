import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { Ajv } from 'ajv'
import { httpServer } from '../actions/http/testing/http-server.ts'
import { rawServer } from '../actions/http/testing/raw-server.ts'
import { http2Server } from '../actions/transport/testing/http2-server.ts'
import type { LoadResult } from '../model/load-test.ts'
import { freePort } from '../testing/ports.ts'
import { type Files, type Finished, runLine, runProgram, withFolder } from '../testing/run-program.ts'

/** A suite of two steps against a server that is given as `base`. */
const shop = `
suite: Shop
steps:
  - name: Sign in
    request: POST {{base}}/sessions
    json: { user: "{{user}}" }
    validations: [{ status: 200 }]
    extracts: { token: $.token }
  - name: Order
    request: GET {{base}}/orders?token={{token}}
    validations:
      - status: 200
      - $.user: "{{user}}"
`

const files: Files = {
  'shop.apitest.yaml': shop,
  'users.csv': 'user\nada\nbob\ncyd\n',
  'one.apitest.yaml': 'suite: One\nsteps:\n  - name: Item\n    request: GET {{base}}/item\n',
}

/** A shop that counts what it is asked for; `late` says how many milliseconds an answer takes. */
function shopServer(late: () => number = () => 0) {
  return httpServer(({ method, url, body }, response) => {
    const { searchParams } = new URL(url, 'http://shop')
    const { user = '' } = method === 'POST' ? (JSON.parse(body.toString()) as { user?: string }) : {}
    const answer = method === 'POST' ? { token: `of-${user}` } : { user: searchParams.get('token')?.slice(3) }
    const wait = late()
    const send = (): unknown => response.end(JSON.stringify(answer))
    if (wait === 0) send()
    else setTimeout(send, wait)
  })
}

async function load(base: string, line: string, more: Files = {}): Promise<Finished> {
  return withFolder({ ...files, ...more }, folder =>
    runLine(folder, ['load', ...line.split(' '), '--var', `base=${base}`]),
  )
}

async function loadResult(base: string, line: string, more: Files = {}): Promise<LoadResult> {
  const { output, errors } = await load(base, `${line} --json`, more)
  assert.match(output, /^\{/, errors)
  return JSON.parse(output) as LoadResult
}

/** True where a load test of nothing wrong ended as it may on a machine that other tests keep busy. */
function isJudged(exitCode: number | null): boolean {
  return exitCode === 0 || exitCode === 3
}

describe('apitest load', () => {
  it('counts each request that a server has aborted, and sends none of them twice', async () => {
    let seen = 0
    let aborted = 0
    await using server = await rawServer(socket => {
      if (++seen % 10 > 0) socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
      else {
        aborted++
        socket.resetAndDestroy()
      }
    })
    const { all } = await loadResult(server.url, 'one.apitest.yaml --callers 1 --requests 60')
    assert.deepEqual([all.requests, all.errors, seen, aborted], [60, 6, 60, 6])
  })

  it('sends again what a server of HTTP/2 has not begun with, and tells of it', async () => {
    let streams = 0
    await using server = await http2Server(stream => {
      if (++streams % 10 === 0) stream.session?.goaway(0, Number(stream.id) - 2)
      else {
        stream.respond({ ':status': 200 })
        stream.end('hi')
      }
    }, false)
    const suite = `suite: A\nsettings: { http-version: 2 }\nsteps:\n  - request: POST ${server.url}/\n    text: a\n`
    const { output } = await load(server.url, 'a.apitest.yaml --callers 1 --requests 50', {
      'a.apitest.yaml': suite,
    })
    assert.match(output, /^all +50 +50 +0 /m)
    assert.match(output, /^Sent again +5 requests that the server had not begun with$/m)
  })

  it('runs a suite with its rows in turn, by callers side by side, and answers by its schema', async () => {
    await using server = await shopServer()
    const result = await loadResult(
      server.url,
      'shop.apitest.yaml --data users.csv --callers 5 --requests 60',
    )
    const { exitCode, all, steps, iterations } = result
    assert.ok(isJudged(exitCode), result.reasons.join())
    assert.equal(iterations, 30)
    assert.deepEqual([all.requests, all.ok, all.errors, all.errorRate], [60, 60, 0, 0])
    assert.deepEqual(all.statuses, { 200: 60 })
    assert.deepEqual(
      steps.map(({ step, file, requests }) => [step, file, requests]),
      [
        ['Sign in', 'shop.apitest.yaml', 30],
        ['Order', 'shop.apitest.yaml', 30],
      ],
    )
    assert.equal(server.seen.length, 60)
    for (const user of ['ada', 'bob', 'cyd'])
      assert.equal(server.seen.filter(({ url }) => url.endsWith(`of-${user}`)).length, 10, user)
    const schema = JSON.parse(await readFile('schemas/load-report.schema.json', 'utf8')) as object
    const ajv = new Ajv({ strict: false })
    assert.ok(ajv.validate(schema, result), ajv.errorsText())
  })

  it('tells who was at work in each second, also in the one that all of them ended in', async () => {
    await using server = await shopServer()
    const { seconds } = await loadResult(
      server.url,
      'shop.apitest.yaml --data users.csv --callers 3 --requests 60',
    )
    assert.deepEqual(
      seconds.filter(({ requests, callers }) => requests > 0 && (callers < 1 || callers > 3)),
      [],
    )
    assert.equal(Math.max(...seconds.map(({ callers }) => callers)), 3)
  })

  it('tells what took long where a server stalls, though few requests met the stall', async () => {
    let seen = 0
    let end = 0
    await using server = await shopServer(() => {
      // However busy the machine is, the stall begins with a request.
      if (++seen === 80) end = Date.now() + 700
      return Math.max(0, end - Date.now())
    })
    const line = 'one.apitest.yaml --rate 100 --for 2s --at-most 10'
    const { all, iterations, wait, unserved } = await loadResult(server.url, line)
    assert.equal(unserved, 0)
    assert.equal(iterations, 200)
    // Seventy of two hundred were to begin in the stall, and ten of them could: the others waited for a caller.
    // The bounds leave room for a machine that is held up itself.
    assert.ok(all.latency.p90 > 150, JSON.stringify(all.latency))
    assert.ok(all.latency.max > 350, JSON.stringify(all.latency))
    assert.ok(wait.max > 250, JSON.stringify(wait))
    assert.ok(all.latency.p50 < all.latency.p90 / 2, JSON.stringify(all.latency))
  })

  it('judges thresholds, one of a step among them', async () => {
    await using server = await shopServer(() => 20)
    const { exitCode, output } = await withFolder(files, folder =>
      runLine(folder, [
        ...['load', 'shop.apitest.yaml', '--var', `base=${server.url}`, '--var', 'user=ada'],
        ...['--callers', '2', '--requests', '8'],
        ...['--threshold', 'p95<5s', '--threshold', 'step Order p99<5ms', '--threshold', 'throughput>1'],
      ]),
    )
    assert.equal(exitCode, 4, output)
    assert.match(output, /^✓ p95<5s {2}\S+ ms$/m)
    assert.match(output, /^✗ step Order p99<5ms {2}\S+ ms$/m)
    assert.match(output, /^✓ throughput>1 {2}\S+\/s$/m)
    assert.match(output, /^Failed\n {2}step Order p99<5ms: it was \S+ ms\n$/m)
  })

  it('counts each way to fail, and shows the first whole', async () => {
    await using server = await httpServer((_, response) => {
      response.statusCode = 503
      response.end('{"reason":"full"}')
    })
    const { exitCode, output } = await load(server.url, 'one.apitest.yaml --callers 3 --requests 9')
    assert.equal(exitCode, 4)
    assert.match(output, /^✗ Item {2}×9, the first:\n {2}✗ status: Expected 2xx or 3xx, got 503$/m)
    assert.match(output, /\{ "reason": "full" \}|"reason":"full"|"reason": "full"/)
    assert.match(output, /^Statuses +503 ×9$/m)
    assert.match(output, /^Error rate +100 %$/m)
  })

  it('tells that a mock stood in for the server', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/item`
    const mock = { routes: [{ route: 'GET /item', answer: { json: { id: 1 } } }] }
    const configuration = JSON.stringify({ services: [{ name: 'shop', url, mock }] })
    await withFolder({ ...files, 'apitest.config.yaml': configuration }, async folder => {
      const base = `base=http://127.0.0.1:${port}`
      const reporters = ['-r', 'json=a.json', '-r', 'html=a.html']
      const words = ['one.apitest.yaml', '--requests', '20', '--shard', '1/1', '--var', base, ...reporters]
      const { output } = await runLine(folder, ['load', ...words])
      assert.match(output, /^Mocks +stood in for shop$/m)
      const read = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8')
      assert.match(await read('a.html'), /; mocks stood in for shop</)
      const { standIns } = JSON.parse(await read('a.json')) as LoadResult
      assert.deepEqual(standIns, ['shop'])
      const { output: shown } = await runLine(folder, ['merge-reports', 'a.json'])
      assert.match(shown, /^Mocks +stood in for shop$/m)
    })
  })

  it('is not green where nobody answers', async () => {
    const { exitCode, output } = await load('http://127.0.0.1:1', 'one.apitest.yaml --requests 5')
    assert.equal(exitCode, 3)
    assert.match(output, /Network Error: connect ECONNREFUSED/)
    assert.match(output, /^Failed\n {2}No request was answered\.$/m)
  })

  it('is not green where the target goes away in the middle', async () => {
    const server = await httpServer((_, response) => response.end('{}'))
    setTimeout(() => void server[Symbol.asyncDispose](), 500)
    const { exitCode, output } = await load(server.url, 'one.apitest.yaml --callers 2 --for 1s')
    assert.ok(exitCode === 4 || exitCode === 3, output)
    assert.match(output, /^Statuses +200 ×\d+ {2}none ×\d+$/m)
  })

  it('ends at Ctrl-C with the figures so far', async () => {
    let seen = 0
    let stopped = 0
    let stop = (): unknown => undefined
    await using server = await shopServer(() => {
      if (++seen === 50) {
        stopped = Date.now()
        stop()
      }
      return 10
    })
    const finished = await withFolder(files, folder =>
      runProgram(folder, ['load', `${server.url}/item`, '--for', '1m', '--json'], {
        onStart: kill => (stop = () => kill('SIGINT')),
      }),
    )
    assert.equal(finished.exitCode, 130, finished.errors)
    const { verdict, all } = JSON.parse(finished.output) as LoadResult
    assert.equal(verdict, 'interrupted')
    assert.ok(all.requests > 20 && all.errors === 0, JSON.stringify(all))
    assert.ok(Date.now() - stopped < 20_000)
  })

  it('counts what hangs beyond its time as an error', { timeout: 60_000 }, async () => {
    await using server = await httpServer(({ url }, response) => {
      if (!url.endsWith('/hangs')) response.end('{}')
    })
    const suite = `
suite: Hangs
settings: { timeout: 2m }
steps:
  - request: GET {{base}}/answers
  - request: GET {{base}}/hangs
`
    const line = 'hangs.apitest.yaml --callers 2 --for 1s'
    const { all, verdict } = await loadResult(server.url, line, { 'hangs.apitest.yaml': suite })
    assert.notEqual(verdict, 'pass')
    assert.deepEqual([all.requests, all.errors], [4, 2])
    assert.deepEqual(all.statuses, { 200: 2, none: 2 })
  })

  it('counts a request that could not be made beside those that were sent', async () => {
    await using server = await shopServer()
    const suite = `
suite: Rows
steps:
  - request: GET {{url}}
variables: { base: "" }
`
    const url = '{{base}}/item'
    const rows = [{ url }, { url }, { url }, { url: 'nowhere' }]
    const files = { 'rows.apitest.yaml': suite, 'urls.json': JSON.stringify(rows) }
    const line = 'rows.apitest.yaml --data urls.json --callers 1 --requests 40'
    const { all, iterations } = await loadResult(server.url, line, files)
    assert.deepEqual([iterations, all.requests, all.errors], [40, 40, 10])
    assert.equal(server.seen.length, 30)
  })

  it('shows no secret among the reasons of failures', async () => {
    await using server = await shopServer()
    const suite = `
suite: Compared
secrets: { pw: topsecret-value }
steps:
  - request: GET {{base}}/item
    validations: [{ $.user: "{{pw}}" }]
`
    const line = 'compared.apitest.yaml --requests 3'
    const result = await loadResult(server.url, line, { 'compared.apitest.yaml': suite })
    assert.equal(result.failures[0]?.reason, 'body-json-path $.user: Expected equals ***')
    assert.doesNotMatch(JSON.stringify(result), /topsecret/)
  })

  it('shows no token in a failure, whichever caller has got it', async () => {
    let given = 0
    await using server = await httpServer(({ method, headers }, response) => {
      if (method === 'POST') response.end(JSON.stringify({ token: `secret-token-${++given}` }))
      else {
        response.statusCode = 500
        response.end(JSON.stringify({ seen: headers['authorization'] }))
      }
    })
    const suite = `
suite: Signed in
steps:
  - request: POST {{base}}/sessions
    extracts: { token: $.token }
  - request: GET {{base}}/me
    auth: { bearer: "{{token}}" }
  - request: GET {{base}}/again
    auth: { bearer: "{{token}}" }
settings: { stop-on-failure: false }
`
    const line = 'signed.apitest.yaml --callers 5 --requests 300'
    const result = await loadResult(server.url, line, { 'signed.apitest.yaml': suite })
    assert.deepEqual([result.all.requests, result.all.errors], [300, 200])
    const [first] = result.failures
    assert.match(JSON.stringify(first), /\{\\"seen\\":\\"Bearer \*\*\*\\"\}/)
    assert.doesNotMatch(JSON.stringify(result), /secret-token/)
  })

  it('has other threads help where one is full, without a request too many', async () => {
    await using server = await shopServer()
    // The validations of each response take the thread longer than the response takes the server.
    const looked = shop.replace('- $.user:', `${'- $..*: { exists: true }\n      '.repeat(100)}- $.user:`)
    const line = 'looked.apitest.yaml --data users.csv --callers 20 --threads 2 --requests 10000'
    const { exitCode, output, errors } = await withFolder(
      { ...files, 'looked.apitest.yaml': looked },
      folder => runProgram(folder, ['load', ...line.split(' '), '--var', `base=${server.url}`, '--json']),
    )
    assert.match(output, /^\{/, errors)
    const { all, steps, threads, iterations, seconds } = JSON.parse(output) as LoadResult
    assert.equal(threads, 2)
    assert.deepEqual([all.requests, all.errors, iterations], [10_000, 0, 5000])
    assert.equal(server.seen.length, 10_000)
    assert.deepEqual(
      steps.map(({ requests }) => requests),
      [5000, 5000],
    )
    assert.equal(
      seconds.reduce((sum, second) => sum + second.requests, 0),
      10_000,
    )
    assert.ok(isJudged(exitCode), errors)
  })

  it('tells of failures that other threads met, each kind once', async () => {
    await using server = await shopServer()
    const line = 'failing.apitest.yaml --callers 20 --threads 2 --requests 8000 --var user=nobody'
    const looks = '- $..*: { exists: true }\n      '.repeat(100)
    const suite = shop.replace(/- \$\.user: .*\n/, `${looks}- $.user: somebody\n`)
    const { output, errors } = await withFolder({ 'failing.apitest.yaml': suite }, folder =>
      runProgram(folder, ['load', ...line.split(' '), '--var', `base=${server.url}`, '--json']),
    )
    assert.match(output, /^\{/, errors)
    const { all, threads, failures } = JSON.parse(output) as LoadResult
    assert.deepEqual([threads, all.requests, all.errors], [2, 8000, 4000])
    assert.deepEqual(
      failures.map(({ step, count, first }) => [step, count, path.basename(first.span.file)]),
      [['Order', 4000, 'failing.apitest.yaml']],
    )
  })

  const refused: readonly (readonly [line: string, message: RegExp])[] = [
    ['one.apitest.yaml --callers 0', /--callers must be a whole number from 1/],
    ['one.apitest.yaml --callers 201', /201 callers are more than 200\n {2}hint: With --allow-many/],
    ['one.apitest.yaml --callers 10001 --allow-many', /10001 callers are more than 10000/],
    ['one.apitest.yaml --for 11m', /a load test lasts 10 minutes at most, not 11 m/],
    ['one.apitest.yaml --for 0s', /a load test of no time sends nothing/],
    ['one.apitest.yaml --for soon', /the duration soon is no length of time/],
    ['one.apitest.yaml --for 1s --ramp-up 2s', /the ramp-up of 2 s is not over when the load test of 1 s is/],
    ['one.apitest.yaml --requests 0', /--requests must be a whole number from 1/],
    ['one.apitest.yaml --rate 0', /a rate of 0 in a second begins nothing/],
    ['one.apitest.yaml --rate 100001/s', /a rate of 100001 in a second cannot be kept/],
    ['one.apitest.yaml --rate 5 --callers 3', /callers and a rate are two kinds of load/],
    ['one.apitest.yaml --at-most 5', /"at-most" says how many call with a rate, and there is none/],
    ['one.apitest.yaml --stop-when error-rate>50%', /does not say for how long/],
    ['one.apitest.yaml --rate fast', /--rate fast is no number of iterations in a second/],
    ['one.apitest.yaml --threshold p42<1s', /nothing that is measured is called "p42"/],
    ['http://127.0.0.1:1/a --tags slow', /a URL has no data rows, tags and names to choose by/],
    ['none.apitest.yaml', /there is no file or folder none\.apitest\.yaml/],
    ['localhost:1/a', /folder localhost:1\/a\n {2}hint: Did you mean http:\/\/localhost:1\/a\?/],
    ['POST 127.0.0.1:1/a', /^[^\n]*127[^\n]*\n {2}hint: Did you mean http:\/\/127\.0\.0\.1:1\/a\?\n$/],
    ['one.apitest.yaml --threshold error-rate<1', /1 is every request\n {2}hint: Write 1% or 0\.01\./],
    [
      'one.apitest.yaml --env live',
      /there is no environment "live"\n {2}hint: There is no apitest\.config\.yaml/,
    ],
  ]
  for (const [line, message] of refused)
    it(`refuses ${line}`, async () => {
      const { exitCode, errors, output } = await load('http://127.0.0.1:1', line)
      assert.equal(exitCode, 2, output)
      assert.match(errors, message)
      assert.equal(output, '')
    })

  it('sends nothing where a threshold is about a step that does not run', async () => {
    await using server = await shopServer()
    const { exitCode, errors } = await withFolder(files, folder =>
      runLine(folder, [
        'load',
        'one.apitest.yaml',
        '--var',
        `base=${server.url}`,
        '--threshold',
        'step Itme p95<1s',
      ]),
    )
    assert.equal(exitCode, 2)
    assert.match(
      errors,
      /is about a step "Itme", which is not among those that run\n {2}hint: Did you mean "Item"\?/,
    )
    assert.equal(server.seen.length, 0)
  })

  const unbearable: readonly (readonly [step: string, message: RegExp])[] = [
    ['exec: echo hello', /"Own" cannot be put under load: `exec` is not for many callers at once/],
    ['wait: "{{base}}/item"', /`wait` is not for many callers at once/],
    ['set: { a: 1 }', /no step that would run sends a request/],
  ]
  for (const [step, message] of unbearable)
    it(`puts no load on ${step}`, async () => {
      const suite = `suite: Own\nsteps:\n  - name: Own\n    ${step}\n`
      const { exitCode, errors } = await load('http://127.0.0.1:1', 'own.apitest.yaml', {
        'own.apitest.yaml': suite,
      })
      assert.equal(exitCode, 2)
      assert.match(errors, message)
    })

  it('asks before it loads a host that is not private, and sends nothing', async () => {
    const { exitCode, errors } = await load(
      'http://apitest-load.example.com',
      'one.apitest.yaml --requests 1',
    )
    assert.equal(exitCode, 2)
    assert.match(errors, /apitest-load\.example\.com is not on this machine or a private network/)
    assert.match(errors, /--target-is-mine/)
    const allowed = await load(
      'http://apitest-load.invalid',
      'one.apitest.yaml --requests 1 --target-is-mine',
    )
    assert.equal(allowed.exitCode, 3)
  })

  it('asks before it follows a redirect to a host that is not private', async () => {
    await using server = await httpServer((_, response) => {
      response.writeHead(302, { location: 'http://apitest-load.example.com/' })
      response.end()
    })
    const suite = `
suite: Away
settings: { follow-redirects: true }
steps:
  - request: GET {{base}}/away
`
    const line = 'away.apitest.yaml --callers 1 --requests 5'
    const { exitCode, errors } = await load(server.url, line, { 'away.apitest.yaml': suite })
    assert.equal(exitCode, 2)
    assert.match(errors, /error not-for-load {2}apitest-load\.example\.com is not on this machine/)
    assert.equal(server.seen.length, 1)
  })

  it('asks before it loads a host over gRPC, by its target, and takes no suite for a host', async () => {
    const grpc = (target: string): string =>
      `suite: Own\nsteps: [{ grpc: shop.v1.Orders/GetOrder, target: "${target}" }]\n`
    for (const [target, exitCode, message] of [
      ['shop.example.com:443', 2, /shop\.example\.com is not on this machine/],
      ['127.0.0.1:1', 3, /^$/],
    ] as const) {
      const suites = {
        'own.apitest.yaml': grpc(target),
        'caller.apitest.yaml': 'suite: Caller\nsteps: [{ use: own.apitest.yaml }]\n',
      }
      const finished = await withFolder(suites, folder =>
        runLine(folder, ['load', 'caller.apitest.yaml', '--requests', '1']),
      )
      assert.equal(finished.exitCode, exitCode, finished.errors)
      assert.match(finished.errors, message)
    }
  })

  /** A configuration with two environments, of which one is production, for a server. */
  const environments = (url: string, usual: string): Files => ({
    'apitest.config.yaml': [
      `environment: ${usual}`,
      'environments:',
      `  test: { variables: { base: "${url}", production: of-nobody } }`,
      '  live:',
      '    production: true',
      `    variables: { base: "${url}" }`,
      '',
    ].join('\n'),
    'live.apitest.yaml':
      'suite: Live\nenvironment: live\nsteps:\n  - name: Live\n    request: GET {{base}}/live\n',
    'caller.apitest.yaml': 'suite: Caller\nsteps: [{ use: live.apitest.yaml }]\n',
  })
  const unasked =
    /^apitest\.config\.yaml:5:5 {2}error production-unasked {2}the environment "live" is marked as production, so nothing is sent there unasked\n {2}hint: Where you mean it, add --production\.$/m

  const inProduction: readonly (readonly [line: string, usual: string, why: string])[] = [
    ['one.apitest.yaml --env live', 'test', 'that --env names'],
    ['live.apitest.yaml one.apitest.yaml', 'test', 'that one of the suites names'],
    ['one.apitest.yaml', 'live', 'that is the usual one'],
    ['caller.apitest.yaml', 'live', 'that a suite with others runs in'],
    ['URL/item', 'live', 'around a URL'],
  ]
  for (const [line, usual, why] of inProduction)
    it(`sends nothing to production ${why}, until that call says so`, async () => {
      await using server = await shopServer()
      await withFolder({ ...files, ...environments(server.url, usual) }, async folder => {
        const words = ['load', ...line.replace('URL', server.url).split(' '), '--requests', '4']
        const refusal = await runLine(folder, words)
        assert.equal(refusal.exitCode, 2, refusal.output)
        assert.match(refusal.errors, unasked)
        assert.equal(refusal.errors.match(/production-unasked/g)?.length, 1)
        assert.deepEqual(server.seen, [])
        const meant = await runLine(folder, [...words, '--production'])
        assert.equal(meant.exitCode, 0, meant.errors)
        assert.ok(server.seen.length >= 4)
      })
    })

  const elsewhere: readonly (readonly [line: string, why: string])[] = [
    ['one.apitest.yaml', 'an environment with a variable of that name'],
    ['live.apitest.yaml --env test', '--env wins over the suite'],
    ['caller.apitest.yaml', 'a suite that is used runs in the environment of the one that uses it'],
    ['one.apitest.yaml --production', 'nothing is marked'],
  ]
  for (const [line, why] of elsewhere)
    it(`loads what is not production: ${line}, since ${why}`, async () => {
      await using server = await shopServer()
      await withFolder({ ...files, ...environments(server.url, 'test') }, async folder => {
        const { exitCode, errors } = await runLine(folder, ['load', ...line.split(' '), '--requests', '4'])
        assert.equal(exitCode, 0, errors)
        assert.equal(server.seen.length, 4)
      })
    })

  it('sends nothing to production in a saved environment, until that call says so', async () => {
    await using server = await shopServer()
    await withFolder(files, async folder => {
      for (const words of [
        ['collections', 'save', 'Shop', 'GET', '{{base}}/item'],
        ['environments', 'set', 'live', `base=${server.url}`, '--production', '--collection', 'Shop'],
        ['environments', 'set', 'own', `base=${server.url}`, '--production'],
      ])
        assert.equal((await runLine(folder, words)).exitCode, 0)
      for (const [target, name, owner] of [
        ['Shop', 'live', ' of Shop'],
        ['Shop', 'own', ''],
        ['one.apitest.yaml', 'live', ' of Shop'],
        ['one.apitest.yaml', 'own', ''],
      ] as const) {
        const words = ['load', target, '--env', name, '--requests', '4']
        const { exitCode, errors } = await runLine(folder, words)
        assert.equal(exitCode, 2)
        const which = `in .tool/api-collections.json, the environment "${name}"${owner} is marked as production`
        assert.ok(errors.includes(`error production-unasked  ${which}, so nothing`), errors)
        assert.equal(server.seen.length, 0)
      }
      const meant = await runLine(folder, [
        'load',
        'Shop',
        '--env',
        'live',
        '--requests',
        '4',
        '--production',
      ])
      assert.equal(meant.exitCode, 0, meant.errors)
      assert.equal(server.seen.length, 4)
    })
  })

  it('starts no service for production unasked', async () => {
    const service = 'services: [{ name: shop, command: "echo > started", url: "http://127.0.0.1:1/" }]\n'
    await withFolder(
      {
        ...files,
        'apitest.config.yaml': `environment: live\nenvironments: { live: { production: true } }\n${service}`,
      },
      async folder => {
        const { exitCode, errors } = await runLine(folder, [
          'load',
          'one.apitest.yaml',
          '--var',
          'base=http://127.0.0.1:1',
        ])
        assert.equal(exitCode, 2)
        assert.match(errors, /production-unasked/)
        await assert.rejects(readFile(path.join(folder, 'started')))
      },
    )
  })

  it('shows no secret, in the figures or in what failed', async () => {
    await using server = await httpServer(({ headers }, response) => {
      response.statusCode = 500
      response.end(JSON.stringify({ got: headers.authorization }))
    })
    const suite =
      'suite: Own\nsecrets: { key: "{{env.OWN_KEY}}" }\nsteps:\n  - name: Own\n    request: GET {{base}}/\n    headers: { Authorization: "Bearer {{key}}" }\n'
    const { output, errors } = await withFolder({ 'own.apitest.yaml': suite }, folder =>
      runLine(
        folder,
        ['load', 'own.apitest.yaml', '--requests', '3', '--json', '--var', `base=${server.url}`],
        {
          environment: { OWN_KEY: 'k3y-of-nobody' },
        },
      ),
    )
    assert.match(output, /Bearer \*\*\*/)
    assert.doesNotMatch(output + errors, /k3y-of-nobody/)
    assert.equal(path.isAbsolute((JSON.parse(output) as LoadResult).steps[0]?.file ?? '/'), false)
  })

  /** Suites that say themselves how load is put on them. */
  const loaded = (load: string, name = 'Item'): string =>
    `suite: ${name}\nload: ${load}\nsteps:\n  - name: ${name}\n    request: GET {{base}}/${name}\n`

  it('does as suites say, side by side, and judges the thresholds of all', async () => {
    await using server = await shopServer()
    const result = await loadResult(server.url, 'a.apitest.yaml b.apitest.yaml', {
      'a.apitest.yaml': loaded('{ rate: 40/s, for: 1s, thresholds: [{ p99: { less-than: 5s } }] }', 'Rate'),
      'b.apitest.yaml': loaded(
        '{ callers: 2, requests: 30, thresholds: [{ step Callers p99: { less-than: 0.001ms } }] }',
        'Callers',
      ),
    })
    assert.deepEqual(result.steps.map(({ step, requests }) => [step, requests]).toSorted(), [
      ['Callers', 30],
      ['Rate', 40],
    ])
    assert.deepEqual(
      result.scenarios.map(({ files: [file], profile: { model } }) => [file, model]),
      [
        ['a.apitest.yaml', 'rate'],
        ['b.apitest.yaml', 'callers'],
      ],
    )
    assert.deepEqual(
      result.thresholds.map(({ threshold, met }) => [threshold, met]),
      [
        ['p99<5s', true],
        ['errors<=0', true],
        ['step Callers p99<0.001ms', false],
        ['errors<=0', true],
      ],
    )
    assert.deepEqual(
      result.thresholds.map(({ file }) => file),
      ['a.apitest.yaml', 'a.apitest.yaml', 'b.apitest.yaml', 'b.apitest.yaml'],
    )
    assert.match(
      result.reasons[0] ?? '',
      result.exitCode === 3 ? /too busy/ : /^b\.apitest\.yaml: step Callers p99<0\.001ms: it was/,
    )
    assert.ok(result.exitCode === 4 || result.exitCode === 3)
  })

  it('follows stages', async () => {
    await using server = await shopServer()
    const suite = loaded(
      '{ stages: [{ to: 100/s, over: 1s }, { to: 100/s, over: 1s }, { to: 0/s, over: 1s }] }',
    )
    const { all, seconds, lag } = await loadResult(server.url, 'own.apitest.yaml', {
      'own.apitest.yaml': suite,
    })
    assert.equal(all.requests, 200)
    // Requests that a busy machine held up end in the next second: up to one for every 10 ms of that.
    const heldUp = (lag.max + all.latency.max) / 10
    const counts = seconds.map(({ requests }) => requests)
    for (const [index, expected] of [50, 100, 50].entries())
      assert.ok(Math.abs((counts[index] ?? 0) - expected) <= 8 + heldUp, JSON.stringify([counts, heldUp]))
  })

  it('tells that the stages of a suite do not count where another load is given', async () => {
    await using server = await shopServer()
    const suite = loaded('{ stages: [{ to: 100/s, over: 1s }] }')
    const { errors } = await load(server.url, 'own.apitest.yaml --rate 20/s --for 1s', {
      'own.apitest.yaml': suite,
    })
    assert.match(
      errors,
      /^warning .*own\.apitest\.yaml: its stages do not count, as another load was given$/m,
    )
  })

  it('has the command line win over the suite', async () => {
    await using server = await shopServer()
    const suite = loaded('{ rate: 500/s, for: 1m, at-most: 3, thresholds: [{ p95: { less-than: 9s } }] }')
    const { scenarios, thresholds, all } = await loadResult(
      server.url,
      'own.apitest.yaml --callers 2 --requests 10 --for 5s',
      { 'own.apitest.yaml': suite },
    )
    assert.deepEqual(scenarios[0]?.profile, {
      model: 'callers',
      stages: [{ from: 2, to: 2, over: 5000 }],
      callers: 2,
      requests: 10,
    })
    assert.equal(all.requests, 10)
    assert.equal(thresholds[0]?.threshold, 'p95<9s')
  })

  it('ends what has gone wrong', async () => {
    await using server = await httpServer((_, response) => {
      response.statusCode = 500
      response.end()
    })
    const suite = loaded(
      '{ rate: 20/s, for: 1m, stop-when: [{ error-rate: { greater-than: 0.5, for: 1s } }] }',
    )
    const { verdict, exitCode, stopped, reasons, duration } = await loadResult(
      server.url,
      'own.apitest.yaml',
      {
        'own.apitest.yaml': suite,
      },
    )
    assert.deepEqual(
      { verdict, exitCode, stopped },
      { verdict: 'fail', exitCode: 4, stopped: 'error-rate>0.5 for 1 s' },
    )
    assert.match(reasons[0] ?? '', /^Stopped after 1(\.\d+)? s: error-rate>0\.5 for 1 s\.$/)
    assert.ok(duration < 4000)
  })

  const wrongSections: readonly (readonly [load: string, message: RegExp])[] = [
    ['{ callers: 0 }', /1 or more|at least 1/],
    [
      '{ callers: 5, rate: 5/s }',
      /^own\.apitest\.yaml:2:\d+ {2}error bad-value {2}callers and a rate are two kinds/,
    ],
    ['{ for: 11m }', /a load test lasts 10 minutes at most, not 11 m/],
    ['{ rate: 5/m }', /must be a rate such as 200\/s/],
    [
      '{ thresholds: [{ p95: { less-than: 300ms, for: 5s } }] }',
      /"for" is not a key of "p95"\n[^]*hint: A threshold is looked at once/,
    ],
    ['{ thresholds: [{ error-rate: { less-than: 1 } }] }', /1 is every request/],
    [
      '{ thresholds: [{ step Itme p95: { less-than: 1s } }] }',
      /is about a step "Itme", and there is none\n[^]*hint: Did you mean "Item"\?/,
    ],
    ['{ stages: [{ to: 5, over: 1s }, { to: 5/s, over: 1s }] }', /stages go to callers or to rates/],
    ['{ stages: [{ to: 5, over: 1s }], for: 3s }', /stages say it all, so "for" has no meaning/],
    ['{ thresholds: [{ p42: { less-than: 1 } }] }', /nothing that is measured is called "p42"/],
    ['{ thresholds: [{ p95: { less-than: soon } }] }', /soon is no time/],
    ['{ stop-when: [{ errors: { greater-than: 1 } }] }', /does not say for how long/],
    ['{ caller: 5 }', /"caller" is not a key of "load"/],
  ]
  for (const [section, message] of wrongSections)
    it(`refuses load: ${section}, in a check, too`, async () => {
      const finished = await withFolder({ 'own.apitest.yaml': loaded(section) }, folder =>
        runLine(folder, ['check', 'own.apitest.yaml', '--var', 'base=http://127.0.0.1:1']),
      )
      assert.equal(finished.exitCode, 2, finished.output)
      assert.match(finished.errors + finished.output, message)
    })

  it('writes reports, and nothing over what it reads', async () => {
    await using server = await shopServer()
    await withFolder(files, async folder => {
      const line = (reporters: readonly string[]) =>
        runLine(folder, [
          ...['load', 'one.apitest.yaml', '--requests', '5', '--var', `base=${server.url}`],
          ...reporters.flatMap(reporter => ['--reporter', reporter]),
        ])
      const names = ['html=out/a.html', 'json=out/a.json', 'k6-summary=out/k6.json', 'ndjson=out/a.ndjson']
      const { exitCode, errors } = await line(names)
      assert.equal(exitCode, 0, errors)
      const text = (name: string) => readFile(path.join(folder, 'out', name), 'utf8')
      assert.match(await text('a.html'), /<title>Passed &middot; load test<\/title>/)
      assert.equal((JSON.parse(await text('a.json')) as LoadResult).all.requests, 5)
      assert.match(await text('k6.json'), /"http_reqs"/)
      assert.match(await text('a.ndjson'), /^\{"type":"Metric"/)
      for (const [reporter, message] of [
        ['html', /--reporter html names no file/],
        ['csv=a.csv', /there is no report "csv" of a load test/],
        ['html=one.apitest.yaml', /a suite or a configuration/],
      ] as const) {
        const refusal = await line([reporter])
        assert.equal(refusal.exitCode, 2)
        assert.match(refusal.errors, message)
      }
    })
  })

  it('knows the steps of suites that are used', () =>
    withFolder(
      {
        ...files,
        'own.apitest.yaml':
          'suite: Own\nload: { thresholds: [{ step Item p95: { less-than: 1s } }] }\nsteps: [{ use: one.apitest.yaml }]\n',
      },
      async folder => {
        const { exitCode, errors } = await runLine(folder, [
          'check',
          'own.apitest.yaml',
          '--var',
          'base=http://127.0.0.1:1',
        ])
        assert.equal(exitCode, 0, errors)
      },
    ))

  it('sends nothing where a report cannot be written, and leaves nothing behind', async () => {
    await using server = await shopServer()
    await withFolder({ ...files, 'a.html': 'before' }, async folder => {
      const { exitCode, errors, output } = await runLine(folder, [
        ...['load', 'one.apitest.yaml', '--requests', '5', '--var', `base=${server.url}`],
        ...['-r', 'html=a.html', '-r', 'json=one.apitest.yaml/a.json'],
      ])
      assert.equal(exitCode, 2)
      assert.match(errors, /--reporter json=one\.apitest\.yaml\/a\.json cannot be written: E/)
      assert.equal(output, '')
      assert.equal(server.seen.length, 0)
      assert.equal(await readFile(path.join(folder, 'a.html'), 'utf8'), 'before')
      assert.deepEqual((await readdir(folder)).toSorted(), [...Object.keys(files), 'a.html'].toSorted())
    })
  })

  it('has several machines share a load, and judges it once', async () => {
    await using server = await shopServer()
    const suite = loaded(
      '{ rate: 60/s, at-most: 20, for: 1s, thresholds: [{ throughput: { greater-than: 45 } }, { errors: { at-most: 0 } }] }',
    )
    await withFolder({ 'own.apitest.yaml': suite }, async folder => {
      const part = (index: number) =>
        runProgram(folder, [
          ...['load', 'own.apitest.yaml', '--shard', `${index}/3`, '-r', `json=${index}.json`],
          ...['--var', `base=${server.url}`],
        ])
      const parts = await Promise.all([part(1), part(2), part(3)])
      const isBusy = parts.some(({ exitCode }) => exitCode === 3)
      for (const { exitCode, output } of parts) {
        assert.ok(isJudged(exitCode), output)
        assert.match(output, exitCode === 0 ? /^A part: it is judged with the others/m : /^Unreliable/m)
      }
      const merge = (names: readonly string[]) => runLine(folder, ['merge-reports', ...names])
      const merged = await merge(['1.json', '2.json', '3.json', '-r', 'json=all.json'])
      assert.ok(isBusy ? merged.exitCode === 3 : isJudged(merged.exitCode), merged.output + merged.errors)
      assert.match(merged.output, /^Load {8}60\/s by 20 callers at most for 1 s$/m)
      const all = JSON.parse(await readFile(path.join(folder, 'all.json'), 'utf8')) as LoadResult
      assert.deepEqual([all.all.requests, all.iterations], [60, 60])
      assert.equal(
        all.all.latency.buckets.reduce((sum, [, count]) => sum + count, 0),
        60,
      )
      for (const [names, message] of [
        [['1.json', '2.json'], /part 3 of 3 is missing/],
        [['1.json', '2.json', '2.json', '3.json'], /part 2 of 3 is there 2 times/],
        [['1.json', 'own.apitest.yaml'], /own\.apitest\.yaml is no report of a load test/],
        [['1.json', 'nope.json'], /there is no report nope\.json/],
        [['all.json'], /all\.json is no part of a load test, but a whole one/],
      ] as const) {
        const refusal = await merge(names)
        assert.equal(refusal.exitCode, 2)
        assert.match(refusal.errors, message)
      }
    })
  })
})
