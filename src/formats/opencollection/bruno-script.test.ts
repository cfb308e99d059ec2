import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { translateScript } from '../postman/scripts/understand/translate-script.ts'
import { assertionScript } from './assertions.ts'
import { postmanScript } from './bruno-script.ts'
import { brunoScript } from './from-postman-script.ts'
import { assertionOf } from './write-assertion.ts'

describe('a script of Bruno in the words of Postman', () => {
  const cases = [
    ['bru.setVar("a", res.body.id)', 'pm.variables.set("a", pm.response.json().id)'],
    ['bru.setEnvVar("a", 1, { persist: true })', 'pm.environment.set("a", 1)'],
    [
      'test("a", () => expect(res.getStatus()).to.equal(200))',
      'pm.test("a", () => pm.expect(pm.response.code).to.equal(200))',
    ],
    [
      "res.headers['x-a'] + res.getHeader('x-b')",
      'pm.response.headers.get("x-a") + pm.response.headers.get(\'x-b\')',
    ],
    ['const { a } = res.getBody()', 'const { a } = pm.response.json()'],
    ['res.body.startsWith("a")', 'pm.response.text().startsWith("a")'],
    ['res("a.b[0]")', 'pm.response.json().a.b[0]'],
    [
      'req.setHeader("A", bru.getEnvVar("b"))',
      'pm.request.headers.upsert({ key: "A", value: pm.variables.get("b") })',
    ],
    ['bru.setNextRequest(null)', 'pm.execution.setNextRequest(null)'],
    ['const data = { res: 1, req: 2 }; data.res', 'const data = { res: 1, req: 2 }; data.res'],
  ] as const
  for (const [bruno, postman] of cases)
    it(bruno, () => {
      assert.deepEqual(postmanScript(bruno), { source: postman, unknown: [] })
    })

  it('tells the words that Postman has none for', () => {
    assert.deepEqual(postmanScript('bru.cwd(); console.log(res)')?.unknown, ['bru.cwd', 'res'])
    assert.equal(postmanScript('test('), undefined)
  })

  it('goes the way back', () => {
    for (const source of [
      'test("a", () => expect(res.getStatus()).to.equal(200))',
      'bru.setVar("a", res.getBody().id)',
      'req.setHeader("A", "b")',
    ])
      assert.equal(brunoScript(postmanScript(source)?.source ?? '')?.source, source)
    const variable = brunoScript('pm.variables.get("x")')?.source ?? ''
    for (const word of ['getVar', 'getRequestVar', 'getFolderVar', 'getEnvVar', 'getCollectionVar'])
      assert.match(variable, new RegExp(`bru\\.${word}\\("x"\\)`))
    assert.equal(postmanScript(variable)?.source, '(pm.variables.get("x"))')
    assert.deepEqual(brunoScript('pm.vault.get("a")')?.unknown, ['pm.vault.get'])
  })
})

describe('header lines of an answer', () => {
  const headers = { 'set-cookie': ['a=1', 'b=2'], link: '<a>, <b>', 'x-a': '1' }
  const lines = Object.entries(headers).flatMap(([key, value]) =>
    [value].flat().flatMap(one => one.split(', ').map(line => ({ key, value: line }))),
  )
  /** The value of an expression of Bruno, in Bruno and in the sandbox of Postman. */
  const valuesOf = (expression: string): readonly unknown[] => {
    const get = (name: string) => lines.findLast(({ key }) => key === name.toLowerCase())?.value
    const toObject = () => Object.fromEntries(lines.map(({ key }) => [key, all(key)]))
    const all = (name: string) => {
      const found = lines.filter(({ key }) => key === name).map(({ value }) => value)
      return found.length === 1 ? found[0] : found
    }
    const pm = { response: { headers: { get, toObject, filter: lines.filter.bind(lines) } } }
    const res = { headers, getHeaders: () => headers, getHeader: (name: string) => ofBruno(name) }
    const ofBruno = (name: string) => (headers as Readonly<Record<string, unknown>>)[name.toLowerCase()]
    const run = (source = '', words: object): unknown =>
      structuredClone(runInNewContext(`(${source})`, words))
    const postman = postmanScript(expression)?.source
    const back = brunoScript(postman ?? '')?.source
    return [run(expression, { res }), run(postman, { pm }), run(back, { res })]
  }
  for (const expression of [
    "res.headers['set-cookie']",
    'res.getHeader("Set-Cookie")[0]',
    "res.headers['warning']",
    "res.headers['link']",
    'res.headers["x-a"]',
    'res.getHeaders()',
  ])
    it(`are what they are in Bruno: ${expression}`, () => {
      const [bruno, ...others] = valuesOf(expression)
      assert.deepEqual(others, [bruno, bruno])
    })

  it('of cookies the last one counts in a script of Postman', () => {
    const source = brunoScript('pm.response.headers.get("Set-Cookie")')?.source
    assert.equal(source, '[res.getHeader("Set-Cookie")].flat().at(-1)')
  })
})

describe('an assertion of Bruno', () => {
  const cases = [
    ['res.status', 'eq', '200', { status: 200 }],
    ['res.body.a', 'eq', '7', { '$.a': 7 }],
    ['res.body.a', 'eq', '"7"', { '$.a': { equals: '7', 'has-type': 'string' } }],
    ['res.body.a', 'eq', 'paid', { '$.a': 'paid' }],
    ['res.body.a', 'gt', '1', { '$.a': { 'greater-than': 1 } }],
    ['res.body.a', 'gte', '1', { '$.a': { 'at-least': 1 } }],
    ['res.body.a', 'lt', '1', { '$.a': { 'less-than': 1 } }],
    ['res.body.a', 'lte', '1', { '$.a': { 'at-most': 1 } }],
    ['res.body.a', 'in', 'Ada, Bob', { '$.a': { 'one-of': ['Ada', 'Bob'] } }],
    ['res.body.a', 'between', '1, 2', { '$.a': { 'at-least': 1, 'at-most': 2 } }],
    ["res.headers['x-a']", 'contains', 'json', { 'header x-a': { contains: 'json' } }],
    ['res.body.a', 'isNull', undefined, { '$.a': null }],
    ['res.body.a', 'isDefined', undefined, { '$.a': { matches: '<any>' } }],
    ['res.body.a', 'isUndefined', undefined, { '$.a': { missing: true } }],
    ['res.body.a', 'isString', undefined, { '$.a': { 'has-type': 'string' } }],
    ["res.headers['x-a']", 'eq', '"7"', { 'header x-a': '7' }],
    ["res.headers['x-a']", 'in', '"7", b', { 'header x-a': { 'one-of': ['7', 'b'] } }],
  ] as const
  for (const [expression, operator, value, validation] of cases)
    it(`${expression}: ${operator} ${value ?? ''}`, () => {
      const assertion = { expression, operator, ...(value === undefined ? {} : { value }) }
      const { source } = postmanScript(assertionScript(assertion) ?? '') ?? { source: '' }
      const { validations, rest } = translateScript(source, 'after')
      assert.equal(rest, '')
      const [{ name: _, ...made } = {}] = validations
      assert.deepEqual(made, validation)
      assert.deepEqual(assertionOf(validation), assertion)
    })

  it('whose verdict no validation has stays a script, and none is made of what Bruno cannot say', () => {
    for (const assertion of [
      { expression: 'res.body.a', operator: 'neq', value: '1' },
      { expression: 'res.body.a', operator: 'eq', value: '{{id}}' },
      { expression: 'res.body.a', operator: 'isJson' },
    ]) {
      const source = postmanScript(assertionScript(assertion) ?? '')?.source ?? ''
      assert.deepEqual(translateScript(source, 'after').validations, [])
    }
    for (const validation of [
      { '$.a': { 'has-length': 1 } },
      { '$.a': '7' },
      { '$..a': 1 },
      { name: 'named', status: 200 },
      { when: { status: 200 }, '$.a': 1 },
      { '$.a': { 'has-type': 'object' } },
      { 'header x-a': { 'greater-than': 3 } },
      { 'header x-a': { 'at-least': 3, 'at-most': 4 } },
      { 'header set-cookie': { contains: 'a=1' } },
    ])
      assert.equal(assertionOf(validation), undefined)
  })
})
