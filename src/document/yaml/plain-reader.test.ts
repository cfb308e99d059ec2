import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonValue } from '../../model/json.ts'
import type { DocumentPath, Span } from '../../model/span.ts'
import { randomNumbers } from '../../testing/random-numbers.ts'
import type { YamlSource } from '../yaml-source.ts'
import { readPlain } from './plain-reader.ts'
import { readAny } from './full-reader.ts'
import { writeJson } from '../../util/exact-number.ts'
import { isCollection } from '../../util/is-json.ts'

/** Texts that the plain reader must read itself. */
const plain: readonly string[] = [
  ...['x', "'it''s'", '"a\\n\\u00e9\\x41\\/"', 'a b  c', 'a#b', 'a:b', 'http://x/{{y}}?a=1&b=2', '"{{x}}"'],
  ...[
    'null',
    'Null',
    '~',
    'true',
    'TRUE',
    'False',
    'nULL',
    'tRue',
    'yes',
    'no',
    'on',
    'off',
    'y',
    'NaN',
    'nan',
  ],
  ...[
    '0',
    '1',
    '-7',
    '1.5',
    '-0.25',
    '10.50',
    '123456789012345',
    ...[
      '1e3',
      '1e400',
      '012',
      '+1',
      '-0',
      '0o14',
      '0x1F',
      '.5',
      '5.',
      '12345678901234567',
      '12.00',
      '0.0000001',
    ],
    ...[
      '123456789012345678901234567890',
      '1234567.123456789012345678',
      '0xFFFFFFFFFFFFFFFFF',
      '007.50',
      '-.5E-2',
    ],
    '1_000',
    '12:30',
    '2026-01-31',
    '1.2.3',

    '-a',
  ],
  ...[
    '2026-01-31T10:00:00Z',
    '0b11',
    '1e',
    '+',
    '.',
    '..',
    '-.',
    '.a',
    '--',
    '0o8',
    '0xg',
    'é',
    '😀',
    'a\u2028b',
  ],
  ...[
    '[]',
    '{}',
    '[a, b,]',
    '{ a: 1, b: [c, { d: e }] }',
    '[status: 200, x]',
    '{"a":1}',
    '[ # c\n  a, # d\n  b\n ]',
  ],
  ...['a\n b\n\n c', '"a\n\n b \\\n   c"', "'a\n  b'", ' # c\n  x', '- - a\n  - b', '{ status: 200 } # c'],
].map(value => (value.startsWith('- -') ? value : `key: ${value}\nnext: 1\n`))

const structures: readonly string[] = [
  ...['|', '>', '|-', '>-', '|+', '>+', '|2', '>1-', '| # c | d', '|+2'].flatMap(header => [
    `a: ${header}\n    x\n   y\n\n     z\n\n\nb: 1\n`.replace(
      '\n   y',
      header.includes('1') ? '\n y' : '\n    y',
    ),
    `- ${header}\n    only`,
    `a:\n  b: ${header}\n      x\n\n\n`,
  ]),
  ...[
    'a:\nb:\n- 1\n-\n- c:\n',
    'a: # c\n  # d\n  b: 1 # e\n\n  # f\n  g: 2\n',
    '# c\na: 1\n# d\n',
    '---\na: 1\n',
    '# c\n\n--- \r\n# d\na: 1\n',
    'a: 1\r\nb:\r\n- c\r\n',
  ],
  ...[
    'a: |\r\n  x\r\n  y\r\nb: 1\r\n',
    '200: a\n"x y": b\n\'z\': c\n',
    '__proto__: { a: 1 }\nconstructor: 2\ntoString:\n',
  ],
  ...['- a: 1\n  b: 2\n-   c: 3\n    d:\n    - e\n', 'a:\n    b:\n      c: 1\n  # d\ne: 2\n', '[a]', '- a'],
  `a: ${'['.repeat(90)}${']'.repeat(90)}`,
]

/** Texts that it must leave to the full reader: mistakes, and what the two libraries read differently. */
const doubtful: readonly string[] = [
  ...[
    '',
    ' \n',
    '# only\n',
    '\u00a0',
    'null',
    '~',
    'text',
    '"text"',
    '|2\n    text',
    '--- a',
    '   ---\na: b\n',
    '---\na: b\n---\nc: d\n',
    '---\n---\nc: d\n',
    'a: |11\n x\n',
    'a: |--\n x\n',
    '# \u0007\n---\nc: d\n',
    '...\na: 1\n',
    'a: 1\n---\nb: 1\n',
    '%YAML 1.2\n---\na',
  ],
  ...[
    'a: &x 1',
    'a: &x 1\nb: *x',
    'a: !!str 1',
    'a: ! b',
    '<<: { a: 1 }',
    '? a\n: b',
    '? [a]\n: b',
    '[a]: b',
    '{ a }',
    '{ a: }',
  ],
  ...[
    'a: 1\na: 2',
    'null: a',
    'true: a',
    '1: a\n"1": b',
    `${'k'.repeat(1100)}: a`,
    '\uFEFFa: 1',
    'a: 1\rb: 2',
  ],
  ...['.inf', '-.INF', '.nan'].map(n => `a: ${n}`),
  ...[
    'a: {{id}}',
    '- {{id}}',
    'a: {{b}}/c',
    'a: [{{id}}]',
    'a: "x',
    'a: b: c',
    'a: @b',
    'a: `b',
    '\ta: 1',
    'a:\n\t- b',
    'a: [b',
  ],
  ...["c:\n- ''x: 1\n", '"a\\\n\n  b"', 'a:\n  # c\nb: 1', '['.repeat(50_000), 'a: "\\ud"', '- a\nb: 1'],
]

describe('the plain reader of YAML', () => {
  it('agrees with the full reader about every file of the project', async () => {
    const texts = await yamlTexts('suites', 'schemas', 'fixtures')
    const read = texts.filter(text => agree(text))
    assert.ok(read.length > 20, `${read.length} of ${texts.length} files`)
  })

  it('agrees with the full reader about files with slips, or gives them up', async () => {
    const random = randomNumbers(7)
    const next = (below: number): number => Math.floor(random() * below)
    const texts = [...structures, ...(await yamlTexts('suites')).map(text => text.slice(0, 400))]
    const read = Array.from({ length: 2000 }, () => withSlips(texts[next(texts.length)] ?? '', next)).filter(
      agree,
    )
    assert.ok(read.length > 400, `${read.length} of 2000 texts`)
  })

  for (const text of [...plain, ...structures])
    it(`reads ${JSON.stringify(text)} as the full reader`, () => {
      assert.ok(agree(text), 'was not read')
    })

  for (const text of doubtful)
    it(`gives up ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.equal(readPlain(text, 'a.yaml')?.value, undefined)
    })
})

/** A text with up to three characters or words added, left out or replaced. */
function withSlips(text: string, next: (below: number) => number): string {
  let slipped = text
  for (let slip = next(3); slip >= 0; slip--) {
    const at = next(slipped.length + 1)
    const added = next(3) === 0 ? '' : (slips[next(slips.length)] ?? '')
    slipped = slipped.slice(0, at) + added + slipped.slice(at + next(3))
  }
  return slipped
}

const slips = [
  ...[' ', '  ', '\n', '\n\n', '\n  ', '- ', '-', ':', ': ', '#', ' # c', '"', "'", '{', '}', '[', ']', ','],
  ...['|', '>', '|2', '\\', '\t', '*', '&', '!', '%', '@', '?', '? ', '~', '0x1', '1.0', '\u00a0', '\r\n'],
  ...['\u2028', '<<: ', 'key: ', '"a": ', "''", '---\n', '...\n', '{{x}}', 'a: b'],
]

/** Compares the two, value by value and place by place; false when the plain reader gave the text up. */
function agree(text: string): boolean {
  const plainly = readPlain(text, 'a.yaml')
  if (plainly === undefined) return false
  const thorough = readAny(text, 'a.yaml', '')
  assert.deepEqual(thorough.problems, [])
  assert.deepEqual(plainly.value, thorough.value)
  assert.equal(writeJson(plainly.value), writeJson(thorough.value))
  assert.deepEqual(textsIn(plainly.value), textsIn(thorough.value))
  comparePlaces(plainly, thorough, thorough.value, [])
  return true
}

/** Everything in a value as text, numbers as they are written. */
function textsIn(value: unknown): readonly string[] {
  return isCollection(value) ? Object.values<JsonValue>(value).flatMap(textsIn) : [String(value)]
}

function comparePlaces(plainly: YamlSource, thorough: YamlSource, value: unknown, place: DocumentPath): void {
  assert.deepEqual(plainly.keySpanOf(place).start, thorough.keySpanOf(place).start, place.join('.'))
  const [span, expected] = [plainly.spanOf(place), thorough.spanOf(place)]
  assert.deepEqual(span.start, expected.start, place.join('.'))
  assert.ok(
    sameEnd(span, expected, thorough),
    `${place.join('.')} ${JSON.stringify([span.end, expected.end])}`,
  )
  if (!isCollection(value)) return
  for (const [key, child] of Object.entries(value))
    comparePlaces(plainly, thorough, child, [...place, Array.isArray(value) ? Number(key) : key])
}

/** The one difference: to the full reader, comments in the lines behind a block may belong to it. */
function sameEnd({ end }: Span, expected: Span, source: YamlSource): boolean {
  if (end.line === expected.end.line && end.column === expected.end.column) return true
  if (end.column !== 1 || expected.end.line < end.line) return false
  const lines = Array.from({ length: expected.end.line - end.line + 1 }, (_, index) => end.line + index)
  const behind = lines.map(line =>
    line === expected.end.line
      ? source.lineText(line).slice(0, expected.end.column - 1)
      : source.lineText(line),
  )
  return behind.every(line => /^\s*(?:#.*)?$/.test(line))
}

async function yamlTexts(...folders: readonly string[]): Promise<readonly string[]> {
  const files = await Promise.all(
    folders.map(async folder => {
      const names = await readdir(path.resolve(folder), { recursive: true })
      return names.filter(name => /\.ya?ml$/.test(name)).map(name => path.resolve(folder, name))
    }),
  )
  return Promise.all(files.flat().map(file => readFile(file, 'utf8')))
}
