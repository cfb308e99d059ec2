import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { type Files, runLine, runProgram, withFolder } from '../testing/run-program.ts'

/** A slip in a step, what its hint says, and what stands there once the hint is applied. */
type Slip = readonly [slip: string, hint: string, applied?: string]

const validations = (expectation: string): string => `validations:\n      - ${expectation}`
/** The same of an expectation of `$.a`. */
const expectation = (slip: string, hint: string): Slip => [
  validations(`$.a: ${slip}`),
  hint,
  validations(`$.a: ${hint}`),
]

const inSteps: readonly Slip[] = [
  expectation('{ matches: "^x" }', '{ matches-regex: "^x" }'),
  expectation('{ matches: "a.*b" }', '{ matches-regex: "a.*b" }'),
  expectation(String.raw`{ matches: "\\d+" }`, String.raw`{ matches-regex: "\\d+" }`),
  expectation('"#string"', '{ has-type: string }'),
  expectation('"#number"', '{ has-type: number }'),
  expectation('"#array"', '{ has-type: array }'),
  expectation('"#notnull"', '{ not-equals: null }'),
  expectation('"#present"', '{ missing: false }'),
  expectation('"#notpresent"', '{ missing: true }'),
  expectation('"#uuid"', '{ matches: <uuid> }'),
  expectation('"#regex ^a"', '{ matches-regex: "^a" }'),
  expectation('"> 10"', '{ greater-than: 10 }'),
  expectation('">=10"', '{ at-least: 10 }'),
  expectation('"< 5"', '{ less-than: 5 }'),
  expectation('"!= 3"', '{ not-equals: 3 }'),
  expectation('"not null"', '{ not-equals: null }'),
  expectation('notnull', '{ not-equals: null }'),
  expectation('contains foo', '{ contains: foo }'),
  expectation('"startsWith foo"', '{ starts-with: foo }'),
  expectation('"/^x/"', '{ matches-regex: "^x" }'),
  expectation('"<integer>"', '{ matches: <integer> }'),
  expectation('"<int>"', '{ matches: <integer> }'),
  [
    validations('$: { matches: { a: <str> } }'),
    'Write <string>.',
    validations('$: { matches: { a: <string> } }'),
  ],
  [
    validations('$: { matches: { a: "<regex:^x" } }'),
    '"<regex:^x>"',
    validations('$: { matches: { a: "<regex:^x>" } }'),
  ],
  [validations('$.2024.q1: 3'), "$['2024'].q1: 3", validations("$['2024'].q1: 3")],
  [validations('$.items.0.id: 3'), '$.items[0].id: 3', validations('$.items[0].id: 3')],
  [
    validations('$.a: { has-type: int }'),
    '$.a: { has-type: integer }',
    validations('$.a: { has-type: integer }'),
  ],
  [validations('$.a: { gt: 3 }'), '$.a: { greater-than: 3 }', validations('$.a: { greater-than: 3 }')],
  [validations('statusCode: 200'), 'status: 200', validations('status: 200')],
  [validations('$.a: { lenght: 3 }'), '"has-length"', validations('$.a: { has-length: 3 }')],
  [`json: '{"a":1}'`, 'json: { a: 1 }', 'json: { a: 1 }'],
  ['file: "@x.bin"', 'x.bin', 'file: x.bin'],
  ['json: "@x.json"', 'file: x.json', 'file: x.json'],
  ['multipart: { photo: "@cat.png" }', 'photo: { file: cat.png }', 'multipart: { photo: { file: cat.png } }'],
  ['multipart: { photo: { file: "@cat.png" } }', 'cat.png', 'multipart: { photo: { file: cat.png } }'],
  ['form: "a=1&b=2"', 'form: { a: "1", b: "2" }', 'form: { a: "1", b: "2" }'],
  ['query: "?a=1"', 'query: { a: "1" }', 'query: { a: "1" }'],
  [
    'headers: { "Content-Type:": text/plain }',
    'Write Content-Type.',
    'headers: { Content-Type: text/plain }',
  ],
  ['headers: { X: "{{process.env.X}}" }', '{{env.X}}', 'headers: { X: "{{env.X}}" }'],
  ['headers: { X: "{{env:X}}" }', '{{env.X}}', 'headers: { X: "{{env.X}}" }'],
  ['headers: { X: "{{uuid}}" }', '{{$uuid}}', 'headers: { X: "{{$uuid}}" }'],
  ['auth: { bearer: "Bearer {{baseUrl}}" }', 'the token alone', 'auth: { bearer: "{{baseUrl}}" }'],
  ['timeout: 5', '`5s`', 'timeout: 5s'],
]

/** Lines of requests, and the hint that is applied. */
const requests: readonly Slip[] = [
  ['GET 127.0.0.1:8000/x', 'GET http://127.0.0.1:8000/x'],
  ['GET localhost/x', 'GET http://localhost/x'],
  ['GET shop.test:8443/x', 'GET https://shop.test:8443/x'],
  ['GET /x', 'GET {{baseUrl}}/x'],
  ['GET x/y', 'GET {{baseUrl}}/x/y'],
  ['http://127.0.0.1/x', 'GET http://127.0.0.1/x'],
  ['GET{{baseUrl}}/x', 'GET {{baseUrl}}/x'],
  ['GET {baseUrl}/x', 'GET {{baseUrl}}/x'],
]

describe('each hint of a suite is applied, and then accepted', () => {
  const suite = (request: string, more = ''): string =>
    `suite: S\nvariables: { baseUrl: http://127.0.0.1:1 }\nsteps:\n  - request: ${request}\n    ${more}\n`
  const post = (more: string): string => suite('POST {{baseUrl}}/x', more)
  for (const [slip, hint, applied = hint] of inSteps) it(slip, () => applies(post(slip), hint, post(applied)))
  for (const [slip, hint] of requests) it(slip, () => applies(suite(slip), hint, suite(hint)))

  it('a variable made of itself, and an environment that must be named', async () => {
    const step = 'steps: [{ request: "GET {{baseUrl}}/x" }]'
    const own = (value: string): string => `suite: S\nvariables: { baseUrl: "${value}" }\n${step}\n`
    await applies(own('{{baseUrl}}/api'), 'Give it a value of its own', own('http://127.0.0.1:1/api'))
    const config = 'environments: { local: { variables: { baseUrl: http://127.0.0.1:1 } } }'
    const files = { 'apitest.config.yaml': config }
    await applies(
      `suite: S\n${step}\n`,
      'environment: local',
      `suite: S\nenvironment: local\n${step}\n`,
      files,
    )
    await withFolder({ ...files, 'a.apitest.yaml': `suite: S\n${step}\n` }, async folder => {
      const { exitCode: code, output } = await runLine(folder, ['.'])
      assert.equal(code, 2)
      assert.match(output, /nothing sets the variable "baseUrl" but the environment "local"\n[^]*--env local/)
    })
  })

  it('variables of the configuration that are made of themselves', async () => {
    const files = { 'a.apitest.yaml': 'suite: S\nsteps: [{ request: "GET {{a}}/x" }]\n' }
    for (const wrong of [
      'variables: { a: "{{b}}", b: "{{a}}" }',
      'environments: { local: { variables: { a: "{{a}}/x" } } }',
    ])
      await withFolder({ ...files, 'apitest.config.yaml': wrong }, async folder => {
        const { exitCode: code, errors: stderr } = await runLine(folder, ['check', '.'])
        assert.equal(code, 2, stderr)
        assert.match(stderr, /apitest\.config\.yaml.* the variable "a" is made of itself/)
      })
  })
})

/** Checks that a suite gets a hint, and that the one in which it is applied gets none. */
async function applies(wrong: string, hint: string, right: string, more: Files = {}): Promise<void> {
  const sent = { 'x.bin': 'x', 'x.json': '{}', 'cat.png': 'x' }
  await withFolder({ ...sent, ...more, 'a.apitest.yaml': wrong }, async folder => {
    const told = await runLine(folder, ['check', '.'])
    const hints = `${told.output}${told.errors}`
    assert.ok(hints.includes('hint: '), `no hint for\n${wrong}\n${hints}`)
    assert.ok(hints.includes(hint), `${hint} is not in\n${hints}`)
    writeFileSync(path.join(folder, 'a.apitest.yaml'), right)
    const accepted = await runLine(folder, ['check', '.'])
    assert.equal(`${accepted.exitCode} ${accepted.errors}`, '0 ', right)
  })
}

/** A wrong command line, and what its hint says to write in place of the last of its words. */
type Line = readonly [wrong: string, hint: string, right: string]

const lines: readonly Line[] = [
  ['suits/', 'Did you mean suites?', 'suites'],
  ['--environment local suites', '--env local', '--env local suites'],
  ['suites -o x.html', '-r html=x.html', 'suites -r html=x.html'],
  ['suites -o x.xml', '-r junit=x.xml', 'suites -r junit=x.xml'],
  ['suites -o x.json', '-r json=x.json', 'suites -r json=x.json'],
  ['suites --output x.md', '-r markdown=x.md', 'suites -r markdown=x.md'],
  ['suites --html x.html', '-r html=x.html', 'suites -r html=x.html'],
  ['suites --junit x.xml', '-r junit=x.xml', 'suites -r junit=x.xml'],
  ['suites --report dot', '-r dot', 'suites -r dot'],
  ['suites --reporters tap', '-r tap', 'suites -r tap'],
  ['suites --format tap', '-r tap', 'suites -r tap'],
  ['suites -r xunit', '"junit"', 'suites -r junit'],
  ['suites --tag smoke', '--tags smoke', 'suites --tags smoke'],
  ['suites --exclude slow', "--tags '!slow'", 'suites --tags !slow'],
  ['suites --skip-tags slow', "--tags '!slow'", 'suites --tags !slow'],
  ['suites --fail-fast', '--bail', 'suites --bail'],
  ['suites --exitfirst', '--bail', 'suites --bail'],
  ['suites -x', '--bail', 'suites --bail'],
  ['suites --name First', '--grep First', 'suites --grep First'],
  ['--test suites/a.apitest.yaml', '`apitest suites/a.apitest.yaml`', 'suites/a.apitest.yaml'],
  ['suites --test First', '--grep First', 'suites --grep First'],
  ['suites -k First', '--grep First', 'suites --grep First'],
  ['suites --filter First', '--grep First', 'suites --grep First'],
  ['suites --env-var a=1', '--var a=VALUE', 'suites --var a=VALUE'],
  ['suites -D a=1', '--var a=VALUE', 'suites --var a=VALUE'],
  ['suites --var-file x.env', '--env-file x.env', 'suites --env-file x.env'],
  ['suites --dotenv x.env', '--env-file x.env', 'suites --env-file x.env'],
  ['suites --envfile x.env', '--env-file', 'suites --env-file x.env'],
  ['suites --debug', '--verbose', 'suites --verbose'],
  ['suites --quiet', '-r dot', 'suites -r dot'],
  ['suites -j 4', '--workers 4', 'suites --workers 4'],
  ['suites --parallel', '--workers 2', 'suites --workers 2'],
  ['suites --max-workers 3', '--workers 3', 'suites --workers 3'],
  ['suites --max-retries 3', '--retries 3', 'suites --retries 3'],
  ['suites --retries', '--retries 2', 'suites --retries 2'],
  ['suites --csv x.csv', '--data x.csv', 'suites --data x.csv'],
  ['suites --data-file x.csv', '--data x.csv', 'suites --data x.csv'],
  ['suites --list-tests', '--list', 'suites --list'],
  ['suites --dryrun', '--dry-run', 'suites --dry-run'],
  ['suites --timeout 10m', 'timeout: 10m', 'suites'],
  ['suites --random-order', '--shuffle', 'suites --shuffle'],
  ['suites --shard 1', '--shard 1/4', 'suites --shard 1/1'],
  ['suites --verison', '--version', '--version'],
  ['-V', '--version', '--version'],
  ['version', '`apitest --version`', '--version'],
  ['test suites', '`apitest run PATH`', 'run suites'],
  ['chek suites', '`apitest check`', 'check suites'],
  ['lint suites', '`apitest check PATH`', 'check suites'],
  ['contract chek', '`apitest contract check`', 'contract check --help'],
  ['contract dif', '`apitest contract diff`', 'contract diff --help'],
  ['mock strt', '`apitest mock start`', 'mock start --help'],
  ['generate test', '`apitest generate tests`', 'generate tests --help'],
  ['import swagger x.yaml', '"openapi"', 'import openapi x.yaml'],
  ['import opnapi x.yaml', '"openapi"', 'import openapi x.yaml'],
  ['load suites --vus 5', '--callers 5', 'load suites --callers 5 --help'],
  ['load suites --duration 1s', '--for 1s', 'load suites --for 1s --help'],
]

const tried: Files = {
  'apitest.config.yaml': 'environments: { local: { variables: { a: b } } }\n',
  'x.env': 'A=b\n',
  'x.csv': 'id\n1\n',
  'x.yaml':
    'openapi: 3.0.3\ninfo: { title: A, version: "1" }\nservers: [{ url: "http://127.0.0.1:1" }]\npaths: { /a: { get: { responses: { "200": { description: ok } } } } }\n',
  'suites/a.apitest.yaml':
    'suite: S\nvariables: { a: b, id: 1 }\nsteps:\n  - { name: First, tags: [smoke], set: { c: "{{a}}{{id}}" }, validations: [{ variable c: { exists: true } }] }\n',
}

describe('each hint of a command line is applied, and then accepted', () => {
  for (const [wrong, hint, right] of lines)
    it(wrong, async () => {
      await withFolder(tried, async folder => {
        mkdirSync(path.join(folder, 'out'))
        const told = await runLine(folder, wrong.split(' '))
        const said = `${told.output}${told.errors}`
        assert.equal(told.exitCode, 2, told.output)
        assert.ok(said.includes(hint), `${hint} is not in\n${said}`)
        // The version is shown before there is a line.
        const run = right === '--version' ? runProgram : runLine
        const accepted = await run(folder, right.split(' '))
        assert.equal(accepted.exitCode, 0, `${right}\n${accepted.output}${accepted.errors}`)
      })
    })

  it('help is shown before a command, too', async () => {
    await withFolder({}, async folder => {
      const [before, behind] = [
        await runLine(folder, ['help', 'check']),
        await runLine(folder, ['check', '--help']),
      ]
      assert.equal(before.output, behind.output)
    })
  })
})
