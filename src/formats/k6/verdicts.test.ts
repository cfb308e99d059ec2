import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Collection } from '../../model/collection.ts'
import { shareOf, shareOfCount } from '../../testing/parts.ts'
import { answering, bodies, judgedByRun } from '../test-code/testing/judge-by-framework.ts'
import { looksAtDigits } from '../test-code/testing/digits.ts'
import { validations } from '../test-code/testing/judged-answers.ts'
import { exportK6 } from './export-k6.ts'
import { type Made, runInK6, runInNode, withoutK6 } from './testing/run-script.ts'

/** Validations, and such of which an answer that is none they expect could be an error in the script. */
const tried = shareOf([
  ...validations,
  ...[
    ...['$.a[*]', '$.a[*].b', '$.a.*', '$[*].a', '$[*]', '$.a[*].b.c', '$.a[*][*]', '$.a[-1]', '$.a[0].b'],
    ...['$.a.length', '$.a[?@.b == 1].b'],
  ].map(path => ({ [path]: { exists: false } })),
  ...[{ none: 2 }, { 'not-contains': 7 }, { any: { 'less-than': 5 } }, [1, 2], { 'has-length': 0 }].map(
    expected => ({ '$.a[*].b': expected }),
  ),
  ...[
    { none: { matches: { b: '1' } } },
    { 'ends-with': '1' },
    { 'not-contains': { b: 1 } },
    { each: { 'starts-with': 'a' } },
    { each: { 'matches-regex': '[a-c]', 'has-length': 1 } },
    { 'matches-regex': '[a-c]' },
    { any: { 'not-equals': 1 } },
    { equals: [{ b: 1 }] },
  ].map(expected => ({ '$.a': expected })),
  ...[{ '$[0].a': 1 }, { '$.a[1]': { contains: 1 } }, { '$.a[-1]': { 'has-length': 1 } }],
  ...[{ text: { 'has-length': 9 } }, { text: { 'matches-regex': '^$' } }, { 'header x-none': '' }],
  ...[{ 'header x-none': { 'matches-regex': '^u' } }, { 'header x-none': { 'starts-with': 'u' } }],
])

/** All validations of each answer as one step. */
function judged(url: string): Collection {
  const items = bodies.map((_, answer) => {
    const named = tried.map((validation, index) => ({ name: `${answer} ${index}`, ...validation }))
    return { kind: 'request', step: { request: `GET ${url}/${answer}`, validations: named } } as const
  })
  return { name: 'Judged', environments: [], items }
}

it('checks judge every answer as a run does', { timeout: 240_000 }, async test => {
  await using server = await answering()
  const { files } = await exportK6(judged(server.url))
  const ours = await judgedByRun(server.url, tried)
  assert.ok(ours.size > shareOfCount(4000), String(ours.size))
  const misjudged = async (run: (text: string) => Promise<Made>): Promise<readonly string[]> => {
    const made = new Map(await run(files[0]?.text ?? ''))
    return [...ours].flatMap(([name, { outcome }]) => {
      if (made.get(name) === (outcome === 'passed')) return []
      const [answer = 0, index = 0] = name.split(' ').map(Number)
      if (looksAtDigits(bodies[answer] ?? '', tried[index] ?? {})) return []
      const what = `${JSON.stringify(tried[index])} of ${bodies[answer] ?? ''}`
      return [`${what}: ${outcome} here, ${String(made.get(name))} there`]
    })
  }
  await test.test('in Node', async () => {
    assert.deepEqual(await misjudged(text => runInNode(text)), [])
  })
  await test.test('in k6 itself', { skip: withoutK6 }, async () => {
    assert.deepEqual(await misjudged(runInK6), [])
  })
})
