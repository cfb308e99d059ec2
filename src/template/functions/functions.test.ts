import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { functionFacts } from '../../generated/functions.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { Secrets } from '../../secrets/index.ts'
import { problemText, type RenderResult } from '../render-problem.ts'
import { valueText } from '../../util/value-text.ts'
import { renderText, renderValue } from '../render.ts'
import { createScope } from '../scope.ts'
import { settleGenerated } from '../settle-generated.ts'
import { numberOf, writeJson } from '../../util/exact-number.ts'

interface Example {
  readonly of: JsonValue
  readonly calls: string
  readonly is?: JsonValue
}

const table = parse(await readFile('schemas/functions.schema.yaml', 'utf8')) as {
  readonly functions: Readonly<Record<string, { readonly example: Example; readonly description: string }>>
}

const key = 'a key that is long enough'

function filled(text: string, variables: JsonObject): RenderResult<JsonValue> {
  return renderValue(text, createScope([{ name: 'extracted', values: { key, ...variables } }]))
}

/** Fills in a placeholder, or says what is wrong with it. */
function outcome(text: string, variables: JsonObject = {}): JsonValue {
  const result = filled(text, variables)
  return result.ok ? result.value : `! ${problemText(result.problems)}`
}

describe('every function of the table', () => {
  for (const [name, { example, description }] of Object.entries(table.functions))
    test(name, () => {
      assert.match(description, /^[A-Z].*\.$/s)
      const { of: x, calls, is } = example
      assert.equal(calls.split(' ')[0], name)
      const result = outcome(`{{x | ${calls}}}`, { x })
      if (is === undefined) assert.doesNotMatch(valueText(result), /^!/)
      else assert.deepEqual(result, is)
    })

  test('is known to the program', () => {
    assert.deepEqual([...functionFacts.keys()], Object.keys(table.functions))
  })
})

describe('what functions give', () => {
  const cases: readonly (readonly [placeholder: string, of: JsonValue | undefined, is: JsonValue])[] = [
    ['{{x|upper}}', 'a', '! unknown variable "x|upper"'],
    ['{{  x   |   upper  |  lower }}', 'Ab', 'ab'],
    ['{{x | default 1}}', undefined, 1],
    ["{{x | default '1'}}", undefined, '1'],
    ["{{x | default ''}}", undefined, ''],
    ['{{x | default null}}', '', null],
    ['{{x | default true}}', null, true],
    ['{{x | default 1e3}}', null, numberOf('1e3')],
    ['{{x | default 007}}', null, '007'],
    ['{{x | default eu}}', 0, 0],
    ['{{x | default eu}}', false, false],
    ['{{x | default eu}}', [], []],
    ["{{x | trim | default 'a b' | upper}}", '  ', 'A B'],
    ['{{x | upper}}', 7, '7'],
    ['{{x | upper}}', true, 'TRUE'],
    ["{{x | split ' | '}}", 'a | b', ['a', 'b']],
    ["{{x | split '|'}}", 'a|b', ['a', 'b']],
    ["{{x | split ''}}", 'ab', ['a', 'b']],
    ["{{x | join ''}}", ['a', 1, null], 'a1null'],
    ["{{x | replace '''' ''}}", "it's", 'its'],
    ['{{x | replace . $&}}', 'a.b', 'a$&b'],
    ['{{x | slice -2}}', [1, 2, 3], [2, 3]],
    ['{{x | slice 1 2}}', 'a\u{1f600}b', '\u{1f600}'],
    ['{{x | slice 5}}', 'ab', ''],
    ['{{x | url}}', 'ü\ud800', '%C3%BC%EF%BF%BD'],
    ['{{x | from-url}}', '%C3%BC+', 'ü+'],
    ['{{x | base64 | from-base64}}', 'grüße', 'grüße'],
    ['{{x | from-base64url}}', 'YQ==', 'a'],
    ['{{x | from-json}}', '{"id":12345678901234567890}', { id: numberOf('12345678901234567890') }],
    ['{{x.mail | upper}}', { mail: 'a@b' }, 'A@B'],
    ['{{x[1] | upper}}', ['a', 'b'], 'B'],
    ['no. {{x | json}}', [1, { a: 'b' }], 'no. [1,{"a":"b"}]'],
    ['{{x}}', '{{key | upper}}', '{{key | upper}}'],
    ['{{x | upper}}', '{{key}}', '{{KEY}}'],
  ]
  for (const [placeholder, x, is] of cases)
    test(`${placeholder} of ${JSON.stringify(x)}`, () => {
      assert.equal(writeJson(outcome(placeholder, x === undefined ? {} : { x })), writeJson(is))
    })
})

describe('what is wrong with functions', () => {
  const cases: readonly (readonly [placeholder: string, of: JsonValue | undefined, says: RegExp])[] = [
    ['{{x | uper}}', 'a', /^! "uper" is no function$/],
    ['{{x | constructor}}', 'a', /"constructor" is no function/],
    ["{{x | 'upper'}}", 'a', /"upper" is no function/],
    ['{{x | upper |  | lower}}', 'a', /no function behind "\|"/],
    ["{{x | split 'a}}", 'a', /a quote is not closed/],
    ["{{x | split 'a'b}}", 'a', /a quote is not closed/],
    ['{{x | upper}}', ['a'], /^! upper takes text, "x" is a list$/],
    ['{{x | upper}}', { a: 1 }, /upper takes text, "x" is an object/],
    ['{{x | upper}}', null, /upper takes text, "x" is null/],
    ['{{x | split , | upper}}', 'a,b', /upper takes text, what split gives is a list/],
    ['{{x | join ,}}', 'a', /join takes a list, "x" is text/],
    ['{{x | slice 1}}', { a: 1 }, /slice takes text or a list, "x" is an object/],
    ['{{x | slice a}}', 'abc', /slice takes whole numbers/],
    ["{{x | slice '1'}}", 'abc', /slice takes whole numbers/],
    ['{{x | slice 1.5}}', 'abc', /slice takes whole numbers/],
    ['{{x | slice}}', 'abc', /slice needs a whole number to begin at/],
    ['{{x | slice 1 2 3}}', 'abc', /slice takes 2 arguments/],
    ['{{x | upper a}}', 'abc', /upper takes nothing/],
    ['{{x | default}}', undefined, /default needs a value; '' is the empty text/],
    ['{{x | default no region}}', undefined, /default takes one argument/],
    ["{{x | replace '' a}}", 'abc', /replace needs a text to look for/],
    ['{{x | replace a}}', 'abc', /replace needs what to put in its place/],
    ['{{x | from-json}}', '{', /from-json is given what is no JSON$/],
    ['{{x | from-base64}}', 'a-_b', /from-base64 is given what is none/],
    ['{{x | from-base64}}', 'abcde', /from-base64 is given what is none/],
    ['{{x | from-base64}}', '/w==', /none in UTF-8/],
    ['{{x | from-url}}', '%zz', /from-url is given what is no part of a URL/],
    ['{{x | upper}}', undefined, /unknown variable "x"/],
    ['{{x.b | default 1 | join ,}}', { a: 1 }, /join takes a list, what default gives is a number/],
  ]
  for (const [placeholder, x, says] of cases)
    test(`${placeholder} of ${JSON.stringify(x)}`, () => {
      assert.match(valueText(outcome(placeholder, x === undefined ? {} : { x })), says)
    })

  for (const [written, meant] of [
    ['id:-7', '{{id | default 7}}'],
    ['id:-', "{{id | default ''}}"],
    ['base64(id)', '{{id | base64}}'],
    ['id|upper', '{{id | upper}}'],
    ['id |slice 1| upper', '{{id | slice 1 | upper}}'],
  ] as const)
    test(`{{${written}}} is told how it is written`, () => {
      const result = filled(`{{${written}}}`, { id: 'a' })
      assert.ok(!result.ok)
      assert.equal(result.problems[0]?.hint, `Did you mean ${meant}?`)
    })
})

describe('names', () => {
  test('win over functions where they are exactly so', () => {
    const values = { 'x | upper': 'named', 'x | y': { z: 1 }, x: 'a' }
    assert.equal(outcome('{{x | upper}}', values), 'named')
    assert.equal(outcome('{{x | y.z}}', values), 1)
    assert.equal(outcome('{{x | lower}}', values), 'a')
  })

  test('that are made of themselves end', () => {
    const scope = createScope([{ name: 'suite', values: { id: '{{id | upper}}' } }])
    const result = renderText('{{id}}', scope)
    assert.ok(!result.ok)
    assert.match(problemText(result.problems), /"id" is made of itself: id -> id/)
  })

  test('in the values of variables are filled in first', () => {
    const values = { host: 'x.org', url: 'http://{{host}}/a b', again: '{{url | url}}' }
    const result = renderText('{{again | lower}}', createScope([{ name: 'suite', values }]))
    assert.deepEqual(result, { ok: true, value: 'http%3a%2f%2fx.org%2fa%20b' })
  })

  test('of problems tell the text and the place of the placeholder', () => {
    const result = renderValue({ a: ['x {{b | upper}}'] }, createScope([]))
    assert.ok(!result.ok)
    assert.deepEqual(
      result.problems.map(({ kind, path, offset }) => ({ kind, path, offset })),
      [{ kind: 'unknown', path: ['a', 0], offset: 2 }],
    )
  })
})

describe('large values', () => {
  const large = `${'b'.repeat(63)}a`.repeat(160 * 1024)

  for (const calls of ['upper', 'base64', 'replace a x', 'split a | json', 'url'])
    test(`of 10 MiB are taken by ${calls}`, () => {
      const result = outcome(`{{x | ${calls}}}`, { x: large })
      assert.doesNotMatch(valueText(result).slice(0, 9), /^!/)
    })

  for (const [calls, says] of [
    ["split ''", /at most 1000000 items/],
    ['replace b bbb', /at most 16 MiB/],
    [`replace b '"' | json | json`, /at most 16 MiB/],
    ["split a | join 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'", /at most 16 MiB/],
  ] as const)
    test(`that would grow without end are refused: ${calls}`, () => {
      assert.match(valueText(outcome(`{{x | ${calls}}}`, { x: large })).slice(0, 200), says)
    })

  test('add up', () => {
    const scope = createScope([{ name: 'extracted', values: { x: large } }])
    const result = renderText('{{x | upper}}'.repeat(8), scope)
    assert.ok(!result.ok)
    assert.match(problemText(result.problems), /more than 64 MiB/)
  })
})

describe('secrets', () => {
  const secrets = (): Secrets => new Secrets()

  for (const [text, plain] of [
    ['{{token | base64}}', 'czNjcmV0LXRva2Vu'],
    ['{{token | slice 0 6}}', 's3cret'],
    ['{{derived | upper}}', 'BEARER S3CRET-TOKEN'],
    ['{{extracted | upper}}', 'LEFT-BEHIND'],
    ['{{token | split - | json}}', '["s3cret","token"]'],
  ] as const)
    test(`${text} is one`, () => {
      const known = secrets()
      known.add('left-behind')
      const scope = createScope(
        [
          { name: 'extracted', values: { extracted: 'left-behind' } },
          { name: 'suite', values: { token: 's3cret-token' }, secret: true },
          { name: 'suite', values: { derived: 'Bearer {{token}}' } },
        ],
        {},
        known.add,
        known,
      )
      assert.deepEqual(renderText(text, scope), { ok: true, value: plain })
      assert.equal(known.mask(plain), '***')
    })
})

test('what is made of built-ins under variables is made once', () => {
  const { id, other } = settleGenerated({ id: '{{$uuid | upper}}', other: '{{$uuid | uper}}' })
  assert.match(valueText(id ?? ''), /^[0-9A-F-]{36}$/)
  assert.equal(other, '{{$uuid | uper}}')
})
