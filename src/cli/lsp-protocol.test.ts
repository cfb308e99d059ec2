import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { type Message, StreamMessageReader } from 'vscode-languageserver/node'
import { editedTexts } from '../testing/edited-texts.ts'

interface Answer extends Message {
  readonly id?: number | null
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Sends a server what no editor would, and reads what it answers. */
class RawClient implements AsyncDisposable {
  readonly child = spawn(process.execPath, ['bin/apitest.cjs', 'lsp'], { stdio: ['pipe', 'pipe', 'inherit'] })
  readonly #answers: Answer[] = []
  #answered: () => void = () => undefined
  #id = 0

  constructor() {
    new StreamMessageReader(this.child.stdout).listen(message => {
      if ('id' in message && !('method' in message)) this.#answers.push(message as Answer)
      this.#answered()
    })
  }

  send(body: string): void {
    this.child.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
  }

  notify(method: string, params: unknown): void {
    this.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

  /** The code and the message of the error that a request is answered with, or its result. */
  async ask(method: string, params?: unknown): Promise<unknown> {
    const id = ++this.#id
    this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return this.answer(id)
  }

  async answer(id: number | null): Promise<unknown> {
    for (;;) {
      const found = this.#answers.find(answer => answer.id === id)
      if (found !== undefined) {
        this.#answers.splice(this.#answers.indexOf(found), 1)
        return found.error === undefined ? found.result : `${found.error.code} ${found.error.message}`
      }
      await new Promise<void>(resolve => {
        this.#answered = resolve
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode !== null) return
    this.child.kill()
    await once(this.child, 'exit')
  }
}

const uri = 'file:///nowhere/a.apitest.yaml'
const textDocument = { uri }
const position = { line: 0, character: 0 }
const initialize = { processId: null, rootUri: null, capabilities: {} }

describe('apitest lsp: what the protocol does not allow', () => {
  it('requests before the first, and after the last', async () => {
    await using client = new RawClient()
    assert.equal(
      await client.ask('textDocument/hover', { textDocument, position }),
      '-32002 initialize comes before textDocument/hover',
    )
    client.notify('textDocument/didOpen', { textDocument: { uri, version: 1, text: 'suite: A\n' } })
    assert.match(String(await client.ask('initialize', { capabilities: 'none' })), /^-32602 capabilities of /)
    assert.equal(typeof (await client.ask('initialize', initialize)), 'object')
    assert.equal(await client.ask('initialize', initialize), '-32600 initialize comes once')
    assert.equal(await client.ask('textDocument/hover', { textDocument, position }), null)
    assert.equal(await client.ask('shutdown'), null)
    assert.match(String(await client.ask('textDocument/hover', { textDocument, position })), /^-32600 /)
    client.notify('exit', undefined)
    assert.deepEqual(await once(client.child, 'exit'), [0, null])
  })

  it('messages that are none', async () => {
    await using client = new RawClient()
    await client.ask('initialize', initialize)
    for (const body of ['{ "jsonrpc": ', '', '\u0000', '{"id":1,"method":']) client.send(body)
    for (let sent = 0; sent < 4; sent++)
      assert.equal(await client.answer(null), '-32700 the message is not JSON')
    for (const body of ['5', '[]', 'null', '{}', '"hover"', '{"id":{},"params":[]}']) {
      client.send(body)
      assert.match(String(await client.answer(null)), /^-32600 the message is neither/, body)
    }
    assert.equal(await client.ask('textDocument/hover', { textDocument, position }), null)
  })

  const broken: readonly unknown[] = [
    undefined,
    null,
    5,
    'a',
    [],
    [1, 2],
    {},
    { textDocument: null, position },
    { textDocument: { uri: 5 }, position },
    { textDocument, position: null },
    { textDocument, position: { line: -1, character: 0 } },
    { textDocument, position: { line: 'a', character: 1.5 } },
    { textDocument, context: { diagnostics: {} }, command: 5 },
    { textDocument, context: { diagnostics: [{ range: 5 }] }, command: {} },
    { command: 'apitest.run', arguments: 'a' },
    { command: 'apitest.run', arguments: [{}, []] },
    { contentChanges: 5, textDocument },
  ]
  const methods = 'completion hover definition documentSymbol codeLens codeAction inlayHint'.split(' ')

  it('parameters of another kind', async () => {
    await using client = new RawClient()
    await client.ask('initialize', initialize)
    client.notify('textDocument/didOpen', { textDocument: { uri, version: 1, text: 'suite: A\nsteps:\n' } })
    for (const params of broken) {
      for (const name of ['didOpen', 'didChange', 'didSave', 'didClose'])
        if (!JSON.stringify(params ?? 0).includes(uri)) client.notify(`textDocument/${name}`, params)
      for (const method of [...methods.map(name => `textDocument/${name}`), 'workspace/executeCommand']) {
        const answer = await client.ask(method, params)
        const isRefused = /^-32602 [^\n]*$/.test(String(answer))
        assert.ok(
          isRefused || typeof answer === 'object',
          `${method} ${JSON.stringify(params)}: ${String(answer)}`,
        )
        if (params === undefined || typeof params !== 'object') assert.ok(isRefused, method)
      }
    }
    const hover = await client.ask('textDocument/hover', {
      textDocument,
      position: { line: 0, character: 2 },
    })
    assert.match(JSON.stringify(hover), /name, shown in every report/)
  })

  it('addresses that are no files of this machine', async () => {
    await using client = new RawClient()
    await client.ask('initialize', initialize)
    for (const odd of [
      '',
      'file:',
      'file://host/a.apitest.yaml',
      'file:///%ff%00.apitest.yaml',
      'file:///tmp/%zz.apitest.yaml',
      'http://[',
      'untitled:a',
    ])
      assert.equal(await client.ask('textDocument/hover', { textDocument: { uri: odd }, position }), null)
  })

  it('positions far outside of the text', { timeout: 60_000 }, async () => {
    await using client = new RawClient()
    await client.ask('initialize', initialize)
    client.notify('textDocument/didOpen', { textDocument: { uri, version: 1, text: 'suite: A\nst' } })
    const most = 2_147_483_647
    for (const far of [
      { line: most, character: 0 },
      { line: most, character: most },
      { line: 0, character: most },
    ])
      for (const method of ['hover', 'definition', 'completion']) {
        const answer = await client.ask(`textDocument/${method}`, { textDocument, position: far })
        assert.equal(typeof answer, 'object', method)
      }
    const last = await client.ask('textDocument/completion', {
      textDocument,
      position: { line: most, character: most },
    })
    assert.match(JSON.stringify(last), /"label":"steps"/)
  })

  it('requests cut and mangled at random', async () => {
    await using client = new RawClient()
    await client.ask('initialize', initialize)
    const request = {
      jsonrpc: '2.0',
      id: 7,
      method: 'textDocument/hover',
      params: { textDocument, position },
    }
    for (const body of editedTexts(JSON.stringify(request), 300)) client.send(body)
    assert.equal(await client.ask('textDocument/hover', { textDocument, position }), null)
  })
})
