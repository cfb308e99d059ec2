import assert from 'node:assert/strict'
import { test } from 'node:test'
import { suitesToCollection } from '../../../compile/suites-to-collection.ts'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { exportTests } from '../export-tests.ts'
import { printLayout } from '../layout.ts'
import { phpFrameworks } from './frameworks.ts'
import { literal, phpLayout } from './php-layout.ts'
import { phpPattern } from './php-pattern.ts'

function exported(suite: JsonObject): ReturnType<typeof exportTests> {
  const [framework] = phpFrameworks
  assert.ok(framework !== undefined)
  const collection = suitesToCollection([{ name: 'a.apitest.yaml', suite: { suite: 'A', ...suite } }], 'a')
  return exportTests(collection, framework, { readRows: () => [] })
}

async function written(suite: JsonObject): Promise<string> {
  return (await exported(suite)).files.map(({ text }) => text).join('')
}

/** The assertions of a test with one validation. */
async function asserted(validation: JsonValue): Promise<readonly string[]> {
  const steps = [
    { name: 'One', request: 'GET http://localhost/x', validations: [{ status: 200 }, validation] },
  ]
  const lines = (await written({ steps })).split('\n').map(line => line.trim())
  const at = lines.findIndex(line => line.includes('$response->status)'))
  return lines.slice(at + 1, lines.indexOf('/** Sends a request. */') - 2)
}

const validations: readonly (readonly [JsonValue, readonly string[]])[] = [
  [{ '$.state': 'new' }, ["self::assertSame('new', $body->state);"]],
  [{ '$.user.count': 2 }, ['self::assertSame(2, $body->user->count);']],
  [{ "$['user-id']": 2 }, ["self::assertSame(2, $body->{'user-id'});"]],
  [{ '$.isOpen': true }, ['self::assertTrue($body->isOpen);']],
  [{ '$.none': null }, ["self::assertNull(self::valueAt($body, 'none'));"]],
  [{ '$.code': '12' }, ["self::assertSame('12', self::text($body->code));"]],
  [{ '$.list': [1, 2] }, ['self::assertSame([1, 2], $body->list);']],
  [{ '$.one': { equals: { a: 1 } } }, ["self::assertSameJson(['a' => 1], $body->one);"]],
  [{ '$.state': { 'one-of': ['a', 'b'] } }, ["self::assertContains($body->state ?? null, ['a', 'b']);"]],
  [
    { '$.state': { exists: true } },
    ["self::assertFalse(self::isBlank($body->state ?? null), '$.state exists');"],
  ],
  [
    { '$.total': { 'greater-than': 0, 'at-most': 9 } },
    [
      "self::assertContains(get_debug_type($body->total), ['int', 'float']);",
      'self::assertGreaterThan(0, $body->total);',
      'self::assertLessThanOrEqual(9, $body->total);',
    ],
  ],
  [{ '$.tags[0]': { 'has-type': 'string' } }, ["self::assertIsString(self::valueAt($body, 'tags', 0));"]],
  [
    { '$.mail': { 'matches-regex': '^[^@]+@x$' } },
    ["self::assertMatchesRegularExpression('/^[^@]+@x$/uD', $body->mail);"],
  ],
  [
    { 'header X-A': { contains: 'b' } },
    ["self::assertStringContainsString('b', $response->headers['x-a']);"],
  ],
  [{ text: { 'not-contains': 'error' } }, ["self::assertStringNotContainsString('error', $response->text);"]],
  [
    { '$.items[*].id': { each: { 'has-type': 'integer' } } },
    [
      'self::assertIsArray($body->items);',
      "$ids = array_column($body->items, 'id');",
      'self::assertNotEmpty($ids);',
      'foreach ($ids as $id) {',
      'self::assertIsInt($id);',
      '}',
    ],
  ],
]

for (const [validation, lines] of validations)
  test(`PHPUnit asserts ${JSON.stringify(validation)}`, async () => {
    assert.deepEqual(await asserted(validation), lines)
  })

test('rows of a step are a data provider, for PHPUnit before and after attributes', async () => {
  const text = await written({
    steps: [
      { name: 'Size {{size}}', data: [{ size: 1 }, { size: 2 }], request: 'GET http://localhost/{{size}}' },
    ],
  })
  assert.match(
    text,
    /@dataProvider sizeRows\n {5}\*\/\n {4}#\[DataProvider\('sizeRows'\)\]\n {4}public function testSize\(int\|float \$size\): void/,
  )
  assert.match(text, /public static function sizeRows\(\): array\n {4}\{\n {8}return \[\[1\], \[2\]\];/)
})

test('what comes after all tests is carried out whatever becomes of the step before', async () => {
  const request = 'DELETE http://localhost/x'
  const steps = [{ name: 'One', request: 'GET http://localhost/x' }]
  const text = await written({
    steps,
    after: [
      { name: 'First', request },
      { name: 'Second', request },
    ],
  })
  assert.match(text, /function tearDownAfterClass\(\): void\n {4}\{\n {8}try \{/)
  assert.match(text, /\} finally \{/)
})

test('nothing of a suite leaves its text', () => {
  const shown = (value: JsonValue): string => printLayout(literal(value), phpLayout)
  assert.equal(shown(`a'b"c`), String.raw`'a\'b"c'`)
  assert.equal(shown(String.raw`a\b\\'\ `.trim()), String.raw`'a\b\\\\\'\\'`)
  assert.equal(shown('$a\n\u2028\0"'), String.raw`"\$a\n\u{2028}\u{0}\""`)
  assert.equal(shown({ a: [1e21, null, false, {}] }), "['a' => [1e+21, null, false, (object) []]]")
})

test('names are those of PHP, and differ whatever their capitals', async () => {
  const names = ['class', '1 digit', '\u65e5\u672c', '', 'a1 b', 'a1b', '*/ x']
  const steps = names.map(name => ({ name, request: 'GET http://localhost/x' }))
  const text = await written({ steps })
  assert.deepEqual(
    [...text.matchAll(/function (test\w+)/g)].map(([, name]) => name),
    ['testClass', 'test1Digit', 'testStep', 'testStep2', 'testA1B', 'testA1b2', 'testX'],
  )
  assert.match(text, /\* \u65e5\u672c\n/)
})

test('a step has its own time, and the text of a value is its JSON', async () => {
  const text = await written({
    steps: [
      { name: 'One', request: 'GET http://localhost/x', timeout: '100ms', extracts: { done: '$.done' } },
      { name: 'Two', request: 'GET http://localhost/x/{{done}}' },
    ],
  })
  assert.deepEqual(text.match(/CURLOPT_TIMEOUT\w* => \w+/g), [
    'CURLOPT_TIMEOUT_MS => 100',
    'CURLOPT_TIMEOUT_MS => 30_000',
  ])
  assert.match(text, /'http:\/\/localhost\/x\/' \. self::text\(self::\$done\)/)
})

test('a secret is read from the environment', async () => {
  const text = await written({
    secrets: { password: 'hidden' },
    steps: [{ name: 'One', request: 'GET http://localhost/x', headers: { 'X-Key': '{{password}}' } }],
  })
  assert.match(text, /'X-Key: ' \. self::env\('PASSWORD'\)/)
  assert.doesNotMatch(text, /hidden/)
})

for (const [pattern, wanted] of [
  ['^a$', '/^a$/D'],
  [String.raw`^\d+/\w$`, String.raw`#^\d+/\w$#D`],
  [String.raw`^\d.`, '/^[0-9]./u'],
  [String.raw`[^\d\s]`, String.raw`/[^0-9\s]/u`],
  [String.raw`\bx.`, String.raw`/(*UTF)\bx./`],
  [String.raw`\u00e9\v`, String.raw`/\x{00e9}\x0b/u`],
  ['(?i)abc', '/abc/i'],
  ['(?<=a*)b', undefined],
  ['[]', undefined],
] as const)
  test(`the pattern ${pattern} of JavaScript is ${wanted ?? 'nothing'} in PHP`, () => {
    assert.equal(phpPattern(pattern), wanted)
  })

test('patterns that PHP does not have are losses', async () => {
  const steps = [{ request: 'GET http://localhost/x', validations: [{ '$.a': { 'matches-regex': '[^]' } }] }]
  const { report } = await exported({ steps })
  assert.match(report.losses.map(({ why }) => why).join(), /PHP has no such pattern/)
})
