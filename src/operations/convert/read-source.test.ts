import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { describe, it } from 'node:test'
import { httpServer } from '../../actions/http/testing/http-server.ts'
import { withFolder } from '../../testing/run-program.ts'
import { runSuites } from '../suites/run-suites.ts'
import { loadRunContract } from '../contract/load-run-contract.ts'
import { readDescription } from '../contract/read-description.ts'
import { hostIn } from '../testing/host-in.ts'
import { importDocument } from './import-document.ts'
import { readSource } from './read-source.ts'

it('gives a URL up that never answers, and tells that it is waited for', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const source = `http://127.0.0.1:${(server.address() as AddressInfo).port}/types.yaml`
  const waited: string[] = []
  const read = await readSource({
    source,
    workingFolder: tmpdir(),
    processEnvironment: {},
    interrupt: new AbortController().signal,
    timeout: '1500ms',
    onWait: url => waited.push(url),
  })
  server.close()
  assert.deepEqual(waited, [source])
  assert.match(read.ok ? '' : (read.problems[0]?.message ?? ''), /types.yaml cannot be read: .*1.5 s/)
})

const description = JSON.stringify({
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1' },
  paths: { '/orders': { get: { responses: { 200: { description: 'ok' } } } } },
})

const configuration = (baseUrl: string): string => `
environments:
  staging: { variables: { baseUrl: "${baseUrl}/v1" }, secrets: { key: staging-key-1 } }
settings:
  headers:
    Authorization: Bearer literal-1
    cookie: session=literal-2
    X-Api-Key: "{{key}}"
    X-Tenant: "{{env.TENANT}}"
    X-Plain: plain
    X-Team: ghp_0123456789abcdef
`

/** Every header of the settings but the plain one. */
const guarded = ['authorization', 'cookie', 'x-api-key', 'x-tenant', 'x-team']

it('C1: credentials in headers of the settings are for the API, not for the host of a document', async () => {
  const asked: (readonly [plain: unknown, ...guarded: unknown[]])[] = []
  await using server = await httpServer(({ headers }, response) => {
    asked.push([headers['x-plain'], ...guarded.filter(name => headers[name] !== undefined)])
    response.setHeader('content-type', 'application/json').end(description)
  })
  const source = `${server.url}/openapi.json`
  const run = {
    spec: source,
    paths: [],
    variables: {},
    tags: [],
    lastFailed: false,
    allowExec: false,
    failOnFlaky: false,
  }
  await withFolder({ 'apitest.config.yaml': configuration(server.url) }, async workingFolder => {
    const input = {
      workingFolder,
      source,
      processEnvironment: { TENANT: 'tenant-1' },
      interrupt: new AbortController().signal,
    }
    const foreign: Record<string, () => Promise<unknown>> = {
      text: () => readSource(input),
      import: () => importDocument.run({ source, replace: true }, hostIn(workingFolder, input)),
      diff: () => readDescription(input),
      run: () => loadRunContract({ ...input, ...run }, undefined, input.interrupt),
    }
    for (const [name, read] of Object.entries(foreign)) {
      asked.length = 0
      await read()
      assert.deepEqual(asked[0], ['plain'], name)
    }
    const own: Record<string, () => Promise<unknown>> = {
      run: () => loadRunContract({ ...input, ...run, environment: 'staging' }, undefined, input.interrupt),
      'base URL': () =>
        readSource({ ...input, baseUrl: server.url, variables: { key: 'given' }, environment: 'staging' }),
    }
    for (const [name, read] of Object.entries(own)) {
      asked.length = 0
      await read()
      assert.deepEqual(asked[0], ['plain', ...guarded], name)
    }
  })
})

describe('an interrupt', () => {
  const files = {
    'plain.apitest.yaml': 'suite: A\nsteps: [{ request: "GET SERVER/" }]\n',
    'schema.apitest.yaml':
      'suite: A\nsteps: [{ request: "GET SERVER/", validations: [{ schema: { spec: "SERVER/spec", operation: a } }] }]\n',
  }
  for (const [suite, spec] of [
    ['plain.apitest.yaml', true],
    ['schema.apitest.yaml', false],
  ] as const)
    it(`ends the wait for the description at a URL of ${suite}`, async () => {
      const over = new AbortController()
      await using server = await httpServer((request, response) => {
        if (request.url === '/spec') over.abort()
        else response.end('{}')
      })
      const written = Object.entries(files).map(([name, text]) => [
        name,
        text.replaceAll('SERVER', server.url),
      ])
      await withFolder(Object.fromEntries(written) as typeof files, async folder => {
        const run = await runSuites.run(
          { paths: [suite], ...(spec ? { spec: `${server.url}/spec` } : {}) },
          hostIn(folder, { interrupt: over.signal }),
        )
        assert.deepEqual(run.ok && [run.value.interrupted, run.value.exitCode], [true, 130])
      })
    })
})
