import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import type { JsonObject } from '../model/json.ts'
import { parseSuite } from '../parse/parse-suite.ts'
import { selectSteps } from './select.ts'

/** The names of the steps that `--grep mine` selects, where `login` extracts the token. */
function selected(mine: string, suiteText = '', definitions: readonly JsonObject[] = []): string {
  const text = `
suite: A
${suiteText}
steps:
  - { name: other, pause: 1ms }
  - { name: login, request: POST http://x/, auth: none, extracts: { token: $.token } }
  - { name: mine, ${mine} }`
  const { suite } = parseSuite(text, path.resolve('a.apitest.yaml'))
  const grep = (subject: string): boolean => subject.endsWith('> mine')
  const outside = { settings: suite.settings, definitions: [suite.variables, ...definitions] }
  return selectSteps(suite, 'a.apitest.yaml', { tags: [], grep }, outside)
    .map(step => step.name)
    .join(' ')
}

describe('a chosen step brings the step that gives it its variable', () => {
  const uses: readonly [where: string, step: string, suiteText?: string][] = [
    ['its request', 'request: "GET http://x/{{token}}"'],
    ['a member of it', 'request: "GET http://x/{{token.value}}"'],
    ['what it expects', 'request: GET http://x/, validations: [{ $.a: "{{token}}" }]'],
    ['a path', 'request: GET http://x/, extracts: { a: "$[?@.t == {{token}}]" }'],
    ['a header', 'request: GET http://x/, validations: [{ "header {{token}}": 1 }]'],
    ['its condition', 'request: GET http://x/, when: { token: { exists: true } }'],
    ['the settings', 'request: GET http://x/', 'settings: { auth: { bearer: "{{token}}" } }'],
    ['another variable', 'request: "GET http://x/{{a}}"', 'variables: { a: "{{b}}", b: "{{token}}" }'],
    ['the cleaning up', 'request: GET http://x/', 'after: [{ request: "DELETE http://x/{{token}}" }]'],
  ]
  for (const [where, step, suiteText] of uses)
    it(`for ${where}`, () => {
      assert.equal(selected(step, suiteText), 'login mine')
    })
})

describe('a chosen step comes alone', () => {
  it('when it needs nothing', () => {
    assert.equal(selected('request: GET http://x/'), 'mine')
  })

  it('when it sends no credentials of the settings', () => {
    assert.equal(
      selected('request: GET http://x/, auth: none', 'settings: { auth: { bearer: "{{token}}" } }'),
      'mine',
    )
  })
})
