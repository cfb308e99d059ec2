import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { strangeWords } from '../api-description/strange-words.ts'
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

  it('names the targets of the action', async () => {
    const bad = 'validations: [{ "a b": 1 }]'
    assert.equal(
      await hintOf(`grpc: a.B/C\ntarget: x:1\n${bad}`),
      'Targets are status, header NAME, a JSONPath that starts with $, text, time, trailer NAME, status-message, details, variable NAME, schema and snapshot.',
    )
    assert.match(
      await hintOf(`set: { a: 1 }\n${bad}`),
      /^Targets are header NAME, a JSONPath that starts with \$, text, time, variable NAME, schema and snapshot/,
    )
    assert.match(
      await hintOf('request: GET http://x/\nvalidations: [{ when: { "a b": 1 }, status: 200 }]'),
      /^Targets are status, header NAME, a JSONPath that starts with \$, text, time, size, .*trailer NAME and variable NAME/,
    )
  })

  it('names the keys of the action that was meant, or the actions', async () => {
    const meant = await hintOf('requst: GET http://x/')
    assert.match(meant, /^Did you mean "request"\? Keys are request, headers, query, /)
    assert.doesNotMatch(meant, /brokers/)
    const none = await hintOf('frobnicate: 1')
    assert.match(none, /^Keys are amqp, calls, collect, .*, websocket, name, id, /)
    assert.doesNotMatch(none, /brokers/)
  })

  it('names what the messages of the action have', async () => {
    const hint = await hintOf('sse: http://x/\nexpect: { "da ta!": a }')
    assert.equal(hint, 'A message has text, event, id and a JSONPath, $.name.')
  })

  it('F7: names the built-in that was meant', async () => {
    assert.match(await hintOf('request: GET http://x/{{$uid}}'), /^Did you mean "\$uuid"\? All built-ins/)
  })

  it('F7: tells of a second document in the words of somebody who writes suites', async () => {
    const text = 'suite: A\nsteps: [{ pause: 1ms }]\n---\nsuite: B\nsteps: [{ pause: 1ms }]\n'
    const [problem] = await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts)
    assert.equal(problem?.message, 'the file has more than one YAML document')
    assert.match(problem.hint ?? '', /put what is behind `---` into a file of its own/)
  })

  it('F7: says "a" and "an" as they are said', () => {
    const [word] = strangeWords({ responces: {} }, 'operation', '3.0')
    assert.match(word?.reason ?? '', /^there is no word of an operation "responces"/)
  })

  it('makes no path of a URL with another scheme', async () => {
    assert.equal(await hintOf('sse: ws://x/'), 'It has to begin with http:// or https://.')
    assert.equal(await hintOf('request: GET ftp://x/'), 'It has to begin with http:// or https://.')
    assert.match(await hintOf('request: GET x/y'), /`GET \{\{baseUrl\}\}\/x\/y`/)
  })
})
