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

  it('names what was meant by a slip in a word of another tool', async () => {
    const of = (validation: string): Promise<string> =>
      hintOf(`request: GET http://x/\nvalidations: [{ ${validation} }]`)
    assert.match(await of('$.a: { lenght: 3 }'), /^Did you mean "has-length"\? Operators are /)
    assert.match(await of('$.a: { contians: 3 }'), /^Did you mean "contains"\? Operators are /)
    assert.match(await of('bodyy: x'), /^Did you mean "text"\? Targets are /)
    assert.match(await of('lenght: 3'), /^Did you mean `\$\.items: \{ has-length: 3 \}`\?/)
    assert.match(await of('values: 3'), /\$\.values: 3$/)
    assert.match(await of('length: 3'), /\$: \{ has-length: 3 \}$/)
  })

  it('names every operator that a slip may stand for', async () => {
    const hint = await hintOf('request: GET http://x/\nvalidations: [{ $.a: { nont: [1] } }]')
    assert.match(hint, /^Did you mean "none" or "not-equals"\? Operators are /)
  })

  it('names the operators that together say what one of another tool does', async () => {
    const of = (operator: string): Promise<string> =>
      hintOf(`request: GET http://x/\nvalidations: [{ $.a: { ${operator}: [b] } }]`)
    assert.equal(await of('containsAny'), 'Write `any: { one-of: […] }`.')
    assert.equal(await of('contains-any'), 'Write `any: { one-of: […] }`.')
    assert.equal(await of('containsNone'), 'Write `none: { one-of: […] }`.')
    assert.equal(await of('containsOnly'), 'Write `each: { one-of: […] }`.')
    assert.match(await of('containsAll'), /^Write `contains: …` once for each/)
    assert.equal(
      await hintOf('request: GET http://x/\nvalidations: [{ containsAll: [b] }]'),
      'Did you mean `$.items: { contains: … }`? An operator stands behind a target.',
    )
    assert.match(await of('oneOf'), /\$\.a: \{ one-of: \[b\] \}$/)
    assert.match(
      await hintOf('request: GET http://x/\nvalidations: [{ $.a: { startsWith: b } }]'),
      /\$\.a: \{ starts-with: b \}$/,
    )
    assert.match(
      await hintOf('request: GET http://x/\nvalidations: [{ $.a: { notContains: b } }]'),
      /\$\.a: \{ not-contains: b \}$/,
    )
  })

  it('says what to write for a slip of the shape', async () => {
    const http = 'request: GET http://x/'
    assert.equal(await hintOf('request: GET{{a}}/b'), 'Write `request: GET {{a}}/b`.')
    assert.equal(await hintOf('set: a = 1'), 'Write it as a mapping: `set: { a: 1 }`.')
    assert.equal(await hintOf(`${http}\nrepeat: 3`), 'So many rounds are `repeat: { times: 3 }`.')
    assert.match(await hintOf(`${http}\nvalidations: [$.a exists]`), /\$\.a: \{ exists: true \}$/)
    assert.match(await hintOf(`${http}\nvalidations: [$.a does not exist]`), /\$\.a: \{ missing: true \}$/)
    assert.match(await hintOf(`${http}\ntls: { insecure: true }`), /\ntls: \{ verify: false \}$/)
    assert.match(await hintOf('request: GET http://x/{{uuid}}'), /^Did you mean \{\{\$uuid\}\}\? /)
    assert.equal(await hintOf('request: GET http://x/{{env:TOKEN}}'), 'Did you mean {{env.TOKEN}}?')
    assert.match(await hintOf('request: GET http://x/{{$uuid | upprcase}}'), /^Did you mean "upper"\? /)
    for (const text of ['suite: A', 'suite: A\nsteps: []', 'suite: A\nsteps:'])
      assert.match(
        (await checkSuite(await parseSuite(text, '/suites/a.apitest.yaml'), noFacts))[0]?.hint ?? '',
        /^Steps are a list/,
        text,
      )
  })

  it('takes no slip and no word of another tool for a member of the body', async () => {
    const of = (operator: string): Promise<string> =>
      hintOf(`request: GET http://x/\nvalidations: [{ $.a: { ${operator} } }]`)
    assert.match(await of('does-not-equl: 3'), /^Did you mean "not-equals"\? /)
    assert.match(await of('all-of: [1]'), /^Write `contains: …` once for each/)
    assert.equal(await of('like: x'), 'Write `contains: …` or `matches-regex: …`.')
    assert.match(await of('colour: red'), /\$\.a: \{ matches: \{ colour: red \} \}$/)
  })

  it('names the list of rounds as it is to be written', async () => {
    const of = (rounds: string): Promise<string> => hintOf(`request: GET http://x/\n${rounds}`)
    assert.match(await of('fore-ach: { x: [1, 2] }'), /\nfor-each: \{ x: \[1, 2\] \}$/)
    assert.match(await of('for_each: { x: [1, 2] }'), /\nfor-each: \{ x: \[1, 2\] \}$/)
    assert.match(await of('for-each: [1, 2]'), /\nfor-each: \{ item: \[1, 2\] \}$/)
    assert.match(await of('for-each: pets'), /\nfor-each: \{ item: "\{\{pets\}\}" \}$/)
    assert.match(await of('for-each: { in: [1, 2], as: x }'), /\nfor-each: \{ x: \[1, 2\] \}$/)
  })

  it('names how a request has no credentials, and how it has some', async () => {
    const of = (auth: string): Promise<string> => hintOf(`request: GET http://x/\nauth: ${auth}`)
    for (const none of ['None', 'false', 'no', 'nonee', '{ none: true }'])
      assert.equal(await of(none), 'What is sent without credentials has `auth: none`.', none)
    assert.match(await of('12'), /^Write it as `auth: \{ bearer: /)
  })

  it('names a file that a snapshot may have', async () => {
    const hint = await hintOf('request: GET http://x/\nvalidations: [{ snapshot: a/b }]')
    assert.equal(hint, 'It is the name of a file: `a-b`.')
  })

  it('F7: says "a" and "an" as they are said', () => {
    const [word] = strangeWords({ responces: {} }, 'operation', '3.0')
    assert.match(word?.reason ?? '', /^there is no word of an operation "responces"/)
  })

  it('makes no path of a URL with another scheme', async () => {
    assert.equal(await hintOf('sse: ws://x/'), 'It has to begin with http:// or https://.')
    assert.equal(await hintOf('request: GET ftp://x/'), 'It has to begin with http:// or https://.')
    for (const url of ['{baseUrl}/a/{id}', '${baseUrl}/a/${id}'])
      assert.equal(
        await hintOf(`request: "GET ${url}"`),
        'A variable stands in two braces: `GET {{baseUrl}}/a/{{id}}`.',
      )
    assert.match(await hintOf('request: GET x/y'), /`GET \{\{baseUrl\}\}\/x\/y`/)
  })
})
