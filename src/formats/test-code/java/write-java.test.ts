import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../../model/json.ts'
import { javaOf } from './testing/java-of.ts'
import { javaPattern } from './java-text.ts'
import { mavenRunner } from './maven-runner.ts'
import { reflowLiterals } from './reflow-literals.ts'

/** The lines of the only test of a step. */
async function linesOf(step: JsonObject, framework?: 'junit-rest-assured'): Promise<readonly string[]> {
  const suite = { suite: 'Shop', steps: [{ name: 'It', request: 'GET http://shop/a', ...step }] }
  const { files } = await javaOf(suite, framework)
  const lines = (files[0]?.text ?? '').split('\n')
  const start = lines.findIndex(line => line.includes('void it('))
  const end = lines.findIndex((line, index) => index > start && line === '  }')
  return lines.slice(start + 1, end).map(line => line.trim())
}

/** The assertions of a validation. */
async function assertionsOf(validation: JsonObject): Promise<string> {
  const lines = await linesOf({ validations: [{ status: 200 }, validation] })
  return lines
    .filter(line => !/^(HttpRequest|HttpResponse|JsonNode body|assertEquals\(200,)/.test(line))
    .join(' ')
}

const value = 'body.path("v")'

/** The expected values of `$.v`, and how they are asserted. */
const assertions: readonly (readonly [JsonValue, string])[] = [
  ['Ada', `assertEquals("Ada", ${value}.textValue());`],
  [5, `assertEquals(5, ${value}.doubleValue());`],
  [0, `assertTrue(${value}.isNumber()); assertEquals(0, ${value}.doubleValue());`],
  ['5', `assertEquals("5", text(${value}));`],
  [true, `assertEquals(BooleanNode.TRUE, ${value});`],
  [{ equals: null }, `assertTrue(${value}.isNull());`],
  [{ equals: ['a'] }, `assertEquals(JSON.valueToTree(List.of("a")), ${value});`],
  [{ equals: [1] }, `assertJsonEquals(JSON.valueToTree(List.of(1)), ${value});`],
  [
    { 'not-equals': 'Ada' },
    `assertTrue(${value}.isValueNode()); assertNotEquals("Ada", ${value}.textValue());`,
  ],
  [{ exists: true }, `assertTrue(exists(${value}));`],
  [{ exists: false }, `assertTrue(body.isObject()); assertFalse(exists(${value}));`],
  [{ 'greater-than': 0 }, `assertTrue(${value}.doubleValue() > 0);`],
  [{ 'less-than': 5 }, `assertTrue(${value}.isNumber()); assertTrue(${value}.doubleValue() < 5);`],
  [
    { 'at-least': 1, 'less-than': 5 },
    `assertTrue(${value}.doubleValue() >= 1 && ${value}.doubleValue() < 5);`,
  ],
  [{ 'has-type': 'integer' }, `assertTrue(${value}.canConvertToExactIntegral());`],
  [{ 'has-length': 3 }, `assertEquals(3, length(${value}));`],
  [
    { 'matches-regex': '^[a-z]+$' },
    `assertTrue(${value}.isValueNode()); assertTrue(text(${value}).matches("[a-z]+")); assertFalse(${value}.isNull());`,
  ],
  [{ 'matches-regex': 'a$' }, `assertTrue(Pattern.compile("a\\\\z").matcher(${value}.asText()).find());`],
  [{ 'starts-with': 'Ad' }, `assertTrue(${value}.asText().startsWith("Ad"));`],
  [{ 'one-of': ['a', 'b'] }, `assertTrue(List.of("a", "b").contains(${value}.asText()));`],
  [{ contains: 'x' }, `assertTrue(contains(${value}, "x"));`],
  [
    { any: 'x' },
    `assertTrue(${value}.isArray()); assertTrue(${value}.valueStream().anyMatch(v -> "x".equals(v.textValue())));`,
  ],
  [
    { each: { 'greater-than': 0 } },
    `JsonNode vs = ${value}; assertTrue(vs.isArray()); assertFalse(vs.isEmpty()); for (JsonNode v : vs) { assertTrue(v.doubleValue() > 0); }`,
  ],
  [
    { matches: { a: 'x', b: '<string>' } },
    `assertEquals("x", ${value}.path("a").textValue()); assertTrue(${value}.path("b").isTextual());`,
  ],
]

describe('tests of Java', () => {
  for (const [expected, written] of assertions)
    it(`asserts ${JSON.stringify(expected)}`, async () => {
      assert.equal(await assertionsOf({ '$.v': expected }), written)
    })

  it('sends with RestAssured', async () => {
    const lines = await linesOf(
      {
        request: 'POST http://shop/a',
        query: { q: 'a b' },
        json: { name: 'Ada' },
        validations: [{ status: 201 }],
      },
      'junit-rest-assured',
    )
    assert.deepEqual(lines, [
      'Response response =',
      'given(specification)',
      '.contentType("application/json")',
      '.queryParam("q", "a%20b")',
      '.body(Map.of("name", "Ada"))',
      '.post("http://shop/a");',
      'assertEquals(201, response.statusCode());',
    ])
  })

  it('sends until an answer is as it should be', async () => {
    const lines = await linesOf({
      retry: { attempts: 3, interval: '20ms' },
      validations: [{ '$.v': 'done' }],
    })
    assert.deepEqual(lines.slice(0, 10), [
      'HttpResponse<String> response;',
      'JsonNode body;',
      'for (int attempt = 1; ; attempt++) {',
      'HttpRequest request = HttpRequest.newBuilder(URI.create("http://shop/a")).build();',
      'response = client.send(request, BodyHandlers.ofString());',
      'body = parse(response.body());',
      'if ((response.statusCode() >= 200',
      '&& response.statusCode() < 400',
      '&& "done".equals(body.path("v").textValue()))',
      '|| attempt == 3) {',
    ])
  })

  it('hands values on in fields, and keeps secrets out', async () => {
    const { files } = await javaOf({
      suite: 'Shop',
      secrets: { password: 'hush-hush' },
      steps: [
        { name: 'One', request: 'GET http://shop/a', extracts: { id: '$.id' } },
        { name: 'Two', request: 'GET http://shop/{{id}}', headers: { 'X-Key': '{{password}}' } },
      ],
    })
    const text = files[0]?.text ?? ''
    assert.match(text, /private JsonNode id = MissingNode\.getInstance\(\);/)
    assert.match(text, /id = body\.required\("id"\);/)
    assert.match(text, /URI\.create\("http:\/\/shop\/" \+ text\(id\)\)/)
    assert.match(text, /PASSWORD = System\.getenv\("PASSWORD"\);/)
    assert.doesNotMatch(text, /hush/)
  })

  it('gives rows to parametrised tests', async () => {
    const row = (file: string, type: string): JsonObject => ({ file, type })
    const { files, report } = await javaOf({
      suite: 'Shop',
      steps: [
        { name: 'Status {{s}}', data: [{ s: 400 }, { s: 404 }], request: 'GET http://shop/{{s}}' },
        {
          name: 'File {{file}}',
          data: [row('csv', 'text/csv'), row('txt', 'text/plain')],
          request: 'GET http://shop/{{file}}',
        },
        { name: "It's {x}", data: [row('a,b', '#')], request: 'GET http://shop/{{file}}' },
      ],
    })
    const text = files[0]?.text ?? ''
    assert.match(text, /@ParameterizedTest\(name = "Status \{0\}"\)\n {2}@ValueSource\(ints = \{400, 404\}\)/)
    assert.match(text, /@CsvSource\(\{"csv, text\/csv", "txt, text\/plain"\}\)/)
    assert.match(text, /name = "It''s '\{'x'\}'"\)\n {2}@MethodSource/)
    assert.match(text, /Stream\.of\(arguments\("a,b", "#"\)\)/)
    assert.equal(report.created, 3)
    assert.deepEqual(
      files[0]?.cases.map(({ times }) => times),
      [2, 2, 1],
    )
  })
})

const hostile = [
  ...[
    '',
    'class',
    '1st',
    'a "quoted" \\ name',
    "it's {0}",
    '\\u000a',
    'new\nline',
    '*/ }',
    '${x} %s',
    '名前 😀',
  ],
  ...[
    'All users',
    'all-users',
    'allUsers',
    'get class',
    'x'.repeat(300),
    '\u202e',
    '\0',
    '"""',
    'assert true',
  ],
]

describe('hostile texts in tests of Java', () => {
  for (const framework of ['junit-http-client', 'junit-rest-assured'] as const)
    it(`stay inside of literals and comments with ${framework}`, async () => {
      const { files } = await javaOf(
        {
          suite: 'A "suite" */ \\u000a',
          description: 'Ends */ here \\u000a "so" {@link x}',
          variables: Object.fromEntries(
            hostile.filter(name => /^[\w -]+$/.test(name)).map(name => [name, `${name}"\\`]),
          ),
          steps: hostile.map(name => ({
            name,
            request: 'POST http://shop/a',
            text: name,
            headers: { 'X-A': '{{class}} {{1st}}' },
            validations: [{ '$.v': name }, { text: { contains: `x${name}` } }],
          })),
        },
        framework,
      )
      const text = files[0]?.text ?? ''
      const bare = text
        .replace(/^\s*\/\/.*$/gm, '')
        .replace(/"""\n[\s\S]*?[^\\]"""/g, '""')
        .replace(/"(?:[^"\\\n]|\\[btnfr"'\\]|\\u[\da-f]{4})*"/g, '')
      assert.doesNotMatch(bare.replace(/\/\*\*.*\*\//g, ''), /["'\\]|\*\/|[^\0-\x7f]/)
      assert.equal(bare.split('{').length, bare.split('}').length)
      const methods = [...text.matchAll(/void (\w+)\(/g)].map(([, name]) => name)
      assert.equal(new Set(methods).size, hostile.length)
      assert.ok(text.split('\n').every(line => line === line.trimEnd()))
    })

  it('have files and classes of their own', async () => {
    const { files } = await javaOf({ suite: '1 class!', steps: [{ request: 'GET http://shop/a' }] })
    assert.deepEqual(
      files.map(({ name }) => name),
      ['Api1ClassTest.java'],
    )
    assert.match(files[0]?.text ?? '', /^class Api1ClassTest \{$/m)
  })
})

describe('texts of Java', () => {
  it('has patterns as Java has them', () => {
    assert.equal(javaPattern('^a$'), '^a\\z')
    assert.equal(javaPattern('[[&&]{'), '[\\[\\&\\&]\\{')
    assert.equal(javaPattern('\\{"v": \\d{2,3}\\}'), '\\{"v": \\d{2,3}\\}')
    assert.equal(javaPattern('(?<=a*)b'), undefined)
  })

  it('breaks literals behind words', () => {
    const words = `${'word '.repeat(20)}end`
    assert.deepEqual(reflowLiterals(`    call(\n        "${words}");`).split('\n'), [
      '    call(',
      `        "${'word '.repeat(18)}"`,
      '            + "word word end");',
    ])
  })

  it('reads what Maven says of each test', () => {
    const output = [
      '[INFO] Running Users',
      '[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1, Time elapsed: 0.1 s <<< FAILURE! -- in Users',
      '[ERROR] shop.UsersTest.allUsers -- Time elapsed: 0.1 s',
      '[ERROR] shop.UsersTest$Inner.download(String, String)[1] -- Time elapsed: 0.1 s <<< FAILURE!',
      'org.opentest4j.AssertionFailedError: expected: <1> but was: <2>',
      '[ERROR] shop.UsersTest.later skipped',
    ].join('\n')
    const file = 'shop/UsersTest.java'
    assert.deepEqual(mavenRunner([]).outcomes('', output), [
      { file, name: 'allUsers', outcome: 'passed' },
      {
        ...{ file, name: 'download(String, String)[1]', outcome: 'failed' },
        message: 'org.opentest4j.AssertionFailedError: expected: <1> but was: <2>',
      },
      { file, name: 'later', outcome: 'skipped' },
    ])
  })
})
