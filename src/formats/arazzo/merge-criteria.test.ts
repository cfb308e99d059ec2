import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { mergedCriteria } from './merge-criteria.ts'

describe('criteria of a document with what has changed', () => {
  const asked = (...conditions: readonly string[]) => conditions.map(condition => ({ condition }))
  const script = '$response.body#/c == 1 || $response.body#/d == 2'
  const [a, b] = ['$response.body#/a == 1', '$response.body#/b == 2']
  const cases = [
    [
      `a part of && beside a script`,
      [`${a} && ${b}`, script],
      [a, b],
      [a, '$response.body#/b == 3'],
      undefined,
    ],
    ['a part of && that is gone', [`${a} && ${b}`, script], [a, b], [a], [a, script]],
    ['both parts of &&', [script, `${a}  &&  ${b}`], [a, b], ['$url != null'], [script, '$url != null']],
    ['other spaces', [`$statusCode==200`, a], ['$statusCode == 200', a], [a], [a]],
    ['one that is there twice', [a, b, a], [a, b, a], [a, b], [a, b]],
    [
      'a new one in front',
      [`${a} && ${b}`, script],
      [a, b],
      ['$url != null', a, b],
      ['$url != null', `${a} && ${b}`, script],
    ],
    [
      'a new one behind a part of &&',
      [`${a} && ${b}`, script],
      [a, b],
      [a, '$url != null', b],
      [`${a} && ${b}`, '$url != null', script],
    ],
    ['none where a script asks', [script, a], [a], ['$statusCode >= 100'], [script]],
    [
      'the same one in other quotes',
      ['$response.body#/s == "x"', script, b],
      ["$response.body#/s == 'x'", b],
      ["$response.body#/s == 'y'", b],
      ["$response.body#/s == 'y'", script, b],
    ],
  ] as const
  for (const [what, former, before, now, wanted = [...now, script]] of cases)
    it(what, () => {
      const told: string[] = []
      const lose = (one: string): void => void told.push(one)
      const merged = mergedCriteria(
        { former: asked(...former), before: asked(...before), now: asked(...now) },
        lose,
      )
      assert.deepEqual([merged, told], [asked(...wanted), []])
    })

  it('spaces in quotes count', () => {
    const [one, other] = ["$response.body#/s == 'a b'", "$response.body#/s == 'ab'"]
    const lists = { former: asked(one, other), before: asked(one, other), now: asked(one) }
    assert.deepEqual(
      mergedCriteria(lists, () => assert.fail()),
      asked(one),
    )
  })

  it('is told where it is not clear which of them has changed', () => {
    const told: string[] = []
    const lists = {
      former: asked(`(${a} && ${b}) && $inputs.x == 1`, a),
      before: asked('$response.body#/z == 1', a),
      now: asked(a),
    }
    assert.deepEqual(
      mergedCriteria(lists, what => told.push(what)),
      asked(a),
    )
    assert.deepEqual(told, [`criterion (${a} && ${b}) && $inputs.x == 1`])
  })
})
