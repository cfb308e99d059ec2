import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { parse } from 'yaml'
import { type AnswerForTest, span } from '../../../../extracts/testing/exchange.ts'
import { operatorNames } from '../../../../generated/language.ts'
import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import { buildExpectations } from '../../../../parse/build-validations.ts'
import { Agreements, packageVersion } from '../../../../testing/agreements.ts'
import { isList, isObject } from '../../../../util/is-json.ts'
import { emptyOperand } from '../../../../validations/several-values.ts'
import { openOfficialSandbox } from '../testing/official-sandbox.ts'
import { runTranslated } from '../testing/run-translated.ts'
import { translateScript } from '../understand/translate-script.ts'
import { partsOf } from '../validation-name.ts'
import { writeExtract } from './write-extract.ts'
import { writeScripts } from './write-scripts.ts'
import { operandOf, writeValidation } from './write-validation.ts'

const agreements = new Agreements(import.meta.url, () => packageVersion('postman-sandbox'))
const expectations: readonly JsonValue[] = [
  ...[
    null,
    true,
    false,
    0,
    1,
    2,
    1.5,
    '',
    '1',
    'text',
    'ex',
    'true',
    'null',
    '{}',
    '[1]',
    String.raw`\{{x}}`,
  ],
  ...[
    '{{word}}',
    '{{one}}',
    '{{list}}',
    '{{thing.a}}',
    'te{{rest}}',
    '^[a-z]+$',
    '(?i)TEXT',
    '<any>',
    '<string>',
  ],
  ...[[], [1], ['a', 'b'], ['b'], ['{{word}}'], {}, { a: 1 }, { a: '1' }, { a: '<any>' }, { a: '<integer>' }],
]
const variables = { word: 'text', one: 1, list: [1], thing: { a: 1 }, rest: 'xt', other: 'old' }

/** Every operator with everything it may be asked for. */
function validationsOf(target: string): readonly JsonObject[] {
  const types = ['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']
  return operatorNames.flatMap(operator => {
    if (operator === 'has-type') return types.map(type => ({ [target]: { 'has-type': type } }))
    if (operator === 'exists' || operator === 'missing')
      return [true, false].map(wanted => ({ [target]: { [operator]: wanted } }))
    if (['each', 'any', 'none'].includes(operator)) return [{ [target]: { [operator]: 1 } }]
    if (operator === 'one-of' || operator === 'not-one-of')
      return [
        [1, '1'],
        ['text', null],
        ['{{word}}', 2],
      ].map(list => ({ [target]: { [operator]: list } }))
    return expectations
      .filter(expected => fits(operator, expected))
      .map(expected => ({ [target]: { [operator]: expected } }))
  })
}

/** What the schema of suites lets an operator have. */
function fits(operator: string, expected: JsonValue): boolean {
  const [expectation] = buildExpectations({ [operator]: expected }, { keySpanOf: () => span }, [], span)
  if (expectation === undefined || emptyOperand(expectation) !== undefined) return false
  const isScalar = !isList(expected) && !isObject(expected)
  if (['greater-than', 'less-than', 'at-least', 'at-most', 'has-length'].includes(operator))
    return typeof expected === 'number' || expected === '{{one}}' || expected === '1'
  if (operator === 'matches-regex')
    return typeof expected === 'string' && !expected.includes('{{') && expected !== '[1]'
  return operator.endsWith('-with') ? isScalar : true
}

const combined: readonly JsonObject[] = [
  { '$.v': { 'has-type': 'string', equals: '1' } },
  { '$.v': { 'has-type': 'string', contains: 'ex', 'not-equals': '' } },
  { '$.v': { 'has-type': 'array', 'has-length': 2, 'not-equals': [] } },
  { '$.v': { 'at-least': 1, 'less-than': 2 } },
  { '$.v[0]': 1 },
  { '$.v[0]': { matches: '<any>' } },
  { '$.v[-1]': 'b' },
  { '$.v.length': 2 },
  { '$.v.length': { exists: true } },
  { "$['v']['a']": 1 },
  ...[
    '$.v.a',
    '$.v.a.b',
    '$.v[0]',
    '$.v[-1]',
    '$.v[0].a',
    '$[0]',
    '$.v.length',
    '$.v.length.a',
    "$['v']['a b']",
  ].flatMap(target => [{ [target]: { exists: false } }, { [target]: { missing: true } }]),
  { '$.v[0].a': { exists: true } },
  { status: { 'one-of': [200, 201] } },
  { status: { 'one-of': ['2xx', 404] } },
  { status: { 'matches-regex': '^2' } },
  { status: 200 },
  { status: '200' },
  { status: '2xx' },
  { status: { 'not-equals': '4xx' } },
  { time: { 'less-than': 500 } },
  { '$.v': { 'has-length': { 'at-least': 1 } } },
]

/** Validations, each with a name of its own. */
const step = {
  validations: [...['$.v', '$', 'header x-test', 'text'].flatMap(validationsOf), ...combined].map(
    (validation, index) => ({
      name: `no. ${index}: ${JSON.stringify(validation).replaceAll('{', '(')}`,
      ...validation,
    }),
  ),
}
const values: readonly (JsonValue | undefined)[] = [
  ...[undefined, null, true, 0, 1, 2, 1.5, '', '1', 'text', 'TEXT', 'true', 'null', '{}', '{{x}}'],
  ...[[], [1], ['a', 'b'], ['b', 'a'], ['1'], ['text'], [{ a: 1 }]],
  ...[{}, { a: 1 }, { a: '1' }, { a: null }, { length: 2 }, { a: 1, b: 2 }],
]
const answers: readonly AnswerForTest[] = [
  ...values.map(value => ({ json: value === undefined ? {} : { v: value } })),
  ...['', 'text', 'null', '[]', '"text"', '1', '{"a":1}', '[1]'].map(text => ({ text })),
  ...['1', '0', '', 'text', 'null', '1.5', 'undefined'].map(header => ({
    status: 404,
    json: { v: 1 },
    headers: [['X-Test', header]] as const,
    duration: 700,
  })),
]

describe('a written script gives the verdicts of the validations', () => {
  const sandbox = openOfficialSandbox()
  after(() => {
    sandbox.close()
  })
  const { after: script = '', losses } = writeScripts(step)

  for (const [index, answer] of answers.entries())
    test(`of answer ${index}: ${JSON.stringify(answer)}`, async () => {
      const ours = await runTranslated(step, answer, variables, sandbox)
      const given = JSON.stringify([script, answer, variables, [...ours.tests]])
      await agreements.reach(JSON.stringify(answer), given, async () => {
        const official = await sandbox.run(script, 'after', answer, variables)
        const differing = [...official.tests].filter(([name, passed]) => ours.tests.get(name) !== passed)
        assert.equal(official.error, undefined)
        assert.deepEqual(differing, [])
      })
    })

  test('and leaves out none in silence', () => {
    const written = step.validations.filter(validation => script.includes(JSON.stringify(validation.name)))
    assert.equal(written.length + losses.length, step.validations.length)
  })

  test('and says durations in milliseconds', () => {
    assert.deepEqual(writeValidation({ time: { 'less-than': '1.5s' } }), {
      lines: ['pm.expect(pm.response.responseTime).to.be.below(1500)'],
      helpers: [],
      looksIntoBody: false,
    })
  })

  test('and is read again as the same validations', () => {
    const wanted = step.validations.filter(validation => !('why' in writeValidation(validation)))
    const { validations, rest } = translateScript(script, 'after')
    assert.equal(rest, '')
    assert.deepEqual(flat(validations), flat(wanted))
  })
})

describe('what a step does with variables is read again from its scripts', () => {
  const cases: Readonly<Record<string, JsonObject>> = {
    'a path': { extracts: { id: '$.items[0].id' } },
    'a path with a validation': { validations: [{ '$.id': 1 }], extracts: { id: '$.id' } },
    'a header': { extracts: { etag: 'header etag' } },
    'status and text': { extracts: { status: 'status', text: 'text' } },
    'the first group of a match': {
      extracts: { major: { from: 'header x-version', regex: String.raw`^(\d+)` } },
    },
    'what need not be there': {
      extracts: { id: { from: '$.a.id', optional: true }, etag: { from: 'header etag', optional: true } },
    },
    'a match that need not be': { extracts: { id: { from: '$.id', regex: '[a-z]', optional: true } } },
    'given values': {
      extracts: { a: { value: 1 }, b: { value: 'text {{c}}' }, d: { value: ['{{c}}', { e: null }] } },
    },
    'a made value': { extracts: { a: { value: '{{$guid}}' }, b: { value: '{{$timestamp}}' } } },
    variables: {
      variables: {
        a: 'text',
        b: '{{c}}',
        d: 'x {{e}}',
        f: { g: ['{{c}}', 1] },
        h: '{{$guid}}',
        i: '{{c.d}}',
      },
    },
    'scripts of its own': {
      extracts: { id: '$.id' },
      scripts: { before: 'pm.sendRequest("x")', after: ['a()', 'b()'] },
    },
    'validations under conditions': {
      validations: [
        { name: 'A', when: { status: 200, '$.a': { 'not-one-of': [null, false, 0, ''] } }, '$.b': 1 },
        { name: 'A', unless: { status: 200 }, '$.c': 1 },
        {
          name: 'B',
          when: { 'header etag': 'x', time: { 'less-than': 5 } },
          unless: [{ text: 'y' }, { '$.a.b': { exists: true }, '$.c': { 'greater-than': 5 } }],
          '$.d': { equals: '1', 'has-type': 'string' },
        },
      ],
    },
    'validations of variables': {
      validations: [
        { name: 'A', 'variable a': 'text' },
        { name: 'B', unless: { 'variable b': { 'not-one-of': [null, false, 0, ''] } }, '$.a': 1 },
        { name: 'D', 'variable d': { missing: true } },
        { name: 'E', when: { 'variable e': { missing: true }, '$.a': { missing: true } }, '$.b': 1 },
        { name: 'C', when: { 'variable c': { exists: true } }, '$.b': { 'same-as': '{{d}}' } },
      ],
    },
    'extracts under conditions': {
      extracts: {
        a: { from: '$.a', when: { status: 200 } },
        b: { from: 'header etag', optional: true, unless: { '$.c': 1 } },
        c: { value: 'text', unless: [{ status: 404 }, { status: 500 }] },
      },
    },
    'names with variables': { validations: [{ name: 'User {{id}}', status: 200 }] },
  }
  for (const [name, one] of Object.entries(cases))
    test(name, () => {
      const { before = '', after: afterwards = '', losses } = writeScripts(one)
      const variables = translateScript(before, 'before')
      const { validations, extracts, rest } = translateScript(afterwards, 'after')
      assert.deepEqual(losses, [])
      assert.deepEqual(
        { validations, extracts, variables: variables.variables, before: variables.rest, after: rest },
        {
          validations: one['validations'] ?? [],
          extracts: one['extracts'] ?? {},
          variables: one['variables'] ?? {},
          before: isObject(one['scripts']) ? one['scripts']['before'] : '',
          after: isObject(one['scripts']) ? 'a()\n\nb()' : '',
        },
      )
    })
})

describe('the suites are read again from their scripts', () => {
  // What functions make is worked out, or told as a loss, before anything is written.
  const files = readdirSync('suites', { recursive: true, encoding: 'utf8' }).filter(
    file => file.endsWith('.apitest.yaml') && file !== 'functions.apitest.yaml',
  )
  for (const file of files)
    test(file, () => {
      const suite = JSON.parse(
        JSON.stringify(parse(readFileSync(path.resolve('suites', file), 'utf8'))),
      ) as JsonObject
      for (const one of [suite['steps'], suite['after']].flatMap(steps =>
        isList(steps ?? null) ? (steps as readonly JsonObject[]) : [],
      ))
        checkStep(one)
    })

  function checkStep(one: JsonObject): void {
    const { scripts: _, ...own } = one
    const { after: script = '' } = writeScripts(own)
    const { validations, extracts, rest } = translateScript(script, 'after')
    const all = (isList(one['validations'] ?? null) ? one['validations'] : []) as readonly JsonObject[]
    assert.equal(rest, '')
    assert.deepEqual(
      flat(validations),
      flat(all.filter(validation => !('why' in writeValidation(validation)))),
    )
    const wanted = Object.entries(isObject(one['extracts'] ?? null) ? (one['extracts'] as JsonObject) : {})
    assert.deepEqual(
      extracts,
      Object.fromEntries(wanted.filter(([name, from]) => !('why' in writeExtract(name, from)))),
    )
  }
})

/** Every comparison by itself: operators of one target may stand together or not. */
function flat(validations: readonly JsonObject[]): readonly string[] {
  return validations
    .flatMap(validation => {
      const { target, operators } = partsOf(validation)
      return operators.map(([operator, expected]) =>
        JSON.stringify([
          ...(target === 'time' ? ['when', 'unless'] : ['name', 'when', 'unless']).map(
            key => validation[key],
          ),
          canonical(target),
          operator,
          target === 'time' ? (operandOf('time', operator, expected) ?? null) : expected,
        ]),
      )
    })
    .sort()
}

function canonical(target: string): string {
  return target.replaceAll(/\['(\w+)'\]/g, '.$1')
}
