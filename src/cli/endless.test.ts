import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunReport } from '../model/result.ts'
import { type Files, runProgram, withFolder } from '../testing/run-program.ts'

/** Forty levels, at each of which a schema that refers to itself twice looks at both ways down. */
const deep = `${'{"a":'.repeat(40)}{}${'}'.repeat(40)}`
const branches = (node: string): unknown[] => [
  { properties: { a: { $ref: node } } },
  { properties: { a: { $ref: node } }, required: ['b'] },
]
const schema = { $ref: '#/$defs/node', $defs: { node: { oneOf: branches('#/$defs/node') } } }
const content = { 'application/json': { schema: { $ref: '#/components/schemas/node' } } }
const description = {
  openapi: '3.1.0',
  info: { title: 'Endless', version: '1' },
  paths: { '/deep': { get: { operationId: 'deep', responses: { 200: { description: '', content } } } } },
  components: { schemas: { node: { oneOf: branches('#/components/schemas/node') } } },
}

/** Lists in lists in which nearly everything fits nearly everything. */
const lists = (value: (i: number, j: number, k: number) => number): unknown =>
  Array.from({ length: 60 }, (_, i) =>
    Array.from({ length: 60 }, (_, j) => Array.from({ length: 60 }, (_, k) => value(i, j, k) % 3)),
  )

const bodies: Readonly<Record<string, string>> = {
  '/deep': deep,
  '/lists': JSON.stringify(lists((i, j, k) => i * j + k)),
  '/items': JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ name: `item ${id}` }))),
}

/** A hundred patterns that only JavaScript has, each of which is held against every item. */
const variants = Array.from({ length: 100 }, (_, index) => ({
  index,
  rules: { '$.name': { matchers: [{ match: 'regex', regex: '^(?=a)b$' }] } },
}))
const pact = {
  ...{ consumer: { name: 'c' }, provider: { name: 'p' } },
  interactions: [
    {
      type: 'Synchronous/HTTP',
      description: 'much',
      request: { method: 'GET', path: '/items' },
      response: {
        status: 200,
        body: {
          contentType: 'application/json',
          encoded: false,
          content: variants.map(() => ({ name: 'x' })),
        },
        matchingRules: { body: { $: { matchers: [{ match: 'arrayContains', variants }] } } },
      },
    },
  ],
  metadata: { pactSpecification: { version: '4.0' } },
}

async function inProject(
  files: Files,
  use: (folder: string, url: string) => Promise<void>,
  asked: (place: string) => void | Promise<void> = () => undefined,
): Promise<void> {
  const server = createServer((request, response) => {
    void Promise.resolve(asked(request.url ?? '')).then(() => {
      response.setHeader('content-type', 'application/json')
      response.end(bodies[request.url ?? ''] ?? '{}')
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const filled = Object.entries({
    ...files,
    's.json': JSON.stringify(schema),
    'api.json': JSON.stringify(description),
  })
  try {
    await withFolder(
      Object.fromEntries(filled.map(([name, text]) => [name, text.replaceAll('URL', url)])),
      folder => use(folder, url),
    )
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const suite = `suite: Endless
settings: { stop-on-failure: false }
steps:
  - name: Schema
    request: GET URL/deep
    validations: [{ schema: s.json }]
  - name: Lists
    request: GET URL/lists
    validations: [{ $: { matches: ${JSON.stringify(lists((i, j, k) => i + j * k))} } }]
  - name: Stop when
    request: GET URL/lists
    retry: { attempts: 2, interval: 1ms, stop-when: [{ $: { matches: ${JSON.stringify(lists((i, j, k) => i + j * k))} } }] }
    validations: [{ status: 404 }]
  - { name: Fine, request: GET URL/ok }
after:
  - { name: Clean up, request: GET URL/ok }
`

/** Waits until the program has written something, and sends it the signal 100 ms later: when it judges the answer. */
async function killSoon(started: { readonly kill?: () => void }): Promise<void> {
  while (started.kill === undefined) await wait(20)
  setTimeout(started.kill, 100)
}

async function outcomes(folder: string): Promise<readonly string[]> {
  const report = JSON.parse(await readFile(path.join(folder, 'report.json'), 'utf8')) as RunReport
  return report.suites.flatMap(({ results }) => results.map(({ name, outcome }) => `${outcome} ${name}`))
}

describe('A4: what asks for more than can be computed', { concurrency: 2 }, () => {
  it('errs the step, with its place, and the run goes on', () =>
    inProject({ 'a.apitest.yaml': suite }, async folder => {
      const { exitCode, output } = await runProgram(folder, ['.', '-r', 'pretty', '-r', 'json=report.json'])
      assert.equal(exitCode, 3, output)
      assert.match(output, /Judging Error: schema s\.json took longer than 1 s\b.*\n\s+a\.apitest\.yaml:6:21/)
      assert.match(output, /Judging Error: body-json-path \$ matches took longer than 1 s/)
      assert.match(output, /Judging Error: stop-when took longer than/)
      assert.deepEqual(await outcomes(folder), [
        'errored Schema',
        'errored Lists',
        'errored Stop when',
        'passed Fine',
        'passed Clean up',
      ])
    }))

  it('does not keep SIGTERM from ending the run, with its report and what cleans up', () => {
    const started: { kill?: () => void } = {}
    return inProject(
      { 'a.apitest.yaml': suite },
      async folder => {
        const { exitCode, output } = await runProgram(
          folder,
          ['.', '-r', 'ndjson', '-r', 'json=report.json'],
          {
            onOutput: (_, kill) => {
              started.kill = () => kill('SIGTERM')
            },
          },
        )
        assert.equal(exitCode, 130, output)
        assert.deepEqual((await outcomes(folder)).at(-1), 'passed Clean up')
        assert.ok(!(await outcomes(folder)).includes('passed Fine'))
      },
      place => (place === '/deep' ? killSoon(started) : undefined),
    )
  })

  it('does not keep a signal from being heard that comes while the last message of a step is judged', async () => {
    const started: { kill?: () => void } = {}
    const server = createServer((_, response) => {
      void killSoon(started).then(() => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        response.write(`data: ${'a'.repeat(40)}!\n\n`)
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const expect = '{ text: { matches-regex: "^(?=(a+)+$)b" } }'
    const text = `suite: S\nsteps:\n  - { sse: ${url}, timeout: 400ms, expect: ${expect} }\n`
    try {
      await withFolder({ 'a.apitest.yaml': text }, async folder => {
        const { exitCode, output } = await runProgram(folder, ['.', '-r', 'ndjson'], {
          onOutput: (_, kill) => {
            started.kill = () => kill('SIGINT')
          },
        })
        assert.equal(exitCode, 130, output)
      })
    } finally {
      server.closeAllConnections()
      server.close()
    }
  })

  it('does not hide a signal behind its own end', async () => {
    const run = async (): Promise<number | null> => {
      const started: { kill?: () => void } = {}
      const codes: (number | null)[] = []
      await inProject(
        {},
        async (folder, url) => {
          const words = ['contract', 'check', url, '--spec', 'api.json', '--reporter', 'ndjson']
          const { exitCode, output } = await runProgram(folder, words, {
            onOutput: (_, kill) => {
              started.kill = () => kill('SIGTERM')
            },
          })
          assert.ok(exitCode === null || exitCode === 130, output)
          codes.push(exitCode)
        },
        () => killSoon(started),
      )
      // A signal that comes when the run is over ends the program as any other, and shows nothing.
      const [code = null] = codes
      return code ?? run()
    }
    assert.equal(await run(), 130)
  })

  it('errs an interaction of a pact', () =>
    inProject({ 'p.json': JSON.stringify(pact) }, async (folder, url) => {
      const { exitCode, output } = await runProgram(folder, ['pact', 'verify', 'p.json', '--provider', url])
      assert.equal(exitCode, 3, output)
      assert.match(output, /Judging Error: comparing the response took longer than 1 s/)
    }))

  it('is read by an import: thousands of schemas in a row', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 5000 }, (_, index) => [
        `s${index}`,
        { properties: { next: { $ref: `#/components/schemas/s${(index + 1) % 5000}` } } },
      ]),
    )
    const first = { 'application/json': { schema: { $ref: '#/components/schemas/s0' } } }
    const paths = {
      '/s': { post: { requestBody: { content: first }, responses: { 200: { description: '' } } } },
    }
    const long = { openapi: '3.0.3', info: { title: 'Row', version: '1' }, paths, components: { schemas } }
    return withFolder({ 'row.json': JSON.stringify(long) }, async folder => {
      const { exitCode, output, errors } = await runProgram(folder, ['import', 'row.json'])
      assert.equal(exitCode, 0, errors)
      assert.match(output, /^Row {2}1 request imported/m)
    })
  })

  it('is told by an import, and by a contract check that cannot build a body: an example nobody can judge', () => {
    const body = {
      required: true,
      content: { 'application/json': { ...content['application/json'], example: 0 } },
    }
    const paths = { '/deep': { post: { requestBody: body, responses: { 200: { description: '' } } } } }
    const text = JSON.stringify({ ...description, paths }).replace('"example":0', `"example":${deep}`)
    return inProject({ 'post.json': text }, async (folder, url) => {
      const imported = await runProgram(folder, ['import', 'post.json'])
      assert.equal(imported.exitCode, 0, imported.errors)
      assert.match(imported.output + imported.errors, /judging it by its schema took longer than 1 s/)
      const words = ['contract', 'check', url, '--spec', 'post.json', '--include-writes']
      const { exitCode, output, errors } = await runProgram(folder, words)
      assert.equal(exitCode, 2, output + errors)
      assert.match(output + errors, /judging it by its schema took longer than 1 s/)
    })
  })

  it('errs a contract check, and is a problem of validate', () =>
    inProject({ 'deep.json': deep }, async (folder, url) => {
      const checked = await runProgram(folder, ['contract', 'check', url, '--spec', 'api.json'])
      assert.equal(checked.exitCode, 3, checked.output)
      assert.match(checked.output, /took longer than (?:1 s|1\.5s, with what was evaluated before it)/)
      const validated = await runProgram(folder, ['validate', 'deep.json', '--schema', 's.json'])
      assert.equal(validated.exitCode, 2)
      assert.match(validated.errors, /s\.json: judging the body took longer than 1 s/)
    }))
})
