import { randomUUID } from 'node:crypto'
import type { JsonValue } from '../../../model/json.ts'
import type { ScriptLog } from '../../../model/result.ts'
import { isObject } from '../../../util/is-json.ts'
import { reasonOf } from '../../../util/reason-of.ts'
import { valueText } from '../../../util/value-text.ts'
import { onInterruption } from '../../../util/interruptions.ts'
import type { Executed, Execution, ExecutionHost, ScriptError, ScriptTest } from './execution.ts'
import { type LimitHit, memoryHit, timeoutHit, watchLimits } from './limits.ts'
import { readError, readExecution, readTests } from './read-messages.ts'
import { defined } from '../../../util/defined.ts'

/** More lines than this of one script are not kept. */
const mostLogs = 1000

/** More different errors than these of one script are not kept: a timer may throw for ever. */
const mostErrors = 20

/** The warning of the sandbox itself about names that it would rather not see. */
const outdated = /^Using "[^"]+" is deprecated\./

/** The error with which the sandbox ends a script that takes too long. */
const ownTimeout = /^Error: sandbox: a?synchronous script execution timeout$/

/** One script that runs: what the sandbox tells of it, and what it is answered. */
export class Running {
  readonly #id = randomUUID()
  readonly #execution: Execution
  readonly #host: ExecutionHost
  readonly #send: (...message: readonly unknown[]) => void
  readonly #tests: ScriptTest[] = []
  #errors: readonly ScriptError[] = []
  readonly #logs: ScriptLog[] = []
  /** The names of the tests that have begun and not ended. */
  readonly #open = new Map<string, string>()
  #skips = false
  #stopped = false
  #answered = (): void => undefined
  #settle: (end: { readonly result?: JsonValue; readonly hit?: LimitHit }) => void = () => undefined

  constructor(execution: Execution, host: ExecutionHost, send: (...message: readonly unknown[]) => void) {
    this.#execution = execution
    this.#host = host
    this.#send = send
  }

  /** Starts the script and waits for its end. `isLost`: the process is of no more use. */
  async finish(
    signal: AbortSignal,
    pid: number | undefined,
  ): Promise<{ readonly executed: Executed; readonly isLost: boolean }> {
    const ended = new Promise<{ readonly result?: JsonValue; readonly hit?: LimitHit }>(resolve => {
      this.#settle = resolve
    })
    const stop = (hit: LimitHit): void => {
      this.#settle({ hit })
    }
    const { timeout } = this.#execution
    const ask = (): void => {
      this.#send('ping', this.#id)
    }
    const limits = watchLimits({ timeout, pid, ask, stop })
    this.#answered = limits.answered
    const forget = onInterruption(signal, () => {
      stop({ message: 'the run was interrupted' })
    })
    this.#start()
    const { result, hit } = await ended
    limits.release()
    forget()
    if (hit !== undefined) this.#errors = [...this.#errors, hit]
    for (const name of this.#open.values()) this.#tests.push(unended(name))
    const { variables, assigned, request, next } = readExecution(result)
    return {
      isLost: hit !== undefined,
      executed: defined({
        tests: this.#tests,
        errors: this.#errors,
        logs: this.#logs,
        skips: this.#skips,
        stopped: this.#stopped || hit !== undefined,
        variables,
        assigned,
        request,
        next,
      }),
    }
  }

  /** The process has ended, or `memory` is why. */
  lost(reason: string): void {
    this.#settle({ hit: reason === 'memory' ? memoryHit : { message: `the script was ended: ${reason}` } })
  }

  /** Something the sandbox tells; undefined for what cannot be read. */
  told(message: readonly [name: string, ...args: readonly JsonValue[]] | undefined): void {
    if (message === undefined) {
      this.#settle({ hit: { message: 'the script has broken what it runs in' } })
      return
    }
    const [name, ...args] = message
    if (name === 'pong') this.#answered()
    else if (name === 'log') this.#log(args)
    else if (name === 'test') this.#prelude(args)
    else if (name === `execution.assertion.${this.#id}`) this.#tests.push(...readTests(args[1]))
    else if (name === `execution.error.${this.#id}`) this.#fail(readError(args[1] ?? null))
    else if (name === `execution.skipRequest.${this.#id}`) this.#skips = true
    else if (name === `execution.request.${this.#id}`) void this.#request(args)
    else if (name === `execution.cookies.${this.#id}`) void this.#cookies(args)
    else if (name === `execution.result.${this.#id}`) this.#end(args)
  }

  #start(): void {
    const { source, target, context, info, timeout } = this.#execution
    const { requestName, iteration, iterationCount } = info
    this.#send('execute', this.#id, { target, code: source }, context, {
      cursor: { iteration, cycles: iterationCount, execution: this.#id },
      legacy: {
        _itemName: requestName,
        _itemId: this.#id,
        _itemPath: [requestName],
        _eventItemName: requestName,
      },
      debug: true,
      timeout,
    })
  }

  /**
   * Takes a message of the prelude: a test ends later, or has ended, `[what, key, name]`; one of the old interface came
   * after the end of the script, `['late', name, passed]`; the script stopped with an error.
   */
  #prelude([what, key = '', value = '']: readonly JsonValue[]): void {
    if (what === 'open') this.#open.set(valueText(key), valueText(value))
    else if (what === 'closed') this.#open.delete(valueText(key))
    else if (what === 'late') this.#tests.push(...readTests([{ name: key, passed: value }]))
    else this.#stopped = true
  }

  #log([level = '', text = '']: readonly JsonValue[]): void {
    const line = { level: valueText(level), text: valueText(text) }
    if (this.#logs.length < mostLogs && !outdated.test(line.text)) this.#logs.push(line)
  }

  #fail(error: ScriptError): void {
    const isKnown = this.#errors.some(({ message, line }) => message === error.message && line === error.line)
    if (!isKnown && this.#errors.length < mostErrors) this.#errors = [...this.#errors, error]
  }

  /** How the script ended: `[error, result]`. The sandbox has told of an error before, also of its own time limit. */
  #end([error = null, result]: readonly JsonValue[]): void {
    const last = error === null ? undefined : readError(error)
    if (last !== undefined) this.#stopped = true
    if (last !== undefined && ownTimeout.test(last.message)) {
      this.#errors = this.#errors.filter(({ message }) => message !== last.message)
      this.#settle({ hit: timeoutHit(this.#execution.timeout) })
    } else if (!isObject(result)) this.#settle({ hit: last ?? { message: 'the script has no end' } })
    else this.#settle({ result })
  }

  /** `pm.sendRequest`: `[cursor, execution, event, request]`. */
  async #request([, , event, request]: readonly JsonValue[]): Promise<void> {
    const answerTo = `execution.response.${this.#id}`
    try {
      const response = await this.#host.sendRequest(isObject(request) ? request : {})
      this.#send(answerTo, event, null, response, { cookies: [] })
    } catch (error) {
      this.#send(answerTo, event, { name: 'Error', message: reasonOf(error) })
    }
  }

  /** `pm.cookies.jar()`: `[event, 'store', method, arguments]`. */
  async #cookies([event, , method = '', args]: readonly JsonValue[]): Promise<void> {
    const answerTo = `execution.cookies.${this.#id}`
    try {
      const given = Array.isArray(args) ? (args as readonly JsonValue[]) : []
      this.#send(answerTo, event, null, await this.#host.askCookies(valueText(method), given))
    } catch (error) {
      this.#send(answerTo, event, reasonOf(error))
    }
  }
}

/** A test that the script began and that never told how it went. */
function unended(name: string): ScriptTest {
  return { name, passed: false, skipped: false, error: { message: 'the test never ended' } }
}
