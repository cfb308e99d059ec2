import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type RunArguments, toRunInput } from './run-options.ts'

/** The messages about what was typed. */
function complaints(given: RunArguments): readonly string[] {
  const input = toRunInput(given)
  return input.ok ? [] : input.problems.map(problem => problem.message)
}

describe('what is typed', () => {
  it('becomes the input of a run', () => {
    const input = toRunInput({
      var: ['url=http://x/?a=b', 'empty=', 'base url= x', 'größe/#=7'],
      tags: ['a,b', '!c'],
      shard: '2/3',
    })
    assert.ok(input.ok)
    assert.deepEqual(input.value.variables, {
      url: 'http://x/?a=b',
      empty: '',
      'base url': ' x',
      'größe/#': '7',
    })
    assert.deepEqual(input.value.tags, ['a', 'b', '!c'])
    assert.deepEqual(input.value.shard, { index: 2, count: 3 })
  })

  it('is refused when it makes no sense, all of it at once', () => {
    for (const wrong of ['=x', ' a=x', 'a =x', '{a}=x', 'a\nb=x'])
      assert.deepEqual(complaints({ var: [wrong] }), [`--var ${wrong} is not name=value`])
    assert.deepEqual(complaints({ paths: ['a', ''] }), ['a path is empty'])
    assert.deepEqual(complaints({ var: ['novalue'], shard: '4/3', workers: 0 }), [
      '--var novalue is not name=value',
      '--shard 4/3 is not a part of a whole',
      '--workers must be a whole number from 1',
    ])
  })
})
