import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadedSuite, SetupSuite } from '../load/loaded-suite.ts'
import type { Configuration } from '../model/configuration.ts'
import type { DataRow } from '../model/suite.ts'
import { parseSuite } from '../parse/parse-suite.ts'
import { emptyConfiguration } from '../parse/parse-configuration.ts'
import { type Plan, withSetup } from './plan.ts'
import { idleTags, planRun, type PlanOptions } from './plan-run.ts'
import { mergeSettings, planUsedSuite } from './plan-suite.ts'

/** A suite of this text as it is after it was loaded. */
async function loaded(name: string, text: string, more: Partial<LoadedSuite> = {}): Promise<LoadedSuite> {
  const lines = `suite: ${name}\n${text}`
  const { suite } = await parseSuite(lines, `/work/suites/${name}.apitest.yaml`)
  const lineText = (line: number): string => lines.split('\n')[line - 1] ?? ''
  return { suite, stepRows: new Map(), uses: new Map(), leaves: () => [], lineText, ...more }
}

const step = (path: string, more = ''): string => `  - request: GET http://x/${path}${more}\n`

function options(more: Partial<PlanOptions> = {}): PlanOptions {
  const configuration = more.configuration ?? emptyConfiguration('/work')
  return {
    workingFolder: '/work',
    configuration,
    environmentOf: () => ({ variables: {}, secrets: {} }),
    commandLine: {},
    settings: {},
    selection: { tags: [] },
    ...more,
  }
}

function planned(suites: readonly LoadedSuite[], more?: Partial<PlanOptions>, setup?: SetupSuite): Plan {
  const plan = planRun(suites, options(more), setup)
  assert.ok(plan.ok, JSON.stringify(plan))
  return plan.value
}

/** The message of the one problem that keeps anything from running, and its hint. */
function refused(
  suites: readonly LoadedSuite[],
  more: Partial<PlanOptions>,
): readonly (string | undefined)[] {
  const plan = planRun(suites, options(more))
  assert.ok(!plan.ok)
  assert.equal(plan.problems.length, 1)
  return [plan.problems[0]?.message, plan.problems[0]?.hint]
}

const rowsOf = (...numbers: readonly number[]): readonly DataRow[] =>
  numbers.map(number => ({ number, values: { id: number } }))

describe('a plan', () => {
  it('has the files by their names from the working folder, and counts steps by their rows', async () => {
    const own = await loaded('a', `steps:\n${step('1')}${step('2')}after:\n${step('3')}`)
    const [first] = own.suite.steps
    assert.ok(first !== undefined)
    const suite = { ...own, rows: rowsOf(1, 2), stepRows: new Map([[first, rowsOf(1, 2, 3)]]) }
    const { suites, steps } = planned([suite])
    assert.deepEqual(
      suites.map(({ file }) => file),
      ['suites/a.apitest.yaml'],
    )
    assert.equal(steps, 2 * (3 + 1 + 1))
    assert.deepEqual(suites[0]?.steps[0]?.rows, rowsOf(1, 2, 3))
  })

  it('has no rows of a suite that is left out, which is told once', async () => {
    const suite = await loaded('a', `skip: later\nsteps:\n${step('1')}`, { rows: rowsOf(1, 2) })
    assert.equal(planned([suite]).suites[0]?.rows, undefined)
  })

  it('has the rows that failed before, all of them where none of those is left', async () => {
    const suite = await loaded('a', `steps:\n${step('1')}`, { rows: rowsOf(1, 2, 3) })
    const other = await loaded('b', `steps:\n${step('1')}`)
    const failed = (numbers: readonly number[]): Partial<PlanOptions> => ({
      lastFailed: new Map([[suite.suite.file, numbers]]),
    })
    assert.deepEqual(
      planned([suite, other], failed([2])).suites.map(({ rows }) => rows?.map(({ number }) => number)),
      [[2]],
    )
    assert.equal(planned([suite], failed([9])).suites[0]?.rows?.length, 3)
    assert.deepEqual(refused([other], failed([2])), [
      '--last-failed selects no step',
      'See what there is with --list.',
    ])
  })

  it('leaves out files that want inputs, but tells it of those alone that none uses', async () => {
    const asks = await loaded('asks', `inputs: [id]\nsteps:\n${step('{{id}}')}`)
    const only = await loaded('only', `inputs: []\nsteps:\n${step('1')}`)
    const user = await loaded('user', `steps:\n${step('1')}`, { uses: new Map([[only.suite.file, only]]) })
    const { suites, leftOut } = planned([asks, only, user])
    assert.deepEqual(
      suites.map(({ file }) => file),
      ['suites/user.apitest.yaml'],
    )
    assert.deepEqual(leftOut, [{ file: 'suites/asks.apitest.yaml', inputs: ['id'] }])
    assert.equal(planned([asks], { commandLine: { id: '7' } }).suites.length, 1)
    assert.deepEqual(refused([asks], {}), [
      'this suite has inputs, so it only runs through `use`',
      'Give every input with --var name=value to run it on its own.',
    ])
    assert.match(String(refused([asks, only], {})[0]), /^these suites have inputs/)
    assert.deepEqual(planned([asks, user], { selection: { tags: [], grep: () => true } }).leftOut, [])
  })

  it('knows which step is judged by the rows of the suite, and which of them is the last', async () => {
    const text = `steps:\n${step('1')}  - steps:\n      - request: GET http://x/2\n        validations: [{ status: "{{expected_status}}" }]\n${step('3')}`
    const rows = [{ number: 1, values: { expected_status: 200 } }]
    const [suite] = planned([await loaded('a', text, { rows })]).suites
    assert.ok(suite !== undefined)
    assert.deepEqual(
      suite.steps.map(({ isLastJudge }) => isLastJudge),
      [false, true, false],
    )
    assert.equal(suite.steps[1]?.grouped?.length, 1)
  })

  it('keeps a dash alone for the step below it', async () => {
    const suite = await loaded('a', `steps:\n  -\n    request: GET http://x/1\n${step('2')}`)
    const lines = new Map([[suite.suite.file, [3]]])
    const [only] = planned([suite], { selection: { tags: [], lines } }).suites
    assert.deepEqual(
      only?.steps.map(one => one.step.input['request']),
      ['GET http://x/1'],
    )
  })

  it('names a step that was not chosen for what it would have left', async () => {
    const text = `steps:\n  - { name: First, request: GET http://x/1, extracts: { id: $.id } }\n${step('2', '\n    tags: [two]')}`
    const own = await loaded('a', text)
    const leaves = (one: { readonly name: string }): readonly string[] => (one.name === 'First' ? ['id'] : [])
    const [only] = planned([{ ...own, leaves }], { selection: { tags: ['two'] } }).suites
    assert.deepEqual(
      ['id', 'id.name', 'other'].map(name => only?.leftOut?.(name)),
      ['First', 'First', undefined],
    )
  })

  it('refuses a tag that nothing has beside others, and a part of no file', async () => {
    const suite = await loaded('a', `steps:\n${step('1', '\n    tags: [smoke]')}`)
    assert.deepEqual(refused([suite], { selection: { tags: ['smoke', 'smok'] } }), [
      '--tags smok selects no step',
      'Did you mean "smoke"? See what there is with --list.',
    ])
    assert.deepEqual(refused([suite], { selection: { tags: ['smok'] } }), [
      '--tags smok selects no step',
      'See what there is with --list.',
    ])
    assert.deepEqual(refused([suite], { shard: { index: 2, count: 2 } }), [
      'shard 2/2 is empty: there is only one file',
      'Use fewer shards.',
    ])
  })

  it('warns of a tag to leave out that nothing has', async () => {
    const suite = await loaded('a', `tags: [shop]\nsteps:\n${step('1', '\n    tags: [slow]')}`)
    assert.deepEqual(idleTags([suite], ['slow', '!slow', '!shop']), [])
    const [problem] = idleTags([suite], ['!slwo'])
    assert.equal(problem?.severity, 'warning')
    assert.equal(problem.message, '--tags !slwo leaves nothing out, since no step has that tag')
  })

  it('has the setup before all files, once for each environment that they run in', async () => {
    const [staging, production] = [
      { variables: { a: 1 }, secrets: {} },
      { variables: { a: 2 }, secrets: {} },
    ]
    const configuration: Configuration = {
      ...emptyConfiguration('/work'),
      environments: { staging, production },
    }
    const suites = [await loaded('a', `steps:\n${step('1')}`), await loaded('b', `steps:\n${step('1')}`)]
    const setup = { ...(await loaded('login', `steps:\n${step('login')}`)), entries: [] }
    const environmentOf: PlanOptions['environmentOf'] = ({ name }) => (name === 'a' ? staging : production)
    const plan = planned(suites, { configuration, environmentOf }, setup)
    assert.deepEqual(
      withSetup(plan).map(({ file, role }) => [file, role]),
      [
        ['suites/login.apitest.yaml', 'setup'],
        ['suites/login.apitest.yaml (environment production)', 'setup'],
        ['suites/a.apitest.yaml', undefined],
        ['suites/b.apitest.yaml', undefined],
      ],
    )
    const one = planned(suites, { configuration, environmentOf: () => staging }, setup)
    assert.deepEqual(
      one.setup?.map(({ file }) => file),
      ['suites/login.apitest.yaml'],
    )
  })

  it('plans a used suite once, in the environment of its caller and with settings of its own', async () => {
    const used = await loaded('used', `settings: { timeout: 2s }\nsteps:\n${step('1')}`)
    const user = await loaded('user', `settings: { headers: { A: "1" } }\nsteps:\n${step('1')}`, {
      uses: new Map([[used.suite.file, used]]),
    })
    const [caller] = planned([user], { settings: { headers: { B: '2' } } }).suites
    assert.ok(caller !== undefined)
    const plan = planUsedSuite(used.suite.file, caller)
    assert.equal(planUsedSuite(used.suite.file, caller), plan)
    assert.equal(plan.values.environment, caller.values.environment)
    assert.equal(plan.values.suite, used.suite)
    assert.deepEqual(plan.settings.headers, { B: '2' })
  })
})

describe('settings that are put together', () => {
  it('let the later ones win, join headers whatever the case of their names, and run all scripts', () => {
    const script = (name: string): never => ({ name }) as never
    const joined = mergeSettings(
      {
        timeout: 1000,
        headers: { Accept: 'a', 'X-One': '1' },
        transport: { cookies: false, proxy: 'http://p' },
        scripts: { before: [script('a')], after: [] },
      },
      {
        timeout: 2000,
        headers: { accept: 'b' },
        transport: { proxy: 'http://q' },
        scripts: { before: [script('b')], after: [script('c')] },
        namespaces: { s: 'urn:s' },
      },
    )
    assert.deepEqual(joined, {
      timeout: 2000,
      headers: { accept: 'b', 'X-One': '1' },
      transport: { cookies: false, proxy: 'http://q' },
      scripts: { before: [script('a'), script('b')], after: [script('c')] },
      namespaces: { s: 'urn:s' },
    })
  })
})
