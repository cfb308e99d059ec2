import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { exchangeWith, span, type AnswerForTest } from '../../extracts/testing/exchange.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { createSchemaLibrary, judgeExchange } from '../index.ts'
import { whenLoaded } from '../../util/lazy-part.ts'

const library = createSchemaLibrary()

function fixture(name: string): string {
  return path.resolve('fixtures/json-schema', name)
}

/** Lists the messages of the schema in a fixture about a value, as reports show them. */
async function messages(name: string, value: JsonValue): Promise<readonly string[]> {
  const schema = await library.load(fixture(name))
  if (!schema.ok) throw new Error(schema.message)
  return schema.validate(value).map(({ pointer, message }) => `${pointer}: ${message}`)
}

/** A value whose key `__proto__` is data. */
function parsed(text: string): JsonValue {
  return JSON.parse(text) as JsonValue
}

type Case = readonly [schema: string, value: JsonValue, messages: readonly string[]]

const circle = { kind: 'circle', radius: 1 }

const cases: readonly Case[] = [
  ['order.json', { id: 1, items: [{ price: 19.99, sku: 'ABC-1' }], state: 'open' }, []],
  ['order.json', { id: 1, items: [{ price: 'x' }] }, ['/items/0/price: must be number']],
  ['order.json', [], ['/: must be object']],
  [
    'order.json',
    { id: 1.5, items: [] },
    ['/id: must be integer', '/items: must NOT have fewer than 1 items'],
  ],
  [
    'order.json',
    { items: [{}, { price: -1.005, sku: 'x', 'a/b': 1 }], state: 'lost', placedAt: 'today' },
    [
      "/: must have required property 'id'",
      '/placedAt: must match format "date-time"',
      "/items/0: must have required property 'price'",
      '/items/1/a~1b: must NOT be present: the schema allows no other properties',
      '/items/1/price: must be >= 0',
      '/items/1/price: must be multiple of 0.01',
      '/items/1/sku: must match pattern "^[A-Z]{3}-\\d+$"',
      '/state: must be one of "open", "shipped"',
    ],
  ],
  [
    'order.json',
    {
      id: 1,
      items: [{ price: 1 }],
      customer: { name: '', address: { zip: 'x', 'city/town': 1 }, friends: [{}] },
    },
    [
      '/customer/name: must NOT have fewer than 1 characters',
      '/customer/address/zip: must match pattern "^\\d{5}$"',
      '/customer/address/city~1town: must be string',
      "/customer/friends/0: must have required property 'name'",
    ],
  ],
  ['common/person.yaml', { name: 'Ada', nickname: '' }, ['/nickname: must NOT have fewer than 1 characters']],
  [
    'published.json',
    { address: { zip: '1' }, ignored: 'long' },
    ['/address/zip: must match pattern "^\\d{5}$"'],
  ],

  ['shape.json', circle, []],
  ['shape.json', { kind: 'circle', radius: 'x' }, ['/radius: must be number']],
  ['shape.json', { kind: 'box', width: 1 }, ["/: must have required property 'height'"]],
  ['shape.json', { kind: 'triangle' }, ['/kind: must be one of "circle", "box"']],
  ['shape.json', 5, ['/: must be object']],
  ['shape.json', { kind: 'box', width: 1, height: 2, label: 5 }, ['/label: must be string or null']],
  [
    'shape.json',
    { kind: 'box', width: 1, height: 2, inside: { kind: 'circle', radius: null } },
    ['/inside/radius: must be number'],
  ],
  [
    'overlap.json',
    { a: 1, b: 'x', c: 2 },
    ['/: must match exactly one schema in oneOf, but matches those at 0 and 1'],
  ],

  ['tree.json', { children: [{ daat: 1 }] }, []],
  ['strict-tree.json', { children: [{ data: 1 }] }, []],
  [
    'strict-tree.json',
    { children: [{ daat: 1 }] },
    ['/children/0/daat: must NOT be present: the schema allows no other properties'],
  ],
  ['draft-04.json', { age: 0, next: { age: 0 } }, ['/age: must be > 0', '/next/age: must be > 0']],
  ['draft-06.json', { age: 0, kind: 'b' }, ['/age: must be > 0', '/kind: must be "a"']],
  [
    'draft-2019-09.json',
    { child: { x: 'text' }, a: 1 },
    ['/child/x: must be number', '/: must have property b when property a is present'],
  ],

  ['prototype.json', {}, ["/: must have required property 'toString'"]],
  ['prototype.json', { toString: true, other: 1 }, ['/other: must be boolean']],
  [
    'prototype.json',
    parsed('{"toString":true,"__proto__":"x","constructor":1}'),
    ['/constructor: must be string', '/__proto__: must be number'],
  ],
  ['slow-pattern.json', `${'a'.repeat(100_000)}!`, ['/: must match pattern "^(a+)+$"']],
  [
    'slow-pattern.json',
    { [`${'b'.repeat(1000)}!`]: 1 },
    [`/${'b'.repeat(1000)}!: must NOT be present: the schema allows no other properties`],
  ],
  ['backtracking-pattern.json', `${'a'.repeat(1000)}!`, ['/: the pattern ^(a+)+$(?!x) took longer than 1 s']],
  ['names.json', { ok: 1, 'Not ok': 2 }, ['/: property name "Not ok" must match pattern "^[a-z]+$"']],
  ['condition.json', { country: 'NL', zip: '12345' }, ['/zip: must match pattern "^\\d{4} [A-Z]{2}$"']],
]

describe('schemas', () => {
  for (const [name, value, expected] of cases)
    it(`${name}: ${JSON.stringify(value).slice(0, 100)}`, async () => {
      assert.deepEqual(await messages(name, value), expected)
    })

  it('are compiled once per library', async () => {
    assert.equal(await library.load(fixture('order.json')), await library.load(fixture('order.json')))
  })

  it('are read afresh by the next library', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'schema-'))
    const file = path.join(folder, 'a.json')
    try {
      await writeFile(file, '\uFEFF{ "type": "string" }')
      const before = await createSchemaLibrary().load(file)
      await writeFile(file, '{ "type": "number" }')
      const after = await createSchemaLibrary().load(file)
      assert.ok(before.ok && after.ok)
      assert.deepEqual([before.validate(1).length, after.validate(1).length], [1, 0])
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('survive a value nested far too deeply', async () => {
    const deep = parsed(`${'{"children":['.repeat(20_000)}${']}'.repeat(20_000)}`)
    assert.deepEqual(await messages('tree.json', deep), ['/: is nested too deeply'])
  })
})

describe('schema files that hold no schema', () => {
  const bad: readonly (readonly [name: string, kind: 'missing' | 'invalid', message: RegExp])[] = [
    ['none.json', 'missing', /none\.json does not exist$/],
    [
      'order.xsd',
      'invalid',
      /order\.xsd cannot be read: it is XML, and XML Schema validation is unavailable/,
    ],
    ['list.json', 'invalid', /^a schema is an object, true or false$/],
    ['broken.json', 'invalid', /broken\.json cannot be read: line 1: not valid JSON: unexpected end/],
    ['broken.yaml', 'invalid', /broken\.yaml cannot be read: line 2: not valid YAML: .+$/],
    ['bomb.yaml', 'invalid', /bomb\.yaml cannot be read: not valid YAML: its aliases repeat too much$/],
    [
      'remote.json',
      'invalid',
      /^\$ref https:\/\/example\.org\/other\.json is remote, and nothing is fetched: save/,
    ],
    [
      'missing-reference.json',
      'invalid',
      /^it refers to a file that cannot be used: .*nowhere\.json does not exist$/,
    ],
    ['dangling.json', 'invalid', /^\$ref #\/\$defs\/nothing leads to nothing$/],
    [
      'wrong-type.json',
      'invalid',
      /^it is no valid 2020-12 schema: \/properties\/a\/type: must be one of "array", /,
    ],
    ['unknown-dialect.json', 'invalid', /^\$schema names none of draft-04, /],
    ['bad-pattern.json', 'invalid', /^the pattern \( is invalid: missing closing \)/],
  ]
  for (const [name, kind, message] of bad)
    it(name, async () => {
      const schema = await library.load(fixture(name))
      assert.ok(!schema.ok)
      assert.equal(schema.kind, kind)
      assert.match(schema.message, message)
    })

  /** Schemas that name a file by other than a relative path: SECRET stands for its path. */
  const reaching = {
    'an absolute path': '{ "$ref": "SECRET" }',
    'a file: address': '{ "$ref": "file://SECRET" }',
    'a file: address with a host': '{ "$ref": "file://localhostSECRET" }',
    'an $id of a file': '{ "$id": "file://SECRET/../x.json", "$ref": "secret.json" }',
    'an $id with an absolute path': '{ "$id": "FOLDER/x.json", "$ref": "secret.json" }',
    'a part with an $id of a file': '{ "allOf": [{ "$id": "file://FOLDER/", "$ref": "secret.json" }] }',
    'two slashes below an $id': '{ "$id": "https://h.test/s/a.json", "$ref": "https://h.test/s/SECRET" }',
    'an address below an $id':
      '{ "$id": "https://h.test/s/a.json", "$ref": "https://h.test/s/file://SECRET" }',
  }
  for (const [how, text] of Object.entries(reaching))
    it(`C3: ${how} reads no file`, async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'apitest-'))
      const elsewhere = await mkdtemp(path.join(tmpdir(), 'apitest-'))
      try {
        await writeFile(path.join(elsewhere, 'secret.json'), '{ "const": 1 }')
        const written = text
          .replaceAll('SECRET', path.join(elsewhere, 'secret.json'))
          .replaceAll('FOLDER', elsewhere)
        await writeFile(path.join(folder, 'schema.json'), written)
        const schema = await createSchemaLibrary().load(path.join(folder, 'schema.json'))
        assert.ok(!schema.ok, 'the file was read')
        assert.match(schema.message, /only by a relative path|is remote|does not exist/)
      } finally {
        await Promise.all([folder, elsewhere].map(one => rm(one, { recursive: true })))
      }
    })

  it('do not include those with a remote reference that nothing needs', async () => {
    const schema = await library.load(fixture('unused-remote.json'))
    assert.ok(schema.ok)
  })
})

describe('schema validations', () => {
  async function validate(name: string, answer: AnswerForTest): Promise<readonly string[]> {
    const validation = { target: { kind: 'schema' }, file: fixture(name), span } as const
    const results = await whenLoaded(() => judgeExchange(validation, exchangeWith(answer), library))
    assert.equal(results.length, 1)
    const [result] = results
    assert.deepEqual(
      [result?.subject, result?.operator, result?.expected],
      [`schema ${name}`, 'schema', name],
    )
    assert.equal(result?.passed, result?.messages.length === 0)
    return result.messages
  }

  it('pass a body that fits', async () => {
    assert.deepEqual(await validate('many.json', { json: ['a'] }), [])
  })

  it('list every failure in one result', async () => {
    assert.deepEqual(await validate('many.json', { json: [1, 'a', 2] }), [
      '/0: must be string',
      '/2: must be string',
    ])
  })

  it('count the failures after the fiftieth', async () => {
    const failures = await validate('many.json', { json: Array.from({ length: 62 }, () => 1) })
    assert.deepEqual(
      [failures.length, failures[49], failures[50]],
      [51, '/49: must be string', '… and 12 more'],
    )
  })

  it('fail a body that is not JSON, and an empty one', async () => {
    assert.match(
      (await validate('many.json', { text: '<html>' }))[0] ?? '',
      /^\/: expected JSON, got a body that is not/,
    )
    assert.deepEqual(await validate('many.json', { text: '' }), ['/: expected JSON, got an empty body'])
  })

  it('fail when the file holds no schema', async () => {
    assert.deepEqual(await validate('dangling.json', { json: 1 }), [
      'schema dangling.json: $ref #/$defs/nothing leads to nothing',
    ])
  })
})

describe('a schema that stands in a suite', () => {
  const judged = async (schema: JsonObject, answer: AnswerForTest) => {
    const [result] = await whenLoaded(() =>
      judgeExchange({ target: { kind: 'schema' }, schema, span }, exchangeWith(answer), library),
    )
    return [result?.subject, ...(result?.messages ?? [])]
  }

  it('judges the body', async () => {
    assert.deepEqual(await judged({ required: ['id'] }, { json: { id: 1 } }), ['schema of the suite'])
    assert.deepEqual(await judged({ title: 'User', required: ['id'] }, { json: {} }), [
      'schema User',
      "/: must have required property 'id'",
    ])
    assert.deepEqual(await judged({ required: ['id'] }, { text: 'no' }), [
      'schema of the suite',
      `/: expected JSON, got a body that is not JSON (Unexpected token 'o', "no" is not valid JSON)`,
    ])
  })
  it('refers to files beside the suite, and to itself', async () => {
    const schema = { $ref: '#/$defs/id', $defs: { id: { type: 'integer' } } }
    assert.deepEqual(await judged(schema, { json: 'x' }), ['schema of the suite', '/: must be integer'])
  })
  it('may be none', async () => {
    assert.match(String((await judged({ type: 'objekt' }, { json: 1 }))[1]), /^schema of the suite: /)
  })
})
