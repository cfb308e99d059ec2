import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import {
  type CancellationToken,
  createMessageConnection,
  type Diagnostic,
  type MessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'

/** Diagnostic of a text; messages are not formatted. */
type Told = Diagnostic & { readonly message: string }

/** An editor that has started `apitest lsp`. */
export class EditorClient implements AsyncDisposable {
  readonly child: ChildProcess
  readonly #connection: MessageConnection
  readonly #diagnostics = new Map<string, readonly Told[]>()
  #told: () => void = () => undefined
  readonly messages: string[] = []
  /** As the server wants to be told of them. */
  readonly registered: string[] = []
  #versions = 0
  /** The version of each open text. */
  readonly #written = new Map<string, number>()

  private constructor(environment: NodeJS.ProcessEnv) {
    this.child = spawn(process.execPath, ['bin/apitest.cjs', 'lsp', '--stdio'], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: environment,
    })
    const { stdin, stdout } = this.child
    if (stdin === null || stdout === null) throw new Error('The server has no streams.')
    this.#connection = createMessageConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    )
    this.#connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, version, diagnostics }: { uri: string; version?: number; diagnostics: readonly Told[] }) => {
        if (version !== undefined && version < (this.#written.get(uri) ?? 0)) return
        this.#diagnostics.set(uri, diagnostics)
        this.#told()
      },
    )
    this.#connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
      this.messages.push(message)
    })
    this.#connection.onRequest('workspace/inlayHint/refresh', () => null)
    this.#connection.onRequest('client/registerCapability', (asked: object) => {
      this.registered.push(JSON.stringify(asked))
      return null
    })
    this.#connection.listen()
  }

  static async start(environment: NodeJS.ProcessEnv = process.env): Promise<EditorClient> {
    const client = new EditorClient(environment)
    const capabilities = {
      textDocument: { completion: { completionItem: { snippetSupport: true } } },
      workspace: {
        inlayHint: { refreshSupport: true },
        didChangeWatchedFiles: { dynamicRegistration: true },
      },
    }
    await client.ask('initialize', { processId: process.pid, rootUri: null, capabilities })
    void client.#connection.sendNotification('initialized', {})
    return client
  }

  ask<Answer>(method: string, parameters: object, cancelled?: CancellationToken): Promise<Answer> {
    return cancelled === undefined
      ? this.#connection.sendRequest(method, parameters)
      : this.#connection.sendRequest(method, parameters, cancelled)
  }

  /** Ends the server without asking it first. */
  async end(how: 'exit' | 'input' | 'kill'): Promise<void> {
    const ended = new Promise(resolve => this.child.once('exit', resolve))
    if (how === 'exit') void this.#connection.sendNotification('exit')
    else if (how === 'input') this.child.stdin?.end()
    else this.child.kill('SIGKILL')
    await ended
    this.#connection.dispose()
  }

  /** Opens a file as it is on disk, or with another text; gives its address. */
  open(file: string, text = readFileSync(file, 'utf8')): string {
    const uri = pathToFileURL(file).href
    const version = ++this.#versions
    this.#written.set(uri, version)
    void this.#connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version, text },
    })
    return uri
  }

  /** Writes another text in the place of all that is there. */
  write(uri: string, text: string): void {
    const version = ++this.#versions
    this.#diagnostics.delete(uri)
    this.#written.set(uri, version)
    void this.#connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    })
  }

  /** Tells that a file has changed on disk. */
  changed(file: string): void {
    const uri = pathToFileURL(file).href
    void this.#connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] })
  }

  close(uri: string): void {
    void this.#connection.sendNotification('textDocument/didClose', { textDocument: { uri } })
    this.#diagnostics.delete(uri)
  }

  /** The diagnostics of a file once the server sends some that are as wanted. */
  async diagnostics(
    uri: string,
    isWanted: (found: readonly Told[]) => boolean = () => true,
  ): Promise<readonly Told[]> {
    for (;;) {
      const found = this.#diagnostics.get(uri)
      if (found !== undefined && isWanted(found)) return found
      await new Promise<void>(resolve => {
        this.#told = resolve
      })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    await this.ask('shutdown', {})
    await this.end('exit')
  }
}
