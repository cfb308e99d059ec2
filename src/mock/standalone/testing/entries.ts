import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ownerState } from '../../../util/lock-owner.ts'
import type { RunningEntry } from '../registry.ts'

/** The mocks that are entered in a project, as they stand in its file. */
export async function entriesOf(folder: string): Promise<readonly RunningEntry[]> {
  const text = await readFile(path.join(folder, '.tool/mocks/running.json'), 'utf8').catch(() => '[]')
  return JSON.parse(text) as readonly RunningEntry[]
}

/** True where the process of a mock runs. */
export function isAlive({ owner }: RunningEntry): boolean {
  return ownerState(owner) === 'running'
}

/** Waits until the process of a mock is gone; rejects after ten seconds. */
export async function untilGone(entry: RunningEntry): Promise<void> {
  for (let tries = 0; isAlive(entry); tries++) {
    if (tries > 1000) throw new Error(`process ${entry.pid} goes on`)
    await wait(10)
  }
}
