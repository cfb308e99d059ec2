import { readdirSync, readFileSync } from 'node:fs'

/** How the processes of a command are recognised. */
export interface TreeMarks {
  /** The command itself. */
  readonly pid: number
  /** The process group the command leads, when it has one of its own. */
  readonly group?: number
  /** A variable that only this command has in its environment; what it starts inherits it. */
  readonly variable: string
  /**
   * When each process that was found once had begun, by its number: what its parents alone led to is found again when
   * they are gone. Later looks add to it.
   */
  readonly found: Map<number, string>
}

/** A process of a command. */
interface Member {
  readonly pid: number
  readonly group: number
}

interface Process extends Member {
  readonly parent: number
  readonly living: boolean
  /** In ticks of the clock since the system started: tells it from a later one of the same number. */
  readonly began: string
}

/**
 * The living processes of a command: those of its group, those that inherited its variable, and what any of them
 * started. So one that left for a group or session of its own is found, too. Linux alone shows all of that, under
 * `/proc`. What escapes are programs that both left their parents (a daemon) and cleared their environment before anybody
 * looked.
 */
export function treeMembers({ group, variable, found }: TreeMarks): readonly Member[] {
  const processes = readProcesses()
  const members = new Set<number>()
  const isMarked = (of: Process): boolean =>
    of.group === group || found.get(of.pid) === of.began || hasVariable(of.pid, variable)
  for (const candidate of processes) if (isMarked(candidate)) members.add(candidate.pid)
  for (let size = -1; size < members.size;) {
    size = members.size
    for (const { pid, parent } of processes) if (members.has(parent)) members.add(pid)
  }
  members.delete(process.pid)
  const all = processes.filter(({ pid, living }) => living && members.has(pid))
  for (const { pid, began } of all) found.set(pid, began)
  return all
}

function readProcesses(): readonly Process[] {
  return readdirSync('/proc').flatMap(name => (/^\d+$/.test(name) ? readProcess(Number(name)) : []))
}

/** `/proc/<pid>/stat` is `pid (command) state parent group ...`; the command may hold anything, also `)`. */
function readProcess(pid: number): readonly Process[] {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === undefined) return []
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent, group] = fields
  // Ended processes whose parent has not asked after them are zombies, in a container without init for ever.
  const living = state !== 'Z' && state !== 'X'
  return [{ pid, parent: Number(parent), group: Number(group), living, began: fields[19] ?? '' }]
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
