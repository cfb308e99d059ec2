import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withPracticeServer } from '../testing/practice-server.ts'
import { type Ran, runText, type RunTextOptions } from '../testing/run-text.ts'

/** Runs a suite against a small server, whose address `URL` stands for. */
function run(text: string, options?: RunTextOptions): Promise<Ran> {
  return withPracticeServer(url => runText(`suite: A\n${text}`.replaceAll('URL', url), options))
}

const expects404 = 'data: [{ id: 1, plan: free, expected_status: 404 }]\n'
const used = { 'b.apitest.yaml': 'suite: B\ninputs: [id]\nsteps: [{ set: { a: "{{id}}" } }]' }

/** Rows whose status nothing is judged by, and why. */
const unjudged: readonly (readonly [what: string, text: string, reason: RegExp, options?: RunTextOptions])[] =
  [
    [
      'that only uses another suite',
      `${expects404}steps: [{ use: b.apitest.yaml, with: { id: "{{id}}" } }]`,
      /row 1 expects the status 404, and no step under `steps` sends a request/,
      { files: used },
    ],
    [
      'that only runs a command',
      `${expects404}steps: [{ exec: "echo {{id}}" }]`,
      /no step under `steps` sends a request/,
      { input: { allowExec: true } },
    ],
    [
      'whose request stands under after',
      `${expects404}steps: [{ set: { a: 1 } }]\nafter: [{ request: "GET URL/ok?{{id}}" }]`,
      /no step under `steps` sends a request/,
    ],
    [
      'of a step that has no status',
      'steps:\n  - set: { a: "{{id}}" }\n    data: [{ id: 1, expected_status: 404 }]',
      /row 1 expects the status 404, and this step has none/,
    ],
    [
      'whose request is skipped',
      `${expects404}steps: [{ set: { a: 1 } }, { request: "GET URL/ok?{{id}}", when: { plan: gold } }]`,
      /^row 1 expects the status 404, and no step was judged by it: this step was skipped \(variable plan: /,
    ],
    [
      'whose group is skipped',
      `${expects404}steps: [{ set: { a: 1 } }, { name: G, when: { plan: gold }, steps: [{ request: "GET URL/ok?{{id}}" }] }]`,
      /^row 1 expects the status 404, and no step was judged by it: this step was skipped \(variable plan: /,
    ],
    [
      'whose request in a group has another',
      `${expects404}steps: [{ request: GET URL/ok }, { name: G, steps: [{ request: "GET URL/ok?{{id}}" }, { set: { a: 1 } }] }]`,
      /Expected every step of the group to pass, got 1 failed/,
    ],
    [
      'whose request a script skips',
      `${expects404}steps: [{ set: { a: 1 } }, { request: "GET URL/ok?{{id}}", scripts: { before: pm.execution.skipRequest() } }]`,
      /no step was judged by it: this step was skipped \(a script skipped it\)/,
    ],
    [
      'whose validation does not count',
      `${expects404}steps: [{ request: "GET URL/ok", validations: [{ status: "{{expected_status}}", when: { $.name: Bob } }] }]`,
      /^row 1 expects the status 404, and no step was judged by it$/,
    ],
    [
      'of a step that is skipped',
      'steps:\n  - set: { a: 1 }\n  - request: GET URL/ok?{{id}}\n    when: { plan: gold }\n    data: [{ id: 1, plan: free, expected_status: 404 }]',
      /^row 1 expects the status 404, and nothing was judged by it: this step was skipped/,
    ],
    [
      'whose request was not chosen',
      `${expects404}steps: [{ name: first, set: { a: 1 } }, { name: second, request: "GET URL/ok?{{id}}" }]`,
      /^row 1 expects the status 404, and no step was judged by it$/,
      { input: { grep: 'first' } },
    ],
    [
      'whose step has rows of its own',
      `${expects404}steps: [{ request: "GET URL/ok?{{id}}{{n}}", data: [{ n: 1 }] }]`,
      /^status: Expected equals 404, got 200$/,
    ],
    ...['expected-status', 'Expected_Status', 'expected_staus', 'expectedStatus', 'Expected Status'].map(
      column =>
        [
          `with the column ${column}`,
          `data: [{ id: 1, ${column}: 404 }]\nsteps: [{ request: "GET URL/ok?{{id}}" }]`,
          new RegExp(`the column "${column}" is read by nobody`),
        ] as const,
    ),
    ...['"  "', 'false', '[404]', '{}', '99', '600', '404.5', '4XX', '40x', 'none'].map(
      value =>
        [
          `with the status ${value}`,
          `data: [{ id: 1, expected_status: ${value} }]\nsteps: [{ request: "GET URL/ok?{{id}}" }]`,
          /row 1 expects the status .*, which is none/,
        ] as const,
    ),
    [
      'with a misspelt status of gRPC',
      'steps: [{ grpc: a.B/C, target: "127.0.0.1:1", data: [{ n: 1, expected_status: NOT_FUOND }] }]',
      /row 1 expects the status "NOT_FUOND", which is none/,
    ],
    [
      'with an exit code that there is none of',
      'steps: [{ exec: [node, -v], data: [{ n: 1, expected_status: 256 }] }]',
      /row 1 expects the status 256, which is none/,
    ],
    [
      'with a key twice',
      'data: rows.json\nsteps: [{ request: "GET URL/ok?{{id}}" }]',
      /the key "expected_status" stands twice/,
      { files: { 'rows.json': '[{ "id": "\\"}{", "expected_status": 404, "expected_status": 200 }]' } },
    ],
  ]

describe('a row that expects a status', () => {
  for (const [what, text, reason, options] of unjudged)
    it(`B2: ${what} does not pass`, async () => {
      const { summary, messages } = await run(text, options)
      const told = [...messages, ...summary.problems.map(({ message }) => message)]
      assert.notEqual(summary.exitCode, 0)
      assert.ok(
        told.some(message => reason.test(message)),
        told.join('\n'),
      )
    })

  it('B2: passes when one of several steps was judged by it, in a script and a used suite, too', async () => {
    for (const steps of [
      '[{ request: GET URL/ok, when: { plan: free }, validations: [{ status: "{{expected_status}}" }] }, { request: GET URL/ok, when: { plan: gold }, validations: [{ status: "{{expected_status}}" }] }]',
      '[{ request: GET URL/ok, validations: [{ status: "{{expected_status}}" }] }, { request: GET URL/ok, when: { plan: gold } }]',
      '[{ name: G, steps: [{ request: GET URL/ok }, { set: { a: 1 } }] }, { set: { a: 1 } }]',
      '[{ name: G, steps: [{ name: H, steps: [{ request: GET URL/ok, validations: [{ status: "{{expected_status}}" }] }] }] }, { request: GET URL/ok, when: { plan: gold } }]',
      "[{ script: \"pm.test('it', () => pm.expect(pm.iterationData.get('expected_status')).to.eql(200))\" }]",
      '[{ use: c.apitest.yaml, with: { expected_status: "{{expected_status}}" } }]',
    ]) {
      const { summary, messages } = await run(
        `data: [{ plan: free, expected_status: 200 }]\nsteps: ${steps}`,
        {
          files: {
            'c.apitest.yaml':
              'suite: C\ninputs: [expected_status]\nsteps: [{ set: { a: 1 }, validations: [{ variable expected_status: 200 }] }]',
          },
        },
      )
      assert.deepEqual([summary.exitCode, messages], [0, []], steps)
    }
  })

  it('B2: may leave it empty', async () => {
    const rows = '[{ expected_status: null }, { expected_status: "" }, { expected_status: " 200 " }]'
    const { summary } = await run(`data: ${rows}\nsteps: [{ request: GET URL/ok }]`)
    assert.equal(summary.exitCode, 0)
  })
})

describe('columns of rows', () => {
  const warnings = async (text: string, options?: RunTextOptions): Promise<readonly string[]> => {
    const { summary, events } = await run(text, options)
    assert.equal(summary.exitCode, 0)
    return events.flatMap(event => (event.type === 'problem' ? [event.problem.message] : []))
  }

  it('B2: that nothing names are told, but not remarks', async () => {
    const text =
      'data: [{ id: 1, naem: Ada, why: because }]\nvariables: { name: Bob }\nsteps: [{ request: "GET URL/ok?{{id}}{{name}}" }]'
    assert.deepEqual(await warnings(text), ['nothing names the column "naem" of the data'])
  })

  it('B2: that only some rows have are told', async () => {
    const text =
      'data: [{ id: 1, expected_status: 200 }, { id: 2 }]\nsteps: [{ request: "GET URL/ok?{{id}}" }]'
    assert.deepEqual(await warnings(text), ['row 2 has no "expected_status", which other rows have'])
  })

  it('B2: count as named by scripts, conditions and settings', async () => {
    const text = `data: [{ a: 1, b: 2, c: 3, d: 4, e: { f: 5 } }]
settings: { headers: { X-A: "{{a}}" } }
steps:
  - request: GET URL/ok?{{e.f}}
    when: { b: 2 }
    validations: [{ status: 200, when: { variable c: 3 } }]
    scripts: { after: pm.iterationData.get('d') }`
    assert.deepEqual(await warnings(text), [])
  })
})
