import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runLine, withFolder } from '../testing/run-program.ts'

const suite = (expected: number): string => `suite: A
secrets: { key: top-secret-key }
steps:
  - name: Looks
    script: |
      console.log('the key is', pm.variables.get('key'))
      pm.test('is one', () => pm.expect(1 + pm.info.iteration).to.eql(${expected}))
`

describe('the output of a script', () => {
  const run = async (expected: number, ...args: readonly string[]): ReturnType<typeof runLine> =>
    withFolder({ 'a.apitest.yaml': suite(expected) }, folder => runLine(folder, ['a.apitest.yaml', ...args]))

  it('is shown with a step that did not pass, without its secrets', async () => {
    const { output, exitCode } = await run(2)
    assert.equal(exitCode, 1)
    assert.match(output, /✗ is one - AssertionError: expected 1 to deeply equal 2/)
    assert.match(output, /a\.apitest\.yaml:7:7/)
    assert.match(output, /log: the key is \*\*\*/)
    assert.doesNotMatch(output, /top-secret-key/)
  })

  it('of one that passed is shown when everything is asked for', async () => {
    assert.doesNotMatch((await run(1)).output, /the key is/)
    assert.match((await run(1, '--verbose')).output, /log: the key is/)
  })

  it('and its tests are in the report as JSON', async () => {
    const { output } = await run(1, '--reporter', 'json')
    const report = JSON.parse(output) as {
      suites: { results: { logs: unknown; validations: unknown[] }[] }[]
    }
    const [result] = report.suites[0]?.results ?? []
    assert.deepEqual(result?.logs, [{ level: 'log', text: 'the key is ***' }])
    assert.equal(result.validations.length, 1)
  })
})
