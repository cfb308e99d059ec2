import { readFileSync, readlinkSync } from 'node:fs'
import os from 'node:os'
import { randomDigits } from './random-name.ts'

/** The state of the owner of a lock; `unknown` when it is on another machine, or in another container. */
export type OwnerState = 'running' | 'ended' | 'unknown'

/** A name for a lock of this process that no other has: `4711-88231-5d41402a-91a0c3f2`. */
export function ownerName(): string {
  const { pid } = process
  return [pid, startOf(pid)?.start ?? 0, machine(), randomDigits(8)].join('-')
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

/** The id of a system in which process ids mean the same: the machine since its start, and the container on it. */
function machine(): string {
  known ??= digestOf(
    os.hostname() +
      told(() => readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')) +
      told(() => readlinkSync('/proc/self/ns/pid')),
  )
  return known
}

/**
 * Sixteen hexadecimal digits that hardly another text has: two sums over its characters, each stirred by a multiplier of its
 * own. A run is over before node:crypto would be loaded.
 */
function digestOf(text: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 0x9e3779b1)
    other = Math.imul(other ^ code, 0x5f356495)
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ other
  other = Math.imul(other ^ (other >>> 13), 0xc2b2ae35) ^ one
  return [one, other].map(sum => (sum >>> 0).toString(16).padStart(8, '0')).join('')
}

function told(read: () => string): string {
  try {
    return read()
  } catch {
    return ''
  }
}
