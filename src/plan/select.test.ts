import assert from 'node:assert/strict'
import path from 'node:path'
import { describe, it } from 'node:test'
import { namesByItself } from '../check/known-names.ts'
import type { LoadedSuite } from '../load/loaded-suite.ts'
import { readSuite } from '../load/read-suite.ts'
import { type Outside, type Selection, selectSteps } from './select.ts'

const nothingOutside: Outside = { settings: {}, definitions: [] }

/** A suite as selections see it. */
async function read(text: string, file = 'a.apitest.yaml'): Promise<Pick<LoadedSuite, 'suite' | 'leaves'>> {
  const result = await readSuite(path.resolve('/', file), {
    rowLimit: 1,
    texts: new Map([[path.resolve('/', file), text]]),
    outerVariables: () => new Set(),
    collections: () => Promise.resolve(new Map()),
  })
  assert.ok(result.ok)
  const { parsed, facts } = result.value
  return { suite: parsed.suite, leaves: namesByItself(parsed, facts) }
}

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
  const loaded = await read(text, 'shop.apitest.yaml')
  return selectSteps(loaded, 'shop.apitest.yaml', { tags: [], ...selection }, () => nothingOutside)
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
    const loaded = await read(
      'suite: A\nsteps:\n  - name: Group\n    repeat: { times: 2 }\n    steps:\n      - pause: 1ms\n      - set: { a: 1 }\n  - pause: 2ms\n',
    )
    const lines = new Map([['/a.apitest.yaml', [7]]])
    const steps = selectSteps(loaded, 'a.apitest.yaml', { tags: [], lines }, () => nothingOutside)
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
  const loaded = await read(text)
  const grep = (subject: string): boolean => subject.endsWith('> mine')
  const outside = { settings: loaded.suite.settings, definitions: [loaded.suite.variables] }
  return selectSteps(loaded, 'a.apitest.yaml', { tags: [], grep }, () => outside)
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

/** The names of the steps that `--grep mine` and these tags select of a few. */
async function chosenOf(steps: readonly string[], tags: readonly string[] = []): Promise<string> {
  const loaded = await read(`suite: A\nsteps:\n${steps.map(step => `  - { ${step} }`).join('\n')}`)
  const grep = (subject: string): boolean => subject.endsWith('> mine')
  return selectSteps(loaded, 'a.apitest.yaml', { tags, grep }, () => nothingOutside)
    .map(({ name, steps: inner = [] }) => [name, ...inner.map(one => one.name)].join('/'))
    .join(' ')
}

describe('a chosen step and scripts', () => {
  const other = 'name: other, pause: 1ms'
  const mine = 'name: mine, request: "GET http://x/{{token}}"'

  it('brings an earlier script that sets its variable', async () => {
    const first = 'name: first, script: "pm.environment.set(\'token\', 1)"'
    assert.equal(await chosenOf([first, other, mine]), 'first mine')
  })

  it('brings the earlier step that sets what its own script asks for', async () => {
    const asks = "name: mine, script: pm.environment.get('token')"
    assert.equal(await chosenOf(['name: first, set: { token: 1 }', other, asks]), 'first mine')
    assert.equal(await chosenOf(['name: first, set: { to: 1, ken: 2 }', other, asks]), 'mine')
  })

  const only: readonly [why: string, source: string][] = [
    ['reads the variable', "pm.variables.get('token')"],
    ['has its name in a remark', '// sets the token'],
    ['has a name with its name in it', "pm.environment.set('tokens', 1)"],
    ['sets another', "pm.environment.set('other', pm.variables.get('token'))"],
    ['sets it in something else', "new Map().set('token', 1)"],
    ['sets a name that it makes', "pm.environment.set('to' + 'ken', 1)"],
  ]
  for (const [why, source] of only)
    it(`brings no earlier script that ${why}`, async () => {
      assert.equal(await chosenOf([`name: first, script: "${source}"`, mine]), 'mine')
    })
})

describe('a choice never runs', () => {
  const mine = 'name: mine, request: "GET http://x/{{token}}"'

  it('a later step', async () => {
    const later = [
      'name: a, set: { token: 1 }',
      'name: b, script: "pm.environment.set(\'token\', 1)"',
      'name: c, request: GET http://x, scripts: { after: "pm.environment.set(\'token\', 1)" }',
      'name: d, use: b.apitest.yaml',
    ]
    assert.equal(await chosenOf([mine, ...later]), 'mine')
  })

  it('what a tag leaves out', async () => {
    assert.equal(
      await chosenOf(['name: first, tags: [danger], set: { token: 1 }', mine], ['!danger']),
      'mine',
    )
    const group = 'name: mine, steps: [{ name: a, pause: 1ms }, { name: b, tags: [danger], pause: 1ms }]'
    assert.equal(await chosenOf([group, 'name: other, pause: 1ms'], ['!danger']), 'mine/a')
    assert.equal(await chosenOf([group], ['!danger']), 'mine/a')
    assert.equal(await chosenOf([group]), 'mine/a/b')
  })

  it('an earlier suite that gives it nothing', async () => {
    assert.equal(await chosenOf(['name: first, use: b.apitest.yaml', mine]), 'mine')
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
