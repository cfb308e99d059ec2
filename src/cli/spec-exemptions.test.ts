import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { RunReport } from '../model/result.ts'
import { type Files, type Finished, runLine, withFolder } from '../testing/run-program.ts'

let server: Server | undefined
let base = ''
before(async () => {
  server = createServer((request, response) => {
    const { url = '', method = '' } = request
    const status = /status=(\d+)/.exec(url)?.[1]
    response.statusCode = status === undefined ? (method === 'POST' ? 201 : 200) : Number(status)
    response.setHeader('content-type', url.includes('text') ? 'text/plain' : 'application/json')
    response.end(JSON.stringify({ id: url.includes('/7') ? 'seven' : 1, name: 'Ada' }))
  })
  await new Promise<void>(resolve => server?.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(() => server?.close())

const user = '{ type: object, properties: { id: { type: integer }, name: { type: string } } }'
const openapi = `
openapi: 3.0.3
info: { title: Users, version: "1" }
paths:
  /users/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      responses: { 200: { description: ok, content: { application/json: { schema: ${user} } } } }
  /users:
    post:
      requestBody: { required: true, content: { application/json: { schema: ${user} } } }
      responses: { 201: { description: ok, content: { application/json: { schema: ${user} } } } }
`

interface Ran extends Finished {
  readonly report: Partial<RunReport>
}

/** Runs steps, or a whole suite, with --spec; BASE in them is the server. */
function run(suite: string, files: Files = {}, ...options: readonly string[]): Promise<Ran> {
  const text = suite.startsWith('suite:') ? suite : `suite: A\nsteps:\n${suite}`
  const named = options.includes('--no-spec') ? [] : ['--spec', 'openapi.yaml']
  const all = { 'a.apitest.yaml': text, 'openapi.yaml': openapi, ...files }
  const placed = Object.entries(all).map(([name, one]) => [name, one.replaceAll('BASE', base)])
  return withFolder(Object.fromEntries(placed) as Files, async folder => {
    const given = ['.', ...named, '--no-history', ...options.filter(one => one !== '--no-spec')]
    const ended = await runLine(folder, [...given, '-r', 'pretty'])
    const json = await runLine(folder, [...given, '-r', 'json'])
    return { ...ended, report: json.output.startsWith('{') ? (JSON.parse(json.output) as RunReport) : {} }
  })
}

async function passes(ran: Promise<Ran>): Promise<Ran> {
  const ended = await ran
  assert.equal(ended.exitCode, 0, ended.output + ended.errors)
  assert.doesNotMatch(ended.output + ended.errors, /ignores-nothing/)
  return ended
}

const get = '  - request: GET BASE/users/1\n'
const wrongStatus =
  '  - { request: GET BASE/users/1?status=401, validations: [{ status: 401 }], contract: CONTRACT }\n'
const wrongBody = '  - { request: GET BASE/users/7, contract: CONTRACT }\n'
const wrongRequest = '  - { request: POST BASE/users, json: { name: 1 }, contract: CONTRACT }\n'
const wrongType = '  - { request: GET BASE/users/1?text, contract: CONTRACT }\n'
const undescribed = '  - { request: GET BASE/health, contract: CONTRACT }\n'

describe('contract of a step', () => {
  const exempt: readonly (readonly [what: string, step: string, contract: string])[] = [
    ['an undocumented status', wrongStatus, '{ allow-statuses: [401] }'],
    ['a class of undocumented statuses', wrongStatus, '{ allow-statuses: [4xx] }'],
    ['the schema of an answer', wrongBody, '{ ignore: [body] }'],
    ['a wrong request that is accepted', wrongRequest, '{ ignore: [request] }'],
    ['the content type of an answer', wrongType, '{ ignore: [content-type] }'],
    ['all of a wrong answer', wrongBody, 'off'],
    ['an operation that is not described', undescribed, '{ allow-undocumented: true }'],
    ['an operation that is not described, with all', undescribed, 'off'],
  ]
  for (const [what, step, contract] of exempt)
    it(`exempts ${what}, and nothing of another step`, async () => {
      await passes(run(get + step.replace('CONTRACT', contract)))
      const other = step.replace('contract: CONTRACT', 'name: other')
      const { output, exitCode } = await run(get + step.replace('CONTRACT', contract) + other)
      assert.match(output, step === undescribed ? /Not described by/ : /✗ .*other/)
      assert.equal(exitCode, step === undescribed ? 0 : 1)
    })

  it('exempts nothing else of its step', async () => {
    const { output, exitCode } = await run(wrongBody.replace('CONTRACT', '{ ignore: [request] }'))
    assert.match(output, /answer \/id: must be integer/)
    assert.equal(exitCode, 1)
  })

  it('takes what it holds back out of the coverage, and counts what is held in part', async () => {
    const { report } = await passes(run(get + wrongBody.replace('CONTRACT', 'off')))
    assert.equal(report.summary?.coverage?.operations[0]?.count, 1)
    assert.equal(report.summary.coverage.exempted, 1)
    const part = await passes(run(wrongStatus.replace('CONTRACT', '{ allow-statuses: [401] }')))
    const [operation] = part.report.summary?.coverage?.operations ?? []
    assert.deepEqual([operation?.count, operation?.statuses], [1, [{ status: '200', count: 0 }]])
  })

  it('does not let a run pass in which nothing was held', async () => {
    const { output, errors, exitCode } = await run(get.replace('\n', '\n    contract: off\n'))
    assert.match(output + errors, /no request of the run was held against openapi.yaml/)
    assert.equal(exitCode, 2)
  })
})

describe('contract of settings', () => {
  const allowing = 'settings: { contract: { allow-statuses: [401] } }\n'
  const steps = (...contracts: readonly string[]): string =>
    contracts
      .map(one => wrongStatus.replace(', contract: CONTRACT', one === '' ? '' : `, contract: ${one}`))
      .join('')

  it('counts for all steps, of a suite or of all', async () => {
    await passes(run(`suite: A\n${allowing}steps:\n${steps('', '')}`))
    await passes(run(steps(''), { 'apitest.config.yaml': allowing }))
    await passes(
      run(`suite: A\nsettings: { contract: off }\nsteps:\n${steps('', '{ allow-statuses: [401] }')}`),
    )
  })

  it('is taken back by a step that has to be described', async () => {
    const all = `suite: A\nsettings: { contract: { allow-undocumented: true } }\nsteps:\n${get}`
    await passes(run(all + undescribed.replace(', contract: CONTRACT', '')))
    const { output } = await run(all + undescribed.replace('CONTRACT', '{ allow-undocumented: false }'))
    assert.match(output, /Not described by/)
  })

  it('gives way to the word of a step, key by key', async () => {
    const both = `${get}  - { request: GET BASE/users/7?status=401, validations: [{ status: 401 }], contract: { ignore: [request] } }\n`
    const { exitCode, output } = await run(`suite: A\n${allowing}steps:\n${both}`)
    assert.equal(exitCode, 0, output)
    for (const own of ['on', '{ allow-statuses: [403] }']) {
      const ran = await run(`suite: A\n${allowing}steps:\n${steps(own)}`)
      assert.match(ran.output, /status 401 is not documented/)
    }
  })
})

describe('exemptions that nothing needs', () => {
  const idle = /a\.apitest\.yaml:4:\d+ {2}warning ignores-nothing/
  const unneeded: readonly (readonly [contract: string, told: string])[] = [
    ['off', 'contract: off hides nothing'],
    ['{ allow-statuses: [401] }', 'no answer has an undocumented status 401'],
    ['{ allow-undocumented: true }', 'the operation is described'],
    ['{ ignore: [body] }', 'the rule body holds'],
  ]
  for (const [contract, told] of unneeded)
    it(`are told at their place: ${contract}`, async () => {
      const { output, errors, exitCode } = await run(
        `${get}  - { request: GET BASE/users/2, contract: ${contract} }\n`,
      )
      assert.match(output + errors, idle)
      assert.ok((output + errors).includes(told), output + errors)
      assert.equal(exitCode, 0)
    })

  it('are told once for all rows, and not when a row or an attempt needs them', async () => {
    const step =
      '  - request: GET BASE/users/1?status={{s}}\n    contract: { allow-statuses: [401] }\n    validations: [{ status: { at-least: 100 } }]\n'
    await passes(run(`${step}    data: [{ s: 200 }, { s: 401 }]\n`))
    const ran = await run(`${step}    data: [{ s: 200 }, { s: 200, note: again }]\n`)
    assert.equal(ran.output.split('ignores-nothing').length, 2, ran.output)
    const { output } = await run(`${step}    data: [{ s: 200 }, { s: 401 }]\n`, {}, '--rows', '1')
    assert.doesNotMatch(output, /ignores-nothing/)
  })

  const shared = 'settings: { contract: { allow-statuses: [401] } }\n'
  it('of settings are told after whole runs alone', async () => {
    const suite = `suite: A\n${shared}steps:\n  - { request: GET BASE/users/1, tags: [a] }\n  - { request: GET BASE/users/2 }\n`
    assert.match((await run(suite)).output, /ignores-nothing/)
    for (const part of [
      ['--tags', 'a'],
      ['--shard', '1/1'],
      ['--grep', 'users/2'],
    ])
      assert.doesNotMatch((await run(suite, {}, ...part)).output, /ignores-nothing/)
    assert.doesNotMatch((await run(`${suite}    skip: later\n`)).output, /ignores-nothing/)
  })

  it('of a step are told in a part of the run in which it ran, and not of one that did not', async () => {
    const steps = `${get}    tags: [a]\n  - { request: GET BASE/users/2, contract: off }\n`
    assert.match((await run(steps, {}, '--shard', '1/1')).output, /ignores-nothing/)
    assert.doesNotMatch(
      (await run(steps.replace(', contract', ', skip: later, contract'))).output,
      /ignores-nothing/,
    )
    assert.doesNotMatch((await run(steps, {}, '--tags', 'a')).output, /ignores-nothing/)
  })

  it('of a suite that others use are told once, where none of them needs it', async () => {
    const used =
      'suite: Used\ninputs: [status]\nsteps:\n  - { request: "GET BASE/users/1?status={{status}}", validations: [{ status: { at-least: 100 } }], contract: { allow-statuses: [401] } }\n'
    const using = (...statuses: readonly number[]): string =>
      statuses.map(status => `  - { use: used.apitest.yaml, with: { status: ${status} } }\n`).join('')
    const files = { 'used.apitest.yaml': used }
    await passes(run(using(200, 401), files))
    const { output } = await run(using(200, 200), files)
    assert.equal(output.split('ignores-nothing').length, 2, output)
    assert.doesNotMatch((await run(using(200), files, '--shard', '1/1')).output, /ignores-nothing/)
  })

  it('are told without the secrets in their line', async () => {
    const step = '  - { request: GET BASE/users/2, auth: { bearer: s3cret-t0ken }, contract: off }\n'
    const { output } = await run(get + step)
    assert.match(output, /ignores-nothing/)
    assert.doesNotMatch(output, /s3cret-t0ken/)
  })

  it('do nothing in a run that is held against no description', async () => {
    const { output, errors, exitCode } = await run(wrongBody.replace('CONTRACT', 'off'), {}, '--no-spec')
    assert.doesNotMatch(output + errors, /ignores-nothing/)
    assert.equal(exitCode, 0)
  })
})

describe('the suite that shows contract', () => {
  it('needs all of its exemptions', async () => {
    const args = ['suites/contract.apitest.yaml', '--spec', 'playground/openapi.yaml', '--no-history']
    const { exitCode, output, errors } = await runLine(process.cwd(), args)
    assert.equal(exitCode, 0, output + errors)
    assert.doesNotMatch(output + errors, /ignores-nothing/)
  })
})

describe('contract that is written wrongly', () => {
  const wrong: readonly (readonly [written: string, told: RegExp])[] = [
    ['contract: of', /bad-value .*contract.*off/],
    ['contract: false', /bad-value .*contract/],
    ['contract: { }', /bad-value .*contract/],
    ['contract: { allow-statuses: [99] }', /bad-value .*allow-statuses/],
    ['contract: { allow-statuses: ["4x"] }', /bad-value .*allow-statuses/],
    ['contract: { allow-statuses: [401, 401] }', /bad-value .*allow-statuses/],
    ['contract: { allow-status: [401] }', /unknown-key .*allow-status[^]*allow-statuses/],
    ['contract: { allow-undocumented: yes }', /bad-value .*allow-undocumented/],
    ['contract: { ignore: [bodies] }', /bad-value .*ignore/],
    ['contract: { ignore: [status] }', /bad-value .*ignore/],
    ['contract: off, contract: on', /duplicate-key/],
  ]
  for (const [written, told] of wrong)
    it(`is told: ${written}`, async () => {
      const { output, errors, exitCode } = await run(`  - { request: GET BASE/users/1, ${written} }\n`)
      assert.match(output + errors, told)
      assert.equal(exitCode, 2)
    })

  it('is told at an action that is not HTTP', async () => {
    const { output, errors } = await run('  - { set: { a: 1 }, contract: off }\n')
    assert.match(output + errors, /misplaced-key .*"contract" belongs to/)
  })
})

describe('the ignore file of --spec', () => {
  const entry = (text: string): string => `ignore:\n  - { ${text}, reason: known }\n`
  const told = wrongBody.replace(', contract: CONTRACT', '')

  it('ignores findings by rule, operation, part and path', async () => {
    for (const one of [
      'rule: body',
      'operation: GET /users/*',
      'operation: get /users/*',
      "part: 'response 200'",
      'path: /id',
      'rule: b*, path: /i*',
    ])
      await passes(run(told, { '.apitest-contract-ignore.yaml': entry(one) }))
    await passes(run(told, { 'known.yaml': entry('rule: body') }, '--ignore', 'known.yaml'))
    const request = wrongRequest.replace(', contract: CONTRACT', '')
    await passes(run(request, { '.apitest-contract-ignore.yaml': entry('part: request') }))
    const other = await run(told, { '.apitest-contract-ignore.yaml': entry('path: /name') })
    assert.equal(other.exitCode, 1)
  })

  it('tells of entries that are for nothing', async () => {
    const text = `ignore:
  - { operation: POST /Users, reason: misspelt }
  - { rule: body, operation: 'GET /users/{id}', reason: mended }
  - { rule: body, reason: over, expires: '2020-01-01' }
`
    const { output } = await run(get, { '.apitest-contract-ignore.yaml': text })
    assert.match(output, /:2:5 .*ignores-nothing {2}this entry names no operation of openapi\.yaml/)
    assert.match(output, /Did you mean "POST \/users"\?/)
    assert.match(output, /:3:5 .*ignores-nothing {2}this entry ignores nothing/)
    assert.match(output, /:4:5 .*ignores-nothing {2}this entry has expired on 2020-01-01/)
    const part = await run(get, { '.apitest-contract-ignore.yaml': text }, '--shard', '1/1')
    assert.doesNotMatch(part.output, /:3:5/)
  })

  const wrong: readonly (readonly [text: string, told: RegExp])[] = [
    [entry('rule: bodi'), /there is no rule "bodi"[^]*body/],
    [entry('rul: body'), /"rul" is no key of an entry[^]*rule/],
    [entry('pointer: /paths'), /"pointer" is no key of an entry/],
    ['ignore:\n  - { rule: body }\n', /an entry needs a reason/],
    ['ignore:\n  - { reason: all }\n', /an entry needs one of rule, operation, part, path/],
    [entry("rule: body, expires: '2020-13-01'"), /expires must be a day/],
    ['rules: []\n', /an ignore file is `ignore:`/],
  ]
  for (const [text, message] of wrong)
    it(`is refused: ${text.split('\n')[1] ?? ''}`, async () => {
      const { output, errors, exitCode } = await run(get, { 'i.yaml': text }, '--ignore', 'i.yaml')
      assert.match(output + errors, message)
      assert.equal(exitCode, 2)
    })

  it('is refused where it is not there, and without --spec', async () => {
    const missing = await run(get, {}, '--ignore', 'nothing.yaml')
    assert.match(missing.output + missing.errors, /there is no file nothing\.yaml/)
    const alone = await run(get, {}, '--ignore', 'a.yaml', '--no-spec')
    assert.match(alone.output + alone.errors, /--ignore says .*[^]*--spec openapi\.yaml/)
    assert.deepEqual([missing.exitCode, alone.exitCode], [2, 2])
  })

  it('counts for contract check, too', async () => {
    const files = {
      'openapi.yaml': openapi,
      '.apitest-contract-ignore.yaml': entry("operation: 'GET /users/{id}', path: /id"),
    }
    await withFolder(files, async folder => {
      const check = (id: number): Promise<Finished> =>
        runLine(folder, ['contract', 'check', base, '--spec', 'openapi.yaml', '--param', `id=${id}`])
      const seven = await check(7)
      assert.equal(seven.exitCode, 0, seven.output + seven.errors)
      assert.doesNotMatch(seven.errors, /ignores-nothing/)
      assert.match((await check(1)).errors, /ignores-nothing/)
    })
  })
})
