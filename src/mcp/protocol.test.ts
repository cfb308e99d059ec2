import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { request } from 'node:http'
import path from 'node:path'
import { after, describe, it } from 'node:test'
import { withFolder } from '../testing/run-program.ts'
import type { JsonObject } from '../util/json-value.ts'
import { longestMessage } from './longest-message.ts'
import { serveConformance } from './testing/conformance-server.ts'

const server = await serveConformance()
after(() => server.close())

const usual = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Posts a message and gives the answer, whether it comes as JSON or as the last event of a stream. */
async function post(
  headers: Readonly<Record<string, string>>,
  message: unknown,
): Promise<{ readonly status: number; readonly session: string; readonly told: Told }> {
  const response = await fetch(server.url, {
    method: 'POST',
    headers: { ...usual, ...headers },
    body: JSON.stringify(message),
  })
  const text = await response.text()
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '{}')
  const session = response.headers.get('mcp-session-id') ?? ''
  return { status: response.status, session, told: JSON.parse(json) as Told }
}

interface Told {
  readonly result?: JsonObject
  readonly error?: { readonly code: number; readonly message: string }
}

const version = '2025-11-25'
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

async function begin(): Promise<Readonly<Record<string, string>>> {
  const { session } = await post({}, initialize)
  return { 'mcp-session-id': session, 'mcp-protocol-version': version }
}

/** A request of each version of the protocol. */
const ways: readonly (readonly [string, (method: string, params: JsonObject) => Promise<Told>])[] = [
  [
    version,
    async (method, params) => (await post(await begin(), { jsonrpc: '2.0', id: 2, method, params })).told,
  ],
  [
    '2026-07-28',
    async (method, params) => {
      const name = params['name']
      const headers = {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      }
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      return (await post(headers, { jsonrpc: '2.0', id: 2, method, params: { ...params, _meta } })).told
    },
  ],
]

for (const [revision, ask] of ways)
  describe(`a client of ${revision}`, () => {
    const refused: readonly (readonly [string, string, JsonObject, string])[] = [
      [
        'a tool',
        'tools/call',
        { name: 'test_simple_tex' },
        'There is no tool "test_simple_tex". Did you mean "test_simple_text"?',
      ],
      ['a prompt', 'prompts/get', { name: 'nothing' }, 'There is no prompt "nothing".'],
      [
        'an argument of a prompt',
        'prompts/get',
        { name: 'test_prompt_with_arguments', arguments: { arg1: 'x' } },
        'The prompt "test_prompt_with_arguments" needs the argument "arg2".',
      ],
      ['a page', 'tools/list', { cursor: 'x' }, 'There is no such cursor: the list is whole.'],
    ]
    for (const [what, method, params, message] of refused)
      it(`is told by an error of the protocol of ${what} that is not there`, async () => {
        const { error } = await ask(method, params)
        assert.deepEqual(error, { code: -32_602, message })
      })

    it('is told by an answer what goes wrong in a tool', async () => {
      const { result } = await ask('tools/call', { name: 'test_error_handling', arguments: {} })
      assert.equal(result?.['isError'], true)
      assert.match(JSON.stringify(result), /test_error_handling: This tool intentionally/)
    })
  })

describe('tools over HTTP', () => {
  it('know no session that has ended', async () => {
    const session = await begin()
    const ended = await fetch(server.url, { method: 'DELETE', headers: session })
    assert.equal(ended.status, 200)
    const { status, told } = await post(session, { jsonrpc: '2.0', id: 2, method: 'ping' })
    assert.deepEqual([status, told.error], [404, { code: -32_001, message: 'there is no such session' }])
  })

  it('end the session that was used longest ago when there are too many, and none that waits for something', async () => {
    const waiting = await begin()
    const stream = await fetch(server.url, { headers: { ...waiting, accept: 'text/event-stream' } })
    assert.equal(stream.status, 200)
    const [oldest, used] = [await begin(), await begin()]
    const ping = { jsonrpc: '2.0', id: 2, method: 'ping' }
    await post(used, ping)
    for (let count = 0; count < 98; count++) await begin()
    const statuses = []
    for (const session of [waiting, oldest, used]) statuses.push((await post(session, ping)).status)
    await stream.body?.cancel()
    assert.deepEqual(statuses, [200, 404, 200])
  })

  it('have no streams and sessions for clients of 2026-07-28', async () => {
    for (const method of ['GET', 'DELETE']) {
      const headers = { 'mcp-protocol-version': '2026-07-28', accept: 'text/event-stream' }
      const { status, headers: told } = await fetch(server.url, { method, headers })
      assert.deepEqual([status, told.get('allow')], [405, 'POST'])
    }
  })

  it('take a file of 20 MB in base64, and say what is too long', async () => {
    const [, ask] = ways[1] as (typeof ways)[number]
    const file = 'A'.repeat(28 * 1024 * 1024)
    const { result } = await ask('tools/call', { name: 'test_simple_text', arguments: { file } })
    assert.match(JSON.stringify(result), /simple text response/)
    const { status } = await post(await begin(), { text: 'A'.repeat(longestMessage) })
    assert.equal(status, 413)
  })

  it('answer what is no URL', async () => {
    const { port } = new URL(server.url)
    const status = await new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path: 'http://[' }, ({ statusCode }) => {
        resolve(statusCode)
      })
      sent.once('error', reject).end()
    })
    assert.equal(status, 400)
  })
})

describe('tools over standard streams', () => {
  it('take a file of 12 MB in base64, and promise to tell of no changes', () =>
    withFolder({}, async folder => {
      const child = spawn(process.execPath, [path.resolve('bin/apitest.cjs'), 'mcp', '--mode', 'auto'], {
        cwd: folder,
        stdio: ['pipe', 'pipe', 'inherit'],
      })
      let output = ''
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('"id":2')) child.stdin.end()
      })
      const ended = new Promise(resolve => child.once('close', resolve))
      const files = [{ name: 'large.bin', base64: 'A'.repeat(16 * 1024 * 1024) }]
      const messages = [
        initialize,
        { jsonrpc: '2.0', method: 'notifications/initialized' },
        {
          jsonrpc: '2.0',
          id: 2,
          method: 'tools/call',
          params: { name: 'attach_files', arguments: { files } },
        },
      ]
      for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`)
      assert.equal(await ended, 0)
      assert.match(output, /"tools":\{"listChanged":false\}/)
      assert.match(output, /attach_files was done/)
    }))
})
