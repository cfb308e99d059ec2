import { it } from 'node:test'
import { expectProblems, noFacts } from '../../testing/expect-problems.ts'
import { parseSuite } from '../../parse/parse-suite.ts'

const asking = 'steps: [{ request: GET http://x/ }]'
const texts: Readonly<Record<string, string>> = {
  'plain.apitest.yaml': `suite: Plain\ninputs: []\n${asking}\n`,
  'rows.apitest.yaml': `suite: Rows\ninputs: []\ndata: [{ id: 1 }]\n${asking}\n`,
  'idle.apitest.yaml': 'suite: Idle\ninputs: []\nsteps: [{ pause: 1ms }]\n',
  'cleans.apitest.yaml':
    'suite: Cleans\ninputs: []\nsteps: [{ pause: 1ms }]\nafter: [{ request: GET http://x/ }]\n',
  'sets.apitest.yaml': 'suite: Sets\ninputs: []\nsteps: [{ set: { a: "{{id}}" } }]\n',
}

const anew = (name: string): string =>
  `with never says the same twice, {{${name}}} is new each time: nothing would be shared`

/** Steps that stand in a suite, and the problems they have. */
const cases: readonly (readonly [step: string, ...problems: string[]])[] = [
  ['use: plain.apitest.yaml\nonce: true'],
  ['use: plain.apitest.yaml\nonce: false\nretry: { attempts: 2 }'],
  ['use: cleans.apitest.yaml\nonce: true'],
  ['use: sets.apitest.yaml\nonce: true\nwith: { id: "{{steady}}" }'],
  ['request: GET http://x/\nonce: true', '5:5 misplaced-key "once" belongs to "use", not to "request"'],
  ['set: { a: 1 }\nonce: true', '5:5 misplaced-key "once" belongs to "use", not to "set"'],
  ['use: plain.apitest.yaml\nonce: 1', '5:11 bad-value "once" must be true or false'],
  ['use: plain.apitest.yaml\nonce: "{{steady}}"', '5:11 bad-value "once" must be true or false'],
  [
    'use: plain.apitest.yaml\nonce: true\nretry: { attempts: 2 }',
    '6:5 misplaced-key "retry" does nothing beside "once"',
  ],
  [
    'use: plain.apitest.yaml\nonce: true\nfor-each: { one: [1, 2] }',
    '6:5 misplaced-key "for-each" does nothing beside "once"',
  ],
  [
    'use: plain.apitest.yaml\nonce: true\nrepeat: { times: 2 }',
    '6:5 misplaced-key "repeat" does nothing beside "once"',
  ],
  ['use: sets.apitest.yaml\nonce: true\nwith: { id: "{{$uuid}}" }', `6:17 bad-value ${anew('$uuid')}`],
  ['use: sets.apitest.yaml\nonce: true\nwith: { id: "{{own}}" }', `6:17 bad-value ${anew('$uuid')}`],
  [
    'use: sets.apitest.yaml\nonce: true\nwith: { id: "a-{{$randomInt | plus 1}}" }',
    `6:17 bad-value ${anew('$randomInt | plus 1')}`,
  ],
  ['use: rows.apitest.yaml\nonce: true', '4:10 bad-value "Rows" has data rows: which row would count?'],
  [
    'use: idle.apitest.yaml\nonce: true',
    '4:10 setup-gives-nothing "Idle" gives nothing: it extracts nothing, asks nobody and has no `after`',
  ],
]

for (const [step, ...problems] of cases)
  it(`once: ${step.replaceAll('\n', ', ')}`, async () => {
    const uses = new Map(
      await Promise.all(
        Object.entries(texts).map(async ([name, text]) => {
          const parsed = await parseSuite(text, `/suites/${name}`)
          return [parsed.suite.file, { state: 'parsed', parsed } as const] as const
        }),
      ),
    )
    const suite = `suite: A\nvariables: { steady: 1, own: "{{$uuid}}" }\nsteps:\n  - ${step.replaceAll('\n', '\n    ')}\n`
    await expectProblems(suite, problems, { ...noFacts, uses })
  })
