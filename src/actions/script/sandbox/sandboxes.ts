import type { RunResources } from '../../resources.ts'
import type { Executed, Execution, ExecutionHost } from './execution.ts'
import { Sandbox } from './sandbox.ts'

/** Runs a script in the sandbox of a pass. */
export interface ScriptRunner {
  /** Starts the process, when a script is sure to come. */
  prepare(): void
  run(execution: Execution, host: ExecutionHost, signal: AbortSignal): Promise<Executed>
}

/**
 * The sandbox of one pass over a suite: what a script leaves in the global object, later ones of the pass find there, as
 * in Postman. Passes that follow use the same process, with nothing of that left in it.
 */
export function sandboxOf(session: RunResources, resources: RunResources): ScriptRunner {
  return session.get('sandbox', () => {
    const pool = poolOf(resources)
    let sandbox: Sandbox | undefined
    const current = (): Sandbox => {
      if (sandbox?.isAlive !== true) sandbox = pool.take()
      return sandbox
    }
    return {
      value: {
        prepare: () => {
          current()
        },
        run: (execution, host, signal) => current().run(execution, host, signal),
      },
      close: () => {
        if (sandbox !== undefined) pool.giveBack(sandbox)
        return Promise.resolve()
      },
    }
  })
}

function poolOf(resources: RunResources): Pool {
  return resources.get('sandboxes', () => {
    const pool = new Pool()
    return {
      value: pool,
      close: () => {
        pool.end()
        return Promise.resolve()
      },
    }
  })
}

/** The processes of a run: as many as passes with scripts ever ran at the same time. */
class Pool {
  readonly #all = new Set<Sandbox>()
  readonly #idle: Sandbox[] = []

  take(): Sandbox {
    for (let idle = this.#idle.pop(); idle !== undefined; idle = this.#idle.pop())
      if (idle.isAlive) return idle
    const sandbox = new Sandbox()
    this.#all.add(sandbox)
    return sandbox
  }

  giveBack(sandbox: Sandbox): void {
    sandbox.reset()
    this.#idle.push(sandbox)
  }

  end(): void {
    for (const sandbox of this.#all) sandbox.end()
  }
}
