import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { JsonObject } from '../../model/json.ts'
import { exportHurl } from './export-hurl.ts'
import { importedText } from './testing/import-text.ts'

/** The file again, once its request is changed like this. */
function changed(text: string, change: (step: JsonObject) => JsonObject): string {
  const { collection } = importedText(text)
  if (collection === undefined) return assert.fail()
  const items = collection.items.map(item =>
    item.kind === 'request' ? { ...item, step: change(item.step) } : item,
  )
  const { files, report } = exportHurl({ ...collection, items })
  assert.deepEqual(
    report.losses.filter(({ what }) => !what.startsWith('#')),
    [],
  )
  return files[0]?.text ?? ''
}

/** The step with other validations, numbers as a program that reads JSON has them. */
function checking(change: (validations: JsonObject[]) => void): (step: JsonObject) => JsonObject {
  return step => {
    const validations = JSON.parse(JSON.stringify(step['validations'])) as JsonObject[]
    change(validations)
    return { ...step, validations }
  }
}

/** The step with this in the place of a validation. */
function instead(index: number, ...validations: readonly JsonObject[]): (step: JsonObject) => JsonObject {
  return checking(all => all.splice(index, 1, ...validations))
}

const answer = (...lines: readonly string[]): string => `GET http://a\nHTTP 200\n${lines.join('\n')}\n`

describe('a value that is changed in an entry of Hurl', () => {
  const cases: readonly (readonly [
    what: string,
    text: string,
    change: (step: JsonObject) => JsonObject,
    from: string,
    to: string,
  ])[] = [
    [
      'a status that an assert has',
      'GET http://a\nHTTP *\n[Asserts]\nstatus == 200\nduration < 5\n',
      instead(0, { status: 201 }),
      'status == 200',
      'status == 201',
    ],
    [
      'a bound of it beside one that has the same name',
      'GET http://a\nHTTP *\n[Asserts]\nstatus   == 200\nstatus < 300\n',
      instead(1, { status: { 'less-than': 400 } }),
      '< 300',
      '< 400',
    ],
    [
      'a class of statuses that two asserts are',
      'GET http://a\nHTTP *\n[Asserts]\nstatus >= 200 # ok\nstatus < 300\nduration < 5\n',
      instead(0, { status: { 'at-least': 200, 'less-than': 400 } }),
      '< 300',
      '< 400',
    ],
    [
      'the second of two that were the same',
      answer('[Asserts]', 'status  == 200', 'status == 200'),
      instead(2, { status: 201 }),
      'status == 200',
      'status == 201',
    ],
    [
      'a count behind filters',
      answer('[Asserts]', 'jsonpath "$.k" split "," count == 2 # two'),
      instead(1, { 'variable checked-1': { 'has-type': 'array', 'has-length': 3 } }),
      '== 2 # two',
      '== 3',
    ],
    [
      'a number that is read out of a text',
      answer('[Asserts]', 'header "A" toInt == 2'),
      instead(1, { 'header A': '3' }),
      '2\n',
      '3\n',
    ],
    [
      'a text that a pattern finds',
      answer('[Asserts]', 'jsonpath "$.a" regex /v(.)/ == "b"'),
      instead(1, { 'variable checked-1': 'c' }),
      '"b"',
      '"c"',
    ],
    [
      'a text in a place of a list',
      answer('[Asserts]', 'body jsonpath "$.a" nth 0 contains "b"'),
      instead(1, { '$.a[0]': { contains: 'c' } }),
      '"b"',
      '"c"',
    ],
    [
      'the namespace of an answer',
      answer('[Asserts]', 'xpath "string(//_:a)" == "b"'),
      instead(1, { "xpath string(//*[name()='a' and namespace-uri()])": 'c' }),
      '"b"',
      '"c"',
    ],
    [
      'a header of the answer',
      answer('X-A: b', '[Asserts]', 'duration < 5'),
      instead(1, { 'header X-A': 'c' }),
      'b\n[',
      'c\n[',
    ],
    [
      'the body of the answer',
      answer('[Asserts]', 'duration < 5', '# all', '{ "a" : 1,', '  "b": [] }'),
      instead(1, { $: { equals: { a: 2, b: [] } } }),
      '"a" : 1',
      '"a" : 2',
    ],
    [
      'a text that is the body of the answer',
      answer('# all', '`one`'),
      instead(1, { text: 'one `{{x}}`' }),
      '`one`',
      '`one \\`{{x}}\\``',
    ],
    [
      'the body of the request',
      'POST http://a\n{ "a" : 1, "b": [2] }\n',
      step => ({ ...step, json: { a: 2, b: [2] } }),
      '"a" : 1',
      '"a" : 2',
    ],
    [
      'the order of checks',
      answer('[Asserts]', 'duration < 5', '# of ours', 'bytes   count == 3', 'body contains "a"'),
      checking(all => all.splice(1, 0, ...all.splice(2, 1))),
      'duration < 5\n# of ours\nbytes   count == 3\n',
      '# of ours\nbytes   count == 3\nduration < 5\n',
    ],
    [
      'a check in front of others',
      answer('[Asserts]', 'duration < 5'),
      checking(all => all.splice(1, 0, { '$.a': 1 }, { '$.b': 2 })),
      'duration',
      'jsonpath "$.a" == 1\njsonpath "$.b" == 2\nduration',
    ],
    [
      'a check that is gone',
      answer('[Asserts]', 'jsonpath "$.k" split "," count == 2', 'duration < 5'),
      checking(all => all.splice(1, 1)),
      'jsonpath "$.k" split "," count == 2\n',
      '',
    ],
  ]
  for (const [what, text, change, from, to] of cases)
    it(`is all that differs: ${what}`, () => {
      assert.ok(text.includes(from))
      assert.equal(
        changed(text, change),
        text.replace(from, () => to),
      )
    })

  it('leaves the digits of others as they are', () => {
    const text = answer('[Asserts]', 'jsonpath "$.a" == 2.50', 'jsonpath "$.b" >= 1.0', 'duration < 5')
    assert.equal(changed(text, instead(3, { time: { 'less-than': 6 } })), text.replace('< 5', '< 6'))
  })

  it('leaves sections where they are', () => {
    const text =
      'POST http://a\n[QueryStringParams]\nq: 1\n[Form]\nf: 1\n[Options]\nretry: 1\nHTTP 200\n[Asserts]\nstatus < 300\n[Captures]\nx: header "A"\n'
    const as = (from: string, to: string, change: JsonObject): void => {
      const after = changed(text, step => ({ ...step, ...change }))
      assert.equal(after, text.replace(from, to))
    }
    as('q: 1', 'q: 2', { query: { q: '2' } })
    as('retry: 1', 'retry: 2', { retry: { attempts: 3 } })
    as('f: 1', 'f: 2', { form: { f: '2' } })
    as('"A"', '"B"', { extracts: { x: 'header B' } })
  })

  it('keeps what a later request needs of an answer', () => {
    const text = answer('[Asserts]', 'jsonpath "$.k" split "," count == 2')
    const later = changed(text, step => ({ ...step, headers: { A: '{{checked-1}}' } }))
    assert.match(later, /^checked-1: jsonpath "\$\.k" split ","$/m)
  })
})

describe('words about a request and its checks', () => {
  const named = { name: 'Two of them', status: 200 }
  const step: JsonObject = {
    name: 'Sign\nin',
    description: 'First of all.\n@cookie_storage_clear',
    request: 'GET http://a',
    validations: [named, { name: 'A\nB', '$.a': 1 }],
  }
  const written = (one: JsonObject): string => {
    const items = [{ kind: 'request', step: one } as const]
    return exportHurl({ name: 'Shop', environments: [], items }).files[0]?.text ?? ''
  }
  const checks = '# Two of them\nHTTP 200\n[Asserts]\n# A\n# B\njsonpath "$.a" == 1\n'
  const described = '# First of all.\n# "@cookie_storage_clear"\n'

  it('are comments', () => {
    const text = written(step)
    assert.equal(text, `${described}# Sign in\nGET http://a\n${checks}`)
    assert.deepEqual(importedText(text).report.losses, [])
    const { name: _, ...nameless } = step
    assert.equal(written(nameless), `${described}\nGET http://a\n${checks}`)
  })

  it('stand above lines that stay', () => {
    const text =
      '# Ours\n\n# Sign in\nGET   http://a # all\nHTTP 200 # ok\n[Asserts]\njsonpath "$.a"   == 1\n'
    const more = {
      description: step['description'] ?? '',
      validations: [named, { name: 'A', '$.a': { 'same-as': 1 } }],
    }
    assert.equal(
      changed(text, one => ({ ...one, ...more })),
      `# Ours\n\n${described}# Sign in\nGET   http://a # all\n# Two of them\nHTTP 200 # ok\n[Asserts]\n# A\njsonpath "$.a"   == 1\n`,
    )
    const nameless = text.replace('# Sign in\n', '')
    assert.match(
      changed(nameless, one => ({ ...one, description: 'D' })),
      /^# Ours\n\n# D\n\nGET {3}http/,
    )
  })
})
