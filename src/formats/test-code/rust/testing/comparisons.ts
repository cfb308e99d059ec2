import { cookieLines, cookieValidations } from '../../testing/judged-answers.ts'
import type { JsonValue } from '../../../../model/json.ts'

const value = (expected: JsonValue): JsonValue => ({ '$.value': expected })

/** Validations with each operator, on each part of an answer. */
export const expectations: readonly JsonValue[] = [
  ...[5, 5.5, '5', 'abc', '{{five}}', true, 'true', null, [], [1, 2], ['5']].map(value),
  ...[{ equals: { a: 1 } }, { equals: { a: '1' } }, { 'same-as': '5' }, { 'same-as': 5 }].map(value),
  ...[{ 'not-equals': 5 }, { 'not-equals': 'abc' }, { 'not-equals': true }, { 'not-equals': [1] }].map(value),
  ...[{ contains: 'abc' }, { contains: '5' }, { contains: 5 }, { contains: { a: 1 } }].map(value),
  ...[{ 'not-contains': 'abc' }, { 'not-contains': 5 }].map(value),
  ...[{ 'greater-than': 4 }, { 'less-than': 4 }, { 'at-least': 5 }, { 'at-most': 5.5 }].map(value),
  ...[{ exists: true }, { exists: false }].map(value),
  ...[{ 'matches-regex': '^\\d$' }, { 'matches-regex': '[a-c]+' }, { 'matches-regex': '^\\[?\\w' }].map(
    value,
  ),
  ...[{ 'starts-with': 'ab' }, { 'starts-with': '5' }, { 'ends-with': 'c' }, { 'ends-with': '5' }].map(value),
  ...[
    { 'one-of': [5, 6] },
    { 'one-of': ['abc', 'x'] },
    { 'one-of': ['5', 'x'] },
    { 'one-of': [null, true] },
  ].map(value),
  ...[{ 'not-one-of': [5, 6] }, { 'not-one-of': ['abc', 'x'] }].map(value),
  ...['string', 'number', 'integer', 'boolean', 'null', 'array', 'object'].map(type =>
    value({ 'has-type': type }),
  ),
  ...[1, 3, 0].map(length => value({ 'has-length': length })),
  value({ 'has-length': { 'at-least': 1, 'at-most': 2 } }),
  ...[{ a: 1 }, { a: '<integer>' }, { a: '1' }, { b: '<any>' }].map(pattern => value({ matches: pattern })),
  ...[[1, 2], ['abc'], [{ a: 2 }, { a: 1 }]].map(pattern => value({ matches: pattern })),
  ...[{ each: 5 }, { each: { 'has-type': 'number' } }, { each: { matches: { a: '<integer>' } } }].map(value),
  ...[
    { any: 5 },
    { any: 'abc' },
    { any: { contains: 'b' } },
    { none: 5 },
    { none: { 'starts-with': 'a' } },
  ].map(value),
  ...['$.value', '$.value.a', '$.value[0]', '$.value[-1]', '$.value[*].a', 'header x-value'].flatMap(target =>
    [true, false].map(missing => ({ [target]: { missing } })),
  ),
  { $: { exists: true } },
  { $: { 'has-type': 'object' } },
  { $: { matches: { value: 5 } } },
  { '$.value.a': 1 },
  { '$.value.a': { exists: false } },
  { '$.value[0]': 5 },
  { '$.value[0]': { exists: false } },
  { '$.value[-1]': 2 },
  { '$.value[-1].a': { exists: true } },
  { '$.value[*]': [1, 2] },
  { '$.value[*]': [] },
  { '$.value[*].a': [1, 2] },
  { '$.value[*].a': { each: { 'greater-than': 0 } } },
  { '$.value[*].a': { any: 1 } },
  { '$.value[*].a': { none: 3 } },
  { '$.value[*].a': { contains: 1 } },
  { '$.value[*].a': { exists: false } },
  { '$.value[*].a': { 'has-length': 2 } },
  { '$.value[?@.a == 1]': { 'has-length': 1 } },
  { '$.value[?@.a == 1]': { 'has-length': 0 } },
  { '$.value[?@.a > 1].a': [2] },
  { '$.value[?@.b]': { exists: true } },
  { '$.value.*': { each: 1 } },
  { 'header x-value': '5' },
  { 'header x-value': 5 },
  { 'header x-value': { 'not-equals': '5' } },
  { 'header x-value': { contains: 'b' } },
  { 'header x-value': { 'not-contains': 'b' } },
  { 'header x-value': { 'greater-than': 4 } },
  { 'header x-value': { exists: true } },
  { 'header x-value': { exists: false } },
  { 'header x-value': { 'matches-regex': '^\\w+$' } },
  { 'header x-value': { 'starts-with': 'a' } },
  { 'header x-value': { 'one-of': ['5', 'abc'] } },
  { 'header x-value': { 'has-length': 3 } },
  { text: { contains: 'abc' } },
  { text: { 'not-contains': 'abc' } },
  { text: { exists: false } },
  { text: { 'has-length': { 'less-than': 10 } } },
  { text: { 'ends-with': '}' } },
  ...cookieValidations,
].map(expectation => JSON.parse(JSON.stringify(expectation).replaceAll('{{five}}', '5')) as JsonValue)

interface Answer {
  readonly body: string
  readonly header?: string | readonly string[]
  readonly cookies?: readonly string[]
}

/** Answers of every kind, right and wrong. */
export const answers: readonly Answer[] = [
  ...['5', '5.0', '"5"', '"abc"', '"ab"', '0', 'false', 'true', '"true"', 'null', '""', '[]', '{}'],
  ...['[1,2]', '[1.0,2.0]', '[2,1]', '["5"]', '[5]', '["abc"]', '[5,"abc"]', '[null]', '[[]]'],
  ...['{"a":1}', '{"a":"1"}', '{"a":1.0,"b":null}', '{"0":5}', '{"a":null}', '{"a":1,"b":1}'],
  ...['[{"a":1},{"a":2}]', '[{"a":1},{}]', '[{"a":"x"}]', '[{"a":2},{"a":1,"b":true}]', '6.5', '"😀bc"'],
]
  .map((json): Answer => ({ body: `{"value":${json}}`, ...headerOf(json) }))
  .concat(['', 'oops', '[]', 'null', '5', '"abc"', '{}', '[{"value":5}]'].map(body => ({ body })))
  .concat(cookieLines.map(cookies => ({ body: '{}', cookies })))

function headerOf(json: string): { readonly header?: string | readonly string[] } {
  if (json === 'null') return {}
  if (json === '[1,2]') return { header: ['5', 'abc'] }
  return { header: json.replaceAll(/["\p{So}]/gu, '') }
}
