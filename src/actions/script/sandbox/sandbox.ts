import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Executed, Execution, ExecutionHost } from './execution.ts'
import { readMessage } from './read-messages.ts'
import { Running } from './running.ts'
import { startProcess } from './start-process.ts'

/** Milliseconds that the process may take to be ready, on however slow a machine. */
const startLimit = 60_000

/** A process with Postman's sandbox in it, which runs one script after the other. */
export class Sandbox {
  readonly #process: ChildProcess
  readonly #ready: Promise<boolean>
  #running: Running | undefined
  #isAlive = true
  /** How its process ended, in words. */
  #end = ''

  constructor() {
    this.#process = startProcess()
    this.#process.on('message', text => {
      this.#running?.told(readMessage(text))
    })
    this.#process.on('error', error => {
      this.#gone(error.message)
    })
    this.#process.on('exit', (code, signal) => {
      this.#gone(endOf(code, signal))
    })
    this.#ready = this.#start()
  }

  /** False once its process has ended. */
  get isAlive(): boolean {
    return this.#isAlive
  }

  /** Runs a script to its end, to a limit, or until `signal` is aborted; the last two also end the process. */
  async run(execution: Execution, host: ExecutionHost, signal: AbortSignal): Promise<Executed> {
    const isReady = await this.#ready
    if (!isReady) return unstarted(this.#end)
    const running = new Running(execution, host, (...message) => {
      this.#send(message)
    })
    this.#running = running
    const { executed, isLost } = await running.finish(signal, this.#process.pid)
    this.#running = undefined
    if (isLost) this.end()
    return executed
  }

  /** Forgets what scripts have left in it. */
  reset(): void {
    this.#send(['reset'])
  }

  /** Ends the process, whatever it does. */
  end(): void {
    this.#isAlive = false
    this.#process.kill('SIGKILL')
  }

  async #start(): Promise<boolean> {
    const stop = new AbortController()
    const timer = setTimeout(() => {
      this.#end = 'it was not ready within a minute'
      this.end()
      stop.abort()
    }, startLimit)
    this.#process.once('exit', () => {
      stop.abort()
    })
    try {
      await once(this.#process, 'message', { signal: stop.signal })
      this.#send(['initialize', {}])
      await once(this.#process, 'message', { signal: stop.signal })
      this.#send(['initialized'])
      return true
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  #send(message: readonly unknown[]): void {
    if (this.#isAlive && this.#process.connected) this.#process.send([...message], () => undefined)
  }

  #gone(reason: string): void {
    this.#isAlive = false
    if (this.#end === '') this.#end = reason
    this.#running?.lost(reason)
  }
}

/** V8 ends a process by SIGABRT or SIGTRAP when its memory is used up; Windows has codes of its own. */
function endOf(code: number | null, signal: NodeJS.Signals | null): string {
  const isMemory = signal === 'SIGABRT' || signal === 'SIGTRAP' || code === 134 || code === 133 || code === 5
  return isMemory ? 'memory' : `its process ended with ${signal ?? `code ${code ?? 'unknown'}`}`
}

function unstarted(reason: string): Executed {
  return {
    tests: [],
    errors: [{ message: `the process for scripts could not be started: ${reason}` }],
    logs: [],
    skips: false,
    stopped: true,
  }
}
