import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readWithPlaces as parse } from './index.ts'
import type { YamlSource } from './yaml-source.ts'
import { writeJson } from '../util/exact-number.ts'

function readWithPlaces(text: string, file: string): Promise<YamlSource> {
  return parse(text, file, 'Write something.')
}

/** Every problem of a text as `line:column code`. */
async function problemsOf(text: string): Promise<readonly string[]> {
  const { problems } = await readWithPlaces(text, 'a.yaml')
  return problems.map(({ span, code }) => `${String(span?.start.line)}:${String(span?.start.column)} ${code}`)
}

describe('reading YAML', () => {
  it('knows where every part is written', async () => {
    const source = await readWithPlaces('a:\n  - b: 1\n    "c d": { e: [x, y] }\n', 'a.yaml')
    assert.deepEqual(source.value, { a: [{ b: 1, 'c d': { e: ['x', 'y'] } }] })
    assert.deepEqual(source.spanOf(['a', 0, 'c d', 'e', 1]).start, { line: 3, column: 21 })
    assert.deepEqual(source.keySpanOf(['a', 0, 'c d']).start, { line: 3, column: 5 })
    assert.equal(source.lineText(2), '  - b: 1')
  })

  it('finds a name that is a number', async () => {
    const source = await readWithPlaces("a:\n  '200':\n    b: 1\n", 'a.yaml')
    assert.deepEqual(source.keySpanOf(['a', 200, 'b']).start, { line: 3, column: 5 })
  })

  it('gives the nearest part around a place that does not exist', async () => {
    const source = await readWithPlaces('a:\n  b: 1\n', 'a.yaml')
    assert.deepEqual(source.spanOf(['a', 'missing', 0]).start, { line: 2, column: 3 })
  })

  it('finds places behind aliases and merge keys', async () => {
    const source = await readWithPlaces('x: &x\n  y: 1\nz: *x\nw:\n  <<: *x\n', 'a.yaml')
    assert.deepEqual(source.spanOf(['z', 'y']).start, { line: 2, column: 6 })
    assert.deepEqual(source.spanOf(['w', 'y']).start, { line: 2, column: 6 })
  })

  it('reads Windows line ends and a byte order mark', async () => {
    const source = await readWithPlaces('\uFEFFa: 1\r\nb: 2\r\n', 'a.yaml')
    assert.deepEqual(source.value, { a: 1, b: 2 })
    assert.equal(source.lineText(2), 'b: 2')
  })

  it('tells several problems of a file at once', async () => {
    assert.deepEqual(await problemsOf('a: 1\na: 2\nb: "x\n'), ['2:1 duplicate-key', '3:1 yaml-syntax'])
  })

  it('calls an unquoted template by its name, wherever it stands', async () => {
    for (const text of ['x: {{id}}', 'x: {{base}}/y', '- {{id}}', 'x: [{{id}}]', 'x: { y: {{id}} }'])
      assert.match((await problemsOf(text))[0] ?? 'none', /unquoted-template$/, text)
  })

  for (const [text, kind] of [
    ['? { a: 1 }\n: 2\n', 'mapping'],
    ['x: { [a, b]: 2 }\n', 'list'],
    ['x: &x { a: 1 }\ny: { *x : 2 }\n', 'mapping'],
    ['x: &x [a]\ny: { *x : 2 }\n', 'list'],
  ] as const)
    it(`refuses a key that is a ${kind}: ${JSON.stringify(text)}`, async () => {
      const { problems } = await readWithPlaces(text, 'a.yaml')
      assert.deepEqual(
        problems.map(({ message }) => message),
        [`a key is a text, and this one is a ${kind}`],
      )
    })

  it('tells an unquoted template in flow style once, and not what it breaks', async () => {
    const step = 'suite: A\nsteps:\n  - { request: GET {{b}}/x, json: { id: {{id}} } }\n  - pause: 1s\n'
    assert.deepEqual(await problemsOf(step), ['3:20 unquoted-template'])
    const [problem] = (await readWithPlaces(step, 'a.yaml')).problems
    assert.match(problem?.message ?? '', /^GET \{\{b\}\}\/x without quotes/)
  })

  it('names the key that is there twice, wherever it stands', async () => {
    for (const text of ['{ a: 1, b: 2, a: 3 }', 'b: { "a": 1, "a": 2 }', 'a: 1\nb: 2\na: 3\n'])
      assert.match((await readWithPlaces(text, 'a.yaml')).problems[0]?.message ?? '', /^the key "a" stands/)
  })

  for (const [text, message] of [
    ['a: { 1: x, "1": y }', 'the key "1" stands here for the second time'],
    ['a: { true: x, "true": y }', 'the key "true" stands here for the second time'],
    ['a: { null: x, "": y }', 'the key "" stands here for the second time'],
    ['a: [.inf]', 'JSON has no such number'],
    ['a: -.Inf', 'JSON has no such number'],
    ['a: .nan', 'JSON has no such number'],
    ['a: !!set { b, c }', 'JSON has nothing for the tag !!set'],
    ['a: !!omap [b: 1]', 'JSON has nothing for the tag !!omap'],
    ['a: !!binary aGk=', 'JSON has nothing for the tag !!binary'],
    ['a: !!timestamp 2020-01-01', 'JSON has nothing for the tag !!timestamp'],
  ] as const)
    it(`refuses what JSON does not have: ${text}`, async () => {
      const { problems } = await readWithPlaces(`${text}\n`, 'a.yaml')
      assert.deepEqual(
        problems.map(one => one.message),
        [message],
      )
    })

  it('takes what JSON has, whatever its tag and however it is written', async () => {
    const { value, problems } = await readWithPlaces('a: { 1: x, "2": y, !!str 3: 1e3, b: !!float 1.5 }', 'a')
    assert.deepEqual(problems, [])
    assert.equal(writeJson(value), '{"a":{"1":"x","2":"y","3":1e3,"b":1.5}}')
  })

  it('tells a path in flow style that needs quotes once, and how to write it', async () => {
    for (const [line, path] of [
      ['validations: [ $[0].a: 1 ]', '$[0].a'],
      ['expect: { $.a[0]: 1 }', '$.a[0]'],
      ['extracts: { id: $.items[0].id }', '$.items[0].id'],
      ['validations: [ $.items[?@.a == 1].b: 2 ]', '$.items[?@.a == 1].b'],
      [`validations: [ $['a b'][0]: 2 ]`, `$['a b'][0]`],
    ] as const) {
      const { problems } = await readWithPlaces(`suite: A\n${line}\nsteps: []\n`, 'a.yaml')
      assert.deepEqual(
        problems.map(({ code, hint }) => [code, hint]),
        [['yaml-syntax', `Write "${path}".`]],
      )
    }
    const quoted = 'extracts: { id: "$.items[0].id" }\nb: $.items[0].id\n'
    assert.deepEqual((await readWithPlaces(quoted, 'a.yaml')).problems, [])
  })

  it('takes for a template what belongs to it, and not the braces behind', async () => {
    for (const [line, template] of [
      ['- { route: GET /a/{id}, answer: { json: { id: {{path.id}} } } }', '{{path.id}}'],
      ['validations: [{ $.a: {{b}}/x }]', '{{b}}/x'],
      ['set: { a: {{b}}, c: {{d}}{{e}} }', '{{d}}{{e}}'],
      ['set: { c: {{d}}{{e}} }', '{{d}}{{e}}'],
    ] as const) {
      const { problems } = await readWithPlaces(`a:\n  ${line}\n`, 'a.yaml')
      assert.equal(problems[0]?.hint, `Put the template in quotes: "${template}".`, line)
    }
  })

  it('closes the quotes of what stands in braces before the next key', async () => {
    for (const [line, mended] of [
      ['- { route: GET /a/{id}, answer: 200 }', '- { route: "GET /a/{id}", answer: 200 }'],
      ['- { answer: 200, route: GET /a/{id} }', '- { answer: 200, route: "GET /a/{id}" }'],
      ['- { route: GET /a/{id}/{b}, when: { $.a: 1 } }', '- { route: "GET /a/{id}/{b}", when: { $.a: 1 } }'],
    ] as const) {
      const { problems } = await readWithPlaces(`routes:\n  ${line}\n`, 'a.yaml')
      assert.deepEqual(
        problems.map(({ hint }) => hint),
        [`Put the text in quotes:\n  ${mended}`],
      )
    }
  })

  it('leaves quoted templates and mappings in flow style alone', async () => {
    assert.deepEqual(await problemsOf('x: "{{id}}"\ny: { z: "{{id}}" }\nw: a {{id}}\n'), [])
  })

  it('follows any number of aliases of what is small', async () => {
    const items = Array.from({ length: 500 }, () => '  - *h\n').join('')
    const { problems, value } = await readWithPlaces(`h: &h { A: b }\nsteps:\n${items}`, 'a.yaml')
    assert.deepEqual(problems, [])
    assert.equal((value as { steps: unknown[] }).steps.length, 500)
  })

  it('does not follow aliases that would fill the memory', async () => {
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...'bcdefghi'
        .split('')
        .map((name, index) => `${name}: &${name} [${`*${'abcdefgh'[index] ?? 'a'}, `.repeat(9)}]`),
    ]
    assert.deepEqual(
      (await problemsOf(bomb.join('\n'))).map(text => text.split(' ')[1]),
      ['yaml-alias'],
    )
    const [problem] = (await readWithPlaces(bomb.join('\n'), 'a.yaml')).problems
    assert.equal(problem?.span?.start.line, 6)
    assert.match(problem.message, /stand for more than 100,000 values/)
  })

  it('keeps __proto__ and constructor as data', async () => {
    const { value } = await readWithPlaces('__proto__: { polluted: 1 }\nconstructor: 2\n', 'a.yaml')
    assert.deepEqual(Object.keys(value as object), ['__proto__', 'constructor'])
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
  })

  it('refuses nesting that would overflow the stack', async () => {
    // Earlier reads matter: the program has faster, larger code for work it has done several times.
    await problemsOf('a: [ $[0].a: 1 ]\n')
    for (const deep of ['['.repeat(50_000), '['.repeat(50_000) + ']'.repeat(50_000), '- '.repeat(50_000)]) {
      const { problems } = await readWithPlaces(`${deep}\n`, 'a.yaml')
      assert.deepEqual(
        problems.map(({ message }) => message),
        ['not valid YAML: collections are nested too deeply'],
      )
    }
    assert.deepEqual(await problemsOf(`a: ${'['.repeat(400)}${']'.repeat(400)}\n`), [])
  })

  it('takes brackets in texts for no nesting', async () => {
    assert.deepEqual(await problemsOf(`a: '${'['.repeat(600)}' # ${'{'.repeat(600)}\n`), [])
  })
})

describe('mistakes of the text itself', () => {
  for (const [text, place, hint] of [
    ['a: "b\u0000c"', '1:6', 'Remove it, or write "\\x00" in double quotes where it is meant.'],
    ['a: 1\nb: \u001b[31m', '2:4', 'Remove it, or write "\\x1b" in double quotes where it is meant.'],
    ['a: 1\n\u0000', '2:1', 'Remove it, or write "\\x00" in double quotes where it is meant.'],
  ] as const)
    it(`A7: a control character is named at its place: ${JSON.stringify(text)}`, async () => {
      const [problem] = (await readWithPlaces(text, 'a.yaml')).problems
      const { line, column } = problem?.span?.start ?? {}
      assert.deepEqual([`${line}:${column}`, problem?.hint], [place, hint])
      assert.match(problem?.message ?? '', /the control character U\+00/)
    })

  for (const [text, mended] of [
    ['- $.id: > 0', '- $.id: { greater-than: 0 }'],
    ['- $.id: >= 0.5', '- $.id: { at-least: 0.5 }'],
    ['[{ time: > 5ms }]', '[{ time: { greater-than: 5ms } }]'],
    ['- $.id: !number 1', '- $.id: 1'],
    ['- $.id: !important 1', '- $.id: "!important 1"'],
  ] as const)
    it(`F7: a comparison or a type is written another way: ${text}`, async () => {
      const [problem] = (await readWithPlaces(text, 'a.yaml')).problems
      assert.equal(problem?.hint?.split('\n')[1], mended)
    })

  /** Steps enough to make thousands of consequences of one mistake in front of them. */
  const steps = Array.from(
    { length: 2000 },
    (_, index) =>
      `  - name: Step ${index}\n    request: GET {{url}}/${index}\n    json: { a: "{{b}}", c: [1, 2] }\n`,
  )

  it('tells a bracket that closes nothing once, however long the text is', async () => {
    const text = ['suite: A\nsteps:\n', ...steps.slice(0, 30), '}}\n', ...steps].join('')
    const { problems } = await readWithPlaces(text, 'a.yaml')
    const told = problems.map(({ span, hint }) => [span?.start.line, hint])
    assert.deepEqual(told, [[93, 'Delete this line: there is nothing to close.']])
  })

  it('tells a bracket that is not closed once, however long the text is', async () => {
    const { problems } = await readWithPlaces(`suite: A\nsteps: [\n${steps.join('')}`, 'a.yaml')
    const told = problems.map(({ span, hint }) => [span?.start.line, hint])
    assert.deepEqual(told, [[2, 'Close what is open:\nsteps:']])
  })
})
