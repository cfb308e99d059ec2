import { readdirSync, readFileSync } from 'node:fs'

/** How the processes of a command are recognised. */
export interface TreeMarks {
  /** The command itself. */
  readonly pid: number
  /** The process group the command leads, when it has one of its own. */
  readonly group?: number
  /** A variable that only this command has in its environment; what it starts inherits it. */
  readonly variable: string
}

/** A process of a command. */
interface Member {
  readonly pid: number
  readonly group: number
}

interface Process extends Member {
  readonly parent: number
  readonly living: boolean
}

/**
 * The living processes of a command: those of its group, those that inherited its variable, and what any of them
 * started. So one that left for a group or session of its own is found, too. Linux alone shows all of that, under
 * `/proc`. What escapes are programs that both left their parents (a daemon) and cleared their environment.
 */
export function treeMembers({ group, variable }: TreeMarks): readonly Member[] {
  const processes = readProcesses()
  const members = new Set<number>()
  for (const process of processes)
    if (process.group === group || hasVariable(process.pid, variable)) members.add(process.pid)
  for (let size = -1; size < members.size;) {
    size = members.size
    for (const { pid, parent } of processes) if (members.has(parent)) members.add(pid)
  }
  members.delete(process.pid)
  return processes.filter(({ pid, living }) => living && members.has(pid))
}

function readProcesses(): readonly Process[] {
  return readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
}

/** `/proc/<pid>/stat` is `pid (command) state parent group ...`; the command may hold anything, also `)`. */
function readProcess(pid: number): readonly Process[] {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === undefined) return []
  const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // Ended processes whose parent has not asked after them are zombies, in a container without init for ever.
  return [{ pid, parent: Number(parent), group: Number(group), living: state !== 'Z' && state !== 'X' }]
}

function hasVariable(pid: number, variable: string): boolean {
  return read(`/proc/${pid}/environ`)?.includes(`${variable}=`) === true
}

/** Undefined when the process ended between the two looks, or is another user's. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return undefined
  }
}
