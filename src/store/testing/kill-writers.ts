import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { readHistory } from '../read-history.ts'

/** The outcome of killing processes that write the history of one folder. */
export interface Killed {
  readonly kills: number
  /** Calls of which a process was told that they are on the disk. */
  readonly acknowledged: number
  /** The acknowledged calls that were not found afterwards. */
  readonly missing: number
  /** Times the file could not be read, or had a call twice, or a process was told of a problem. */
  readonly broken: readonly string[]
  /** Waits of more than a second: for a lock whose process was killed while it held it. */
  readonly takeovers: number
  /** Milliseconds in which no process was told anything, the longest such time. */
  readonly longestWait: number
  /** Half written files at the end. */
  readonly halfWritten: number
}

/** Calls each process writes at most: all together stay below the limit of the history, so that none may be missing. */
const callsEach = 50
const together = 4

/** Lets four processes write to the history of `directory`, kills them one after the other and starts others for them. */
export async function killWriters(directory: string, kills: number): Promise<Killed> {
  const watch = new Watch(directory)
  const writers = Array.from({ length: together }, () => startWriter(directory, watch))
  for (let kill = 0; kill < kills; kill++) {
    await watch.someAcknowledged()
    await setTimeout(Math.random() * 250)
    const slot = Math.floor(Math.random() * together)
    const [victim] = writers.splice(slot, 1)
    if (victim !== undefined) await killWriter(victim)
    watch.look()
    if (kill + together < kills) writers.push(startWriter(directory, watch))
    if (writers.length === 0) break
  }
  await Promise.all(writers.map(killWriter))
  watch.look()
  return watch.result(kills)
}

/** Compares the calls that the processes were told of with the file. */
class Watch {
  readonly #directory: string
  readonly #acknowledged = new Set<string>()
  readonly #missing = new Set<string>()
  readonly #broken: string[] = []
  #takeovers = 0
  #looked = 0
  #heardAt = Date.now()
  #longestWait = 0

  constructor(directory: string) {
    this.#directory = directory
  }

  hear(line: string): void {
    const waited = Date.now() - this.#heardAt
    if (waited > 1000) this.#takeovers++
    this.#longestWait = Math.max(this.#longestWait, waited)
    this.#heardAt += waited
    if (/^[0-9a-f]{7}$/.test(line)) this.#acknowledged.add(line)
    else this.#broken.push(line)
  }

  /** Waits until somebody could write since the file was looked at: killing only waiting processes shows nothing. */
  async someAcknowledged(): Promise<void> {
    const end = Date.now() + 20_000
    while (this.#acknowledged.size === this.#looked && Date.now() < end) await setTimeout(2)
  }

  /** Reads the file as it is now: everything heard of until now must be there. */
  look(): void {
    const heard = [...this.#acknowledged]
    const read = readHistory(this.#directory)
    const ids = read.ok ? read.value.map(({ id }) => id) : []
    if (!read.ok && heard.length > 0) this.#broken.push(JSON.stringify(read.problems))
    if (new Set(ids).size !== ids.length) this.#broken.push('a call is there twice')
    const there = new Set(ids)
    for (const id of heard) if (!there.has(id)) this.#missing.add(id)
    this.#looked = heard.length
  }

  result(kills: number): Killed {
    const names = readdirSync(path.join(this.#directory, '.tool'))
    return {
      kills,
      acknowledged: this.#acknowledged.size,
      missing: this.#missing.size,
      broken: this.#broken,
      takeovers: this.#takeovers,
      longestWait: this.#longestWait,
      halfWritten: names.filter(name => name.startsWith('api-collections.json.')).length,
    }
  }
}

function startWriter(directory: string, watch: Watch): ChildProcess {
  const child = spawn(process.execPath, [program, directory, String(callsEach)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) watch.hear(line)
  })
  return child
}

const program = path.resolve('dist/modules/src/store/testing/history-writer.js')

/** Resolves when all that the process has said is heard, too. */
async function killWriter(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close')
  child.kill('SIGKILL')
  await closed
}
