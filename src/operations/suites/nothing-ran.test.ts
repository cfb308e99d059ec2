import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RunSummary } from '../../model/result.ts'
import type { RunEvent } from '../../model/run-event.ts'
import { palette } from '../../report/terminal/palette.ts'
import { summaryLines, verdictWords } from '../../report/terminal/summary-lines.ts'
import { withPracticeServer } from '../../testing/practice-server.ts'
import { runText, type RunTextOptions } from '../../testing/run-text.ts'

const described = (path: string): string =>
  `openapi: 3.0.3\ninfo: { title: A, version: "1" }\npaths: { ${path}: { get: { responses: { 200: { description: ok, content: { "*/*": {} } } } } } }`

const used = {
  'b.apitest.yaml': 'suite: B\ninputs: [on]\nsteps: [{ request: GET URL/ok, when: { on: "yes" } }]',
}
const use = '{ use: b.apitest.yaml, with: { on: "no" } }'
const spec = { input: { spec: 'openapi.yaml' } }

/** Runs that tested less than they seem to. */
const idle: readonly (readonly [what: string, steps: string, reason: RegExp, options?: RunTextOptions])[] = [
  [
    'only uses a suite whose steps are all skipped',
    `[${use}]`,
    /every step was skipped, so nothing was tested/,
    { files: used },
  ],
  [
    'uses one that uses such a suite',
    '[{ use: c.apitest.yaml }]',
    /every step was skipped, so nothing was tested/,
    { files: { ...used, 'c.apitest.yaml': `suite: C\nsteps: [${use}]` } },
  ],
  [
    'only sets variables and waits, in a suite that it uses as well',
    '[{ use: c.apitest.yaml }, { pause: 1ms }, { set: { b: 1 } }]',
    /no step asked or judged anything, so nothing was tested/,
    { files: { 'c.apitest.yaml': 'suite: C\nsteps: [{ set: { a: 1 } }]' } },
  ],
  [
    'uses a suite whose only request is skipped',
    '[{ use: c.apitest.yaml, with: { on: "no" } }]',
    /no step asked or judged anything, so nothing was tested/,
    {
      files: {
        'c.apitest.yaml':
          'suite: C\ninputs: [on]\nsteps: [{ request: GET URL/ok, when: { on: "yes" } }, { set: { a: 1 } }]',
      },
    },
  ],
  ...[
    ['runs a script without tests', '1'],
    ['has its only test where it cannot run', "if (false) pm.test('a', () => pm.expect(1).to.eql(2))"],
    ['has its only test left out', "pm.test.skip('a', () => pm.expect(1).to.eql(2))"],
  ].map(
    ([what = '', script = '']) =>
      [
        what,
        JSON.stringify([{ script }]),
        /no step asked or judged anything, so nothing was tested|nothing is ever asserted here/,
      ] as const,
  ),
  [
    'is ended by a script ahead of all requests',
    '[{ script: pm.execution.setNextRequest(null) }, { request: GET URL/ok }]',
    /no step asked or judged anything, so nothing was tested/,
  ],
  [
    'sends no request that the description of --spec has',
    '[{ request: GET URL/ok }]',
    /no request of the run is described in openapi\.yaml/,
    { ...spec, files: { 'openapi.yaml': described('/other') } },
  ],
  [
    'sends no request at all, with --spec',
    '[{ set: { a: 1 }, validations: [{ variable a: 1 }] }]',
    /no request of the run is described in openapi\.yaml/,
    { ...spec, files: { 'openapi.yaml': described('/ok') } },
  ],
  [
    'has none of one of several tags',
    '[{ request: GET URL/ok, tags: [smoke] }]',
    /--tags regresion selects no step/,
    { input: { tags: ['smoke', 'regresion'] } },
  ],
  [
    'has a condition on a variable that nothing sets',
    '[{ request: GET URL/ok }, { request: GET URL/ok, when: { plan: gold } }]',
    /nothing sets the variable "plan"/,
  ],
  [
    'has a validation with such a condition',
    '[{ request: GET URL/ok, validations: [{ $.name: Bob, when: { variable plan: gold } }] }]',
    /nothing sets the variable "plan"/,
  ],
]

describe('a run', () => {
  for (const [what, steps, reason, options = {}] of idle)
    it(`B5: that ${what} is no success`, async () => {
      const { exitCode, told } = await run(steps, options)
      assert.equal(exitCode, 2)
      assert.match(told, reason)
    })

  it('B5: goes on behind a suite that has nothing to do, whose step is skipped', async () => {
    const { exitCode, outcomes, skipReason } = await run(`[${use}, { request: GET URL/ok }]`, { files: used })
    assert.deepEqual([exitCode, outcomes], [0, 'skipped passed'])
    assert.match(
      skipReason ?? '',
      /^every step of b\.apitest\.yaml was skipped \(variable on: Expected equals yes/,
    )
  })

  it('B5: tells of a --var that nothing names, where another name was probably meant', async () => {
    const warned = async (...names: readonly string[]): Promise<readonly string[]> => {
      const variables = Object.fromEntries(names.map(name => [name, '1']))
      const { events } = await runText(
        'suite: A\nvariables: { baseUrl: a }\nsteps: [{ set: { b: "{{baseUrl}}{{page}}" }, validations: [{ variable b: a1 }] }]',
        { input: { variables } },
      )
      const problems = events.flatMap(event => (event.type === 'problem' ? [event.problem] : []))
      return problems.map(({ severity, message, hint }) => [severity, message, hint].join(': '))
    }
    assert.deepEqual(await warned('baseUrll', 'page'), [
      'error: --var baseUrll sets a variable that nothing names: Did you mean "baseUrl"?',
    ])
    assert.deepEqual(await warned('baseUrl', 'page'), [])
    // F7: one for suites that do not run now is told, and refused is none.
    assert.deepEqual(await warned('baseUrl', 'page', 'forOthers'), [
      'warning: --var forOthers sets a variable that nothing names: Variables that are set: baseUrl.',
    ])
  })

  it('B5: says nothing of a --var beside an error of the suite, which may name it', async () => {
    const { events } = await runText(
      'suite: A\nvariables: { base: a }\nsteps: [{ set: { b: "{{page}}{{base}}{{none}}" } }]',
      { input: { variables: { page: '1' } } },
    )
    const problems = events.flatMap(event => (event.type === 'problem' ? [event.problem.message] : []))
    assert.deepEqual(problems, ['nothing sets the variable "none"'])
  })

  it('B5: counts only requests that were sent, and says so when it is no success', async () => {
    const sent = async (steps: string, options?: RunTextOptions): Promise<readonly unknown[]> => {
      const { summary } = await run(steps, options)
      return [summary.exitCode, summary.requests, verdictWords(summary)]
    }
    const errored = 'Failed: not everything could be carried out'
    assert.deepEqual(
      await sent('[{ request: "GET {{none}}/ok" }]', { input: { variables: { none: 'http://a b' } } }),
      [3, 0, errored],
    )
    assert.deepEqual(await sent('[{ request: GET http://127.0.0.1:1/ }]'), [3, 1, errored])
    assert.deepEqual(await sent('[{ pause: 1ms }]'), [2, 0, 'Nothing was tested: 1 error'])
    const { summary } = await run('[{ pause: 1ms }]')
    assert.deepEqual([summary.suites.passed, summary.suites.errored, summary.steps.passed], [0, 1, 1])
    assert.ok(summaryLines(summary, palette(false)).includes('  Files     1 errored (1)'))
    const others = { 'openapi.yaml': described('/other') }
    assert.deepEqual(await sent('[{ request: GET URL/ok }]', { ...spec, files: others }), [
      2,
      1,
      'Rejected: 1 error',
    ])
  })

  it('B5: warns of a tag to leave out that nothing has', async () => {
    const { exitCode, events } = await run('[{ request: GET URL/ok, tags: [slow] }]', {
      input: { tags: ['!slwo'] },
    })
    const warned = events.flatMap(event => (event.type === 'problem' ? [event.problem] : []))
    assert.equal(exitCode, 0)
    assert.deepEqual(
      warned.map(({ severity, message, hint }) => [severity, message, hint]),
      [['warning', '--tags !slwo leaves nothing out, since no step has that tag', 'Did you mean "slow"?']],
    )
  })

  it('B5: passes with a test of a script, or a request that one sends', async () => {
    for (const script of [
      "pm.test('a', () => pm.expect(pm.info.iteration).to.eql(0))",
      "pm.sendRequest('URL/ok', () => {})",
    ])
      assert.equal((await run(JSON.stringify([{ script }]))).exitCode, 0, script)
  })

  it('B5: passes where one request is described, and in a part of a run', async () => {
    const steps = '[{ request: GET URL/ok }, { request: GET URL/echo }]'
    const files = { 'openapi.yaml': described('/ok') }
    assert.equal((await run(steps, { ...spec, files })).exitCode, 0)
    const part = { spec: 'openapi.yaml', shard: { index: 1, count: 1 } }
    const others = { 'openapi.yaml': described('/other') }
    assert.equal((await run(steps, { input: part, files: others })).exitCode, 0)
  })
})

async function run(
  steps: string,
  { files = {}, ...options }: RunTextOptions = {},
): Promise<{
  readonly exitCode: number
  readonly outcomes: string
  readonly told: string
  readonly skipReason?: string | undefined
  readonly summary: RunSummary
  readonly events: readonly RunEvent[]
}> {
  return withPracticeServer(async url => {
    const filled = Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, text.replaceAll('URL', url)]),
    )
    const ran = await runText(`suite: A\nsteps: ${steps.replaceAll('URL', url)}`, {
      ...options,
      files: filled,
    })
    return {
      exitCode: ran.summary.exitCode,
      outcomes: ran.outcomes,
      told: ran.summary.problems.map(({ message }) => message).join('\n'),
      skipReason: ran.steps[0]?.skipReason,
      summary: ran.summary,
      events: ran.events,
    }
  })
}
