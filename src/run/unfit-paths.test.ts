import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../model/json.ts'
import { renderText } from '../template/render.ts'
import { createScope } from '../template/scope.ts'
import { unfitInPath } from './unfit-paths.ts'

/** What variables of the suite stand for. */
const suite: JsonObject = {
  b: 'http://127.0.0.1:4010',
  api: 'http://localhost/api',
  tenant: 'http://{{v}}.shop.example',
  byHost: 'http://{{v}}',
  port: 8080,
  way: '/p/{{v}}/end',
  page: 2,
}

/** What is wrong with a URL in which an answer has given `v` and the further variables. */
function toldOf(url: string, v: string, more: JsonObject = {}): string | undefined {
  const scope = createScope([
    { name: 'extracted', values: { v, ...more } },
    { name: 'suite', values: suite },
  ])
  const rendered = renderText(url, scope)
  assert.ok(rendered.ok)
  return unfitInPath('request', { request: url }, { request: rendered.value }, scope)[0]?.message
}

const refused: Record<
  string,
  readonly [told: RegExp, cases: readonly (readonly [url: string, v: string])[]]
> = {
  'moves to another host': [
    /^\{\{v\}\} is .*, which makes another host of it$/,
    [
      ['GET {{b}}{{v}}', '@other.example/echo'],
      ['{{b}}{{v}}', '@other.example'],
      ['GET {{b}}{{v}}', '.other.example/echo'],
      ['GET {{b}}{{v}}', '5'],
      ['GET {{b}}{{v}}/x', 'com'],
      ['GET {{b}}{{v}}', '\\\\other.example'],
      ['GET {{b}}{{v}}', ':1@other.example/'],
      ['GET http://localhost{{v}}', '.evil.test/x'],
      ['GET http://localhost{{v}}', '.evil.test'],
      ['GET http://{{v}}/x', 'shop.example@evil.test'],
      ['GET http://{{v}}.shop.example/x', 'evil.test/'],
      ['GET http://{{v}}.shop.example/x', '/evil.test'],
      ['GET {{tenant}}/x', 'evil.test/'],
      ['GET {{tenant}}/x', 'evil.test?'],
      ['GET {{tenant}}/x', 'evil.test#'],
      ['GET http://127.0.0.1:{{v}}/x', '80@evil.test'],
    ],
  ],
  'cuts off what is behind it': [
    /^\{\{v\}\} is .*, which cuts off what is written behind it$/,
    [
      ['DELETE {{b}}/users/{{v}}/sessions', '7#'],
      ['DELETE {{b}}/users?owner={{v}}&dry=true', '7#'],
      ['DELETE {{b}}/users/{{v}}/sessions', '7?'],
      ['DELETE {{b}}/users/{{v}}/sessions', '7?a='],
      ['GET {{b}}/users/{{v}}.json', '7?'],
      ['GET {{b}}/users/{{v}}?full=1', '7?a=1'],
      ['GET {{b}}/users/{{v}}?full=1', '7#'],
      ['GET {{b}}{{v}}&limit=5', '/items?page=2#top'],
      ['GET {{b}}{{way}}', '7?'],
      ['GET {{v}}/items', 'http://localhost/?a=1'],
      ['GET http://{{v}}/x', 'localhost?'],
    ],
  ],
  'makes another path by its dots': [
    /^\{\{v\}\} is .*, whose dots make another path of it$/,
    [
      ['GET {{b}}/p/{{v}}{{v}}/end', '.'],
      ['GET {{b}}/p/.{{v}}/end', '.'],
      ['GET {{b}}/p/{{v}}{{v}}/end', '%2e'],
      ['GET {{b}}/p/%2E{{v}}', '.'],
      ['GET {{b}}/p/{{v}}', '.. '],
      ['GET {{b}}{{way}}', '..'],
      ['GET {{b}}/p/{{v}}', 'a/..'],
    ],
  ],
  'leaves dots': [
    /^\{\{v\}\} is empty, and the dots beside it make another path of it$/,
    [
      ['GET {{b}}/p/.{{v}}./end', ''],
      ['GET {{b}}/p/{{v}}../end', ''],
    ],
  ],
  'leaves nothing': [
    /^\{\{v\}\} is empty, which makes another path of it$/,
    [
      ['DELETE {{b}}/users/{{v}}', ' '],
      ['DELETE {{b}}/users/{{v}}', '\u00a0'],
      ['DELETE {{b}}/users/{{v}}', ''],
      ['DELETE {{b}}/users/{{v}}{{v}}?x=1', ''],
      ['GET {{b}}{{way}}', ''],
    ],
  ],
}

describe('a value that an answer gave', () => {
  for (const [what, [told, cases]] of Object.entries(refused))
    for (const [url, v] of cases)
      it(`${what}: ${JSON.stringify(v)} in ${url}`, () => {
        assert.match(toldOf(url, v) ?? 'nothing', told)
      })

  for (const [url, v] of [
    ['GET {{v}}', 'http://localhost/items?page=2&next=@a#top'],
    ['{{v}}', 'http://ada@localhost/items?page=2'],
    ['GET {{v}}&limit=5', 'http://localhost/items?page=2'],
    ['GET {{v}}/items', 'http://localhost:4010'],
    ['GET {{b}}{{v}}', '/items?page=2'],
    ['GET {{b}}{{v}}', '?page=2'],
    ['GET {{b}}{{v}}', '/items?at=a@b.example#top'],
    ['GET {{b}}{{v}}', ''],
    ['GET {{b}}{{v}}.json', '/items/1'],
    ['GET {{b}}{{v}}&limit=5', '/items?page=2'],
    ['GET {{b}}{{v}}{{page}}', '/items?page='],
    ['GET {{b}}{{v}}#top', '/items?page=2'],
    ['GET {{api}}{{v}}', '?page=2'],
    ['GET {{api}}/{{v}}', 'items?page=2'],
    ['GET {{api}}{{v}}', '/users/ada@shop.example'],
    ['GET {{api}}/users/{{v}}/sessions', 'ada@shop.example'],
    ['GET {{api}}/find?mail={{v}}', 'ada@shop.example?'],
    ['GET http://{{v}}/x', 'localhost:4010'],
    ['GET http://{{v}}', 'localhost:4010/items?page=2'],
    ['GET {{byHost}}/x', 'localhost:4010/api'],
    ['GET http://{{v}}:{{port}}/x', 'localhost'],
    ['GET http://127.0.0.1:{{v}}/x', '4010'],
    ['GET http://localhost:808{{v}}/x', '1'],
    ['GET http://server{{v}}', '1'],
    ['GET http://shop.{{v}}/x', 'staging.example'],
    ['GET http://shop{{v}}/x', '.staging.example:80'],
    ['GET {{tenant}}/x', 'blue'],
    ['GET {{b}}/p/{{v}}{{v}}/end', '..'],
    ['GET {{b}}/p/x{{v}}', '..'],
    ['GET {{b}}/../p/{{v}}', 'x'],
    ['GET {{b}}/p/{{v | url}}/end', '../a?b#c'],
    ['GET {{b}}/p/{{$randomEmail}}/{{v}}?at={{$uuid}}', 'x'],
  ] as const)
    it(`is sent: ${JSON.stringify(v)} in ${url}`, () => {
      assert.equal(toldOf(url, v), undefined)
    })

  it('may be followed by another that is a query', () => {
    assert.equal(toldOf('GET {{b}}{{v}}{{query}}', '/items', { query: '?page=2' }), undefined)
  })
})

it('what the suite itself says may be any', () => {
  const scope = createScope([{ name: 'suite', values: { ...suite, at: '@other.example/a?b', up: '..' } }])
  for (const url of ['GET {{b}}{{at}}', 'GET {{b}}/{{at}}/x', 'GET {{b}}/{{up}}/x']) {
    const rendered = renderText(url, scope)
    assert.ok(rendered.ok)
    assert.deepEqual(unfitInPath('request', { request: url }, { request: rendered.value }, scope), [])
  }
})
