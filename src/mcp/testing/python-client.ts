import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import path from 'node:path'
import { laterTier } from '../../testing/parts.ts'
import { installPython, pythonWith } from '../../testing/python-tools.ts'
import type { JsonObject, JsonValue } from '../../util/json-value.ts'
import { mapping, text, texts } from '../../util/read-values.ts'
import { Called, type Era } from './tool-client.ts'

const packages = path.resolve('fixtures/mcp/python.txt')
const driver = path.resolve('fixtures/mcp/client.py')
const program = path.resolve('bin/apitest.cjs')

/** Why tests that need the official client of Python are skipped; false where it is installed. */
export const pythonClientMissing =
  laterTier('The official MCP client of Python') ||
  (pythonWith(packages) === undefined &&
    'The official MCP client of Python is not installed; run "node scripts/conformance.mjs install".')

/** Installs it. Throws when it cannot. */
export function installPythonClient(say: (line: string) => void): Promise<void> {
  return installPython(packages, say)
}

/**
 * The official client of Python, whose user allows everything, to be ended with `await using`. It does not take an answer that is
 * not by the output schema of its tool.
 */
export class PythonClient implements AsyncDisposable {
  readonly questions: string[] = []
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  /** The names of the tools that are offered. */
  tools: readonly string[] = []

  private constructor(folder: string, era: Era, args: readonly string[]) {
    const mode = era === '2025' ? 'legacy' : '2026-07-28'
    const server = [process.execPath, program, 'mcp', ...args]
    const python = pythonWith(packages) ?? 'python3'
    const stdio = ['pipe', 'pipe', 'inherit'] as const
    const child = spawn(python, [driver, mode, ...server], { cwd: folder, stdio: [...stdio] })
    this.#child = child
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  }

  static async begin(folder: string, era: Era, args: readonly string[] = []): Promise<PythonClient> {
    const client = new PythonClient(folder, era, args)
    client.tools = texts((await client.#next())['tools'])
    return client
  }

  async call(name: string, input: JsonObject): Promise<Called> {
    this.#child.stdin?.write(`${JSON.stringify({ name, arguments: input })}\n`)
    for (;;) {
      const message = await this.#next()
      const question = text(message['question'])
      if (question === undefined) return new Called(message)
      this.questions.push(question)
    }
  }

  async #next(): Promise<JsonObject> {
    const line = await this.#lines.next()
    if (line.done === true) throw new Error('The client of Python ended.')
    return mapping(JSON.parse(line.value) as JsonValue)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise(resolve => this.#child.once('exit', resolve))
    this.#child.stdin?.end()
    await ended
  }
}
