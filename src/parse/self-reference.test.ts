import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from './parse-suite.ts'

async function problemsOf(text: string): Promise<readonly string[]> {
  const { source } = await parseSuite(text, '/a.apitest.yaml')
  return source.problems.map(({ span, code }) => `${span?.start.line}:${span?.start.column} ${code}`)
}

describe('anchors that hold themselves', () => {
  it('are a problem of the file, at the alias', async () => {
    assert.deepEqual(await problemsOf('suite: A\nvariables: &v\n  a: *v\n'), ['3:6 yaml-alias'])
    assert.deepEqual(await problemsOf('suite: A\ntags: &t [x, *t]\n'), ['2:14 yaml-alias'])
  })

  it('are told from values that are used twice', async () => {
    assert.deepEqual(await problemsOf('suite: A\nvariables: { a: &v { b: 1 }, c: *v, d: [*v, *v] }\n'), [])
  })
})
