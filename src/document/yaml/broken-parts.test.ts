import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { editedTexts } from '../../testing/edited-texts.ts'
import { readAnyway, readWithPlaces } from '../index.ts'
import { readAny } from './full-reader.ts'
import { plainValue } from './plain-reader.ts'
import { shareOfCount } from '../../testing/parts.ts'

const step = (name: string): string =>
  `  - name: ${name}\n    request: GET http://x/1\n    validations:\n      - status: 200\n`
const suite = (...names: string[]): string => `suite: A\nsteps:\n${names.map(step).join('')}`
const names = Array.from({ length: 100 }, (_, index) => `Step ${index}`)
const long = suite(...names)

/** The problems reported for a text, with their lines. */
async function told(text: string): Promise<readonly string[]> {
  const { problems } = await readWithPlaces(text, 'a', '')
  return problems.map(({ span, message }) => `${span?.start.line}:${span?.start.column} ${message}`)
}

describe('mistakes in a long text', () => {
  const mistakes: readonly (readonly [written: string, instead: string, told: RegExp, named: string])[] = [
    ['name: Step 60', 'name: [Step 60', /^243:/, 'Step 61'],
    ['name: Step 60', 'name: "Step 60', /^243:.*closing "quote/, 'Step 61'],
    ['  - name: Step 60', '   - name: Step 60', /^243:/, 'Step 61'],
    ['  - name: Step 60\n    request', '  - name: Step 60\n   request', /^244:/, 'Step 61'],
    ['name: Step 60', 'name: *Step', /^2:3.*alias|^243:.*alias/, 'Step 61'],
    ['suite: A', 'suite: [A', /^[12]:/, 'Step 60'],
    ['name: Step 60', 'name: a\n    name: b', /^244:5 .*"name" stands here for the second/, 'Step 61'],
  ]
  for (const [written, instead, expected, named] of mistakes)
    it(`are told where they are, and all else is known: ${JSON.stringify(instead)}`, async () => {
      const text = long.replace(written, () => instead)
      const [first] = await told(text)
      assert.match(first ?? '', expected)
      const read = await readAnyway(text, 'a')
      const { steps } = read.value as { readonly steps: readonly { readonly name?: string }[] }
      assert.deepEqual(read.problems, [])
      const index = steps.findIndex(({ name }) => name === named)
      const { line } = read.spanOf(['steps', index, 'name']).start
      assert.equal(text.split('\n')[line - 1], `  - name: ${named}`)
    })

  it('mend where they are', async () => {
    const text = long.replace('GET http://x/1', 'GET {{url}}').replace('name: Step 60', 'name: {{url}}')
    const [first] = (await readWithPlaces(text, 'a', '')).problems
    assert.deepEqual(
      first?.fix?.map(({ span, text: written }) => [span.start.line, written]),
      [[243, '"{{url}}"']],
    )
  })

  it('are none where only the plain reader is in doubt', async () => {
    const sound = [
      ['name: Step 60', 'name: &n Step'],
      ['name: Step 60', 'name: >-\n\n      Step\n     # no comment\n      60'],
      ['suite: A', 'suite: |\n  - a\n  - name: b'],
      ['suite: A', '{ suite: A }\n---\nsuite: B'],
      ['name: Step 60', 'name: !!str 60'],
      ['    request: GET http://x/1', '    ? request\n    : GET http://x/1'],
      ['suite: A', 'variables: &v\n  - a\n  - b: {c: 1,\n     d: 2}\nsuite: A'],
    ] as const
    for (const [written, instead] of sound) {
      const text = long.replace(written, () => instead)
      const [own, whole] = [await readWithPlaces(text, 'a', ''), readAny(text, 'a', '')]
      assert.deepEqual(
        [own.value, own.problems.length > 0],
        [whole.value, whole.problems.length > 0],
        instead,
      )
    }
  })

  it('are found in a part if and only if they are found in the whole', async () => {
    const base = readFileSync('suites/functions.apitest.yaml', 'utf8') + step('b').repeat(50)
    let broken = 0
    for (const text of editedTexts(base, shareOfCount(40))) {
      const whole = plainValue(text) === undefined ? readAny(text, 'a', '').problems : []
      const found = (await readWithPlaces(text, 'a', '')).problems
      assert.equal(found.length > 0, whole.length > 0, text)
      broken += found.length > 0 ? 1 : 0
    }
    assert.ok(broken > shareOfCount(10), String(broken))
  })
})
