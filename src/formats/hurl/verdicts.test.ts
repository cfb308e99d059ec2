import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { exportHurl } from './export-hurl.ts'
import { importedText, stepsIn } from './testing/import-text.ts'

/** The asserts that a validation is written as, and how many losses are told. */
function asserts(validation: JsonObject): readonly [string, number] {
  const step = { request: 'GET http://a', validations: [{ status: 200 }, validation] }
  const { files, report } = exportHurl({
    name: 'Shop',
    environments: [],
    items: [{ kind: 'request', step }],
  })
  return [files[0]?.text.split('[Asserts]\n')[1]?.trimEnd() ?? '', report.losses.length]
}

describe('a validation as asserts with the same verdict', () => {
  const cases: readonly (readonly [string, JsonValue, string])[] = [
    ['$.a', { exists: true }, 'jsonpath "$.a" != null\njsonpath "$[?length($.a) == 0]" not exists'],
    ['$.a[*]', { exists: true }, 'jsonpath "$.a[*]" exists'],
    ['header X', { exists: true }, 'header "X" exists\nheader "X" not isEmpty'],
    ['header X', { 'not-contains': 'a' }, 'header "X" exists\nheader "X" not contains "a"'],
    ['$.a', { 'not-matches-regex': '^a' }, 'jsonpath "$.a" exists\njsonpath "$.a" not matches /^a/'],
    ['text', { 'not-contains': 'a' }, 'body not contains "a"'],
    ['$.a', { 'not-equals': '5' }, 'jsonpath "$.a" != "5"\njsonpath "$.a" != 5'],
    ['$.a', { 'has-length': 12 }, 'jsonpath "$[?length($.a) == 12]" exists'],
    ['$.a', { 'has-length': { 'at-least': 1 } }, 'jsonpath "$.a" exists\njsonpath "$.a" not isEmpty'],
    [
      'header X',
      { 'has-length': { 'at-least': 2, 'at-most': 4 } },
      String.raw`header "X" matches /^[\s\S]{2,4}$/`,
    ],
    ['$.a[*]', { 'has-length': 1 }, 'jsonpath "$.a[*]" exists\njsonpath "$.a[*]" not isList'],
    ['$.a', { 'starts-with': '4' }, 'jsonpath "$.a" toString startsWith "4"'],
    ['$.a', { 'matches-regex': String.raw`^\d+$` }, String.raw`jsonpath "$.a" toString matches /^\d+$/`],
    [
      '$.a',
      { 'matches-regex': String.raw`\w` },
      'jsonpath "$.a" != null\njsonpath "$.a" toString matches /[0-9A-Za-z_]/',
    ],
    ['$.a', 'true', 'jsonpath "$.a" toString == "true"'],
    ['$.a', { matches: { b: '7', c: 'x' } }, 'jsonpath "$.a.b" toString == "7"\njsonpath "$.a.c" == "x"'],
    ['$.a', { 'same-as': '7' }, 'jsonpath "$.a" == "7"'],
    ['cookie sid max-age', '3600', 'cookie "sid[Max-Age]" == 3600'],
    ['cookie sid max-age', 3600, 'cookie "sid[Max-Age]" == 3600'],
    ['header X', { 'greater-than': 5 }, 'header "X" toFloat > 5'],
    ['xpath //a', 'b', 'xpath "//a" count == 1\nxpath "string(//a)" == "b"'],
  ]
  for (const [target, expected, written] of cases)
    it(`has for ${target}: ${JSON.stringify(expected)} what it needs`, () => {
      assert.deepEqual(asserts({ [target]: expected }), [written, 0])
    })

  it('is lost where there is none', () => {
    for (const [target, expected] of [
      ['certificate expires', '2099-01-01T00:00:00.000Z'],
      ['$.a[*]', { 'has-length': { 'at-most': 5 } }],
      ['variable a', { 'has-length': 5 }],
    ] as const)
      assert.deepEqual(asserts({ [target]: expected }), ['', 1], target)
  })

  for (const line of [
    'jsonpath "$.a" contains "2"',
    'jsonpath "$.a" not contains "b"',
    'jsonpath "$.a" not includes 2',
    'jsonpath "$.a" includes "2"',
    'jsonpath "$.a" isInteger',
    'jsonpath "$.a" != "5"',
    'jsonpath "$.a" not == 1',
    'header "X" not isEmpty',
  ])
    it(`is the one that it was: ${line}`, () => {
      const [step] = stepsIn(importedText(`GET http://a\nHTTP 200\n[Asserts]\n${line}\n`))
      const [, validation = {}] = (step?.['validations'] ?? []) as readonly JsonObject[]
      assert.deepEqual(asserts(validation), [line, 0])
    })
})
