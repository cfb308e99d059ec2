import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from '../../parse/parse-suite.ts'
import { noFacts } from '../../testing/expect-problems.ts'
import { checkSuite } from '../check-suite.ts'
import { leftToLaterTier } from '../../testing/parts.ts'

async function problemsOf(part: string): Promise<readonly string[]> {
  const text = `suite: A\nsteps:\n  - request: GET http://x/\n    ${part}\n`
  const problems = await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts)
  return problems.map(({ code, message }) => `${code} ${message}`)
}

/** Of expressions: what is so in every document, and what is not in some. */
const sameForAll: readonly string[] = [
  ...['xpath /*: { exists: true }', 'xpath count(/*): 1', 'xpath //entry[0]: { exists: false }'],
  ...[
    'xpath count(//a) - count(//a): 0',
    'xpath count(//a) >= 0: true',
    'xpath count(//a) mod 2: { less-than: 2 }',
  ],
  ...[
    'xpath boolean(//a) or not(//a): true',
    'xpath //a[last()+1]: { exists: false }',
    'xpath count(//@*/@*): 0',
  ],
  ...['xpath //a[1=2]: { exists: false }', "xpath //a[@id='1'][@id='2']: { exists: false }"],
  ...["xpath contains(//a, ''): true", "xpath contains(translate(//a, 'E', ''), 'E'): false"],
  ...["xpath concat('a: ', /): { starts-with: a }", 'xpath count(//a[position() > last()]): 0'],
  ...[
    '"$..[?1 == 2]": { has-length: 0 }',
    '"$[?@.a && !@.a]": { has-length: 0 }',
    '"$..[?length(@) < 0]": { has-length: 0 }',
  ],
  ...['$[?@.a < @.a]: { has-length: 0 }', "$[?@.a == 'b' && @.a == 'c']: { exists: false }"],
  ...["$[?search(@.a, '[^\\\\s\\\\S]')]: { has-length: 0 }"],
].map(one => `validations: [{ status: 200 }, { ${quoted(one)} }]`)

const sameWhere: readonly string[] = [
  'when: { header content-type: { contains: html } }, xpath //body: { exists: true }',
  'when: { header content-type: { contains: html } }, xpath name(/*): html',
  'when: { "xpath //a[@id]": { exists: true } }, "xpath //a": { exists: true }',
  'when: { "xpath /r/a": { exists: true } }, "xpath //a": { exists: true }',
  `when: { "$.a[?@.b == 'c']": { exists: true } }, "$.a[?@.b == 'c'].b": { each: c }`,
  `when: { "$[?@.price > 10]": { exists: true } }, "$[?@.price > 10].price": { each: { at-least: 5 } }`,
].map(one => `validations: [{ status: 200 }, { ${one} }]`)

const notSame: readonly string[] = [
  ...[
    'xpath //body: { exists: true }',
    'xpath count(//a) = count(//b): true',
    'xpath //a[@x > @y]: { exists: false }',
  ],
  ...["xpath //a[@b='1']/c[@d='2']/e[@f='3']: { exists: false }", 'xpath //a[not(@b)]: { exists: false }'],
  ...["xpath //*[local-name()='Fault']: { exists: false }", 'xpath count(//a): { at-most: 50 }'],
  ...[
    "xpath //a[text()='x']/following-sibling::b[text()='y']: { exists: false }",
    'xpath count(//a) > 20: false',
  ],
  ...[
    "xpath //div[@class='err']//span[contains(text(), 'fail')]: { exists: false }",
    'xpath //comment(): { exists: false }',
  ],
  ...[
    'xpath name(/*): { not-equals: error }',
    'xpath sum(//a/@b) > 0: true',
    'xpath //a[count(b) > 5]: { exists: false }',
  ],
  ...[
    '$[?@.a == 1 && @.b == 2 && @.c == 3 && @.d == 4]: { has-length: 0 }',
    "$.a[?search(@.b, 'error')]: { has-length: 0 }",
  ],
  ...["$.a[?@.b == 'c'].d[?@.e == true]: { has-length: 0 }", '$.a[?length(@.b) > 50]: { has-length: 0 }'],
  ...[
    '$.a[?@.b == @.c]: { has-length: 0 }',
    "$[?search(@.a, 'x')]: { has-length: 0 }",
    '$[?@.a == 1 && @.b == 1 && @.c == 1 && @.d == 1 && @.e == 1]: { has-length: 0 }',
    '$.a[?@.b > 0]: { has-length: { at-least: 2 } }',
    '$[?@ == 5]: { has-length: 0 }',
  ],
  ...[
    '$[?@["a"] == "paid"]: { has-length: 0 }',
    "$[?'paid' == @.a]: { has-length: 0 }",
    '$[?5 < @.a]: { has-length: 0 }',
    '$[?@.a[0] == 1]: { has-length: 0 }',
    '$[?count(@.a[*]) > 3]: { has-length: 0 }',
    '$[?@.größe > 7]: { has-length: 0 }',
    '"$[?@.a > 1.5 && @.a < 1.6]": { has-length: 0 }',
    '$[?@.a > 7.25 && @.a < 7.5]: { has-length: 0 }',
    String.raw`$[?@.a == 'it\'s']: { has-length: 0 }`,
    '$[?@.a < @.b]: { has-length: 0 }',
    "$[?!(@.a == 'x')]: { has-length: 0 }",
    '$[?@.a]: { has-length: 0 }',
  ],
  ...[
    "$..[?@.a == 'b']: { exists: false }",
    "$[?@.a == 'b'].c: { each: d }",
    "$[?@.a == 'b'].c: { none: d }",
  ],
].map(one => `validations: [{ status: 200 }, { ${quoted(one)} }]`)

const notSameWhere: readonly string[] = [
  'xpath count(//*[@id]) = count(//*): false',
  'xpath //*[not(@lang)]: { exists: true }',
  'xpath count(//body/*) > 0: true',
]
  .map(one => `when: { header content-type: { contains: html } }, ${quoted(one)}`)
  .concat([
    `when: { "$.a[*].b": { each: { starts-with: a } } }, "$.a[*].b": { none: { ends-with: z } }`,
    `when: { "$.a[*].b": { each: { has-type: string } } }, "$.a[*].b": { each: { has-length: { at-most: 9 } } }`,
    'when: { "xpath //a": { exists: true } }, "xpath //a[@id]": { exists: true }',
    'when: { "xpath //a": { exists: true } }, "xpath /r/a": { exists: true }',
    'when: { "xpath //a[@id]": { exists: true } }, "xpath //a[@id]/b": { exists: true }',
    'when: { "xpath //a": Ada }, "xpath //a/b": { exists: true }',
    // It takes longer than it may, so that nobody knows.
    'when: { "xpath //a[count(//a[count(//a[count(//a)=300])=300])=300]": { exists: true } }, "xpath //a": { exists: true }',
    'when: [{ "xpath //a": { contains: x } }, { "xpath //a": { has-length: 3 } }], $.total: 1',
    'when: [{ "xpath //a": { exists: true } }, { "xpath //b": { exists: false } }], $.total: 1',
  ])
  .map(one => `validations: [{ status: 200 }, { ${one} }]`)

/** A validation with its target in quotes, in which there may be any. */
function quoted(validation: string): string {
  const [, target = '', expected = ''] =
    /^"?((?:xpath |\$).*?)"?: ((?:\{.*\}|true|false|\d+|html))$/s.exec(validation) ?? []
  return `${JSON.stringify(target)}: ${expected}`
}

/** The text about a validation: none where a busy machine left no time to try it, so that it is asked again. */
async function toldInTime(part: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const told = (await problemsOf(part)).join('\n')
    if (told !== '' || attempt === 10) return told
  }
}

describe('what is expected of an expression', () => {
  for (const [index, part] of [...sameForAll, ...sameWhere].entries())
    it(`is so in every document: ${part}`, { skip: leftToLaterTier(index) }, async () => {
      assert.match(await toldInTime(part), /holds for every/)
    })
  for (const part of [...notSame, ...notSameWhere])
    it(`is not so in some document: ${part}`, async () => {
      assert.deepEqual(await problemsOf(part), [])
    })
})
