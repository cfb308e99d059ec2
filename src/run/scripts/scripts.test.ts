import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withPracticeServer } from '../../testing/practice-server.ts'
import { type Ran, runText, type RunTextOptions } from '../../testing/run-text.ts'

/** Runs steps against a small server; `URL` stands for its address. */
function run(steps: string, options: RunTextOptions = {}): Promise<Ran> {
  return withPracticeServer(url => runText(`suite: A\n${steps}`.replaceAll('URL', url), options))
}

describe('tests of a script', () => {
  it('are named results of the step', async () => {
    const { outcomes, steps, messages } = await run(`steps:
  - request: GET URL/ok
    scripts:
      after: |
        pm.test('is Ada', () => pm.expect(pm.response.json().name).to.eql('Ada'))
        pm.test('is Bob', () => {
          pm.expect(pm.response.json().name).to.eql('Bob')
        })
        pm.test.skip('later', () => {})`)
    assert.equal(outcomes, 'failed')
    const results = steps[0]?.validations.map(({ name, passed, skipped }) => [name, passed, skipped])
    assert.deepEqual(results, [
      ['is Ada', true, undefined],
      ['is Bob', false, undefined],
      ['later', true, true],
    ])
    assert.deepEqual(messages, ["is Bob - AssertionError: expected 'Ada' to deeply equal 'Bob'"])
    assert.equal(steps[0]?.failures[0]?.span.start.line, 8)
    assert.match(steps[0]?.failures[0]?.sourceLine ?? '', /eql\('Bob'\)/)
  })

  it('fail a step that is a script', async () => {
    const { outcomes, messages } = await run(`steps:
  - script: pm.test('never', () => pm.expect(1).to.eql(2))`)
    assert.equal(outcomes, 'failed')
    assert.deepEqual(messages, ['never - AssertionError: expected 1 to deeply equal 2'])
  })

  it('that begin and never end fail', async () => {
    const { messages } = await run(`steps: [{ script: "pm.test('waits', done => {})" }]`)
    assert.deepEqual(messages, ['waits - the test never ended'])
  })
})

describe('variables of a script', () => {
  it('set before a request are in it, and in the following steps', async () => {
    const { outcomes, steps } = await run(`variables: { a: "1" }
steps:
  - request: GET URL/ok?a={{a}}&b={{b}}
    scripts:
      before: |
        pm.environment.set('b', pm.variables.get('a') + 2)
        pm.collectionVariables.unset('a')
        pm.globals.set('a', 7)
    validations: [{ $.path: "/ok?a=7&b=12" }]
  - request: GET URL/ok?b={{b}}
    scripts: { after: "pm.test('b', () => pm.expect(pm.environment.get('b')).to.eql('12'))" }
    validations: [{ $.path: "/ok?b=12" }]`)
    assert.equal(outcomes, 'passed passed', JSON.stringify(steps.map(({ failures }) => failures)))
  })
})
