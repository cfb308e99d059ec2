import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { layOut, readWithPlaces } from '../document/index.ts'
import { randomNumbers } from '../testing/random-numbers.ts'
import { suiteLayout } from './suite-layout.ts'

function filesBelow(folder: string, ending: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true }) as string[]
  return names.filter(name => name.endsWith(ending)).map(name => path.join(folder, name))
}

const files = [...filesBelow('suites', '.apitest.yaml'), 'apitest.config.yaml']
const blocks = ['README.md', ...filesBelow('docs', '.md')].flatMap(file =>
  [...readFileSync(file, 'utf8').matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, text = '']) => text),
)
const texts = [...files.map(file => readFileSync(file, 'utf8')), ...blocks]

async function isSound(text: string): Promise<boolean> {
  return (await readWithPlaces(text, 'a.yaml', '')).problems.length === 0
}

/** The text in the one form, which is the same document to a reader of its own, and has no other form. */
async function laidOut(text: string): Promise<string> {
  const after = await layOut(text, suiteLayout)
  assert.ok(after !== undefined, `not the same:\n${text}`)
  const [one, other] = [await readWithPlaces(text, 'a', ''), await readWithPlaces(after, 'a', '')]
  assert.deepEqual(other.problems, [], after)
  assert.deepEqual(other.value, one.value)
  assert.equal(await layOut(after, suiteLayout), after, `not settled:\n${text}`)
  return after
}

describe('the one form of suites', () => {
  for (const [what, before, after] of [
    [
      'keys have an order',
      'steps:\n- validations: [{status: 200}]\n  request: GET x\n  name: A\nsuite: S',
      '',
    ],
  ] as const)
    it(what, async () => assert.equal(await laidOut(before), after))

  it('is the same document, for every suite and every example of the documentation', async () => {
    let count = 0
    for (const text of texts)
      if (await isSound(text)) {
        await laidOut(text)
        count++
      }
    assert.ok(count > 150, String(count))
  })

  it('is the same document, of thousands of mutated texts', async () => {
    const next = randomNumbers(20_261_127)
    let count = 0
    for (let round = 0; round < Number(process.env['ROUNDS'] ?? 3000); round++) {
      const mutant = mutated(texts[Math.floor(next() * texts.length)] ?? '', next)
      if (!(await isSound(mutant))) continue
      await laidOut(mutant)
      count++
    }
    assert.ok(count > 1000, String(count))
  })
})

/** What is put between two lines, with the indentation of the second. */
const insertions = [
  ...['# a comment', '#', '', '   ', '# one\n# two', '\t# after a tab'],
  ...[
    'long: |\n  one\n\n    two\n',
    'long: >-\n  folded\n  text\n',
    'kept: |+\n  text\n\n',
    'own: |2\n    four\n  two',
  ],
  ...["quoted: 'it''s'", 'quoted: "a \\" b\\n"', 'quoted: "one\n   two\n\n  three"', 'plain: one\n  two'],
  ...[
    'number: 1.50',
    'number: 0x10',
    'number: 007',
    'number: 12345678901234567890',
    'word: "yes"',
    'date: 2020-01-01',
  ],
  ...[
    'flow: {a: 1,b: [1,2 , {c: d}], "e":f}',
    'flow: {\n  a: 1, # one\n  # two\n  b: 2\n  }',
    'flow: [\n]',
    'flow: [a: 1, b]',
  ],
  ...[
    'at: &here { a: 1 }',
    'to: *here',
    '<<: *here',
    'tagged: !!str 12',
    'at: &list\n- 1\n- *there',
    'empty:',
    '? asked\n: answered',
  ],
  ...[
    '- item',
    '- # beside\n  a: 1',
    '-\n  # below\n  a: 1',
    '- - 1\n  - 2',
    '- &x\n  a: 1',
    'x: # beside\n  # below\n  y: 1',
  ],
]

function mutated(text: string, next: () => number): string {
  const lines = text.split('\n')
  const any = (length: number): number => Math.floor(next() * length)
  for (let count = 1 + any(4); count > 0; count--) {
    const at = any(lines.length)
    const line = lines[at] ?? ''
    const margin = /^ */.exec(line)?.[0] ?? ''
    const inserted = (insertions[any(insertions.length)] ?? '').split('\n')
    const ways: readonly (() => unknown)[] = [
      () => lines.splice(at, 1),
      () => lines.splice(at, 0, line),
      () => lines.splice(at, 0, lines[any(lines.length)] ?? ''),
      () => lines.splice(at, 0, ...inserted.map(one => margin + one)),
      () => lines.splice(at, 0, ...inserted.map(one => `${margin}  ${one}`)),
      () => lines.splice(at, 0, ''),
      () => lines.splice(at, 1, `${line}   # behind`),
      () => lines.splice(at, 1, ` ${line}`),
      () => lines.splice(at, 1, line.replace(/: (\w.*)$/, `: '$1'`)),
      () => lines.splice(at, 1, line.replace(/: (\w.*)$/, `: "$1"`)),
      () => lines.splice(at, 1, line.replace(/: (.*)$/, ': &a $1')),
      () => lines.splice(at, 1, line.replace(/: (\w.*)$/, `:\n${margin}    $1`)),
      () =>
        lines.splice(
          at,
          1,
          line.replace(/[,{[] ?/, found => `${found} # within\n${margin}    `),
        ),
    ]
    ways[any(ways.length)]?.()
  }
  return next() < 0.1 ? lines.join('\r\n') : lines.join('\n')
}
