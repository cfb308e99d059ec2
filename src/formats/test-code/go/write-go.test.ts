import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, test } from 'node:test'
import type { JsonObject } from '../../../model/json.ts'
import { without } from '../../../testing/parts.ts'
import { withFolder } from '../../../testing/run-program.ts'
import { goPattern } from './go-pattern.ts'
import { goFileName, goName } from './go-names.ts'
import { goLiteral, goString } from './go-literals.ts'
import { readGoTest } from './read-go-test.ts'
import { formatDifferences, lintFindings, runGo, writtenFor } from './testing/run-go.ts'

/** The lines of the one test of a suite with this step. */
async function stepCode(step: JsonObject, more: JsonObject = {}): Promise<readonly string[]> {
  const request = 'GET {{baseUrl}}/a'
  const { files } = await writtenFor({
    shop: { suite: 'Shop', ...more, steps: [{ name: 'a', request, ...step }] },
  })
  const [, inside = ''] =
    /t\.Run\("a", func\(t \*testing\.T\) \{\n([^]*?)\n\t\}\)\n/.exec(files[0]?.text ?? '') ?? []
  return inside.split('\n').map(line => line.replace('\t\t', ''))
}

async function checkCode(validation: JsonObject): Promise<string | undefined> {
  const lines = await stepCode({ validations: [{ status: 200 }, validation] })
  return lines.find((line, index) => index > 3 && line.startsWith('if '))
}

describe('a check in Go', () => {
  const checks: readonly (readonly [JsonObject, string])[] = [
    [{ '$.id': 1 }, 'if got := res.body.at("id"); !got.is(1) {'],
    [{ '$.id': { 'not-equals': 'x' } }, 'if got := res.body.at("id"); !got.single() || got.is("x") {'],
    [{ '$.id': '5' }, 'if got := res.body.at("id"); got.text() != "5" {'],
    [{ '$.tags': ['a'] }, 'if got, want := res.body.at("tags"), []any{"a"}; !got.is(want) {'],
    [
      { '$.price': { 'greater-than': 1, 'less-than': 9 } },
      'if got := res.body.at("price"); !(got.number() > 1 && got.number() < 9) {',
    ],
    [{ '$.name': { contains: 'x' } }, 'if got := res.body.at("name"); !got.contains("x") {'],
    [
      { '$.name': { 'starts-with': 'x' } },
      'if got := res.body.at("name"); !strings.HasPrefix(got.text(), "x") {',
    ],
    [{ '$.name': { 'matches-regex': '^a\\.' } }, 'if got := res.body.at("name"); !got.matches(`^a\\.`) {'],
    [{ '$.name': { exists: true } }, 'if got := res.body.at("name"); !got.exists() {'],
    [{ '$.name': { exists: false } }, 'if got := res.body.at("name"); !res.body.absent("name") {'],
    [{ '$.a[*].b': { 'has-length': 2 } }, 'if got := res.body.all("a", "*", "b").length(); got != 2 {'],
    [{ '$.name': { 'has-type': 'null' } }, 'if got := res.body.at("name"); got.kind() != "null" {'],
    [{ time: { 'less-than': 1500 } }, 'if res.elapsed >= 1500*time.Millisecond {'],
    [{ 'header etag': 'x' }, 'if got := res.Header.Get("Etag"); got != "x" {'],
    [
      { 'header allow': { contains: 'GET' } },
      'if got := strings.Join(res.Header.Values("Allow"), ", "); !strings.Contains(got, "GET") {',
    ],
    [{ text: { contains: 'x' } }, 'if !strings.Contains(res.text, "x") {'],
    [{ '$.l': { each: 1 } }, 'if len(res.body.at("l").items()) == 0 {'],
  ]
  for (const [validation, code] of checks)
    test(JSON.stringify(validation), async () => {
      assert.equal(await checkCode(validation), code)
    })
})

test('a step that is repeated waits longer each time', async () => {
  const retry = { attempts: 3, interval: '100ms', backoff: 2, until: 'success' }
  assert.deepEqual((await stepCode({ retry })).slice(0, 10), [
    'var res *http.Response',
    'wait := 100 * time.Millisecond',
    'for attempt := 1; ; attempt++ {',
    '\tres = client.get(t, baseURL+"/a")',
    '\tif res.StatusCode >= 200 && res.StatusCode < 300 || attempt == 3 {',
    '\t\tbreak',
    '\t}',
    '\ttime.Sleep(wait)',
    '\twait = min(wait*2, 30*time.Second)',
    '}',
  ])
})

test('rows of steps side by side are tables of their own', async () => {
  const data = [{ size: 1 }]
  const steps = ['a', 'b'].map(name => ({ name, request: 'GET {{baseUrl}}/{{rows}}/{{size}}', data }))
  const { files } = await writtenFor({ shop: { suite: 'Shop', variables: { rows: 1 }, steps } })
  const text = files[0]?.text ?? ''
  assert.deepEqual(
    [...text.matchAll(/(\w+) := \[\]struct|range (\w+) \{/g)].map(([, table, looped]) => table ?? looped),
    ['rows2', 'rows2', 'rows3', 'rows3'],
  )
})

test('a variable that nothing reads is not declared, and what it is made of must still be there', async () => {
  const lines = await stepCode({ validations: [{ status: 200 }], extracts: { id: '$.id' } })
  assert.deepEqual(lines.slice(-3), ['if !res.body.at("id").found {', '\tt.Error("id is missing")', '}'])
})

test('patterns of JavaScript that Go has no word for are losses', async () => {
  assert.equal(goPattern('^\\d{3}[a-z.]+\\/$'), '^\\d{3}[a-z.]+\\/$')
  assert.equal(goPattern('(?i)a\\sb'), '(?i)a[\\s\\v\\p{Z}\\x{feff}]b')
  assert.equal(goPattern('[()]'), '[\\()]')
  for (const pattern of ['a(?=b)', '(?<!a)b', '(a)\\1', '[]', '[^]', 'a{1001}'])
    assert.equal(goPattern(pattern), undefined, pattern)
  const validations = [{ status: 200 }, { '$.a': { 'matches-regex': 'a(?=b)' } }, { '$.b': 7 }]
  const steps = [{ request: 'GET /a', validations }]
  const { files, losses } = await writtenFor({ shop: { suite: 'Shop', steps } })
  assert.match(losses.map(({ why }) => why).join(), /Go has no word for the pattern a\(\?=b\)/)
  assert.match(
    files[0]?.text ?? '',
    /res\.StatusCode != http\.StatusOK[^]*res\.body\.at\("b"\); !got\.is\(7\)/,
  )
})

test('names and literals are those of Go', () => {
  assert.equal(goName('user id', 'value'), 'userID')
  assert.equal(goName('api url', 'value', true), 'APIURL')
  assert.equal(goFileName('Users on Windows'), 'users_on_windows_api_test.go')
  assert.equal(goFileName('!'), 'suite_test.go')
  assert.equal(goString('a\u2028\ud800`\\"'), '"a\\u2028\ufffd`\\\\\\""')
  assert.equal(goLiteral([1, 1.5, null, { a: 1e21 }]), '[]any{1, 1.5, nil, map[string]any{"a": 1e+21}}')
})

test('a report tells of tests without parts, in their order', () => {
  const events = [
    { Action: 'run', Test: 'TestA' },
    { Action: 'run', Test: 'TestA/x' },
    { Action: 'output', Test: 'TestA/x', Output: '    a_test.go:1: id = 2, want 1\n' },
    { Action: 'fail', Test: 'TestA/x' },
    { Action: 'run', Test: 'TestA/x/y' },
    { Action: 'skip', Test: 'TestA/x/y' },
    { Action: 'fail', Test: 'TestA' },
  ]
  assert.deepEqual(readGoTest(['# shop', ...events.map(event => JSON.stringify(event))].join('\n')), [
    { name: 'TestA/x', outcome: 'failed', message: 'a_test.go:1: id = 2, want 1' },
    { name: 'TestA/x/y', outcome: 'skipped' },
  ])
})

const hostile = [
  ...[
    '"',
    '`',
    '\\',
    '*/',
    '//',
    '${x}',
    '%d %s',
    '{{',
    "'",
    '\n',
    '\u202e',
    'ünï',
    '',
    'type',
    'func',
    '1st',
    'ANSWER PREFIX Infix',
  ],
  ...['t', 'res', 'client', 'string', 'http', 'shop value', 'a/b', 'a', 'a', 'x'.repeat(300)],
]

test('whatever things are called, the code is sound and well laid out', { skip: without('go') }, async () => {
  const variables = Object.fromEntries(
    hostile.filter(name => /^[\p{L}\d ]+$/u.test(name)).map(name => [name, `${name}"\`\n`]),
  )
  const steps = hostile.map(text => ({
    name: text === '' ? ' ' : text,
    request: `POST http://127.0.0.1:1/${encodeURIComponent(text)}`,
    headers: { 'x-a': text.replace(/[\n\u202e]/g, '') },
    json: { [text]: text, all: Object.keys(variables).map(name => `{{${name}}}`) },
    validations: [
      { status: 200 },
      {
        '$.a': {
          equals: {
            [text]: [text, { [text]: text }],
            longer: text,
            'the longest of them all': [1, 2, 3, 'and more'],
          },
        },
      },
      { [`$['${text.replace(/['\\\n]/g, '')}']`]: { equals: `${text}!` } },
      { '$.b': { contains: `${text}!` } },
      { '$.c': { 'matches-regex': `^${text.replace(/[^\w%"` ]/g, '')}!` } },
    ],
  }))
  const suite = {
    suite: '*/ "Shop" `',
    description: '- # 1. /* */ //go:build ignore\n[x]: y',
    variables,
    steps,
  }
  const { files } = await writtenFor({ shop: suite, 'shop 2': { ...suite, steps: steps.slice(0, 2) } })
  await withFolder({}, async folder => {
    for (const { name, text } of files) await writeFile(path.join(folder, name), text)
    assert.equal(await formatDifferences(folder, files), '')
    assert.equal(await lintFindings(folder, files), '')
    const outcomes = await runGo(folder, files)
    assert.equal(
      outcomes.length,
      files.reduce((sum, { cases }) => sum + cases.length, 0),
    )
    assert.ok(outcomes.every(({ outcome }) => outcome === 'failed'))
  })
})
