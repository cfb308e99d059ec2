import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it } from 'node:test'
import { layOut, readWithPlaces } from '../document/index.ts'
import { movedComments } from '../testing/comment-places.ts'
import { shareOfCount } from '../testing/parts.ts'
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
/** It stays at the top of a file, whatever it stands above. */
const schemaLine = '# yaml-language-server'
const texts = [...files.map(file => readFileSync(file, 'utf8')), ...blocks]

async function isSound(text: string): Promise<boolean> {
  return (await readWithPlaces(text, 'a.yaml', '')).problems.length === 0
}

/**
 * The text in the one form, which is the same document to a reader of its own, with its comments beside the same neighbours,
 * and has no other form.
 */
async function laidOut(text: string): Promise<string> {
  const after = await layOut(text, suiteLayout)
  assert.ok(after !== undefined, `not the same:\n${text}`)
  const [one, other] = [await readWithPlaces(text, 'a', ''), await readWithPlaces(after, 'a', '')]
  assert.deepEqual(other.problems, [], after)
  assert.deepEqual(other.value, one.value)
  const [before, now] = [text, after].map(written => written.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n'))
  const moved = movedComments(before ?? '', now ?? '').filter(comment => !comment.startsWith(schemaLine))
  assert.deepEqual(moved, [], `moved:\n${text}\n${after}`)
  assert.equal(await layOut(after, suiteLayout), after, `not settled:\n${text}`)
  return after
}

describe('the one form of suites', () => {
  for (const [what, before, after] of [
    [
      'has an order of keys, and comments with the key that they stand above or behind',
      '# yaml-language-server: $schema=x\n# the steps\nsteps:\n# one\n- validations: [{status: 200}] # good\n  # asks\n  request: GET x\n  name: A\n# its name\nsuite: S\n# the end',
      '# yaml-language-server: $schema=x\n# its name\nsuite: S\n# the steps\nsteps:\n  # one\n  - name: A\n    # asks\n    request: GET x\n    validations: [{ status: 200 }] # good\n# the end\n',
    ],
    [
      'leaves an unknown key behind the one before it',
      'steps: []\nother: 1\nsuite: S\nmore: 2\n',
      'suite: S\nmore: 2\nsteps: []\nother: 1\n',
    ],
    [
      'never moves a key where an alias could come before its anchor',
      'steps: &x []\nafter: *x\nsuite: S\n',
      'steps: &x []\n\nafter: *x\nsuite: S\n',
    ],
    [
      'has quotes where they are needed, double ones where they can be',
      `a: ['b', "c d", '{{e}}', 'f "g"', 'h''i', "yes", "007", "1.5", "2020-01-01", "null", "<<", "j: k"]\n"$.l[0]": 'm'\n`,
      `a: [b, c d, "{{e}}", 'f "g"', "h'i", "yes", "007", "1.5", "2020-01-01", "null", "<<", "j: k"]\n$.l[0]: m\n`,
    ],
    [
      'keeps numbers and words as they are written',
      'a: [1.50,0x10,007,1e3,+1,12345678901234567890,~,True,.5]\n',
      'a: [1.50, 0x10, 007, 1e3, +1, 12345678901234567890, ~, True, .5]\n',
    ],
    [
      'keeps braces on a line that has room, and writes others in lines',
      `a: {\n  b: 1,\n  c: [ 2 ] }\nd: {e: ${'f'.repeat(70)}, g: [${'h'.repeat(60)}, {i: j}]}\nk: {}\n`,
      `a: { b: 1, c: [2] }\nd:\n  e: ${'f'.repeat(70)}\n  g: [${'h'.repeat(60)}, { i: j }]\nk: {}\n`,
    ],
    [
      'writes braces with comments in lines',
      'a: { # one\n  b: 1, # two\n  # three\n  c: 2 # four\n  # five\n} # six\nd: [ # seven\n]\n',
      '# six\na: # one\n  b: 1 # two\n  # three\n  c: 2 # four\n  # five\nd: [] # seven\n',
    ],
    [
      'writes the comment behind a bracket beside what that closes',
      'a: {\n  b: {c: 1} # one\n}\nd: [\n  {e: 1}, # two\n  [f] # three\n  # four\n] # five\ng: [\n  # six\n] # seven\nh: {\n  # eight\n  i: 1\n} # nine\n\nj: 1\n',
      'a:\n  b: { c: 1 } # one\nd: # five\n  - { e: 1 } # two\n  - [f] # three\n  # four\ng:\n  # six\n  [] # seven\nh: # nine\n  # eight\n  i: 1\n\nj: 1\n',
    ],
    [
      'takes comments with the keys that move, also within braces and below a dash',
      'suite: S\nsteps: [\n  {request: GET x, # asks\n   # names\n   name: A # is A\n  } # first\n  ]\nafter:\n-\n  # asks\n  request: GET y\n  # names\n  name: B\n',
      'suite: S\nsteps:\n  - # first\n    # names\n    name: A # is A\n    request: GET x # asks\n\nafter:\n  # names\n  - name: B\n    # asks\n    request: GET y\n',
    ],
    [
      'keeps comments that go on below another, and those deeper than what they are below',
      'suite: S\nsteps:\n- request: GET x   # asks\n                   # and asks\n  name: A\n      # below A\n  timeout: 1s\n',
      'suite: S\nsteps:\n  - name: A\n      # below A\n    request: GET x   # asks\n                     # and asks\n    timeout: 1s\n',
    ],
    [
      'keeps comments above a key, where the list before it is not indented',
      'a:\n- b: 1\n  c: 2\n    # of c\n# of d\nd:\n- e: {f: 1,\n\n   # of g\n   g: 2\n\n  }\nh: 1\n',
      'a:\n  - b: 1\n    c: 2\n      # of c\n# of d\nd:\n  - e:\n      f: 1\n\n      # of g\n      g: 2\nh: 1\n',
    ],
    [
      'has no blanks behind keys without a value',
      'a: \nb: [c: , d: &x ]\ne: [f: , # g\n  h]\n',
      'a:\nb: [c:, d: &x]\ne:\n  - f: # g\n  - h\n',
    ],
    [
      'keeps texts of several lines',
      'a: |2-\n    b\n   c\n\nd: >+\n      e\n\n      f\n\n\ng: one\n         two\nh: "i\n\n j"\nk: |\n   l\n\n\n   m\n\n\n\nn: 1\n',
      'a: |2-\n    b\n   c\n\nd: >+\n  e\n\n  f\n\n\ng: one\n  two\nh: "i\n\n  j"\nk: |\n  l\n\n\n  m\n\nn: 1\n',
    ],
    [
      'has empty lines between steps of several lines, and one elsewhere at most',
      'suite: S\n\n\ntags: [a]\nsteps:\n\n- pause: 1s\n- name: A\n  pause: 1s\n\n\n\n# C\n- steps:\n  - pause: 1s\n  - pause: 2s\nafter:\n- pause: 1s\n- pause: 2s\n',
      'suite: S\n\ntags: [a]\nsteps:\n  - pause: 1s\n\n  - name: A\n    pause: 1s\n\n  # C\n  - steps:\n      - pause: 1s\n      - pause: 2s\n\nafter:\n  - pause: 1s\n  - pause: 2s\n',
    ],
    [
      'keeps comments where a block ends, by how they are indented',
      'a:\n  b:\n    c: 1\n    # of c\n  # of b\n\n  # of d\n  d: 1\n# of e\ne:\n# of f\nf: # g\n  # h\n  - i\n  # j\n# k\n',
      'a:\n  b:\n    c: 1\n    # of c\n  # of b\n\n  # of d\n  d: 1\n# of e\ne:\n# of f\nf: # g\n  # h\n  - i\n  # j\n# k\n',
    ],
    [
      'keeps anchors, tags, merge keys and documents with a beginning',
      '# a\n---\n# b\na: &x {b: !!str 1}\nc:\n  <<:   *x\n  ? d\n  : *x\ne: &f g\nh: [*f,{*f : 1}]\n...\n',
      '# a\n---\n# b\na: &x { b: !!str 1 }\nc:\n  <<: *x\n  d: *x\ne: &f g\nh: [*f, { *f : 1 }]\n...\n',
    ],
    [
      'takes the comments below the beginning of a document with the key that they stand above',
      '--- # a\n\n# b\nsteps: []\nsuite: S\n',
      '--- # a\n\nsuite: S\n# b\nsteps: []\n',
    ],
    [
      'drops a byte order mark, and keeps line ends of Windows',
      '\uFEFF---\r\na:   1\r\nb: |\r\n   c\r\n',
      '---\r\na: 1\r\nb: |\r\n  c\r\n',
    ],
  ] as const)
    it(what, async () => {
      assert.equal(await laidOut(before), after)
    })

  it('is the same document, for every suite and every example of the documentation', async () => {
    let count = 0
    for (const text of texts)
      if (await isSound(text)) {
        await laidOut(text)
        count++
      }
    assert.ok(count > 120, String(count))
  })

  it('is the same document, of mutated texts', async () => {
    const next = randomNumbers(Number(process.env['SEED'] ?? 20_261_127))
    const short = texts.filter(text => text.length < 1200)
    for (let left = Number(process.env['ROUNDS'] ?? shareOfCount(1000)); left > 0;) {
      const mutant = mutated(short[Math.floor(next() * short.length)] ?? '', next)
      if (!(await isSound(mutant))) continue
      await laidOut(mutant)
      left--
    }
  })
})

/** The lines that are put between two lines, with the indentation of the second. */
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
  let comments = 0
  const comment = (): string => `# ${String(++comments)} of these`
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
      () => lines.splice(at, 1, `${line}   ${comment()}`),
      () => lines.splice(at, 0, margin + comment(), margin + comment()),
      () => lines.splice(at + 1, 0, `${margin}    ${comment()}`),
      () => lines.splice(at, 1, `${line}  ${comment()}`, `${' '.repeat(line.length + 2)}${comment()}`),
      () => lines.splice(at, 1, line.replace(/- (?=\S)/, `-\n${margin}  ${comment()}\n${margin}  `)),
      () =>
        lines.splice(
          at,
          1,
          line.replace(
            /[}\]]$/,
            end => ` ${comment()}\n${margin}  ${comment()}\n${margin}  ${end} ${comment()}`,
          ),
        ),
      () => lines.splice(at, 1, ` ${line}`),
      () => lines.splice(at, 1, line.replace(/: (\w.*)$/, `: '$1'`)),
      () => lines.splice(at, 1, line.replace(/: (\w.*)$/, `: "$1"`)),
      () => lines.splice(at, 1, line.replace(/: (.*)$/, ': &a $1')),
      () => lines.splice(at, 1, line.replace(/: (\w.*)$/, `:\n${margin}    $1`)),
      () =>
        lines.splice(
          at,
          1,
          line.replace(/[,{[] ?/, found => `${found} ${comment()}\n${margin}    `),
        ),
    ]
    ways[any(ways.length)]?.()
  }
  return next() < 0.1 ? lines.join('\r\n') : lines.join('\n')
}
