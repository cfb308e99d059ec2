import { setTimeout as wait } from 'node:timers/promises'
import { askControl } from '../../mock/standalone/control-client.ts'
import type { FoundMock } from '../../mock/standalone/find-mocks.ts'
import { enteredMocks, removeMocks, type RunningEntry } from '../../mock/standalone/registry.ts'
import { usageRefusal } from '../../model/problem.ts'
import { ownerState } from '../../util/lock-owner.ts'
import { operation } from '../operation.ts'
import { listed, quoted } from '../preview.ts'
import { projectKeys } from '../project-folder.ts'
import { flag, list, object, text } from '../schema.ts'
import { wantedIn, wantedKeys } from './chosen-mocks.ts'
import { monotonicTime } from '../../util/monotonic-time.ts'

const stopAnswer = object({
  stopped: list(
    object(
      {
        name: text('Name'),
        url: text('Where it answered'),
        killed: flag('Whether its process had to be killed, as it did not answer'),
      },
      'A mock',
    ),
    'The mocks that were stopped',
  ),
})

type Stopped = readonly { readonly name: string; readonly url: string; readonly killed: boolean }[]

/** Ends mocks that run on their own; nothing of them is left when it answers. */
export const stopMocks = operation({
  name: 'stop-mocks',
  permission: 'project',
  destroys: true,
  summary: 'Stops mocks that run on their own.',
  input: object({
    ...wantedKeys,
    ...projectKeys,
  }),
  answer: stopAnswer,
  preview: async (input, host) => {
    const wanted = await wantedIn(input, host)
    if (!wanted.ok) return wanted
    const names = wanted.value.mocks.map(({ entry }) => quoted(entry.name))
    return { ok: true, value: { sentences: [`Stops: ${listed(names)}`], production: [] } }
  },
  async run(input, host) {
    const wanted = await wantedIn(input, host)
    if (!wanted.ok) return wanted
    const { directory, mocks } = wanted.value
    const stopped = await stopAll(directory, mocks)
    const left = mocks.find(({ entry }) => stopped.every(({ name }) => name !== entry.name))
    if (left === undefined) return { ok: true, value: { stopped } }
    const { name, pid } = left.entry
    return usageRefusal(
      `the process ${pid} of the mock "${name}" cannot be ended`,
      'Does it belong to somebody else, or run in another container or on another machine? End it there, or remove its entry from .tool/mocks/running.json.',
    )
  },
})

async function stopAll(directory: string, mocks: readonly FoundMock[]): Promise<Stopped> {
  const owners = new Set(mocks.map(({ entry }) => entry.owner))
  const stopped = await Promise.all(
    [...owners].map(owner =>
      stopIn(
        directory,
        mocks.filter(({ entry }) => entry.owner === owner),
      ),
    ),
  )
  return stopped.flat()
}

/** Stops mocks of one process, which ends with its last one. */
async function stopIn(directory: string, mocks: readonly FoundMock[]): Promise<Stopped> {
  const [first] = mocks
  if (first === undefined) return []
  const { owner, control, pid } = first.entry
  const names = mocks.map(({ entry }) => `mock=${encodeURIComponent(entry.name)}`)
  const asked = mocks.map(({ entry }) => entry)
  const answer =
    first.state === undefined ? undefined : await askControl(control, 'POST', `/api/stop?${names.join('&')}`)
  const entered = enteredMocks(directory)
  const left = entered.ok ? entered.value.filter(entry => entry.owner === owner) : []
  if (answer?.kind === 'answered' && answer.status === 200 && (left.length > 0 || (await ended(owner))))
    return told(asked, false)
  if (!(await kill(owner, pid))) return []
  await removeMocks(directory, owner)
  // All of its mocks end with a process.
  const others = left.filter(({ name }) => asked.every(one => one.name !== name))
  return told([...asked, ...others], true)
}

function told(entries: readonly RunningEntry[], killed: boolean): Stopped {
  return entries.map(({ name, url }) => ({ name, url, killed }))
}

/** Milliseconds that a process has to end. */
const stopTimeout = 3_000

/** True where a process has ended in time. */
async function ended(owner: string): Promise<boolean> {
  const end = monotonicTime() + stopTimeout
  while (ownerState(owner) === 'running') {
    if (monotonicTime() > end) return false
    await wait(10)
  }
  return true
}

/** Ends a process that does not answer: one that was halted hears only the last of these. */
async function kill(owner: string, pid: number): Promise<boolean> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    // A process on another machine hears no signal from here.
    if (ownerState(owner) !== 'running') return ownerState(owner) === 'ended'
    try {
      process.kill(pid, signal)
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ESRCH'
    }
    if (await ended(owner)) return true
  }
  return false
}
