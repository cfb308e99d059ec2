import { readdirSync, readFileSync } from 'node:fs'

/**
 * Whether a process group has a process that still runs. Ended processes whose parent has not asked after them stay in
 * the group, in a container without an init process for ever: Linux lists them as zombies, and they do not count.
 */
export function hasLivingProcess(group: number): boolean {
  try {
    process.kill(-group, 0)
  } catch (error) {
    // EPERM: the group is there, but belongs to another user by now.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  return process.platform !== 'linux' || livingOnLinux(group)
}

function livingOnLinux(group: number): boolean {
  try {
    return readdirSync('/proc').some(name => /^\d+$/.test(name) && isLivingMember(name, group))
  } catch {
    return true
  }
}

/** `/proc/<pid>/stat` is `pid (command) state parent group ...`; the command may hold anything, also `)`. */
function isLivingMember(pid: string, group: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, , memberOf] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(memberOf) === group && state !== 'Z' && state !== 'X'
  } catch {
    // It ended between the two looks.
    return false
  }
}
