import type { StartFailure } from '../../run/run-context.ts'
import { ownerName } from '../../util/lock-owner.ts'
import { garbageCollector } from '../../util/garbage-collector.ts'
import { reasonOf } from '../../util/reason-of.ts'
import { startFailure } from '../running-mock.ts'
import { serveMock } from '../serve-mock.ts'
import { startControl } from './control-server.ts'
import { LiveMocks, type LiveMock, type StandaloneMock } from './live-mocks.ts'
import { enterMocks, removeMocks, type RunningEntry } from './registry.ts'

/** Options with which mocks are served, beside themselves. */
export interface ServeOptions {
  /** The folder of the configuration. */
  readonly directory: string
  /** Absolute path of what this process says, where it does not say it in a terminal. */
  readonly log?: string
}

/** Mocks that answer, and are entered in their project. */
export interface Standalone {
  readonly mocks: LiveMocks
  readonly entries: readonly RunningEntry[]
  /** Ends what is left of it. */
  readonly close: () => Promise<void>
}

/** Why mocks do not answer: one cannot, or one of their names is that of a mock that runs already. */
export type NotServed =
  | { readonly kind: 'failed'; readonly failure: StartFailure }
  | { readonly kind: 'running'; readonly entry: RunningEntry }

/** Serves mocks until they are stopped: all of them or none. */
export async function serveStandalone(
  asked: readonly StandaloneMock[],
  { directory, log }: ServeOptions,
): Promise<Standalone | NotServed> {
  const live: LiveMock[] = []
  for (const one of asked)
    try {
      live.push(await start(one))
    } catch (error) {
      await Promise.all(live.map(({ running }) => running.stop()))
      return { kind: 'failed', failure: startFailure(one.mock, error as Error) }
    }
  const owner = ownerName()
  const mocks = new LiveMocks(live, names => removeMocks(directory, owner, names))
  const control = await startControl(mocks, async () => (await import('./page.ts')).controlPage)
  const entries = live.map(({ mock, running, file, since }) => ({
    ...{
      name: mock.name,
      url: running.variables.url,
      file,
      since,
      owner,
      pid: process.pid,
      control: control.place,
    },
    ...(log === undefined ? {} : { log }),
  }))
  const close = async (): Promise<void> => {
    try {
      await mocks.stop(undefined, 'stopped')
    } finally {
      await control.close()
    }
  }
  try {
    const entry = await enterMocks(directory, entries)
    if (entry === undefined) {
      collectGarbage()
      return { mocks, entries, close }
    }
    await close()
    return { kind: 'running', entry }
  } catch (error) {
    await close().catch(() => undefined)
    throw new Error(`the mocks cannot be entered below ${directory}: ${reasonOf(error)}`, { cause: error })
  }
}

/** Memory (bytes) from which on it is worth a moment to give back what was only read. */
const large = 16 * 1024 * 1024

/**
 * Memory that reading large files leaves behind would stay as long as the process, which may be hours; V8 gives it back
 * bit by bit.
 */
function collectGarbage(): void {
  if (process.memoryUsage().heapTotal < large) return
  setTimeout(garbageCollector('all'), 1000).unref()
}

async function start(one: StandaloneMock): Promise<LiveMock> {
  const running = await serveMock(one.mock, one.context)
  one.places[one.writtenName] = running.variables
  return { ...one, running, since: Date.now() }
}
