import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Target } from '../model/expectation.ts'
import type { JsonValue } from '../model/json.ts'
import type { ExtractResult } from '../model/result.ts'
import { exchangeWith, span, type AnswerForTest } from './testing/exchange.ts'
import { takeExtract } from './index.ts'
import { whenLoaded } from '../util/lazy-part.ts'

const answer: AnswerForTest = {
  status: 201,
  headers: [
    ['Location', '/api/users/42?x=1'],
    ['Set-Cookie', 'a=1'],
    ['set-cookie', 'b=2'],
  ],
  json: {
    id: 7,
    name: 'Ada',
    nothing: null,
    none: [],
    items: [{ id: 1 }, { id: 2, tag: 'x' }],
    'odd key': { 'a.b': true },
  },
  duration: 34,
}

async function extract(target: Target, regex?: string, from: AnswerForTest = answer): Promise<ExtractResult> {
  const pattern = regex === undefined ? {} : { regex }
  return whenLoaded(() => takeExtract({ variable: 'v', target, span, ...pattern }, exchangeWith(from)))
}

function path(text: string): Target {
  return { kind: 'json-path', path: text }
}

describe('extracts', () => {
  const found: readonly (readonly [Target, string | undefined, JsonValue, source: string])[] = [
    [{ kind: 'status' }, undefined, 201, 'status'],
    [{ kind: 'time' }, undefined, 34, 'response-time'],
    [{ kind: 'header', name: 'location' }, undefined, '/api/users/42?x=1', 'header location'],
    [{ kind: 'header', name: 'SET-COOKIE' }, undefined, 'a=1, b=2', 'header SET-COOKIE'],
    [{ kind: 'header', name: 'location' }, '/users/(\\d+)', '42', 'header location'],
    [{ kind: 'header', name: 'location' }, '\\d+', '42', 'header location'],
    [{ kind: 'header', name: 'set-cookie' }, 'b=(\\d)', '2', 'header set-cookie'],
    [path('$.id'), undefined, 7, 'body-json-path $.id'],
    [path('$.nothing'), undefined, null, 'body-json-path $.nothing'],
    [path('$.none'), undefined, [], 'body-json-path $.none'],
    [path('$.items[-1].tag'), undefined, 'x', 'body-json-path $.items[-1].tag'],
    [path("$['odd key']['a.b']"), undefined, true, "body-json-path $['odd key']['a.b']"],
    [path('$.items[*].id'), undefined, [1, 2], 'body-json-path $.items[*].id'],
    [path('$..id'), undefined, [7, 1, 2], 'body-json-path $..id'],
    [path('$.items'), '"tag":"(.)"', 'x', 'body-json-path $.items'],
    [{ kind: 'text' }, '"name":"(\\w+)"', 'Ada', 'body-text'],
  ]
  for (const [target, regex, value, source] of found)
    it(`${source}${regex === undefined ? '' : ` by ${regex}`} is ${JSON.stringify(value)}`, async () => {
      assert.deepEqual(await extract(target, regex), { variable: 'v', source, found: true, value, span })
    })
})

for (const [duration, value] of [
  [7.6352310000000045, 7.6],
  [12.04, 12],
  [0.05, 0.1],
] as const)
  it(`a time of ${duration} ms is ${value}`, async () => {
    const result = await extract({ kind: 'time' }, undefined, { duration })
    assert.equal(result.found && result.value, value)
  })

describe('extracts that find nothing', () => {
  const missing: readonly (readonly [Target, string | undefined, AnswerForTest, message: string])[] = [
    [path('$.email'), undefined, answer, 'extract v: body-json-path $.email found nothing in the response'],
    [
      path('$.items[9]'),
      undefined,
      answer,
      'extract v: body-json-path $.items[9] found nothing in the response',
    ],
    [
      path('$.name.length'),
      undefined,
      answer,
      'extract v: body-json-path $.name.length found nothing in the response',
    ],
    [
      path('$.toString'),
      undefined,
      answer,
      'extract v: body-json-path $.toString found nothing in the response',
    ],
    [
      path('$.items[?@.id>5]'),
      undefined,
      answer,
      'extract v: body-json-path $.items[?@.id>5] found nothing in the response',
    ],
    [path('$.id'), undefined, { text: '' }, 'extract v: body-json-path $.id found an empty body'],
    [
      { kind: 'header', name: 'etag' },
      undefined,
      answer,
      'extract v: header etag found nothing in the response',
    ],
    [path('$.name'), '(\\d+)', answer, 'extract v: body-json-path $.name found no match for (\\d+) in Ada'],
    [{ kind: 'text' }, 'x', { text: '' }, 'extract v: body-text found an empty body'],
  ]
  for (const [target, regex, from, message] of missing)
    it(message, async () => {
      const result = await extract(target, regex, from)
      assert.deepEqual([result.found, 'value' in result, result.message], [false, false, message])
    })

  it('say why nobody can tell', async () => {
    const html = await extract(path('$.id'), undefined, { text: '<html>' })
    assert.match(
      html.message ?? '',
      /^extract v: body-json-path \$\.id found a body that is not JSON \(Unexpected/,
    )
    const bad = await extract(path('$.name'), '(')
    assert.match(bad.message ?? '', /needs the pattern \(, which is invalid: ./)
    const slow = await extract({ kind: 'text' }, '^(a+)+$(?!x)', { text: `${'a'.repeat(1000)}!` })
    assert.match(slow.message ?? '', /could not be looked at: the pattern .+ took longer than 1 s$/)
    const deep = await extract(path('$..x'), undefined, { text: '['.repeat(9999) + ']'.repeat(9999) })
    assert.match(deep.message ?? '', /could not be looked at: the value is nested too deeply$/)
  })
})
