import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseSuite } from '../parse/parse-suite.ts'
import { noFacts } from '../testing/expect-problems.ts'
import { checkSuite } from './check-suite.ts'

async function hintOf(step: string): Promise<string> {
  const text = `suite: A\nsteps:\n  - ${step.replaceAll('\n', '\n    ')}`
  const [problem] = await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts)
  return problem?.hint ?? ''
}

describe('what a problem advises', () => {
  it('names the keys of the action, not those of all', async () => {
    const hint = await hintOf('collect: orders\nkep: true')
    assert.match(hint, /^Did you mean "keep"\? Keys are collect, expect, count, none, keep, name, /)
    assert.doesNotMatch(hint, /brokers/)
  })

  it('names what the messages of the action have', async () => {
    const hint = await hintOf('sse: http://x/\nexpect: { "da ta!": a }')
    assert.equal(hint, 'A message has text, event, id and a JSONPath, $.name.')
  })

  it('makes no path of a URL with another scheme', async () => {
    assert.equal(await hintOf('sse: ws://x/'), 'It has to begin with http:// or https://.')
    assert.equal(await hintOf('request: GET ftp://x/'), 'It has to begin with http:// or https://.')
    assert.match(await hintOf('request: GET x/y'), /`GET \{\{baseUrl\}\}\/x\/y`/)
  })
})
