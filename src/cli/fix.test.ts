import assert from 'node:assert/strict'
import { chmodSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fixSuites } from '../operations/suites/fix-suites.ts'
import { hostIn } from '../operations/testing/host-in.ts'
import { randomNumbers } from '../testing/random-numbers.ts'
import { runLine, runShell, withFolder } from '../testing/run-program.ts'

/** Mends a suite and returns its text, with the messages of the errors that are left. */
async function fixed(text: string): Promise<{ readonly text: string; readonly left: readonly string[] }> {
  return withFolder({ 'a.apitest.yaml': text }, async folder => {
    const answer = await fixSuites.run({ paths: ['a.apitest.yaml'] }, hostIn(folder))
    const problems = answer.ok ? answer.value.problems : answer.problems
    return {
      text: await readFile(path.join(folder, 'a.apitest.yaml'), 'utf8'),
      left: problems.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    }
  })
}

function suite(lines: string): string {
  return `suite: A # kept\nsteps:\n  - request: GET http://127.0.0.1:1/\n${lines.replaceAll(/^/gm, '    ')}\n`
}

describe('check --fix', () => {
  for (const [written, meant] of [
    ['validatons:\n  - status: 200   # as it is', 'validations:\n  - status: 200   # as it is'],
    ['validations: [{stauts: 200}]', 'validations: [{status: 200}]'],
    ['validations:\n  - $.a: { contians: 1.50 }', 'validations:\n  - $.a: { contains: 1.50 }'],
    ['validations:\n  - \'$.a\': { "eqauls": 1 }', 'validations:\n  - \'$.a\': { "equals": 1 }'],
    ['validations:\n  - status: 2XX # any', 'validations:\n  - status: 2xx # any'],
    ['json: { a: "{{$timestmp}}" }', 'json: { a: "{{$timestamp}}" }'],
    ['json: { a: "{{$uuid | uper}}" }', 'json: { a: "{{$uuid | upper}}" }'],
    ['extract: { id: $.id }', 'extracts: { id: $.id }'],
    ['body: { a: 12345678901234567890, b: 1.50 }', 'json: { a: 12345678901234567890, b: 1.50 }'],
    ['status_code: 201\nname: B', 'validations:\n  - status: 201\nname: B'],
    ['assert:\n  - status_code: 200', 'validations:\n  - status: 200'],
    [
      'assert:\n  # why\n  - status_code: 200\n  - $.a: { exists: true, eq: 1 }',
      'validations:\n  # why\n  - status: 200\n  - $.a: { exists: true, equals: 1 }',
    ],
    [
      'validations:\n  - status: "{{code}}"\ndata:\n  - { code: 200, expected-status: 200 }\n  - { code: 201, expected-status: 201 }',
      'validations:\n  - status: "{{code}}"\ndata:\n  - { code: 200, expected_status: 200 }\n  - { code: 201, expected_status: 201 }',
    ],
    [
      'json: { id: {{a}} }\nvariables: { a: 1 }\nname: {{b}}',
      'json: { id: "{{a}}" }\nvariables: { a: 1 }\nname: "{{b}}"',
    ],
    ['validations:\n  - $.a: { exists: no }', 'validations:\n  - $.a: { exists: false }'],
    ['validations:\n  - $.a: { not-exist: off }', 'validations:\n  - $.a: { missing: false }'],
    ['validations:\n  - $.a: { isNull: false }', 'validations:\n  - $.a: { not-equals: null }'],
    ['validations:\n  - $.a: { not: { exists: true } }', 'validations:\n  - $.a: { exists: false }'],
    ['validations:\n  - $.a: { not: { equals: 1 } }', 'validations:\n  - $.a: { not-equals: 1 }'],
    ['validations:\n  - $.a: { not: { one-of: [1] } }', 'validations:\n  - $.a: { not-one-of: [1] }'],
    [
      'validations:\n  - $.a: { not: { matches-regex: b } }',
      'validations:\n  - $.a: { not-matches-regex: b }',
    ],
    ['variables: { k: 1 }\nauth: { bearr: "{{k}}" }', 'variables: { k: 1 }\nauth: { bearer: "{{k}}" }'],
    [
      'variables: { apiKey: 1 }\nauth: { api_key: { header: X-My-Key, value: "{{apiKey}}" } }',
      'variables: { apiKey: 1 }\nauth: { api-key: { header: X-My-Key, value: "{{apiKey}}" } }',
    ],
    [
      'unless: { plan: { eq: 1 } }\nvariables: { plan: 1 }',
      'unless: { plan: { equals: 1 } }\nvariables: { plan: 1 }',
    ],
    ['foreach: { row: [1] }', 'for-each: { row: [1] }'],
    ['validations:\n  - $.a: { ech: { equals: 1 } }', 'validations:\n  - $.a: { each: { equals: 1 } }'],
    // Mistakes that are found at second sight.
    ['validatons:\n  - stauts: { eqauls: 200 }', 'validations:\n  - status: { equals: 200 }'],
  ] as const)
    it(`mends ${written.replaceAll(/\s+/g, ' ')}`, async () => {
      const { text, left } = await fixed(suite(written))
      assert.equal(text, suite(meant))
      assert.deepEqual(
        left.filter(message => !/^nothing (?:sets|names)/.test(message)),
        [],
      )
      assert.equal((await fixed(text.replaceAll('\n', '\r\n'))).text, text.replaceAll('\n', '\r\n'))
    })

  it('mends with the line ends and the byte order mark of the file', async () => {
    const crlf = (text: string): string => `\uFEFF${text.replaceAll('\n', '\r\n')}`
    const { text } = await fixed(crlf(suite('status_code: 201\ntimeuot: 500ms')))
    assert.equal(text, crlf(suite('validations:\n  - status: 201\ntimeout: 500ms')))
  })

  for (const written of [
    // They may be slips of "not" and "in", which other tools have.
    'validations:\n  - $.a: { nont: [1, 2] }',
    'validations:\n  - $.a: { note: 3 }',
    'validations:\n  - $.a: { an: [1, 2] }',
    // Two words are as near, and a key that is there already cannot be there twice.
    'validations:\n  - $.a: { has-lenth: 1, has-length: 2 }',
    'json: { a: "{{nothing}}" }',
    'tests: |\n  something else',
    'assert:\n  status_code: 200 # why',
    'json: { a: "{{$uid}}" }',
    ...[
      'not: { gt: 5 }',
      'is: { gt: 3 }',
      'eq: { gt: 2 }',
      'eq: { exsts: true }',
      'isString: false',
      'not-starts-with: a',
      'not-ends-with: a',
      'not-has-type: string',
      'not-has-length: 1',
      'not-greater-than: 1',
      'not-less-than: 1',
      'exists: maybe',
      'lenght: 3',
      'null: true',
      'containsAny: [a, b]',
      'required: [id]',
      'truthy: true',
      'falsy: true',
      'is-empty: true',
      'empty: true',
      'like: a%',
      'size: 5, weight: 1',
      'type: array',
    ].map(operator => `validations:\n  - $.a: { ${operator} }`),
    'data: { a: 1 }',
    'body: { a: 1 }\nheaders: { Content-Type: application/x-www-form-urlencoded }',
    'body: { type: json, data: { a: 1 } }',
    'retries: 3',
    'timeout: 500',
    'retry: { attempts: 3, interval: 50 }',
    'auth: { hmac: { header: X } }\nvariables: { apiKey: 1 }',
    'capture: { id: { json: $.id, default: 5 } }',
  ])
    it(`leaves what has no one answer: ${written.replaceAll(/\s+/g, ' ')}`, async () => {
      const { text, left } = await fixed(suite(written))
      assert.equal(text, suite(written))
      assert.notDeepEqual(left, [])
    })

  it('takes a misspelt target for that target, and for no part of a body', async () => {
    assert.match((await fixed(suite('validations: [{ clsoe-code: 1000 }]'))).text, /\{ close-code: 1000 \}/)
  })

  it('tells what a misspelt header was meant to be', async () => {
    const text = suite('validations: [{ heder content-type: a }]')
    await withFolder({ 'a.apitest.yaml': text }, async folder => {
      const answer = await fixSuites.run({ paths: ['a.apitest.yaml'] }, hostIn(folder))
      const problems = answer.ok ? answer.value.problems : answer.problems
      assert.equal(problems[0]?.hint, 'Did you mean "header content-type"?')
    })
  })

  it('mends a file once that is there by two names', () =>
    withFolder({ 'a.apitest.yaml': suite('timeuot: 500ms') }, async folder => {
      symlinkSync('a.apitest.yaml', path.join(folder, 'b.apitest.yaml'))
      await fixSuites.run({ paths: ['.'] }, hostIn(folder))
      assert.equal(await readFile(path.join(folder, 'a.apitest.yaml'), 'utf8'), suite('timeout: 500ms'))
    }))

  it('writes no secret anew, and none that is masked', async () => {
    const text = suite(
      'body: { password: "{{p}}" }\nauth: { bearer: "abcdefgh12345" }\nheadr: { X: abcdefgh12345 }',
    )
    assert.doesNotMatch((await fixed(text)).text, /\*\*\*/)
  })

  it('never changes a suite without errors, and never loses a document', async () => {
    const names = (readdirSync('suites', { recursive: true }) as string[]).filter(name =>
      name.endsWith('.apitest.yaml'),
    )
    const next = randomNumbers(7)
    for (const name of names) {
      const text = readFileSync(path.join('suites', name), 'utf8')
      const lines = text.split('\n')
      const at = Math.floor(next() * lines.length)
      lines[at] = (lines[at] ?? '').replace(/([a-z])([a-z])(?=[a-z-]*:)/, '$2$1')
      const mutant = lines.join('\n')
      const { text: after } = await fixed(mutant)
      // Only words of one line are mended here: everything else is there to the letter.
      const others = after.split('\n')
      assert.equal(others.length, lines.length, name)
      const changed = lines.filter((line, index) => line !== others[index])
      assert.ok(changed.length <= 1, `${name}: ${changed.join('\n')}`)
    }
  })

  it('tells what was mended and what is left, and ends as the check does', () =>
    withFolder({ 'a.apitest.yaml': suite('timeuot: 500ms\nnonsense: 1') }, async folder => {
      const { exitCode, output, errors } = await runLine(folder, ['check', '--fix', 'a.apitest.yaml'])
      assert.match(
        output,
        /^mended a\.apitest\.yaml:4 "timeuot" is not a key of a step: "timeout" in place of "timeuot"\n/,
      )
      assert.match(errors, /"nonsense" is not a key of a step/)
      assert.equal(exitCode, 2)
      assert.match(await readFile(path.join(folder, 'a.apitest.yaml'), 'utf8'), /timeout: 500ms\n/)
    }))
})

describe('files that are not to be written', () => {
  const slip = suite('timeuot:   500ms')
  for (const command of [['fmt'], ['check', '--fix']])
    it(`are those outside of what was named, to ${command.join(' ')}`, () =>
      withFolder({ 'out/a.apitest.yaml': slip, 'in/b.apitest.yaml': slip }, async folder => {
        symlinkSync('../out/a.apitest.yaml', path.join(folder, 'in', 'a.apitest.yaml'))
        const { errors } = await runLine(folder, [...command, 'in'])
        assert.equal(await readFile(path.join(folder, 'out/a.apitest.yaml'), 'utf8'), slip)
        assert.notEqual(await readFile(path.join(folder, 'in/b.apitest.yaml'), 'utf8'), slip)
        assert.match(errors, /out\/a\.apitest\.yaml lies outside of what was named/)
      }))

  for (const command of [['fmt'], ['check', '--fix']])
    it(`are those that are read-only, to ${command.join(' ')}`, () =>
      withFolder({ 'a.apitest.yaml': slip }, async folder => {
        chmodSync(path.join(folder, 'a.apitest.yaml'), 0o444)
        const { errors, exitCode } = await runLine(folder, [...command, 'a.apitest.yaml'])
        assert.equal(await readFile(path.join(folder, 'a.apitest.yaml'), 'utf8'), slip)
        assert.match(errors, /read-only/)
        assert.equal(exitCode, 2)
      }))

  it('are those that are neither suites nor the configuration, to fmt', () =>
    withFolder({ 'package.json': '{"a":1}', 'a.apitest.yaml': slip }, async folder => {
      const { errors, exitCode } = await runLine(folder, ['fmt', 'package.json', 'a.apitest.yaml'])
      assert.equal(await readFile(path.join(folder, 'package.json'), 'utf8'), '{"a":1}')
      assert.match(errors, /package\.json is no suite by its name/)
      assert.equal(exitCode, 2)
    }))
})

describe('fmt', () => {
  it('writes files in the one form, or tells that they have another', () =>
    withFolder(
      {
        'a.apitest.yaml': 'steps:\n- pause: 1s\nsuite: A\n',
        'b.apitest.yaml': 'suite: B\nsteps:\n  - pause: 1s\n',
      },
      async folder => {
        const before = await runLine(folder, ['fmt', '--check', '.'])
        assert.deepEqual(
          [before.exitCode, before.output],
          [1, 'a.apitest.yaml\n2 files, 1 in another form\n'],
        )
        const done = await runLine(folder, ['fmt', '.'])
        assert.deepEqual([done.exitCode, done.output], [0, 'a.apitest.yaml\n2 files, 1 rewritten\n'])
        assert.equal(
          await readFile(path.join(folder, 'a.apitest.yaml'), 'utf8'),
          'suite: A\nsteps:\n  - pause: 1s\n',
        )
        const after = await runLine(folder, ['fmt', '--check', '.'])
        assert.deepEqual([after.exitCode, after.output], [0, '2 files, none in another form\n'])
      },
    ))

  it('refuses an input that is not UTF-8, as it does a file', () =>
    withFolder({}, async folder => {
      const line = "printf 'suite: caf\\351\\nsteps:\\n  - pause: 1s\\n' | APITEST fmt -"
      const { exitCode, output, errors } = await runShell(folder, line)
      assert.deepEqual([exitCode, output], [2, ''])
      assert.match(errors, /standard-input:1:1 +error file-unreadable +the file is not written in UTF-8/)
    }))

  it('leaves what is no YAML as it is', () =>
    withFolder({ 'a.apitest.yaml': 'suite: {{a}}\n' }, async folder => {
      const { exitCode, errors } = await runLine(folder, ['fmt', 'a.apitest.yaml'])
      assert.equal(exitCode, 2)
      assert.match(errors, /unquoted-template/)
      assert.equal(await readFile(path.join(folder, 'a.apitest.yaml'), 'utf8'), 'suite: {{a}}\n')
    }))
})
