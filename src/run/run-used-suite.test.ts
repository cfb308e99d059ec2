import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Ran, runText, type RunTextOptions } from '../testing/run-text.ts'

const files = {
  'b.apitest.yaml': `suite: B
inputs: [who]
steps:
  - { use: c.apitest.yaml }
  - { name: in, set: { session: "of {{who}}" } }
after:
  - { name: "out {{session}}", set: { closed: 1 } }`,
  'c.apitest.yaml': 'suite: C\nsteps: [{ set: { c: 1 } }]\nafter: [{ name: close, set: { d: "{{c}}" } }]',
}

/** A suite that uses another one, which uses a third. */
function run(work: string, data = '[{ who: Ada }]', options: RunTextOptions = {}): Promise<Ran> {
  return runText(
    `suite: A
data: ${data}
steps:
  - { name: use, use: b.apitest.yaml, with: { who: "{{who}}" } }
  - { name: work, ${work} }
after:
  - { name: own, set: { a: 1 } }`,
    { ...options, files: { ...files, ...options.files } },
  )
}

const ended = ({ steps }: Ran): readonly string[] => steps.map(({ name, outcome }) => `${name} ${outcome}`)

/** The steps that clean up, in their order. */
const cleaned = ['own passed', 'out of Ada passed', 'close passed']

describe('what a used suite has under after', () => {
  it('F14: runs at the end of what uses it, the last first, and sees what it saw', async () => {
    const ran = await run('set: { x: "{{session}}" }, validations: [{ variable x: of Ada }]')
    assert.deepEqual(ended(ran), ['use passed', 'work passed', ...cleaned])
    assert.equal(ran.summary.exitCode, 0)
    assert.deepEqual(
      ran.steps.map(({ phase }) => phase),
      ['steps', 'steps', 'after', 'after', 'after'],
    )
  })

  it('F14: runs for every row', async () => {
    const ran = await run('pause: 1ms', '[{ who: Ada }, { who: Bob }]')
    const row = ['use passed', 'work passed', ...cleaned]
    assert.deepEqual(ended(ran), [...row, ...row.map(step => step.replace('Ada', 'Bob'))])
  })

  it('F14: runs after a failure', async () => {
    const ran = await run('set: { x: 1 }, validations: [{ variable x: 2 }]')
    assert.deepEqual(ended(ran), ['use passed', 'work failed', ...cleaned])
  })

  it('F14: runs after an interrupt', async () => {
    const stop = new AbortController()
    const ran = await run('pause: 30s', undefined, {
      interrupt: stop.signal,
      onEvent: event => {
        if (event.type === 'step-started' && event.name === 'work') stop.abort()
      },
    })
    assert.deepEqual(ended(ran).slice(2), cleaned)
    assert.equal(ran.summary.exitCode, 130)
  })

  it('F14: fails the suite that uses it when it fails', async () => {
    const ran = await run('pause: 1ms', undefined, {
      files: {
        'c.apitest.yaml':
          'suite: C\nsteps: [{ set: { c: 1 } }]\nafter: [{ name: close, set: { d: 1 }, validations: [{ variable d: 2 }] }]',
      },
    })
    assert.equal(ran.summary.exitCode, 1)
    assert.match(ran.steps.at(-1)?.failures[0]?.span.file ?? '', /c\.apitest\.yaml$/)
  })
})
