import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectOneVoice } from '../../testing/one-voice.ts'
import { type Files, withFolder } from '../../testing/run-program.ts'
import { prepareRun } from './prepare-run.ts'

/** Finds the problems of the steps of a suite, each as `line:column code message`. */
async function problems(steps: string, files: Files = {}): Promise<readonly string[]> {
  return withFolder({ 'a.apitest.yaml': `suite: A\n${steps}`, ...files }, async folder => {
    const run = await prepareRun(
      {
        workingFolder: folder,
        paths: ['a.apitest.yaml'],
        variables: {},
        processEnvironment: {},
        tags: [],
        lastFailed: false,
        allowExec: false,
        failOnFlaky: false,
      },
      { interrupt: new AbortController().signal },
    )
    const found = run.ok ? run.value.warnings : run.problems
    expectOneVoice(found)
    return found.map(
      ({ span, code, message }) =>
        `${String(span?.start.line)}:${String(span?.start.column)} ${code} ${message}`,
    )
  })
}

describe('scripts', () => {
  it('are JavaScript; what is not is told at its place', async () => {
    const steps = `settings: { scripts: { before: "let let" } }
steps:
  - request: GET http://x/
    scripts:
      after:
        - ok()
        - |
          const a = 1
            if (a {
  - script: "a\\n  b c"`
    assert.deepEqual(await problems(steps), [
      '2:37 script-syntax this script is not JavaScript: let is disallowed as a lexically bound name',
      '10:19 script-syntax this script is not JavaScript: unexpected token',
      '11:13 script-syntax this script is not JavaScript: unexpected token (line 2 of the script)',
    ])
  })

  it('in the settings of the configuration are read, too', async () => {
    const files = { 'apitest.config.yaml': 'settings: { scripts: { before: "1 +" } }' }
    const [problem = ''] = await problems('steps: [{ request: GET http://x/ }]', files)
    assert.match(problem, /^1:\d+ script-syntax/)
  })

  it('stand only where requests are sent', async () => {
    const steps = `steps:
  - grpc: a.B/C
    target: 127.0.0.1:1
    scripts: { before: a() }`
    assert.deepEqual(await problems(steps), [
      '5:5 misplaced-key "scripts" belongs to "request", not to "grpc"',
    ])
  })

  it('have braces of their own', async () => {
    assert.deepEqual(
      await problems(`settings: { scripts: { after: "f('{{c}}')" } }
steps:
  - script: |
      const a = {b: {c: {}}}; f({{a}: 1})
  - request: GET http://x/
    scripts: { before: "pm.variables.replaceIn('{{$guid}} {{nothing')" }`).then(found =>
        found.filter(text => !text.includes('script-syntax')),
      ),
      [],
    )
  })
})

describe('variables that scripts set', () => {
  it('are known from there on', async () => {
    const steps = `steps:
  - request: GET http://x/{{early}}{{late}}
    scripts:
      before: pm.environment.set('early', 1)
      after: pm.environment.set('late', 1)
    validations: [{ $.a: "{{late}}" }]
  - request: GET http://x/{{late}}{{misspelt}}`
    assert.deepEqual(await problems(steps), [
      '3:14 unknown-variable "late" has no value yet: a later step sets it',
      '8:14 unknown-variable nothing sets the variable "misspelt"',
    ])
  })

  it('may be any where a name is computed', async () => {
    const steps = `steps:
  - request: GET http://x/{{one}}
  - script: for (const name of names) pm.variables.set(name, 1)
  - request: GET http://x/{{two}}
    when: { three: 1 }`
    assert.deepEqual(await problems(steps), ['3:14 unknown-variable nothing sets the variable "one"'])
  })

  it('may come from a later step where scripts go back', async () => {
    const steps = `steps:
  - request: GET http://x/{{later}}
  - script: |
      pm.variables.set('later', 1)
      postman.setNextRequest('first')`
    assert.deepEqual(await problems(steps), [])
  })

  it('may come from the settings, and from a suite that is used', async () => {
    const steps = `settings: { scripts: { before: "pm.variables.set('shared', 1)" } }
steps:
  - use: b.apitest.yaml
  - request: GET http://x/{{shared}}{{inner}}`
    const files = {
      'b.apitest.yaml': `suite: B
steps: [{ script: "pm.variables.set('inner', 1)" }]`,
    }
    assert.deepEqual(await problems(steps, files), [])
  })
})
