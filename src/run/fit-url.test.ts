import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { renderText, renderValue } from '../template/render.ts'
import { createScope } from '../template/scope.ts'
import { type FittedUrl, fitUrl, movedHosts } from './fit-url.ts'

/** The values of the variables of the suite. */
const suite: JsonObject = {
  b: 'http://127.0.0.1:4010',
  api: 'http://localhost/api',
  tenant: 'http://{{v}}.shop.example',
  byHost: 'http://{{v}}',
  port: 8080,
  way: '/p/{{v}}/end',
  page: 2,
}

/** A URL in which an answer has given `v` and the further variables. */
function fitted(url: string, v: JsonValue, more: JsonObject = {}): FittedUrl {
  const scope = createScope([
    { name: 'extracted', values: { v, ...more } },
    { name: 'suite', values: suite },
  ])
  const rendered = renderText(url, scope)
  assert.ok(rendered.ok)
  return fitUrl(url, rendered.value, { step: {}, path: ['request'] }, scope)
}

/** Returns the problem of a URL. */
function toldOf(url: string, v: string, more?: JsonObject): string | undefined {
  return fitted(url, v, more).problems[0]?.message
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
      ['GET {{b}}{{v}}&limit=5', '/items?page=2#top'],
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
  const scope = createScope([{ name: 'suite', values: { ...suite, at: '@other.example/a', up: '..' } }])
  for (const url of ['GET {{b}}{{at}}', 'GET {{b}}/{{at}}/x', 'GET {{b}}/{{up}}/x']) {
    const rendered = renderText(url, scope)
    assert.ok(rendered.ok)
    const { url: sent, problems } = fitUrl(url, rendered.value, { step: {}, path: ['request'] }, scope)
    assert.deepEqual({ sent, problems }, { sent: rendered.value, problems: [] })
  }
})

describe('a value is encoded where it would end the part of the URL that it stands in', () => {
  const cases: readonly (readonly [url: string, v: JsonValue, sent: string])[] = [
    ['/search?q={{v}}&page=2', 'C#', '/search?q=C%23&page=2'],
    ['/search?q={{v}}&page=2', 'a&b', '/search?q=a%26b&page=2'],
    ['/search?q={{v}}', '50%', '/search?q=50%25'],
    ['/search?q={{v}}', '50%25 & more', '/search?q=50%25 %26 more'],
    ['/search?q={{v}}', 'a+b=c?/d', '/search?q=a+b=c?/d'],
    ['/search?q={{v}}', { a: '#&' }, '/search?q={"a":"%23%26"}'],
    ['/search?q=x-{{v}}', 'C#', '/search?q=x-C%23'],
    ['/search?{{v}}=1', 'a&b', '/search?a%26b=1'],
    ['/search?{{v}}', 'a=1&b=#2', '/search?a=1&b=%232'],
    ['/search?a=1{{v}}', '&b=2', '/search?a=1&b=2'],
    ['/tags/{{v}}/items', 'C#', '/tags/C%23/items'],
    ['/tags/{{v}}', 'C#', '/tags/C%23'],
    ['/tags/{{v}}/items', 'what?', '/tags/what%3F/items'],
    ['/tags/{{v}}', 'what?', '/tags/what%3F'],
    ['/tags/{{v}}', 'Who? Me', '/tags/Who%3F Me'],
    ['/users/{{v}}/sessions', '7?a=', '/users/7%3Fa=/sessions'],
    ['/users/{{v}}.json', '7?', '/users/7%3F.json'],
    ['/users/{{v}}?full=1', '7?a=1', '/users/7%3Fa=1?full=1'],
    ['/users/{{v}}', 'orders?wsdl', '/users/orders?wsdl'],
    ['/users/{{v}}', 'a/b', '/users/a/b'],
    ['/files/{{v}}', 'a\\..\\b', '/files/a%5C..%5Cb'],
    ['{{way}}', '7#', '/p/7%23/end'],
    ['/tags/{{v | url}}', 'C#?&', '/tags/C%23%3F%26'],
    ['/tags/{{v}}', 'C%23', '/tags/C%23'],
  ]
  for (const [url, v, sent] of cases)
    it(`${JSON.stringify(v)} in ${url}`, () => {
      const { url: fit, problems } = fitted(`GET {{b}}${url}`, v)
      assert.deepEqual({ fit, problems }, { fit: `GET http://127.0.0.1:4010${sent}`, problems: [] })
    })

  it('whoever gave it, and by way of others', () => {
    const values: JsonObject = {
      b: 'http://h',
      term: 'C#',
      by: '{{term}}!',
      link: '/search?q={{term}}&page=2#x',
    }
    for (const name of ['suite', 'row', 'environment', '--var', 'configuration', 'round'] as const) {
      const scope = createScope([{ name, values }], { TERM: 'C#' }, undefined, { random: () => 0 })
      const sent = (url: string): string => {
        const rendered = renderText(url, scope)
        assert.ok(rendered.ok)
        return fitUrl(url, rendered.value, { step: {}, path: [] }, scope).url
      }
      assert.equal(sent('{{b}}/t/{{by}}/x'), 'http://h/t/C%23!/x')
      assert.equal(sent('{{b}}{{link}}'), 'http://h/search?q=C%23&page=2%23x')
      assert.equal(sent('{{b}}/t/{{env.TERM}}/x'), 'http://h/t/C%23/x')
      assert.match(
        sent('{{b}}/t?color={{$randomHexColor}}&u={{$uuid}}&v={{term}}&x=1'),
        /\?color=%23[^#]*&v=C%23&x=1$/,
      )
      assert.equal(sent('{{b}}/t?q={{term}}#{{term}}'), 'http://h/t?q=C%23#C%23')
    }
  })

  it('what holds a whole URL may have a fragment, and a link of an answer', () => {
    assert.equal(fitted('GET {{v}}', 'http://h/a?b=1&c#d').url, 'GET http://h/a?b=1&c#d')
    assert.equal(fitted('GET {{b}}{{v}}', '/a?b=1&c#d').url, 'GET http://127.0.0.1:4010/a?b=1&c#d')
  })
})

describe('a variable that is made of a URL', () => {
  /** Finds the problems of values in which a response has given `v`. */
  function movedOf(written: JsonValue, v: JsonValue): readonly unknown[] {
    const scope = createScope([
      { name: 'extracted', values: { v } },
      { name: 'suite', values: suite },
    ])
    const rendered = renderValue(written, scope)
    assert.ok(rendered.ok)
    return movedHosts(written, rendered.value, ['set'], scope).map(({ message, path }) => [message, path])
  }

  it('does not go to another host by what an answer gave', () => {
    const told = '{{v}} is @127.0.0.1:1, which makes another host of it'
    assert.deepEqual(movedOf({ u: '{{b}}{{v}}/ok' }, '@127.0.0.1:1'), [[told, ['set', 'u']]])
    assert.deepEqual(movedOf(['http://a{{v}}/ok'], '@127.0.0.1:1'), [[told, ['set', '0']]])
  })

  it('may be anything else', () => {
    for (const [written, v] of [
      ['{{b}}{{v}}', '/next'],
      ['{{v}}', 'http://elsewhere.example/'],
      ['http://{{v}}.shop.example/', 'eu'],
      ['{{b}}/a/{{v}}', '..'],
      ['ada@{{v}}', 'shop.example'],
      [{ a: 1, b: [null, '{{v}}'] }, 'http://a/'],
    ] as const)
      assert.deepEqual(movedOf(written, v), [], JSON.stringify(written))
  })
})
