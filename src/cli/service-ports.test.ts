import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Files, type Finished, runLine, runProgram, withFolder } from '../testing/run-program.ts'

/** Answers with its ports; the second one it only opens. */
const server = `
const [port, second] = process.argv.slice(2).map(Number)
const answer = (_, response) => response.end(JSON.stringify({ port, second, shop: Number(process.env.SHOP) }))
require('node:http').createServer(answer).listen(port, '127.0.0.1')
if (second) require('node:net').createServer(socket => socket.end()).listen(second, '127.0.0.1')
`

const shop = {
  name: 'shop',
  command: 'node server.cjs {{service.port}} {{ service.admin-port }}',
  url: 'http://127.0.0.1:{{service.port}}/',
  ports: ['admin-port'],
}

const suite = `
suite: A
variables: { url: "{{shop}}" }
steps:
  - request: GET {{url}}/
    validations: [{ $.port: "{{service.port}}" }, { $.second: "{{services.shop.admin-port}}" }]
    extracts: { port: $.port }
  - wait: tcp://127.0.0.1:{{service.admin-port}}
`

function project(services: readonly object[], more: Files = {}): Files {
  const configuration = { services, variables: { shop: 'http://127.0.0.1:{{services.shop.port}}' } }
  return {
    'server.cjs': server,
    'a.apitest.yaml': suite,
    'apitest.config.yaml': JSON.stringify(configuration),
    ...more,
  }
}

const run = (files: Files, ...args: readonly string[]): Promise<Finished> =>
  withFolder(files, folder => runLine(folder, args))

describe('A9: ports of services', () => {
  it('differ, so that several runs go on at the same time', () =>
    withFolder(project([shop]), async folder => {
      const args = ['a.apitest.yaml', '-r', 'ndjson']
      const runs = await Promise.all(Array.from({ length: 3 }, () => runProgram(folder, args)))
      for (const { exitCode, output } of runs) assert.equal(exitCode, 0, output)
      const ports = runs.map(({ output }) => /answers at http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1])
      assert.equal(new Set(ports).size, 3)
    }))

  it('of several services have their names, and one may be told those of another', async () => {
    const second = {
      name: 'web',
      command: 'node server.cjs {{service.port}}',
      url: 'http://127.0.0.1:{{services.web.port}}/',
      environment: { SHOP: '{{services.shop.admin-port}}' },
    }
    const steps = `
suite: B
steps:
  - request: GET http://127.0.0.1:{{services.web.port}}/
    validations: [{ $.shop: "{{services.shop.admin-port}}" }]
`
    const files = project([shop, second], { 'b.apitest.yaml': steps })
    const { exitCode, output } = await run(files, 'b.apitest.yaml')
    assert.equal(exitCode, 0, output)
    const checked = await run(files, 'check', 'a.apitest.yaml')
    assert.match(checked.output + checked.errors, /nothing sets the variable "service\.port"/)
  })

  it('that no service has are errors, and other braces are left to the shell', async () => {
    const misspelt = {
      ...shop,
      command: "echo '{{.Names}}' {{service.prot}}; sleep 9",
      url: 'http://127.0.0.1:1/',
    }
    const { exitCode, output } = await run(project([misspelt]), 'a.apitest.yaml')
    assert.equal(exitCode, 2)
    assert.match(output, /error unknown-variable {2}no service has the port "service\.prot"/)
    assert.match(output, /Did you mean "service\.port"\?/)
    assert.doesNotMatch(output, /port "\.Names"/)
  })

  it('are unknown to commands that start no service, and these say why', async () => {
    const { exitCode, errors } = await run(project([shop]), 'send', 'GET', '{{shop}}/')
    assert.notEqual(exitCode, 0)
    assert.match(errors, /Ports of services are known in runs of suites, which start the services/)
  })
})
