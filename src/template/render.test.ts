import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { RenderResult } from './render-problem.ts'
import { renderText, renderValue, renderVariable } from './render.ts'
import { createScope, type Scope } from './scope.ts'

const values: JsonObject = {
  id: 7,
  name: 'Ada',
  ready: true,
  nothing: null,
  empty: '',
  list: [1, { id: 'x' }],
  user: { email: 'ada@example.org', 'given name': 'Ada', alias: '{{name}}!', roles: ['admin', 'staff'] },
  'user.shoe': 42,
  'user.home': { city: 'London', 'house no': [12] },
  'base url': 'http://x',
  'größe/maß #1': 'L',
  'odd-[name].x': [{ y: 1 }],
  baseUrl: 'http://{{host}}:{{port}}',
  host: 'localhost',
  port: 4010,
  also: '{{user}}',
}
const scope = suiteScope(values)

function suiteScope(variables: JsonObject): Scope {
  return createScope([{ name: 'suite', values: variables }], { TOKEN: 's3cret-token' })
}

function value<Value>(result: RenderResult<Value>): Value {
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}

function problems(result: RenderResult<JsonValue>): string[] {
  assert.ok(!result.ok)
  return result.problems.map(
    ({ kind, name, path, offset }) => `${kind} ${name} at ${path.join('.')}:${offset}`,
  )
}

function messages(result: RenderResult<JsonValue>): string[] {
  assert.ok(!result.ok)
  return result.problems.map(problem => `${problem.message} ${problem.hint ?? ''}`.trim())
}

describe('renderText', () => {
  const cases: [text: string, expected: string][] = [
    ['plain', 'plain'],
    ['{{name}}', 'Ada'],
    ['/users/{{ id }}?n={{name}}', '/users/7?n=Ada'],
    ['{{id}}', '7'],
    ['{{ready}}', 'true'],
    ['{{nothing}}', 'null'],
    ['[{{empty}}]', '[]'],
    ['x={{list}}', 'x=[1,{"id":"x"}]'],
    ['{{list[1].id}}{{list[0]}}', 'x1'],
    ['{{user.email}}', 'ada@example.org'],
    ['{{user.given name}}', 'Ada'],
    ['{{user.roles[1]}}', 'staff'],
    ['{{user.alias}}', 'Ada!'],
    ['{{also.email}}', 'ada@example.org'],
    ['{{user.shoe}}', '42'],
    ['{{user.home.city}} {{user.home.house no[0]}}', 'London 12'],
    ['{{base url}}/{{ base url }}', 'http://x/http://x'],
    ['{{größe/maß #1}}', 'L'],
    ['{{odd-[name].x[0].y}}', '1'],
    ['{{baseUrl}}/api', 'http://localhost:4010/api'],
    ['\\{{name}} is {{name}}', '{{name}} is Ada'],
    ['{{env.TOKEN}}', 's3cret-token'],
  ]
  for (const [text, expected] of cases)
    test(text, () => {
      assert.equal(value(renderText(text, scope)), expected)
    })

  test('a built-in makes a new value at every place', () => {
    const [first, second] = value(renderText('{{$uuid}} {{$uuid}}', scope)).split(' ')
    assert.match(first ?? '', /^[0-9a-f-]{36}$/)
    assert.notEqual(first, second)
  })

  for (const name of [
    'constructor',
    '__proto__',
    'user.constructor',
    'list.length',
    'list[2]',
    'name.length',
    'user.',
    'user.home.street',
    'user.shoe.size',
    '.user',
    '[0]',
  ])
    test(`{{${name}}} is unknown`, () => {
      assert.deepEqual(problems(renderText(`{{${name}}}`, scope)), [`unknown ${name} at :0`])
    })
})

describe('renderValue', () => {
  const cases: [name: string, written: JsonValue, expected: JsonValue][] = [
    [
      'a lone placeholder keeps the type',
      ['{{id}}', '{{ready}}', '{{nothing}}', '{{list}}'],
      [7, true, null, [1, { id: 'x' }]],
    ],
    ['a longer text becomes a text', { a: '{{id}} ' }, { a: '7 ' }],
    ['keys are filled in', { '{{name}}': { 'x-{{id}}': 1 } }, { Ada: { 'x-7': 1 } }],
    ['deep lists and objects', { a: [{ b: '{{name}}' }, 1] }, { a: [{ b: 'Ada' }, 1] }],
    [
      'the members of a variable are filled in, too',
      '{{user}}',
      { ...(values['user'] as JsonObject), alias: 'Ada!' },
    ],
  ]
  for (const [name, written, expected] of cases)
    test(name, () => {
      assert.deepEqual(value(renderValue(written, scope)), expected)
    })

  test('without placeholders the same object comes back', () => {
    const written = { a: [1, { b: 'x' }], c: null }
    assert.equal(value(renderValue(written, scope)), written)
  })

  test('parts without placeholders stay the same objects', () => {
    const part = { b: 1 }
    const rendered = value(renderValue({ part, a: '{{id}}' }, scope)) as { part: unknown }
    assert.equal(rendered.part, part)
  })

  test('what was written is left alone', () => {
    const written = Object.freeze({ a: Object.freeze(['{{id}}']) })
    renderValue(written, scope)
    assert.deepEqual(written, { a: ['{{id}}'] })
  })

  test('__proto__ is an ordinary key', () => {
    const written = JSON.parse('{"__proto__": {"a": "{{id}}"}, "{{key}}": 1}') as JsonObject
    const rendered = value(renderValue(written, suiteScope({ id: 1, key: 'constructor' })))
    assert.equal(JSON.stringify(rendered), '{"__proto__":{"a":1},"constructor":1}')
    assert.equal(Object.getPrototypeOf(rendered), Object.prototype)
  })
})

describe('secrets', () => {
  function secretsOf(value: JsonValue, values: JsonObject, secret = false): readonly string[] {
    const told: string[] = []
    const layers = [{ name: 'suite' as const, values, secret }]
    const result = renderValue(
      value,
      createScope(layers, { TOKEN: 's3cret-token' }, text => told.push(text)),
    )
    assert.ok(result.ok)
    return told
  }

  test('values of the process environment are told', () => {
    assert.deepEqual(secretsOf('Bearer {{env.TOKEN}}', values), ['s3cret-token'])
    assert.deepEqual(secretsOf('{{name}}', values), [])
  })

  test('also when they come through a variable', () => {
    assert.deepEqual(secretsOf({ a: '{{auth}}' }, { auth: { key: '{{env.TOKEN}}' } }), ['s3cret-token'])
  })

  test('a secret layer tells the filled-in value and its members', () => {
    const login = { user: 'ada', pin: 1234, key: '{{env.TOKEN}}' }
    assert.deepEqual(secretsOf('{{login}}', { login }, true), [
      's3cret-token',
      '{"user":"ada","pin":1234,"key":"s3cret-token"}',
      'ada',
      '1234',
      's3cret-token',
    ])
  })
})

describe('what a server answered is data', () => {
  const layered = createScope(
    [
      { name: 'extracted', values: { evil: '{{env.TOKEN}}', deep: { a: ['{{env.TOKEN}}'] } } },
      { name: 'suite', values: { through: '{{evil}}', alias: '{{deep}}' } },
    ],
    { TOKEN: 's3cret-token' },
  )
  for (const name of ['evil', 'deep.a[0]', 'through', 'alias.a[0]'])
    test(`braces in {{${name}}} mean nothing`, () => {
      assert.equal(value(renderText(`{{${name}}}`, layered)), '{{env.TOKEN}}')
    })
})

describe('problems', () => {
  test('all are told, each with its place', () => {
    const written = { a: ['x {{nope}} {{neither}}'], '{{key}}': '{{open', b: '{{id}}' }
    assert.deepEqual(problems(renderValue(written, scope)), [
      'unknown nope at a.0:2',
      'unknown neither at a.0:11',
      'unknown key at {{key}}:0',
      'syntax  at {{key}}:0',
    ])
  })

  test('a problem inside a variable is placed where the variable is used', () => {
    const result = renderValue(
      { url: 'x{{baseUrl}}' },
      suiteScope({ baseUrl: { deep: 'http://{{hst}}' }, host: 'h' }),
    )
    assert.deepEqual(problems(result), ['unknown hst at url:1'])
    assert.deepEqual(messages(result), [
      'unknown variable "hst" (in the variable "baseUrl") Did you mean "host"?',
    ])
  })

  test('two keys that become one', () => {
    assert.deepEqual(messages(renderValue({ '{{name}}': 1, Ada: 2 }, scope)), ['two keys become "Ada"'])
  })

  const circles: [name: string, variables: JsonObject, chain: string][] = [
    ['a', { a: '{{b}}', b: 'x{{c}}', c: '{{a}}' }, 'a -> b -> c -> a'],
    ['a', { a: '{{a}}' }, 'a -> a'],
    ['a', { a: { x: '{{a.x}}' } }, 'a.x -> a.x'],
    ['start', { start: '{{a}}', a: ['{{b}}'], b: '{{a}}' }, 'a -> b -> a'],
  ]
  for (const [name, variables, chain] of circles)
    test(`the circle ${chain} is named`, () => {
      const [message] = messages(renderText(`{{${name}}}`, suiteScope(variables)))
      assert.ok(message?.includes(chain), message)
    })

  test('a member may use another member of the same variable', () => {
    assert.equal(value(renderText('{{a.x}}', suiteScope({ a: { x: '{{a.y}}', y: 1 } }))), '1')
  })

  test('variables that grow without end are stopped', () => {
    const variables: Record<string, JsonValue> = { v0: 'x'.repeat(100) }
    for (let level = 1; level < 40; level++) variables[`v${level}`] = `{{v${level - 1}}}{{v${level - 1}}}`
    assert.deepEqual(messages(renderText('{{v39}}', suiteScope(variables))), [
      'the variables in this value add up to more than 64 MiB',
    ])
  })

  const unknown: [text: string, message: string][] = [
    ['{{nmae}}', 'unknown variable "nmae" Did you mean "name"?'],
    ['{{$uid}}', 'unknown variable "$uid" Did you mean "$uuid"?'],
    [
      '{{$whatEverThisIs}}',
      'unknown variable "$whatEverThisIs" Names with $ are built in, such as $uuid, $timestamp and $randomInt.',
    ],
    [
      '{{user.emial}}',
      '"user.emial" was not found: the variable "user" has no such member Look at the value of "user": members are written user.key and user[0].',
    ],
    [
      '{{env.TOKE}}',
      'the environment variable "TOKE" is not set Set TOKE before the run, or write it into a file given with --env-file.',
    ],
    [
      '{{somethingElse}}',
      'unknown variable "somethingElse" Define it under `variables:`, in the environment or with --var, or extract it in an earlier step.',
    ],
  ]
  for (const [text, message] of unknown)
    test(message, () => {
      assert.deepEqual(messages(renderText(text, scope)), [message])
    })

  test('a short list of variables is shown', () => {
    assert.deepEqual(messages(renderText('{{x}}', suiteScope({ host: 1, port: 2 }))), [
      'unknown variable "x" Known here are host, port.',
    ])
  })
})

describe('renderVariable', () => {
  test('gives one value by name, with its type', () => {
    assert.deepEqual(value(renderVariable('list', scope)), [1, { id: 'x' }])
    assert.equal(value(renderVariable('also.roles[0]', scope)), 'admin')
    assert.deepEqual(problems(renderVariable('nope', scope)), ['unknown nope at :0'])
  })
})
