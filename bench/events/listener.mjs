import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { action as collect } from '../../dist/modules/src/actions/collect/index.js'
import { testContext } from '../../dist/modules/src/actions/testing/test-context.js'
import { Skipped } from '../peers.mjs'

/** The steps `listen` and `collect` of a suite, without the suite around them. */
export async function steps(action, input) {
  const context = testContext({ timeout: 20_000 })
  await succeeded(action.perform({ ...input, as: 'events' }, context))
  return {
    received: succeeded(collect.perform({ collect: 'events' }, context)).then(() => performance.now()),
    close: () => context.session.close(),
  }
}

async function succeeded(answer) {
  const { ok, failure, exchange } = await answer
  if (!ok) throw new Error(failure.message)
  if (!exchange.success.holds) throw new Error(exchange.success.actual)
}

/** Another program that prints the one message it waits for. `isReady` resolves when it listens. */
export async function program(name, args, isReady) {
  const child = spawn(name, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const missing = once(child, 'error').then(([error]) => {
    throw new Skipped(`${name} does not run: ${error.message}`)
  })
  missing.catch(() => undefined)
  const received = once(child.stdout, 'data').then(() => performance.now())
  await Promise.race([isReady(child), missing])
  return {
    received,
    close: async () => {
      if (child.exitCode !== null) return
      const closed = once(child, 'exit')
      child.kill('SIGKILL')
      await closed
    },
  }
}
