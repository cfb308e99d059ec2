import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import os from 'node:os'

/** Whether the owner of a lock still runs; `unknown` when it is on another machine, or in another container. */
export type OwnerState = 'running' | 'ended' | 'unknown'

/** A name for a lock of this process that no other has: `4711-88231-5d41402a-91a0c3f2`. */
export function ownerName(): string {
  const { pid } = process
  return [pid, startOf(pid)?.start ?? 0, machine(), randomBytes(4).toString('hex')].join('-')
}

/** Looks for the owner of a lock by its name. No clock is asked, so that one that is set anew changes nothing. */
export function ownerState(name: string): OwnerState {
  const [, pid = '', start = '', where] = /^(\d+)-(\d+)-([0-9a-f]+)-[0-9a-f]+$/.exec(name) ?? []
  if (where !== machine()) return 'unknown'
  const found = startOf(Number(pid))
  // The number of a process that has ended is given to another one sometime.
  if (found !== undefined) return found.isZombie || found.start !== Number(start) ? 'ended' : 'running'
  try {
    process.kill(Number(pid), 0)
    return 'running'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH' ? 'ended' : 'running'
  }
}

/** When a process was started, in ticks since the machine was; undefined where the system does not tell. */
function startOf(pid: number): { readonly start: number; readonly isZombie: boolean } | undefined {
  try {
    // The name of the program, in brackets, may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\)\s/s, '')
      .split(' ')
    return { start: Number(fields[19]), isZombie: fields[0] === 'Z' || fields[0] === 'X' }
  } catch {
    return undefined
  }
}

let known: string | undefined

/** What tells apart whose numbers of processes mean the same: the machine since its start, and the container on it. */
function machine(): string {
  known ??= createHash('sha256')
    .update(os.hostname())
    .update(told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')))
    .update(told(() => readlinkSync('/proc/self/ns/pid')))
    .digest('hex')
    .slice(0, 16)
  return known
}

function told(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
