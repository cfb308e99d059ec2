import buffer from 'node:buffer'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import vm from 'node:vm'
import { bridge } from './bridge.ts'
import { createConsole } from './console.ts'
import { globals, rememberGlobals } from './globals.ts'
import { messageText } from './message-text.ts'
import { thrownOf, withPrelude } from './prelude.ts'

// The process that scripts run in. Its own code is small: it lends Postman's sandbox the bridge that it asks for, and the
// sandbox takes away all of Node's globals before any script runs. Built into one file, sandbox-process.cjs.

/** Half a minute: the longest that a script may hold the process when no other process is left to end it. */
const longestHold = 30_000

const limited = new vm.Script('__apitestEmit()')

function start(): void {
  const channel = process.send?.bind(process)
  const tell = (...message: readonly unknown[]): void => {
    channel?.(messageText(message))
  }
  const exit = process.exit.bind(process)
  process.on('disconnect', () => exit())
  // Ctrl-C reaches every process of a terminal; when to end is for the parent to say, whose cleaning up may have scripts.
  process.on('SIGINT', () => undefined)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (reason: unknown) => {
      bridge.emit('uncaughtException', thrownOf(reason))
    })
  bridge.dispatch = tell
  const own: Record<string, unknown> = { bridge, console: createConsole(tell), require: onlyBuffer }
  for (const [name, value] of Object.entries(own))
    Object.defineProperty(globals, name, { value, configurable: true, writable: true })
  const bootcode = readFileSync(path.join(__dirname, 'sandbox-bootcode.js'), 'utf8')
  new vm.Script(bootcode, { filename: 'sandbox' }).runInThisContext()
  let forget = (): void => undefined
  process.on('message', (message: readonly unknown[]) => {
    const [name, ...args] = message
    if (name === 'reset') forget()
    else if (name === 'execute') emitLimited(args)
    else bridge.emit(String(name), ...args)
  })
  bridge.once('initialized', () => {
    forget = rememberGlobals()
  })
  tell('started')
}

/** Postman's sandbox takes the class from the module, when it may. */
function onlyBuffer(name: string): unknown {
  if (name === 'buffer') return buffer
  throw new Error(`Cannot find module '${name}'`)
}

/** Runs a script so that its first part ends by itself some time, even when the parent is no more. */
function emitLimited([id, source, ...args]: readonly unknown[]): void {
  const { target, code } = source as { readonly target: string; readonly code: string }
  const event = { listen: target, script: { exec: withPrelude(code) } }
  Object.defineProperty(globals, '__apitestEmit', {
    configurable: true,
    value: () => {
      Reflect.deleteProperty(globals, '__apitestEmit')
      bridge.emit('execute', id, event, ...args)
    },
  })
  limited.runInThisContext({ timeout: longestHold })
}

start()
