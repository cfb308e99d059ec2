import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { rawServer } from '../actions/http/testing/raw-server.ts'
import { withPracticeServer } from '../testing/practice-server.ts'
import { runText } from '../testing/run-text.ts'

describe('a chain of steps', () => {
  it('hands extracted values on', () =>
    withPracticeServer(async url => {
      const { outcomes, steps } = await runText(`
suite: A
steps:
  - request: GET ${url}/ok
    extracts: { name: $.name, type: header content-type, code: status }
  - request: GET ${url}/ok?name={{name}}&code={{code}}
    validations: [{ $.path: "/ok?name=Ada&code=200" }]`)
      assert.equal(outcomes, 'passed passed')
      assert.equal(steps[1]?.name, `GET ${url}/ok?name=Ada&code=200`)
    }))

  it('skips the rest after a failure', () =>
    withPracticeServer(async url => {
      const { outcomes, summary } = await runText(chain(url))
      assert.equal(outcomes, 'failed skipped passed')
      assert.equal(summary.exitCode, 1)
    }))

  it('goes on when stop-on-failure is off', () =>
    withPracticeServer(async url => {
      const { outcomes } = await runText(`settings: { stop-on-failure: false }\n${chain(url)}`)
      assert.equal(outcomes, 'failed passed passed')
    }))

  it('goes on when the command line says so', () =>
    withPracticeServer(async url => {
      const { outcomes } = await runText(chain(url), { input: { stopOnFailure: false } })
      assert.equal(outcomes, 'failed passed passed')
    }))

  it('reports every failure, each with its line', () =>
    withPracticeServer(async url => {
      const { steps } = await runText(`suite: A
steps:
  - request: GET ${url}/ok
    validations:
      - status: 201
      - $.name: { starts-with: B, ends-with: x }
    extracts: { missing: $.missing }`)
      const lines = (steps[0]?.failures ?? []).map(({ span, message }) => `${span.start.line} ${message}`)
      assert.deepEqual(lines.slice(0, 3), [
        '5 status: Expected equals 201, got 200',
        '6 body-json-path $.name: Expected starts-with B, got Ada',
        '6 body-json-path $.name: Expected ends-with x, got Ada',
      ])
      assert.equal(lines.length, 4)
    }))

  it('counts a request that went out again by itself, and tells of it', async () => {
    const used = new WeakSet()
    await using server = await rawServer(socket => {
      if (used.has(socket)) socket.resetAndDestroy()
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi')
      used.add(socket)
    })
    const { outcomes, steps, summary } = await runText(`suite: A
steps:
  - request: GET ${server.url}/a
  - request: GET ${server.url}/b`)
    assert.equal(outcomes, 'passed passed')
    assert.deepEqual([steps[0]?.exchange?.repeats, steps[1]?.exchange?.repeats], [undefined, 1])
    assert.deepEqual([summary.requests, summary.repeats, server.heads.length], [3, 1, 3])
  })

  it('leaves a variable as it is when an optional extract finds nothing', () =>
    withPracticeServer(async url => {
      const { outcomes, steps } = await runText(`suite: A
variables: { name: Eve, type: none }
steps:
  - request: GET ${url}/ok
    extracts:
      name: { from: $.nobody, optional: true }
      type: { from: header content-type, regex: "x-(.*)", optional: true }
      id: { from: $.id, optional: true }
    validations: [{ $.name: { not-equals: "{{name}}" } }]
  - request: GET ${url}/ok?{{name}}-{{type}}-{{id}}
    validations: [{ $.path: "/ok?Eve-none-1" }]`)
      assert.equal(outcomes, 'passed passed')
      assert.deepEqual(
        steps[0]?.extracts.map(({ found, optional }) => [found, optional]),
        [
          [false, true],
          [false, true],
          [true, undefined],
        ],
      )
    }))

  it('names a variable that no optional extract ever found', () =>
    withPracticeServer(async url => {
      const { messages } = await runText(`suite: A
steps:
  - request: GET ${url}/ok
    extracts: { cursor: { from: $.cursor, optional: true } }
  - request: GET ${url}/ok?{{cursor}}`)
      assert.deepEqual(messages, ['Template Error: unknown variable "cursor"'])
    }))

  it('fails an optional extract that nobody can look for', () =>
    withPracticeServer(async url => {
      const { messages } = await runText(`suite: A
settings: { stop-on-failure: false }
steps:
  - request: GET ${url}/ok
    extracts: { cursor: { from: $.cursor, optional: true } }
  - request: GET ${url}/ok
    extracts:
      a: { from: "$[{{cursor}}]", optional: true }
      b: { from: "$[{{$uuid}}]", optional: true }`)
      assert.equal(messages[0], 'extract a: unknown variable "cursor"')
      assert.match(messages[1] ?? '', /^extract b: body-json-path .* found a JSONPath that cannot be read/)
    }))

  it('sets variables to values that are given with the extracts', () =>
    withPracticeServer(async url => {
      const { outcomes, steps } = await runText(`suite: A
steps:
  - request: GET ${url}/ok
    extracts:
      id: $.id
      seen: { value: { ids: ["{{id}}"], last: null } }
    validations: [{ $.id: "{{seen.ids[0]}}" }]
  - request: POST ${url}/ok
    json: "{{seen}}"`)
      assert.equal(outcomes, 'passed passed')
      assert.deepEqual(steps[0]?.extracts[1]?.value, { ids: [1], last: null })
      assert.equal(steps[1]?.exchange?.request.body?.text, '{"ids":[1],"last":null}')
    }))

  it('sends nothing that is switched off', () =>
    withPracticeServer(async url => {
      const { outcomes, steps } = await runText(`suite: A
settings: { headers: { X-Off: { disabled: 1 }, X-On: shared } }
steps:
  - request: POST ${url}/ok
    headers: { X-A: { disabled: "{{a}}" }, X-B: [{ disabled: "{{b}}" }], X-On: { disabled: own } }
    query: { a: [1, { disabled: 2 }, 3], b: { disabled: "{{b}}" }, c: { disabled: [1, 2] } }
    form: { a: { disabled: 1 }, b: 2 }
  - request: POST ${url}/ok
    headers: { X-A: { disabled: 1 } }
    multipart: { a: { disabled: { file: no-such.png } }, b: [c, { disabled: d }] }
  - request: POST ${url}/ok
    multipart: { a: { disabled: b } }`)
      assert.equal(outcomes, 'passed passed passed')
      const sent = steps.map(({ exchange }) => exchange?.request)
      const names = sent.map(request =>
        request?.headers.map(([name]) => name).filter(name => /^x-/i.test(name)),
      )
      assert.deepEqual(names, [['X-On'], ['X-On'], ['X-On']])
      assert.equal(sent[0]?.url, `${url}/ok?a=1&a=3`)
      assert.deepEqual(
        sent.map(request => request?.body?.text),
        ['b=2', 'b: c', undefined],
      )
    }))

  it('knows variables by whatever name they have', () =>
    withPracticeServer(async url => {
      const { outcomes, steps } = await runText(
        `suite: A
variables: { base url: "${url}", env.host: visible, "größe/#": 7 }
steps:
  - request: GET {{base url}}/ok?{{my id}}-{{größe/#}}-{{env.host}}
    variables: { my id: { a.b: 1 } }
    extracts: { the answer: $ }
  - request: GET {{base url}}/ok?{{the answer.name}}-{{from outside}}
    validations: [{ "header {{header name}}": { contains: json } }]`,
        { input: { variables: { 'from outside': 'x', 'header name': 'content-type' } } },
      )
      assert.equal(outcomes, 'passed passed')
      assert.deepEqual(
        steps.map(({ exchange }) => exchange?.request.url?.slice(url.length)),
        ['/ok?{%22a.b%22:1}-7-visible', '/ok?Ada-x'],
      )
    }))

  it('sets the variables of a step once, before its placeholders are filled in', () =>
    withPracticeServer(async url => {
      const { outcomes, steps } = await runText(`suite: A
variables: { who: Ada }
settings: { stop-on-failure: false }
steps:
  - name: For {{greeting}}
    variables: { id: "{{$uuid}}", greeting: "Hi, {{who}}", list: ["{{greeting}}"], who: Eve }
    request: GET ${url}/ok?{{id}}
    retry: { attempts: 2, interval: 1ms }
    validations: [{ $.path: "/ok?{{id}}" }, { $.path: { equals: no, not-equals: "{{list}}" } }]
  - request: POST ${url}/ok?{{id}}
    json: ["{{list}}", "{{who}}"]
    validations: [{ $.path: "/ok?{{id}}" }]`)
      assert.equal(outcomes, 'failed passed')
      assert.equal(steps[0]?.attempts, 2)
      assert.equal(steps[0].name, 'For Hi, Ada')
      assert.equal(steps[1]?.exchange?.request.body?.text, '[["Hi, Ada"],"Eve"]')
    }))

  it('sets them anew for every row of the step', () =>
    withPracticeServer(async url => {
      const { steps } = await runText(`suite: A
steps:
  - request: GET ${url}/ok?{{label}}
    variables: { label: "no-{{n}}" }
    data: [{ n: 1 }, { n: 2 }]`)
      assert.deepEqual(
        steps.map(({ exchange }) => exchange?.request.url),
        [`${url}/ok?no-1`, `${url}/ok?no-2`],
      )
    }))

  it('sets none of a step that is skipped, and names what they lack', () =>
    withPracticeServer(async url => {
      const { outcomes, messages, steps } = await runText(`suite: A
variables: { a: 1 }
settings: { stop-on-failure: false }
steps:
  - request: GET ${url}/ok
    when: { a: 2 }
    variables: { a: 3 }
  - request: GET ${url}/ok?a={{a}}
    validations: [{ $.path: "/ok?a=1" }]
    extracts: { b: { from: $.b, optional: true } }
  - request: GET ${url}/ok
    variables: { c: "{{b}}" }
after:
  - request: DELETE ${url}/ok?{{c}}
    variables: { c: "{{b}}" }`)
      assert.equal(outcomes, 'skipped passed errored skipped')
      assert.deepEqual(messages, ['Template Error: unknown variable "b"'])
      assert.equal(steps[3]?.skipReason, '"b" was never set')
    }))

  it('calls validations by their names, and several by one', () =>
    withPracticeServer(async url => {
      const { steps, messages } = await runText(`suite: A
variables: { who: Ada }
steps:
  - request: GET ${url}/ok
    validations:
      - { name: "It is {{who}}", status: 201 }
      - { name: "It is {{who}}", $.name: { equals: Ada, starts-with: B } }
      - $.name: Ada`)
      assert.deepEqual(messages, [
        'It is Ada - status: Expected equals 201, got 200',
        'It is Ada - body-json-path $.name: Expected starts-with B, got Ada',
      ])
      const names = (steps[0]?.validations ?? []).map(({ name, passed }) => [name, passed])
      assert.deepEqual(names, [
        ['It is Ada', false],
        ['It is Ada', true],
        ['It is Ada', false],
        [undefined, true],
      ])
    }))

  it('runs `after` with what was extracted, and not when nothing ran', () =>
    withPracticeServer(async url => {
      const { outcomes, steps } = await runText(`
suite: A
steps:
  - request: GET ${url}/ok
    extracts: { id: $.id }
  - request: GET ${url}/status/500
after:
  - request: GET ${url}/ok?id={{id}}`)
      assert.equal(outcomes, 'passed failed passed')
      assert.equal(steps[2]?.phase, 'after')
    }))
})

function chain(url: string): string {
  return `
suite: A
steps:
  - request: GET ${url}/status/404
  - request: GET ${url}/ok
after:
  - request: GET ${url}/ok`
}

describe('cleaning up', () => {
  it('leaves out what was never made, and keeps the verdict', () =>
    withPracticeServer(async url => {
      const { outcomes, steps, summary } = await runText(`
suite: A
steps:
  - request: GET ${url}/status/500
  - request: GET ${url}/ok
    extracts: { id: $.id }
after:
  - request: GET ${url}/ok?id={{id}}
  - request: GET ${url}/ok`)
      assert.equal(outcomes, 'failed skipped skipped passed')
      assert.equal(steps[2]?.skipReason, '"id" was never set')
      assert.equal(summary.exitCode, 1)
    }))
})

describe('retry', () => {
  it('tries until the validations hold, and counts the attempts', () =>
    withPracticeServer(async url => {
      const { steps } = await runText(retrying(url, 'attempts: 5, interval: 1ms'))
      const [step] = steps
      assert.deepEqual(
        [step?.outcome, step?.attempts, step?.flaky, step?.reason],
        ['passed', 3, true, 'status 503'],
      )
    }))

  it('is not flaky where it waited for a state, or for the status of a server that is at fault', () =>
    withPracticeServer(async url => {
      const poll = 'retry: { attempts: 5, interval: 1ms }'
      const { steps, summary } = await runText(
        `
suite: A
steps:
  - { request: 'GET ${url}/calls', ${poll}, validations: [$.calls: 3] }
  - { request: 'GET ${url}/calls', ${poll}, validations: [{ status: 200 }, { $.calls: 5 }] }
  - { request: 'GET ${url}/third', ${poll}, validations: [{ status: 503 }, { $.calls: 8 }] }
  - { ${poll}, steps: [{ request: 'GET ${url}/calls', validations: [$.calls: 10] }] }`,
        { input: { failOnFlaky: true } },
      )
      assert.deepEqual(
        steps.map(({ outcome, attempts, flaky, reason }) => [outcome, attempts, flaky, reason]),
        [3, 2, 3, 2].map(attempts => ['passed', attempts, false, undefined]),
      )
      assert.deepEqual([summary.exitCode, summary.failsOnFlaky], [0, undefined])
    }))

  it('is flaky after an attempt without an answer', async () => {
    let calls = 0
    const server = createServer((_, response) => {
      if (++calls === 1) response.destroy()
      else response.end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = server.address() as AddressInfo
      const { steps } = await runText(`
suite: A
steps:
  - request: POST http://127.0.0.1:${port}
    retry: { attempts: 5, interval: 1ms }`)
      assert.deepEqual([steps[0]?.attempts, steps[0]?.flaky], [2, true])
      assert.match(steps[0]?.reason ?? '', /^Network Error: /)
    } finally {
      server.close()
    }
  })

  it('waits nothing after success', () =>
    withPracticeServer(async url => {
      const started = performance.now()
      const { outcomes } = await runText(`
suite: A
steps:
  - request: GET ${url}/ok
    retry: { attempts: 5, interval: 30s, until: success }`)
      assert.equal(outcomes, 'passed')
      assert.ok(performance.now() - started < 5000)
    }))

  it('F10: until success waits for 2xx, and a 3xx as the last answer fails', () =>
    withPracticeServer(async url => {
      const { steps, messages } = await runText(`
suite: A
steps:
  - request: GET ${url}/status/302
    retry: { attempts: 2, interval: 1ms, until: success }`)
      assert.equal(steps[0]?.attempts, 2)
      assert.deepEqual(messages, ['status: Expected 2xx, got 302'])
    }))

  for (const [step, message] of [
    ['request: GET URL/status/503', 'status: Expected 2xx, got 503'],
    ['sse: URL/status/503', 'status: Expected 200, got 503 Service Unavailable: {'],
    ['websocket: URL/status/503', 'status: Expected 101, got 503 Service Unavailable: {'],
  ] as const)
    it(`says what success is for: ${step}`, () =>
      withPracticeServer(async url => {
        const { messages } = await runText(`
suite: A
variables: { wanted: 503 }
steps:
  - ${step.replace('URL', url)}
    retry: { attempts: 2, interval: 1ms, until: success }
    validations: [{ status: "{{wanted}}" }]`)
        assert.deepEqual(
          messages.map(text => text.slice(0, message.length)),
          [message],
        )
      }))

  it('leaves a step skipped that a script skips, although its success is waited for', async () => {
    const { outcomes } = await runText(`
suite: A
steps:
  - request: GET http://127.0.0.1:1/
    retry: { attempts: 2, interval: 1ms, until: success }
    scripts: { before: "pm.execution.skipRequest()" }`)
    assert.equal(outcomes, 'skipped')
  })

  it('judges only the last attempt', () =>
    withPracticeServer(async url => {
      const { steps } = await runText(retrying(url, 'attempts: 2, interval: 1ms'))
      assert.deepEqual([steps[0]?.outcome, steps[0]?.attempts], ['failed', 2])
      assert.deepEqual(
        steps[0]?.failures.map(failure => failure.message),
        ['status: Expected 2xx or 3xx, got 503', 'body-json-path $.calls: Expected equals 3, got 2'],
      )
    }))

  it('gives up at once when stop-when holds', () =>
    withPracticeServer(async url => {
      const { steps, messages } = await runText(
        retrying(url, 'attempts: 50, interval: 1ms, stop-when: [{ $.calls: 2 }]').replace(
          'calls: 3',
          'calls: 99',
        ),
      )
      assert.equal(steps[0]?.attempts, 2)
      assert.match(
        messages.at(-1) ?? '',
        /gave up, because stop-when holds: body-json-path \$\.calls equals 2/,
      )
    }))

  it('makes a run fail on flaky steps when asked', () =>
    withPracticeServer(async url => {
      const { summary } = await runText(retrying(url, 'attempts: 5, interval: 1ms'), {
        input: { failOnFlaky: true },
      })
      assert.deepEqual([summary.exitCode, summary.failsOnFlaky], [1, true])
    }))
})

function retrying(url: string, retry: string): string {
  return `
suite: A
steps:
  - request: GET ${url}/count
    retry: { ${retry} }
    validations: [{ $.calls: 3 }]`
}

describe('data rows', () => {
  it('run the suite once each, with the first failure as the reason', () =>
    withPracticeServer(async url => {
      const { rows, summary } = await runText(
        `
suite: A
data: rows.csv
steps:
  - request: GET ${url}/status/{{code}}`,
        { files: { 'rows.csv': 'code,expected_status\n200,200\n404,404\n200,404\n500,\n' } },
      )
      assert.deepEqual(
        rows.map(row => row.outcome),
        ['passed', 'passed', 'failed', 'failed'],
      )
      assert.equal(rows[2]?.reason, 'status: Expected equals 404, got 200')
      assert.equal(rows[3]?.reason, 'status: Expected 2xx or 3xx, got 500')
      assert.deepEqual(summary.rows, { passed: 2, failed: 2, errored: 0, skipped: 0, flaky: 0 })
    }))

  it("replace the step's own status when they expect one", () =>
    withPracticeServer(async url => {
      const { outcomes } = await runText(`
suite: A
data: [{ expected_status: 404 }]
steps:
  - request: GET ${url}/ok
  - request: GET ${url}/status/404
    validations: [{ status: 200 }]`)
      assert.equal(outcomes, 'passed passed')
    }))

  it('expect their status of the last request made with a value of theirs', () =>
    withPracticeServer(async url => {
      const { outcomes } = await runText(`
suite: A
data: [{ code: 404, expected_status: 404 }]
steps:
  - request: GET ${url}/ok
  - request: GET ${url}/status/{{code}}
  - request: GET ${url}/ok`)
      assert.equal(outcomes, 'passed passed passed')
    }))

  it('of a step run only that step again', () =>
    withPracticeServer(async url => {
      const { steps } = await runText(`
suite: A
steps:
  - request: GET ${url}/ok
  - request: GET ${url}/ok?id={{id}}
    data: [{ id: 1 }, { id: 2 }]`)
      assert.deepEqual(
        steps.map(step => step.row?.label),
        [undefined, 'id=1', 'id=2'],
      )
    }))
})

describe('conditions', () => {
  it('skip a step whose variable is another', () =>
    withPracticeServer(async url => {
      const { outcomes, steps } = await runText(`
suite: A
variables: { plan: gold }
steps:
  - request: GET ${url}/ok
    when: { plan: silver }
  - request: GET ${url}/ok
    when: { plan: gold, missing: { exists: false } }`)
      assert.equal(outcomes, 'skipped passed')
      assert.equal(steps[0]?.skipReason, 'variable plan: Expected equals silver, got gold')
    }))
})

describe('conditions that cannot be filled in', () => {
  it('do not leave a step out that nobody can decide about', () =>
    withPracticeServer(async url => {
      const { outcomes, messages } = await runText(`
suite: A
variables: { text: ${'a'.repeat(40)}! }
steps:
  - request: GET ${url}/ok
    when: { text: { matches-regex: '^(?=(a+)+$)b' } }`)
      assert.equal(outcomes, 'errored')
      assert.match(messages[0] ?? '', /"text" cannot be compared: the pattern .* took longer than 1 s/)
    }))

  it('are an error, not a reason to skip', () =>
    withPracticeServer(async url => {
      const { outcomes, messages } = await runText(`
suite: A
variables: { plan: gold }
steps:
  - request: GET ${url}/ok
    when: { plan: silver }
    extracts: { best: $.name }
  - request: GET ${url}/ok
    when: { plan: { not-equals: "{{best}}" } }`)
      assert.equal(outcomes, 'skipped errored')
      assert.match(messages[0] ?? '', /^Template Error: .*"best"/)
    }))
})

describe('using another suite', () => {
  const signIn = (url: string): string => `
suite: Sign in
inputs: [user]
steps:
  - request: GET ${url}/ok?user={{user}}
    extracts: { token: $.name }`

  it('hands variables in and extracted ones back', () =>
    withPracticeServer(async url => {
      const { outcomes, steps } = await runText(
        `
suite: A
steps:
  - use: sign-in.apitest.yaml
    with: { user: ada }
  - request: GET ${url}/ok?token={{token}}`,
        { files: { 'sign-in.apitest.yaml': signIn(url) } },
      )
      assert.equal(outcomes, 'passed passed')
      assert.equal(steps[0]?.steps?.[0]?.exchange?.request.url, `${url}/ok?user=ada`)
    }))

  it('fails when a step of it fails', () =>
    withPracticeServer(async url => {
      const { outcomes } = await runText(`suite: A\nsteps: [{ use: b.yaml }]`, {
        files: { 'b.yaml': `suite: B\nsteps: [{ request: GET ${url}/status/500 }]` },
      })
      assert.equal(outcomes, 'failed')
    }))

  it('keeps what it was given to itself', () =>
    withPracticeServer(async url => {
      const { outcomes } = await runText(
        `
suite: A
variables: { user: mine }
steps:
  - use: sign-in.apitest.yaml
    with: { user: ada }
  - request: GET ${url}/ok?user={{user}}
    validations: [{ $.path: /ok?user=mine }]`,
        { files: { 'sign-in.apitest.yaml': signIn(url) } },
      )
      assert.equal(outcomes, 'passed passed')
    }))

  it('runs it once per row of its own', () =>
    withPracticeServer(async url => {
      const { steps, messages } = await runText(`suite: A\nsteps: [{ use: b.yaml }]`, {
        files: {
          'b.yaml': `suite: B\ndata: [{ code: 200 }, { code: 500 }]\nsteps: [{ request: "GET ${url}/status/{{code}}" }]`,
        },
      })
      assert.deepEqual(
        steps[0]?.steps?.map(({ row, outcome }) => `${String(row?.label)} ${outcome}`),
        ['code=200 passed', 'code=500 failed'],
      )
      assert.deepEqual(messages, ['status: Expected every step of b.yaml to pass, got 1 failed, 1 passed'])
    }))

  it('judges it in the environment of the suite that uses it', async () => {
    const { outcomes } = await runText('suite: A\nenvironment: one\nsteps: [{ use: b.yaml }]', {
      files: {
        'apitest.config.yaml':
          'environments: { one: { variables: { here: 1 } }, other: { variables: { there: 1 } } }',
        'b.yaml': 'suite: B\nenvironment: other\nsteps: [{ set: { copy: "{{here}}" } }]',
      },
    })
    assert.equal(outcomes, 'passed')
  })

  it('cleans up with it after an interrupt, and proves nothing with what was cut off', () =>
    withPracticeServer(async url => {
      const controller = new AbortController()
      const { outcomes, steps } = await runText(
        `
suite: A
steps:
  - use: b.yaml
after:
  - use: b.yaml`,
        {
          files: {
            'b.yaml': `suite: B\nsteps: [{ request: GET ${url}/ok }, { request: GET ${url}/ok }]`,
          },
          interrupt: controller.signal,
          onEvent: event => {
            if (event.type === 'step-started') controller.abort()
          },
        },
      )
      assert.equal(outcomes, 'failed passed')
      assert.deepEqual(
        steps.map(step => step.steps?.map(inner => inner.outcome).join(' ')),
        ['skipped skipped', 'passed passed'],
      )
    }))
})

describe('a validation', () => {
  it('that names a variable without a value fails, whatever it compares', () =>
    withPracticeServer(async url => {
      const { outcomes, messages } = await runText(`
suite: A
variables: { plan: gold }
steps:
  - request: GET ${url}/ok
    when: { plan: silver }
    extracts: { earlier: $.id }
  - request: GET ${url}/ok
    validations: [{ $.id: { not-equals: "{{earlier}}" } }]`)
      assert.equal(outcomes, 'skipped failed')
      assert.deepEqual(messages, ['body-json-path $.id: unknown variable "earlier"'])
    }))

  it('may name its header by a variable', () =>
    withPracticeServer(async url => {
      const { outcomes } = await runText(`
suite: A
variables: { name: content-type }
steps:
  - request: GET ${url}/ok
    validations: [{ "header {{name}}": { contains: json } }]`)
      assert.equal(outcomes, 'passed')
    }))
})

describe('settings', () => {
  it('of the suite replace headers of the configuration, however they are written', () =>
    withPracticeServer(async url => {
      const { steps } = await runText(
        `suite: A\nsettings: { headers: { x-tenant: suite } }\nsteps: [{ request: GET ${url}/ok }]`,
        { files: { 'apitest.config.yaml': 'settings: { headers: { X-Tenant: shared, X-Other: 1 } }' } },
      )
      const sent = steps[0]?.exchange?.request.headers.filter(([name]) => /^x-/i.test(name))
      assert.deepEqual(sent, [
        ['x-tenant', 'suite'],
        ['X-Other', '1'],
      ])
    }))
})

describe('stopping early', () => {
  it('--bail stops the run after so many', () =>
    withPracticeServer(async url => {
      const { outcomes } = await runText(`settings: { stop-on-failure: false }\n${chain(url)}`, {
        input: { bail: 1 },
      })
      assert.equal(outcomes, 'failed skipped passed')
    }))

  it('an interrupt ends the step at hand, skips the rest, and still cleans up', () =>
    withPracticeServer(async url => {
      const controller = new AbortController()
      const { outcomes, summary } = await runText(
        `
suite: A
steps:
  - request: GET ${url}/ok
  - request: GET ${url}/never
  - request: GET ${url}/ok
after:
  - request: GET ${url}/ok`,
        {
          interrupt: controller.signal,
          onEvent: event => {
            if (event.type === 'step-started' && event.name.endsWith('/never'))
              setTimeout(() => {
                controller.abort()
              }, 20)
          },
        },
      )
      assert.equal(outcomes, 'passed errored skipped passed')
      assert.equal(summary.exitCode, 130)
    }))
})

describe('secrets', () => {
  it('appear in no event, however they are written', () =>
    withPracticeServer(async url => {
      const { events, outcomes } = await runText(
        `
suite: A
secrets: { password: "{{env.PASSWORD}}" }
settings: { auth: { basic: { username: ada, password: "{{password}}" } } }
steps:
  - request: GET ${url}/ok
    query: { p: "{{password}}" }
    validations: [{ $.path: { contains: nothing like it } }]`,
        { input: { processEnvironment: { PASSWORD: 'pass word/1' } } },
      )
      assert.equal(outcomes, 'failed')
      const said = JSON.stringify(events)
      for (const form of [
        'pass word/1',
        'pass%20word%2F1',
        'pass+word%2F1',
        Buffer.from('ada:pass word/1').toString('base64'),
      ])
        assert.equal(said.includes(form), false, form)
    }))

  it('includes a token from the moment a step extracts it', () =>
    withPracticeServer(async url => {
      const { events } = await runText(`
suite: A
steps:
  - request: GET ${url}/ok?x=Ada
    auth: none
    extracts: { token: $.name }
  - request: GET ${url}/ok
    auth: { bearer: "{{token}}" }`)
      assert.equal(JSON.stringify(events.slice(0, 6)).includes('"Ada"'), false)
    }))
})
