import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { parseSuite } from '../parse/parse-suite.ts'
import { type Outside, type Selection, selectSteps } from './select.ts'

const nothingOutside: Outside = { settings: {}, definitions: [] }

const text = `
suite: Shop
tags: [shop]
steps:
  - request: POST http://x/login
    name: Log in
    extracts: { token: $.token }
  - request: GET http://x/items
    name: Items
    tags: [smoke]
  - request: GET http://x/me?{{token}}
    name: Me
    id: me
    tags: [slow]
  - set: { later: "{{token}}" }
    name: Keep
  - request: GET http://x/later/{{later}}
    name: Later
`

async function chosen(selection: Partial<Selection>): Promise<string> {
  const { suite } = await parseSuite(text, '/shop.apitest.yaml')
  return selectSteps(suite, 'shop.apitest.yaml', { tags: [], ...selection }, () => nothingOutside)
    .map(step => step.name)
    .join(', ')
}

describe('choosing steps', () => {
  it('by the tags of the step or the suite', async () => {
    assert.equal(await chosen({ tags: ['smoke'] }), 'Items')
    assert.equal(await chosen({ tags: ['shop'] }), 'Log in, Items, Me, Keep, Later')
    assert.equal(await chosen({ tags: ['nothing'] }), '')
  })

  it('leaves out tags with !', async () => {
    assert.equal(await chosen({ tags: ['!slow'] }), 'Log in, Items, Keep, Later')
    assert.equal(await chosen({ tags: ['shop', '!smoke', '!slow'] }), 'Log in, Keep, Later')
  })

  it('brings the steps that give the chosen ones their variables', async () => {
    assert.equal(await chosen({ tags: ['slow'] }), 'Log in, Me')
    assert.equal(await chosen({ grep: name => name.endsWith('> Later') }), 'Log in, Keep, Later')
  })

  it('by lines of a file', async () => {
    const at = (...lines: readonly number[]): Promise<string> =>
      chosen({ lines: new Map([['/shop.apitest.yaml', lines]]) })
    assert.equal(await at(8), 'Items')
    assert.equal(await at(10), 'Items')
    assert.equal(await at(12), 'Log in, Me')
    assert.equal(await at(8, 18), 'Log in, Items, Keep, Later')
    assert.equal(
      await chosen({ lines: new Map([['/other.apitest.yaml', [8]]]) }),
      'Log in, Items, Me, Keep, Later',
    )
  })

  it('by a line of a group, all of which is chosen', async () => {
    const { suite } = await parseSuite(
      'suite: A\nsteps:\n  - name: Group\n    repeat: { times: 2 }\n    steps:\n      - pause: 1ms\n      - set: { a: 1 }\n  - pause: 2ms\n',
      '/a.apitest.yaml',
    )
    const lines = new Map([['/a.apitest.yaml', [7]]])
    const steps = selectSteps(suite, 'a.apitest.yaml', { tags: [], lines }, () => nothingOutside)
    assert.deepEqual(
      steps.map(({ name, steps: inner = [] }) => [name, inner.length]),
      [['Group', 2]],
    )
  })

  it('by suite and step, id, or file', async () => {
    assert.equal(await chosen({ grep: name => name === 'Shop > Items' }), 'Items')
    assert.equal(await chosen({ grep: name => name === 'me' }), 'Log in, Me')
    assert.equal(
      await chosen({ grep: name => name === 'shop.apitest.yaml' }),
      'Log in, Items, Me, Keep, Later',
    )
  })
})

/** The names of the steps that `--grep mine` selects, where `login` extracts the token. */
async function selected(mine: string, suiteText = ''): Promise<string> {
  const text = `
suite: A
${suiteText}
steps:
  - { name: other, pause: 1ms }
  - { name: login, request: POST http://x/, auth: none, extracts: { token: $.token } }
  - { name: mine, ${mine} }`
  const { suite } = await parseSuite(text, path.resolve('a.apitest.yaml'))
  const grep = (subject: string): boolean => subject.endsWith('> mine')
  const outside = { settings: suite.settings, definitions: [suite.variables] }
  return selectSteps(suite, 'a.apitest.yaml', { tags: [], grep }, () => outside)
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
    it(`for ${where}`, async () => {
      assert.equal(await selected(step, suiteText), 'login mine')
    })
})

describe('a chosen step brings the steps that its scripts need', () => {
  const steps = (mine: string, first: string): string => `
suite: A
steps:
  - { name: first, ${first} }
  - { name: other, pause: 1ms }
  - { name: mine, ${mine} }`
  const names = async (text: string): Promise<string> => {
    const { suite } = await parseSuite(text, path.resolve('a.apitest.yaml'))
    const grep = (subject: string): boolean => subject.endsWith('> mine')
    return selectSteps(suite, 'a.apitest.yaml', { tags: [], grep }, () => nothingOutside)
      .map(step => step.name)
      .join(' ')
  }

  it('for a variable that an earlier script sets', async () => {
    const first = "script: pm.environment.set('token', 1)"
    assert.equal(await names(steps('request: "GET http://x/{{token}}"', first)), 'first mine')
  })

  it('for a variable that its own script asks for', async () => {
    const first = 'set: { token: 1 }'
    assert.equal(await names(steps("script: pm.environment.get('token')", first)), 'first mine')
  })
})

describe('a chosen step comes alone', () => {
  it('when it needs nothing', async () => {
    assert.equal(await selected('request: GET http://x/'), 'mine')
  })

  it('when it sends no credentials of the settings', async () => {
    assert.equal(
      await selected('request: GET http://x/, auth: none', 'settings: { auth: { bearer: "{{token}}" } }'),
      'mine',
    )
  })
})
