import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runText } from '../testing/run-text.ts'
import { html } from './html/html.ts'
import { json } from './json.ts'
import { junit } from './junit/junit.ts'
import { markdown } from './markdown/markdown.ts'
import { pretty } from './pretty/pretty.ts'
import { plainOptions, streamOf, textOf } from './testing/events.ts'

const tests = `
    validations:
      - name: Is found
        status: 200
      - $.id: 7
      - name: Told by {{who}}
        when: { status: 201 }
        $.by: { equals: '{{who}}' }
    scripts:
      after: |
        pm.test('Has a body', () => pm.expect(pm.response.text()).to.not.eql(''))
        if (pm.response.code === 200) pm.test("Is quick", () => pm.expect(pm.response.responseTime).to.be.below(9))
        pm.test('Row ' + 1, () => pm.expect(1).to.eql(pm.response.code))`

const ways = {
  'a value that is null': `  - request: GET http://127.0.0.1:9/
    variables: { gone: null }
    query: { a: 'x{{gone}}' }${tests}`,
  'a variable of its own that cannot be filled in': `  - request: GET http://127.0.0.1:9/
    variables: { gone: null, a: 'x{{gone}}' }${tests}`,
  'a server that is not there': `  - request: GET http://127.0.0.1:9/${tests}`,
  'a script that ends with an error': `  - request: GET http://127.0.0.1:9/${tests}
      before: throw new Error('no')`,
}

const suiteOf = (step: string): string => `suite: A\nvariables: { who: Ada }\nsteps:\n${step}`

const names = ['Is found', 'Told by Ada', 'Has a body', 'Is quick']

describe('the tests of a step without an answer', () => {
  for (const [why, step] of Object.entries(ways))
    it(`are told by their names, and not judged: ${why}`, async () => {
      const { summary, steps } = await runText(suiteOf(step), { input: { variables: {} } })
      assert.equal(steps[0]?.outcome, 'errored', JSON.stringify(summary.problems))
      const told = steps[0].validations.map(({ name, skipped, skipReason }) => [name, skipped, skipReason])
      assert.deepEqual(
        told,
        [names[0], undefined, ...names.slice(1)].map(name => [name, true, 'there was no answer']),
      )
      assert.deepEqual([steps[0].failures.length, summary.exitCode, summary.steps.errored], [1, 3, 1])
    })

  it('stand in every report', async () => {
    const { events } = await runText(suiteOf(ways['a script that ends with an error']))
    for (const reporter of [pretty, json, junit, html, markdown]) {
      const text = await textOf(reporter(streamOf(events), plainOptions))
      for (const name of names) assert.ok(text.includes(name), `${reporter.name}: ${name}`)
    }
    const page = await textOf(pretty(streamOf(events), plainOptions))
    assert.match(page, /^ *- not judged: Is found, Told by Ada, Has a body, Is quick$/m)
  })
})
