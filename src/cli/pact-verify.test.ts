import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, it, test } from 'node:test'
import { httpServer } from '../actions/http/testing/http-server.ts'
import type { RunReport } from '../model/result.ts'
import { corpusDocuments } from '../testing/corpus.ts'
import { runLine, withFolder } from '../testing/run-program.ts'

/** A pact of version 4 with these interactions. */
const pactOf = (...interactions: readonly object[]): string =>
  JSON.stringify(
    {
      consumer: { name: 'web' },
      provider: { name: 'todo' },
      interactions: interactions.map(one => ({ type: 'Synchronous/HTTP', ...one })),
      metadata: { pactSpecification: { version: '4.0' } },
    },
    null,
    2,
  )

const json = (content: unknown) => ({ contentType: 'application/json', encoded: false, content })

const typed = { body: { $: { combine: 'AND', matchers: [{ match: 'type' }] } } }

const todo = {
  description: 'a todo',
  request: { method: 'GET', path: '/todos/1' },
  response: { status: 200, body: json({ id: 1, title: 'milk' }), matchingRules: typed },
}

/** Answers every request with the same JSON. */
const answering = (value: unknown) =>
  httpServer((_, response) => {
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value))
  })

describe('apitest pact verify', () => {
  it('passes a provider that keeps its word', async () => {
    await using server = await answering({ id: 7, title: 'bread', done: false })
    await withFolder({ 'web-todo.json': pactOf(todo) }, async folder => {
      const { exitCode, output } = await runLine(folder, verify(server.url))
      assert.equal(exitCode, 0, output)
      assert.match(output, /a todo/)
    })
  })

  it('tells each mismatch of one that does not, with the line of the pact', async () => {
    await using server = await answering({ id: 'seven' })
    await withFolder({ 'web-todo.json': pactOf(todo) }, async folder => {
      const { exitCode, output } = await runLine(folder, verify(server.url, '--reporter', 'github'))
      assert.equal(exitCode, 1)
      assert.match(output, /web-todo\.json,line=\d+/)
      assert.match(output, /\$\.id: Expected the type of 1 \(integer\), got "seven" \(string\)/)
      assert.match(output, /\$\.title: Expected "milk", got nothing/)
    })
  })

  it('finds the line of a description, however long it is', async () => {
    await using server = await answering({ id: 'seven' })
    const long = { ...todo, description: 'a (todo) '.repeat(20_000) }
    const pact = pactOf(todo, long)
    const lines = pact
      .split('\n')
      .flatMap((line, at) => (line.includes('"description"') ? [`${at + 1}`] : []))
    await withFolder({ 'web-todo.json': pact }, async folder => {
      const { exitCode, output } = await runLine(folder, verify(server.url, '--reporter', 'github'))
      assert.equal(exitCode, 1)
      assert.deepEqual(
        [...output.matchAll(/^::error file=web-todo\.json,line=(\d+)/gm)].map(([, line]) => line),
        lines,
      )
    })
  })

  it('cannot be carried out where nobody listens', async () => {
    await withFolder({ 'web-todo.json': pactOf(todo) }, async folder => {
      const { exitCode, output } = await runLine(folder, verify('http://127.0.0.1:1'))
      assert.equal(exitCode, 3)
      assert.match(output, /Network Error: connect ECONNREFUSED/)
    })
  })

  it('refuses what is no pact, and a filter that leaves nothing', async () => {
    await withFolder({ 'a.json': '{}', 'b.json': pactOf(todo) }, async folder => {
      const noPact = await runLine(folder, ['pact', 'verify', 'a.json', '--provider', ':1'])
      assert.equal(noPact.exitCode, 2)
      assert.match(noPact.output + noPact.errors, /pact-unreadable {2}a\.json is not a pact/)
      const args = ['pact', 'verify', 'b.json', '--provider', ':1', '--description', 'nope']
      const nothing = await runLine(folder, args)
      assert.equal(nothing.exitCode, 2)
      assert.match(nothing.output + nothing.errors, /no interaction is selected/)
      const consumers = ['pact', 'verify', 'b.json', '--provider', ':1', '--consumer', 'nobody']
      const unknown = await runLine(folder, consumers)
      assert.equal(unknown.exitCode, 2)
      assert.match(unknown.output + unknown.errors, /--consumer nobody is the consumer of none of the pacts/)
    })
  })

  it('B5: does not count what is pending, and is no success where nothing else is there', async () => {
    await using server = await answering({ id: 'seven' })
    const message = { type: 'Asynchronous/Messages', description: 'an event', contents: {}, pending: true }
    await withFolder({ 'p.json': pactOf({ ...todo, pending: true }, message) }, async folder => {
      const args = verify(server.url, '--reporter', 'tap', 'p.json')
      const refused = await runLine(folder, args)
      assert.equal(refused.exitCode, 2)
      assert.match(refused.output + refused.errors, /all interactions are pending and none of them holds/)
      const { exitCode, output } = await runLine(folder, [...args, '--allow-pending'])
      assert.equal(exitCode, 0, output)
      assert.match(output, /pending, and fails: /)
      assert.match(output, /not supported: messages are not supported/)
    })
  })

  it('B5: refuses a pact without interactions, also beside others', async () => {
    await withFolder({ 'a.json': pactOf(todo), 'b.json': pactOf() }, async folder => {
      const { exitCode, output, errors } = await runLine(
        folder,
        verify('http://127.0.0.1:1', 'a.json', 'b.json'),
      )
      assert.equal(exitCode, 2)
      assert.match(output + errors, /nothing-selected {2}b\.json has no interactions/)
    })
  })

  it('never passes XML, nor a pact that holds nothing to check', async () => {
    await using server = await httpServer((_, response) => {
      response.setHeader('Content-Type', 'application/xml').end('<a/>')
    })
    const xml = {
      ...todo,
      response: { status: 200, body: { contentType: 'application/xml', content: '<a/>' } },
    }
    const message = { type: 'Asynchronous/Messages', description: 'an event', contents: {} }
    await withFolder({ 'xml.json': pactOf(xml), 'm.json': pactOf(message) }, async folder => {
      const unsupported = await runLine(folder, verify(server.url, 'xml.json'))
      assert.equal(unsupported.exitCode, 3)
      assert.match(unsupported.output, /\$: not supported: XML bodies are not compared/)
      const nothing = await runLine(folder, verify(server.url, 'm.json'))
      assert.equal(nothing.exitCode, 2)
    })
  })

  it('cannot be carried out with a message beside others, which is not verified', async () => {
    await using server = await answering({ id: 7, title: 'bread' })
    const message = { type: 'Asynchronous/Messages', description: 'an event', contents: {} }
    await withFolder({ 'p.json': pactOf(todo, message) }, async folder => {
      const { exitCode, output } = await runLine(folder, verify(server.url))
      assert.equal(exitCode, 3, output)
      assert.match(output, /an event[^]*not supported: messages are not supported/)
      const others = await runLine(folder, verify(server.url, '--description', 'todo'))
      assert.equal(others.exitCode, 0, others.output)
    })
  })

  it('expects 200 of a response that has no status, and warns of it', async () => {
    await using server = await httpServer(({ url }, response) => {
      response.writeHead(url === '/todos/1' ? 200 : 500).end()
    })
    const request = { ...todo.request, path: '/broken' }
    for (const [one, expected] of [
      [todo, 0],
      [{ ...todo, request }, 1],
    ] as const)
      await withFolder({ 'p.json': pactOf({ ...one, response: {} }) }, async folder => {
        const { exitCode, output, errors } = await runLine(folder, verify(server.url))
        assert.equal(exitCode, expected, output)
        assert.match(
          output + errors,
          /the response of interaction 1 \(a todo\) has no status, so 200 is expected/,
        )
      })
  })

  it('masks the credentials that a pact holds', async () => {
    await using server = await answering({ id: 'seven' })
    const headers = { Authorization: 'Bearer tok-4711', Cookie: 'theme=darkest; sid=sid-4711' }
    const request = { ...todo.request, headers, query: { api_key: ['key-4711'] } }
    const oneLine = JSON.stringify(JSON.parse(pactOf({ ...todo, request })))
    await withFolder({ 'web-todo.json': oneLine }, async folder => {
      const reporters = ['-r', 'pretty', '-r', 'json=a.json', '-r', 'html=a.html', '-r', 'junit=a.xml']
      const { exitCode, output } = await runLine(folder, verify(server.url, ...reporters, 'web-todo.json'))
      assert.equal(exitCode, 1, output)
      assert.equal(server.seen[0]?.headers['authorization'], 'Bearer tok-4711')
      const reports = ['a.json', 'a.html', 'a.xml'].map(name => readFileSync(path.join(folder, name), 'utf8'))
      for (const text of [output, ...reports]) {
        assert.doesNotMatch(text, /-4711/)
        assert.match(text, /seven/)
      }
    })
  })

  it('refuses a body of version 4 that is written as before, which would promise nothing', async () => {
    await using server = await answering({ id: 'seven' })
    const response = { status: 200, body: { id: 1, title: 'milk' } }
    await withFolder({ 'web-todo.json': pactOf(todo, { ...todo, response }) }, async folder => {
      const { exitCode, output } = await runLine(folder, verify(server.url))
      assert.equal(exitCode, 2)
      assert.match(output, /interaction 2 has a body without content/)
    })
  })

  it('B5: counts no request that could not be sent', async () => {
    await using server = await answering({ id: 7, title: 'bread' })
    const unsent = { ...todo, request: { ...todo.request, headers: { 'X-A': ['a\nb'] } } }
    await withFolder({ 'web-todo.json': pactOf(todo, { ...unsent, description: 'b' }) }, async folder => {
      const { exitCode, output } = await runLine(folder, verify(server.url, '--reporter', 'json'))
      assert.equal(exitCode, 3, output)
      assert.equal(server.seen.length, 1)
      assert.equal((JSON.parse(output) as RunReport).summary.requests, 1)
    })
  })

  it('refuses a provider whose address swallows the paths of requests', async () => {
    await withFolder({ 'web-todo.json': pactOf(todo) }, async folder => {
      const { exitCode, errors } = await runLine(folder, verify('http://127.0.0.1:1/#'))
      assert.equal(exitCode, 2)
      assert.match(errors, /--provider http:\/\/127\.0\.0\.1:1\/# has a query or a fragment/)
    })
  })

  it('adds headers and credentials, and masks them', async () => {
    await using server = await answering({ id: 7, title: 'bread' })
    await withFolder({ 'web-todo.json': pactOf(todo) }, async folder => {
      const args = verify(server.url, '--bearer', 'tok-4711', '-H', 'X-Tenant: acme', '--verbose')
      const { exitCode, output } = await runLine(folder, args)
      assert.equal(exitCode, 0, output)
      const seen = server.seen.at(0)
      assert.equal(seen?.headers['authorization'], 'Bearer tok-4711')
      assert.equal(server.seen[0]?.headers['x-tenant'], 'acme')
      assert.doesNotMatch(output, /tok-4711/)
    })
  })
})

describe('provider states', () => {
  const stateful = {
    ...todo,
    providerStates: [{ name: 'a todo exists', params: { owner: 'ada' } }],
    request: {
      method: 'GET',
      path: '/todos/1',
      generators: { path: { type: 'ProviderState', expression: '/todos/${id}' } },
    },
  }

  it('are posted to an address before and after, and what it answers is used', async () => {
    await using server = await httpServer(({ url }, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(JSON.stringify(url === '/states' ? { id: 42 } : { id: 42, title: 'x' }))
    })
    await withFolder({ 'p.json': pactOf(stateful) }, async folder => {
      const states = ['--state-url', `${server.url}/states`, '--state-teardown']
      const { exitCode, output } = await runLine(folder, verify(server.url, ...states, '--bearer', 'tok-1'))
      assert.equal(exitCode, 0, output)
      assert.deepEqual(
        server.seen.map(({ url }) => url),
        ['/states', '/todos/42', '/states'],
      )
      const message = { state: 'a todo exists', params: { owner: 'ada' } }
      assert.deepEqual(JSON.parse(String(server.seen[0]?.body)), { action: 'setup', ...message })
      assert.deepEqual(JSON.parse(String(server.seen[2]?.body)), { action: 'teardown', ...message })
      assert.equal(server.seen[0]?.headers['authorization'], undefined)
    })
  })

  it('make the values anew that generators name, and no other', async () => {
    const answered = { id: 7, tok: 't' }
    await using server = await httpServer((_, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answered))
    })
    const made = (expression: string) => ({ type: 'ProviderState', expression })
    const type = 'application/x-www-form-urlencoded'
    const several = {
      ...stateful,
      request: {
        method: 'POST',
        path: '/x',
        query: { z: ['a', 'b'], y: ['c', 'd'], 'f[0]': ['e', 'f'], 'with.dot': ['g', 'h'] },
        headers: { 'X-Tag': ['a', 'b'], 'X-All': ['c', 'd'], 'X-None': ['e'], 'Content-Type': type },
        body: { contentType: type, encoded: false, content: 'u=1&v=a%20b&u=2&w=%E9&v=3' },
        generators: {
          query: {
            '$.z[1]': made('${id}'),
            y: made('${tok}'),
            'f[0]': made('${id}'),
            "$['with.dot'][0]": made('${id}'),
          },
          header: { '$.x-tag[0]': made('${id}'), 'X-All': made('${tok}') },
          body: { '$.u[1]': made('${id}') },
        },
      },
      response: { status: 200 },
    }
    await withFolder({ 'p.json': pactOf(several) }, async folder => {
      const args = verify(server.url, '--state-url', `${server.url}/states`)
      const { exitCode, output } = await runLine(folder, args)
      assert.equal(exitCode, 0, output)
      const [, seen] = server.seen
      assert.equal(seen?.url, '/x?z=a&z=7&y=t&y=t&f%5B0%5D=7&f%5B0%5D=7&with.dot=7&with.dot=h')
      assert.equal(seen.headers['x-tag'], '7, b')
      assert.equal(seen.headers['x-all'], 't, t')
      assert.equal(seen.headers['x-none'], 'e')
      assert.equal(String(seen.body), 'u=1&v=a%20b&u=7&w=%E9&v=3')
    })
  })

  it('give values by their parameters, too, and none to what is expected', async () => {
    const answered = { todos: [{ id: 1 }] }
    await using server = await httpServer((_, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answered))
    })
    const made = { type: 'ProviderState', expression: '${owner}' }
    const body = { contentType: 'application/json', encoded: false, content: answered }
    const expecting = {
      ...stateful,
      request: { method: 'GET', path: '/todos/x', generators: { path: made } },
      response: {
        status: 200,
        body,
        generators: { body: { '$.todos[0].id': made }, status: made },
      },
    }
    await withFolder({ 'p.json': pactOf(expecting) }, async folder => {
      const { exitCode, output } = await runLine(folder, verify(server.url))
      assert.equal(exitCode, 0, output)
      assert.equal(server.seen[0]?.url, '/ada')
    })
  })

  for (const [what, contentType, content] of [
    ['XML', 'application/xml', '<a>1</a>'],
    ['text that looks like JSON', 'text/plain', '{"a":1}'],
    [
      'several parts',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    ],
  ] as const)
    it(`leave a body of ${what} as it is, as the reference implementation does`, async () => {
      await using server = await httpServer((_, response) => response.end())
      const generators = { body: { '$.a': { type: 'ProviderState', expression: '${owner}' } } }
      const body = { contentType, encoded: false, content }
      const posted = {
        ...stateful,
        request: { method: 'POST', path: '/x', body, generators },
        response: { status: 200 },
      }
      await withFolder({ 'p.json': pactOf(posted) }, async folder => {
        const { exitCode, output } = await runLine(folder, verify(server.url))
        assert.equal(exitCode, 0, output)
        assert.equal(String(server.seen[0]?.body), content)
      })
    })

  it('keep the digits of numbers that values are given as', async () => {
    await using server = await httpServer((_, response) => {
      const answer = '{"id":9007199254740993,"text":"9007199254740995","price":"1.10"}'
      response.setHeader('Content-Type', 'application/json').end(answer)
    })
    const made = (expression: string, dataType: string) => ({ type: 'ProviderState', expression, dataType })
    const posted = {
      ...stateful,
      request: {
        method: 'POST',
        path: '/x',
        headers: { 'Content-Type': 'application/json' },
        body: { contentType: 'application/json', encoded: false, content: { a: 1, b: 2, c: 3 } },
        generators: {
          body: {
            '$.a': made('id', 'INTEGER'),
            '$.b': made('text', 'INTEGER'),
            '$.c': made('price', 'DECIMAL'),
          },
        },
      },
      response: { status: 200 },
    }
    await withFolder({ 'p.json': pactOf(posted) }, async folder => {
      const args = verify(server.url, '--state-url', `${server.url}/states`)
      const { exitCode, output } = await runLine(folder, args)
      assert.equal(exitCode, 0, output)
      assert.equal(String(server.seen[1]?.body), '{"a":9007199254740993,"b":9007199254740995,"c":1.10}')
    })
  })

  it('are brought about by a command that prints values', async () => {
    await using server = await answering({ id: 1, title: 'x' })
    await withFolder({ 'p.json': pactOf(stateful) }, async folder => {
      const command = `printf '{"id": "%s-%s"}' "$PACT_ACTION" "$PACT_STATE"`
      const { exitCode, output } = await runLine(folder, verify(server.url, '--state-command', command))
      assert.equal(exitCode, 0, output)
      assert.equal(server.seen.map(({ url }) => url)[0], '/todos/setup-a%20todo%20exists')
    })
  })

  it('that cannot be reached keep the request from being sent', async () => {
    await using server = await answering({ id: 1, title: 'x' })
    await withFolder({ 'p.json': pactOf(stateful) }, async folder => {
      const { exitCode, output } = await runLine(folder, verify(server.url, '--state-command', 'exit 3'))
      assert.equal(exitCode, 3)
      assert.match(
        output,
        /setup of provider state "a todo exists" failed: the command ended with exit code 3/,
      )
      assert.equal(server.seen.length, 0)
    })
  })
})

test('A hundred interactions are verified', async () => {
  await using server = await answering({ id: 7, title: 'bread' })
  const many = Array.from({ length: 100 }, (_, index) => ({ ...todo, description: `todo ${index}` }))
  await withFolder({ 'web-todo.json': pactOf(...many) }, async folder => {
    const { exitCode, output } = await runLine(folder, verify(server.url, '--reporter', 'json'))
    assert.equal(exitCode, 0)
    const { summary } = JSON.parse(output) as RunReport
    assert.equal(summary.steps.passed, 100)
    // Seconds, not tenths of them: the machine may be busy.
    assert.ok(summary.duration < 10_000, `${summary.duration} ms`)
  })
})

interface Story {
  readonly pact: object
  readonly provider: readonly {
    method: string
    url: string
    status: number
    headers?: Record<string, string>
    body?: unknown
  }[]
  readonly expected: {
    readonly exitCode: number
    readonly interactions: Readonly<Record<string, 'OK' | 'Error'>>
    readonly stateCalls: readonly object[]
    readonly requests: readonly string[]
  }
}

describe('whole pacts are verified as by the reference implementation', () => {
  for (const file of corpusDocuments('contracts/pact/e2e'))
    it(path.basename(file), () => verifiesAs(JSON.parse(readFileSync(file, 'utf8')) as Story))
})

async function verifiesAs({ pact, provider, expected }: Story): Promise<void> {
  await using server = await httpServer(({ method, url }, response) => {
    const route = provider.find(one => one.method === method && one.url === url)
    response.writeHead(route?.status ?? (url === '/states' ? 200 : 404), route?.headers ?? {})
    response.end(route?.body === undefined ? '' : JSON.stringify(route.body))
  })
  await withFolder({ 'p.json': JSON.stringify(pact) }, async folder => {
    const args = verify(server.url, '--state-url', `${server.url}/states`, '--reporter', 'json')
    const { exitCode, output } = await runLine(folder, args)
    const report = JSON.parse(output) as RunReport
    const results = report.suites.flatMap(one => one.results)
    const interactions = results.map(({ name, outcome }) => [
      name.replace(/ \(given .*\)$/, ''),
      outcome === 'passed' ? 'OK' : 'Error',
    ])
    assert.deepEqual(Object.fromEntries(interactions), expected.interactions)
    assert.equal(exitCode, expected.exitCode)
    const states = server.seen.filter(({ url }) => url === '/states')
    assert.deepEqual(
      states.map(({ body }) => JSON.parse(body.toString()) as object),
      expected.stateCalls,
    )
    const requests = server.seen.filter(({ url }) => url !== '/states')
    assert.deepEqual(
      requests.map(({ method, url }) => `${method} ${url}`),
      expected.requests,
    )
  })
}

function verify(provider: string, ...more: readonly string[]): string[] {
  const files = more.some(word => word.endsWith('.json')) ? [] : ['.']
  return ['pact', 'verify', ...files, '--provider', provider, ...more]
}
