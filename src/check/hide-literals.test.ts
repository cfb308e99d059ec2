import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { errorProblem, type Problem } from '../model/problem.ts'
import { parseConfiguration } from '../parse/parse-configuration.ts'
import { parseSuite } from '../parse/parse-suite.ts'
import { Secrets } from '../secrets/index.ts'
import { noFacts } from '../testing/expect-problems.ts'
import { runText } from '../testing/run-text.ts'
import { checkConfiguration } from './check-configuration.ts'
import { checkSuite } from './check-suite.ts'
import { hideSecrets } from './hide-literals.ts'

async function problemsOf(text: string): Promise<readonly Problem[]> {
  return checkSuite(await parseSuite(text, '/a.apitest.yaml'), noFacts)
}

/** The line of the first problem, and that the marked text is what stands in the file there. */
async function lineOf(text: string): Promise<string | undefined> {
  const [problem] = await problemsOf(text)
  assert.ok(problem !== undefined)
  return problem.sourceLine
}

describe('secrets that a file has in clear', () => {
  it('are masked where another problem shows their line', async () => {
    const line = await lineOf(
      'suite: A\nsecrets: { db: hunter2 }\nsteps:\n  - request: GET http://x/{{no}}?k=hunter2',
    )
    assert.equal(line, '  - request: GET http://x/{{no}}?k=***')
  })

  it('are masked as credentials, with the mark still under its word', async () => {
    const [problem] = await problemsOf(
      'suite: A\nsteps:\n  - { request: GET http://x, auth: { bearer: literal-tok-1 }, foo: 1 }',
    )
    const line = problem?.sourceLine ?? ''
    assert.match(line, /bearer: \*\*\* \}/)
    const { start, end } = problem?.span ?? assert.fail()
    assert.equal(line.slice(start.column - 1, end.column - 1), 'foo')
  })

  it('are masked where the marked place lies within one, with the mask where the secret began', () => {
    const secrets = new Secrets()
    for (const text of ['hunter2-long', 'tok 1 end']) secrets.add(text)
    const sourceLine = 'a: hunter2-long, b: tok 1 end'
    const start = { line: 1, column: sourceLine.indexOf('1 end') + 1 }
    const span = { file: 'a.yaml', start, end: start }
    const [hidden] = hideSecrets(
      [{ ...errorProblem({ code: 'usage', message: 'no' }), span, sourceLine }],
      secrets,
    )
    assert.equal(hidden?.sourceLine, '         a: ***, b: ***')
  })

  it('are no words of the language', async () => {
    const problems = await problemsOf(
      'suite: A\nsteps:\n  - { request: GET http://x, auth: bearer, bearer: 1 }',
    )
    assert.match(problems.map(({ message }) => message).join('\n'), /"bearer" is not a key/)
  })

  it('are masked as written, when a number reads differently', async () => {
    const line = await lineOf('suite: A\nsteps: [{ request: GET http://x, auth: { bearer: 1e5 }, foo: 1 }]')
    assert.doesNotMatch(line ?? '', /1e5/)
  })

  it('are masked in messages', async () => {
    const [problem] = await problemsOf(
      'suite: A\nsecrets: { db: hunter2 }\nsteps: [{ request: GET hunter2 }]',
    )
    assert.match(problem?.message ?? '', /"\*\*\*" is not a whole URL/)
  })

  it('are masked in the configuration', async () => {
    const text = 'environments: { local: { secrets: { db: hunter2 }, foo: 1 } }'
    const { source } = await parseConfiguration(text, '/apitest.config.yaml')
    const [problem] = checkConfiguration(source)
    assert.match(problem?.sourceLine ?? '', /db: \*\*\* \}, foo: 1/)
  })

  it('are masked in URLs, and as passwords of brokers', async () => {
    const amqp = 'suite: A\nsteps: [{ amqp: listen, exchange: e, url: "http://ada:pw-1@x", foo: 1 }]'
    assert.match((await lineOf(amqp)) ?? '', /http:\/\/ada:\*\*\*@x/)
    const sasl = '{ mechanism: plan, username: ada, password: pw-1 }'
    const kafka = `suite: A\nsteps: [{ kafka: listen, topic: t, brokers: "x:1", sasl: ${sasl} }]`
    assert.match((await lineOf(kafka)) ?? '', /username: ada, password: \*\*\*/)
  })

  it('leave the names of users and headers readable', async () => {
    const line = await lineOf(
      'suite: A\nsteps: [{ request: GET http://x, auth: { basic: { username: ada, password: pw-1 } }, foo: 1 }]',
    )
    assert.match(line ?? '', /username: ada, password: \*\*\*/)
  })

  it('are hidden by their keys while the file is not YAML', async () => {
    assert.equal(await lineOf('suite: A\npassword: "hunter2'), 'password: ***')
    assert.equal(await lineOf('suite: A\nsecrets:\n  db: "hunter2'), '  db: ***')
  })

  it('are hidden by their keys, whatever the key, where a key stands twice in their line', async () => {
    for (const line of ['Authorization: Basic abcd1234, Authorization: b', 'Cookie: sid=abcd1234, Cookie: b'])
      assert.doesNotMatch(
        JSON.stringify(
          await problemsOf(`suite: A\nsteps:\n  - request: GET http://x/\n    headers: { ${line} }\n`),
        ),
        /abcd1234/,
      )
  })

  it('are masked in the lines of failures', async () => {
    const { steps } = await runText(
      'suite: A\nsteps:\n  - { request: GET http://127.0.0.1:1, auth: { bearer: literal-tok-1 } }',
    )
    assert.match(steps[0]?.failures[0]?.sourceLine ?? '', /bearer: \*\*\* \}/)
  })
})
