import type { PlannedSuite } from '../plan/plan.ts'

/** Has files wait for each other whose mocks listen on the same fixed port; all others run side by side. */
export class PortTurns {
  /** When the last file that has asked for a port is over. */
  readonly #last = new Map<number, Promise<unknown>>()

  /** Runs a file when its ports are free. All of its ports are asked for at once, so that no two files wait for each other. */
  run(planned: PlannedSuite, work: () => Promise<void>): Promise<void> {
    const ports = fixedPorts(planned)
    if (ports.length === 0) return work()
    const running = Promise.all(ports.flatMap(port => this.#last.get(port) ?? [])).then(work)
    // Why it failed is told to who has asked for it.
    const over = running.catch(() => undefined)
    for (const port of ports) this.#last.set(port, over)
    return running
  }
}

/** The ports of a suite's mocks, and of those of the suites that it uses. */
function fixedPorts({ loaded }: PlannedSuite): readonly number[] {
  const suites = [loaded, ...loaded.uses.values()]
  return [...new Set(suites.flatMap(({ suite }) => suite.mocks.flatMap(({ port }) => port ?? [])))]
}
