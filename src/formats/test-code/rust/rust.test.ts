import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { rustFrameworks } from './frameworks.ts'
import { formatText, quoted, rawText } from './literals.ts'
import { readCargo } from './read-cargo.ts'
import { rustPattern } from './regex-syntax.ts'
import { hostileSuites } from '../testing/hostile-suites.ts'
import { readSuite } from '../testing/read-suite.ts'
import { writeSuites } from './testing/write-suites.ts'

async function written(steps: readonly JsonValue[], rest: JsonObject = {}): Promise<string> {
  const suite = { suite: 'Shop', ...rest, steps } as unknown as JsonObject
  const { files } = await writeSuites([{ name: 'shop.apitest.yaml', suite }])
  return files[0]?.text ?? ''
}

async function lines(validation: JsonValue): Promise<readonly string[]> {
  const text = await written([
    { name: 'One', request: 'GET {{baseUrl}}/', validations: [{ status: 200 }, validation] },
  ])
  const all = text.split('\n').map(line => line.trim())
  const start = all.indexOf('assert_eq!(response.status(), 200);')
  const body = all.slice(start + 1, all.indexOf('}', start))
  return body.filter(line => !/^let (body|text)\b/.test(line))
}

test('a file is one test, and each of its steps a paragraph in it', async () => {
  const text = await written([
    { name: 'First', request: 'GET {{baseUrl}}/users', extracts: { id: '$.id' } },
    { name: 'Second', request: 'GET {{baseUrl}}/users/{{id}}', validations: [{ '$.name': 'Ada' }] },
  ])
  assert.match(text, /#\[tokio::test\]\nasync fn shop\(\) \{/)
  assert.match(
    text,
    / {4}\/\/ First\n {4}let response = client\n {8}\.get\(format!\("\{base_url\}\/users"\)\)/,
  )
  assert.match(text, /let id = body\.get\("id"\)\.unwrap\(\)\.clone\(\);/)
  assert.match(text, /format!\("\{base_url\}\/users\/\{\}", text_of\(&id\)\)/)
  assert.match(text, /assert_eq!\(body\["name"\], "Ada"\);/)
})

test('each comparison is an assertion of Rust', async () => {
  const expected: readonly (readonly [JsonValue, readonly string[]])[] = [
    [{ '$.a': 1 }, ['assert_eq!(body["a"], 1);']],
    [{ '$.a': null }, ['assert_eq!(body.get("a"), Some(&Value::Null));']],
    [{ '$.a': [1] }, ['assert_eq!(body["a"], json!([1]));']],
    [{ '$.a': '5' }, ['assert_eq!(text_of(&body["a"]), "5");']],
    [{ '$.a': { 'greater-than': 5 } }, ['assert!(body["a"].as_f64().unwrap() > 5.0);']],
    [{ '$.a': { exists: false } }, ['assert!(body.is_object());', 'assert!(!exists(&body["a"]));']],
    [{ '$.a': { 'has-length': 2 } }, ['assert_eq!(length(&body["a"]), Some(2));']],
    [{ '$.a': { 'has-type': 'integer' } }, ['assert!(body["a"].is_i64());']],
    [{ '$.a': { 'starts-with': 'x' } }, ['assert!(body["a"].as_str().unwrap().starts_with("x"));']],
    [{ '$.a': { contains: 'x' } }, ['assert!(contains(&body["a"], "x"));']],
    [{ '$.a[-1]': 'x' }, ['assert_eq!(from_end(&body["a"], 1).unwrap_or(&Value::Null), "x");']],
    [{ 'header etag': 'x' }, ['assert_eq!(header(response.headers(), "etag").unwrap(), "x");']],
    [{ text: { contains: 'x' } }, ['assert!(text.contains("x"));']],
  ]
  for (const [validation, code] of expected)
    assert.deepEqual(await lines(validation), code, JSON.stringify(validation))
})

test('rows are a loop that says which of them it is at', async () => {
  const text = await written([
    { name: 'User {{id}}', data: [{ id: 1, unused: 'x' }, { id: 2 }], request: 'GET {{baseUrl}}/{{id}}' },
  ])
  assert.match(text, /for id in \[1, 2\] \{\n {8}println!\("User \{id\}"\);/)
})

test('what the clean-up needs is kept outside of the steps, and the panic goes on after it', async () => {
  const text = await written([{ name: 'Make', request: 'POST {{baseUrl}}/', extracts: { id: '$.id' } }], {
    after: [{ name: 'Remove', request: 'DELETE {{baseUrl}}/{{id}}' }],
  })
  assert.match(text, /let mut id = Value::Null;/)
  assert.match(text, /AssertUnwindSafe\(steps\)\.catch_unwind\(\)\.await/)
  assert.match(text, /panic::resume_unwind\(cause\);/)
})

test('a secret has no value in the code', async () => {
  const text = await written(
    [{ name: 'One', request: 'GET {{baseUrl}}/', headers: { 'X-Key': '{{key}}' } }],
    {
      secrets: { key: 'hidden-value' },
    },
  )
  assert.doesNotMatch(text, /hidden-value/)
  assert.match(text, /env::var\("KEY"\)/)
})

test('a pattern that Rust has not is a loss', async () => {
  const suite = {
    suite: 'Shop',
    steps: [
      { name: 'One', request: 'GET {{baseUrl}}/', validations: [{ '$.a': { 'matches-regex': '^(?!x)y' } }] },
    ],
  } as unknown as JsonObject
  const { report } = await writeSuites([{ name: 'shop.apitest.yaml', suite }])
  assert.match(JSON.stringify(report.losses), /the crate regex has no such patterns/)
})

test('the lines of each case are its own', async () => {
  const { files } = await writeSuites([{ name: 'users.apitest.yaml', suite: readSuite('users') }])
  const [file] = files
  const all = file?.text.split('\n') ?? []
  for (const { where, lines: [first = 0] = [] } of file?.cases ?? [])
    assert.equal(all[first - 1]?.trim(), `// ${where.split(' / ').at(-1) ?? ''}`)
})

test('texts cannot break out of their literals, nor names out of comments', async () => {
  assert.equal(quoted('a"b\\c\n\u202e'), '"a\\"b\\\\c\\n\\u{202e}"')
  assert.equal(formatText('{x} \u0001'), '{{x}} \\u{1}')
  assert.equal(rawText('\\d"#'), 'r##"\\d"#"##')
  const { files } = await writeSuites(hostileSuites)
  for (const { text } of files) {
    assert.doesNotMatch(text, /[^\P{C}\n]/u)
    assert.doesNotMatch(text, / $/m)
    assert.match(text, /[^\n]\n$/)
  }
})

test('patterns of JavaScript mean the same in Rust, or are refused', () => {
  assert.equal(rustPattern('^[\\d-]+\\w$'), '^[0-9-]+[0-9A-Za-z_]$')
  assert.equal(rustPattern('a{2,}{'), 'a{2,}\\{')
  assert.equal(rustPattern('(?i)x\\/y'), '(?i)x/y')
  assert.equal(rustPattern('\\u00e9'), '\\u{00e9}')
  assert.equal(rustPattern('(?=x)'), undefined)
  assert.equal(rustPattern('(a)\\1'), undefined)
})

test('the output of cargo tells the line of the first panic', () => {
  const output = `     Running tests/cart.rs (target/debug/deps/cart-1)

running 2 tests
test cart ... FAILED
test other ... ok

---- cart stdout ----

thread 'cart' (71) panicked at tests/cart.rs:34:5:
assertion \`left == right\` failed
  left: 1
 right: 2

thread 'cart' (71) panicked at tests/cart.rs:90:5:
later
`
  assert.deepEqual(readCargo(output), [
    {
      name: 'cart',
      outcome: 'failed',
      file: 'tests/cart.rs',
      message: 'assertion `left == right` failed\n  left: 1\n right: 2',
      line: 34,
    },
    { name: 'other', outcome: 'passed', file: 'tests/cart.rs' },
  ])
})

test('the command runs only the files that are asked for', () => {
  const [framework] = rustFrameworks
  const runner = framework?.runner
  assert.ok(runner !== undefined)
  assert.deepEqual(runner.command(['tests/users.rs'], '').args, ['test', '--no-fail-fast', '--test', 'users'])
  assert.match(
    runner.install(['regex', 'uuid --features v4']),
    /^cargo add --dev regex && cargo add --dev uuid/,
  )
})
