import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suitesToCollection } from '../../../compile/suites-to-collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { exportTests } from '../export-tests.ts'
import { pythonFrameworks } from './frameworks.ts'
import { formatPython } from './format-python.ts'
import { literal } from './literals.ts'
import { readUnittest } from './read-unittest.ts'
import { pythonPattern } from './regex.ts'

async function written(suite: JsonObject, name = 'pytest-requests'): Promise<string> {
  const framework = pythonFrameworks.find(one => one.name === name)
  assert.ok(framework !== undefined)
  const collection = suitesToCollection([{ name: 'a.apitest.yaml', suite: { suite: 'A', ...suite } }], 'a')
  const { files } = await exportTests(collection, framework, { readRows: () => [] })
  return files.map(({ text }) => text).join('')
}

/** The assertions of a test with one validation. */
async function asserted(validation: JsonValue, name?: string): Promise<readonly string[]> {
  const steps = [
    { name: 'One', request: 'GET http://localhost/x', validations: [{ status: 200 }, validation] },
  ]
  const text = await written({ steps }, name)
  const lines = text.split('\n').map(line => line.trim())
  const at = lines.findIndex(line => /status_code/.test(line))
  return lines.slice(at + 1).filter(line => line !== '' && line !== 'body = response.json()')
}

const validations: readonly (readonly [JsonValue, readonly string[]])[] = [
  [{ '$.state': 'new' }, ['assert body["state"] == "new"']],
  [{ '$.count': 2 }, ['assert body["count"] == 2']],
  [{ '$.count': 1 }, ['assert same(body["count"], 1)']],
  [{ '$.isOpen': true }, ['assert body["isOpen"] is True']],
  [{ '$.none': null }, ['assert body["none"] is None']],
  [{ '$.code': '12' }, ['assert text_of(body["code"]) == "12"']],
  [{ '$.state': { 'one-of': ['a', 'b'] } }, ['assert body["state"] in ("a", "b")']],
  [{ '$.state': { exists: true } }, ['assert body["state"] not in (None, "", [], {})']],
  [{ '$.state': { exists: false } }, ['assert body.get("state") in (None, "", [], {})']],
  [
    { '$.total': { 'greater-than': 0, 'at-most': 9 } },
    ['assert is_number(body["total"])', 'assert 0 < body["total"] <= 9'],
  ],
  [
    { '$.tags[0]': { 'has-type': 'string' } },
    ['assert isinstance(body["tags"], list)', 'assert isinstance(body["tags"][0], str)'],
  ],
  [{ '$.mail': { 'matches-regex': '^[^@]+@x$' } }, ['assert re.fullmatch("[^@]+@x", body["mail"])']],
  [{ 'header x-a': { contains: 'b' } }, ['assert "b" in response.headers["x-a"]']],
  [{ text: { 'not-contains': 'error' } }, ['assert "error" not in response.text']],
  [
    { '$.items[*].id': { each: { 'has-type': 'integer' } } },
    [
      'assert isinstance(body["items"], list)',
      'ids = [item["id"] for item in body["items"] if has(item, "id")]',
      'assert ids',
      'for item in ids:',
      'assert is_integer(item)',
    ],
  ],
]

for (const [validation, lines] of validations)
  test(`pytest asserts ${JSON.stringify(validation)}`, async () => {
    assert.deepEqual(await asserted(validation), lines)
  })

test('unittest asserts by its methods', async () => {
  const lines = await asserted({ '$.state': { 'not-equals': 'new' } }, 'unittest')
  assert.deepEqual(lines.slice(0, 2), [
    'self.assertNotIsInstance(body["state"], (dict, list))',
    'self.assertNotEqual(body["state"], "new")',
  ])
})

test('nothing of a suite leaves its text', () => {
  assert.equal(literal('a"b'), `'a"b'`)
  assert.equal(literal(`a"b'c`), String.raw`"a\"b'c"`)
  assert.equal(literal('\n\u2028\0\\'), String.raw`"\n\u2028\x00\\"`)
  assert.equal(literal({ a: [1e21, null, false] }), '{"a": [1e21, None, False]}')
})

test('names are those of Python, and differ', async () => {
  const names = ['class', '1 digit', '日本', '', 'A b', 'a-b', 'x "y" \\']
  const steps = names.map(name => ({ name, request: 'GET http://localhost/x' }))
  const text = await written({ steps })
  assert.deepEqual(
    [...text.matchAll(/def (test_\w+)/g)].map(([, name]) => name),
    ['test_class', 'test_1_digit', 'test_step', 'test_step_2', 'test_a_b', 'test_a_b_2', 'test_x_y'],
  )
  assert.match(text, /"""日本"""/)
})

test('a secret is read from the environment', async () => {
  const text = await written({
    secrets: { password: 'hidden' },
    steps: [{ name: 'One', request: 'GET http://localhost/x', headers: { 'X-Key': '{{password}}' } }],
  })
  assert.match(text, /os\.environ\["PASSWORD"\]/)
  assert.doesNotMatch(text, /hidden/)
})

test('patterns of JavaScript mean the same in Python', () => {
  assert.deepEqual(pythonPattern('^a$'), { code: '"a"', isWhole: true, flags: undefined })
  assert.deepEqual(pythonPattern(String.raw`\d$`), {
    code: String.raw`r"\d\Z"`,
    isWhole: false,
    flags: 're.ASCII',
  })
  assert.equal(pythonPattern(String.raw`(?<year>\s)`)?.code, String.raw`r"(?P<year>\s)"`)
  assert.equal(pythonPattern(String.raw`\p{L}`), undefined)
})

test('long lines are broken at brackets, and at what holds parts together', () => {
  const call = `response = session.post(url, json={"name": "${'a'.repeat(30)}", "id": 1}, allow_redirects=False)`
  assert.equal(
    formatPython([`    ${call}`]),
    `    response = session.post(
        url,
        json={"name": "${'a'.repeat(30)}", "id": 1},
        allow_redirects=False,
    )
`,
  )
  const [one, other] = [`body["${'a'.repeat(35)}"]`, `body["${'b'.repeat(35)}"]`]
  assert.equal(
    formatPython([
      `assert ${one} == ${other}`,
      `if ${one} and ${other}:`,
      `    assert all(one == ${one} for one in ${other})`,
      `${'x'.repeat(40)} = find(${one})[0, 1]`,
    ]),
    `assert (
    ${one}
    == ${other}
)
if (
    ${one}
    and ${other}
):
    assert all(
        one == ${one}
        for one in ${other}
    )
${'x'.repeat(40)} = find(
    ${one}
)[0, 1]
`,
  )
})

test('a text that is too long for a line is cut behind its lines and its spaces', () => {
  const [first, second] = ['first words '.repeat(4).trim(), 'second '.repeat(9).trim()]
  assert.equal(
    formatPython([`text = "${first}\\n${second}"`]),
    `text = (
    "${first}\\n"
    "${second}"
)
`,
  )
})

test('what unittest prints tells of each test', () => {
  const output = `test_01_a (test_a.TestA.test_01_a) ... ok
test_02_b (test_a.TestA.test_02_b)
A title. ... skipped 'not for this plan'
test_03_c (test_a.TestA.test_03_c) ...
  test_03_c (test_a.TestA.test_03_c) (size=1) ... FAIL

======================================================================
FAIL: test_03_c (test_a.TestA.test_03_c) (size=1)
`
  assert.deepEqual(
    readUnittest(output).map(({ name, outcome }) => `${name} ${outcome}`),
    ['test_01_a passed', 'test_02_b skipped', 'test_03_c failed'],
  )
})

test('the text of a value is its JSON', async () => {
  const text = await written({
    steps: [
      { name: 'One', request: 'GET http://localhost/x', extracts: { done: '$.done' } },
      { name: 'Two', request: 'GET http://localhost/x/{{done}}' },
    ],
  })
  assert.ok(text.includes('http://localhost/x/{text_of(saved.done)}'), text)
})
