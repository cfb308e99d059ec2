import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import tools from '../../generated/tools.js'
import { inputProblems } from '../../operations/input-problems.ts'
import type { JsonObject, JsonValue } from '../../util/json-value.ts'
import { converse, withoutColors } from '../../testing/run-program.ts'
import { mapping, text } from '../../util/read-values.ts'

/** A version of the protocol: that with `initialize` and questions of the server, or that without a state. */
export type Era = '2025' | '2026'

export const eras: readonly Era[] = ['2025', '2026']

/** The answer of a user to a question: undefined never answers it. */
export type Ask = (question: string) => JsonObject | undefined

export const allow: Ask = () => ({ action: 'accept', content: { answer: 'Allow' } })

/** How a client is started, and what it says of itself. */
export interface ClientOptions {
  readonly folder: string
  readonly era: Era
  readonly args?: readonly string[]
  readonly capabilities?: JsonObject
  readonly environment?: NodeJS.ProcessEnv
  readonly ask?: Ask
  /** A process of its own, started by this one or by another, the client, which can be killed; otherwise it shares one with others. */
  readonly through?: 'itself' | 'client'
}

/** A message of the server. */
export type Message = JsonObject

const program = path.resolve('bin/apitest.cjs')

/** Starts a server for whoever is told its process on standard error, and passes on everything. */
const middleman = `
const server = require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'pipe' })
console.error('server ' + server.pid)
process.stdin.pipe(server.stdin)
server.stdout.pipe(process.stdout)
server.stderr.pipe(process.stderr)
server.on('exit', code => process.exit(code ?? 1))
`

function startServer(
  words: readonly string[],
  { folder, environment, through }: ClientOptions,
): ChildProcess {
  const args = [program, ...words]
  return spawn(process.execPath, through === 'client' ? ['-e', middleman, ...args] : args, {
    cwd: folder,
    env: { ...withoutColors(), ...environment },
    stdio: 'pipe',
  })
}

/** The parameters that every request of 2026 has. */
export function envelope(era: Era, capabilities: JsonObject): JsonObject {
  return era === '2025'
    ? {}
    : {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': capabilities,
        'io.modelcontextprotocol/clientInfo': { name: 'attacker', version: '1' },
      }
}

export function initializing(capabilities: JsonObject): JsonObject {
  return {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'attacker', version: '1' },
  }
}

/** A client of `apitest mcp` over standard input and output, to be ended with `await using`. */
export class ToolClient implements AsyncDisposable {
  /** Everything that came on standard output and on standard error. */
  output = ''
  errors = ''
  /** Lines that are no JSON. */
  readonly noise: string[] = []
  readonly notices: Message[] = []
  readonly questions: string[] = []
  readonly exited: Promise<number | string>
  ask: Ask
  readonly #options: ClientOptions
  readonly #child: ChildProcess | undefined
  readonly #say: (input: string | Uint8Array | null) => void
  readonly #waiting = new Map<number, (message: Message) => void>()
  readonly #decoders = { output: new TextDecoder(), errors: new TextDecoder() }
  #rest = ''
  #last = 0

  constructor(options: ClientOptions) {
    this.#options = options
    this.ask = options.ask ?? (() => undefined)
    const hear = (stream: 'output' | 'errors', bytes: Uint8Array): void => {
      const text = this.#decoders[stream].decode(bytes, { stream: true })
      if (stream === 'output') this.#take(text)
      else this.errors += text
    }
    const { folder, environment = {}, through } = options
    const words = ['mcp', ...(options.args ?? [])]
    if (through === undefined) {
      const { ended, say } = converse(folder, words, { environment, hear })
      this.#say = say
      this.exited = ended.then(({ exitCode }) => exitCode ?? 'nothing')
    } else {
      const child = startServer(words, options)
      this.#child = child
      child.stdout?.on('data', (bytes: Buffer) => {
        hear('output', bytes)
      })
      child.stderr?.on('data', (bytes: Buffer) => {
        hear('errors', bytes)
      })
      child.stdin?.on('error', () => undefined)
      this.#say = input => {
        if (input === null) child.stdin?.end()
        else child.stdin?.write(input)
      }
      this.exited = once(child, 'exit').then(([code, signal]) => (code ?? signal ?? 'nothing') as number)
    }
    void this.exited.then(() => {
      for (const answer of this.#waiting.values())
        answer({ error: { code: 0, message: 'the server is gone' } })
    })
  }

  /** The process that was started, where that is one of its own. */
  get child(): ChildProcess {
    if (this.#child === undefined) throw new Error('This server shares its process with others.')
    return this.#child
  }

  /** The number of the server's process. */
  get server(): number {
    const told = /^server (\d+)$/m.exec(this.errors)?.[1]
    return told === undefined ? (this.child.pid ?? 0) : Number(told)
  }

  get #capabilities(): JsonObject {
    return this.#options.capabilities ?? { elicitation: {} }
  }

  async begin(): Promise<this> {
    if (this.#options.era === '2026') await this.request('server/discover')
    else {
      await this.request('initialize', initializing(this.#capabilities))
      this.notify('notifications/initialized')
    }
    return this
  }

  /** Writes anything at all. */
  raw(written: string | Buffer): void {
    this.#say(written)
  }

  notify(method: string, params: JsonObject = {}): void {
    const _meta = envelope(this.#options.era, this.#capabilities)
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', method, params: { ...params, _meta } })}\n`)
  }

  /** The number that the next request will have. */
  get nextId(): number {
    return this.#last + 1
  }

  request(method: string, params: JsonObject = {}): Promise<Message> {
    const id = ++this.#last
    const own = envelope(this.#options.era, this.#capabilities)
    const _meta = { ...own, ...mapping(params['_meta']) }
    const answer = this.answerTo(id)
    this.raw(`${JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } })}\n`)
    return answer
  }

  /** The answer to a request with this number, which somebody else writes. */
  answerTo(id: number): Promise<Message> {
    this.#last = Math.max(this.#last, id)
    return new Promise(resolve => this.#waiting.set(id, resolve))
  }

  /** One round: in 2026 an answer may be a question. */
  once(name: string, input: JsonValue, more: JsonObject = {}): Promise<Called> {
    return this.request('tools/call', { name, arguments: input, ...more }).then(message => {
      const called = new Called(message)
      mustFit(name, called.result)
      return called
    })
  }

  /** A call whose questions are answered by `ask`. */
  async call(name: string, input: JsonObject, more: JsonObject = {}): Promise<Called> {
    const called = await this.once(name, input, more)
    if (called.question === undefined) return called
    this.questions.push(called.question)
    const answer = this.ask(called.question)
    return answer === undefined
      ? called
      : this.once(name, input, { ...more, ...replyTo(called.state ?? '', answer) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#say(null)
    const timer = setTimeout(() => this.#child?.kill('SIGKILL'), 5_000)
    await this.exited
    clearTimeout(timer)
  }

  #take(chunk: string): void {
    this.output += chunk
    const lines = `${this.#rest}${chunk}`.split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#takeLine(line)
  }

  #takeLine(line: string): void {
    let message: Message
    try {
      message = mapping(JSON.parse(line) as JsonValue)
    } catch {
      this.noise.push(line)
      return
    }
    const { id, method } = message
    if (method === 'elicitation/create') {
      const question = text(mapping(message['params'])['message']) ?? ''
      this.questions.push(question)
      const result = this.ask(question)
      if (result !== undefined) this.raw(`${JSON.stringify({ jsonrpc: '2.0', id: id ?? null, result })}\n`)
    } else if (typeof id === 'number' && this.#waiting.has(id)) {
      this.#waiting.get(id)?.(message)
      this.#waiting.delete(id)
    } else this.notices.push(message)
  }
}

const schemas = new Map(tools.map(({ name, outputSchema }) => [name, outputSchema as JsonObject]))

/** Throws where what a tool answered is not by its output schema. */
function mustFit(name: string, { structuredContent, resultType, isError }: JsonObject): void {
  const isMissing = structuredContent === undefined && resultType === 'complete' && isError !== true
  if (structuredContent === undefined && !isMissing) return
  const problems = inputProblems(name, schemas.get(name) ?? {}, mapping(structuredContent))
  if (isMissing || problems.length > 0)
    throw new Error(`The answer of ${name} is not by its schema: ${JSON.stringify(problems)}`)
}

/** The parameters that answer a question of 2026. */
export function replyTo(state: string, answer: JsonValue): JsonObject {
  return { inputResponses: { permission: answer }, requestState: state }
}

/** Result of one round of a call. */
export class Called {
  readonly message: Message

  constructor(message: Message) {
    this.message = message
  }

  get result(): JsonObject {
    return mapping(this.message['result'])
  }

  get text(): string {
    const content = (this.result['content'] ?? []) as readonly JsonValue[]
    return content.map(part => text(mapping(part)['text']) ?? '').join('\n')
  }

  get isError(): boolean {
    return this.result['isError'] === true || this.message['error'] !== undefined
  }

  get question(): string | undefined {
    const { permission } = mapping(this.result['inputRequests'])
    return text(mapping(mapping(permission)['params'])['message'])
  }

  get state(): string | undefined {
    return text(this.result['requestState'])
  }
}

/** A client that has begun. */
export function toolClient(options: ClientOptions): Promise<ToolClient> {
  return new ToolClient(options).begin()
}
