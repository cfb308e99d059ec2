import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { addLine } from './add-line.ts'

/** The outcome of stopping a process while it held the lock of a file, and writing meanwhile. */
export interface Stopped {
  readonly stops: number
  /** Lines of which one of the two was told that they are on the disk. */
  readonly acknowledged: number
  /** The acknowledged lines that were not found afterwards. */
  readonly missing: number
  /** Lines that are there more than once. */
  readonly repeated: number
}

const program = path.resolve('dist/modules/src/store/testing/line-writer.js')

/** Lets a process write to a file in `directory`; stops it so many times while it holds the lock, and takes the lock. */
export async function stopWriters(directory: string, stops: number): Promise<Stopped> {
  const file = path.join(directory, 'lines')
  const acknowledged: string[] = []
  const writer = spawn(process.execPath, [program, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let rest = ''
  writer.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n')
    rest = lines.pop() ?? ''
    acknowledged.push(...lines)
  })
  for (let stop = 0; stop < stops;) {
    await once(writer.stdout, 'data')
    await setTimeout(Math.random() * 12)
    writer.kill('SIGSTOP')
    await setTimeout(2)
    if (ownersOf(file).some(owner => owner.startsWith(`${String(writer.pid)}-`))) {
      for (const line of [`${stop} a`, `${stop} b`]) {
        await addLine(file, line, 20)
        acknowledged.push(line)
      }
      stop++
    }
    writer.kill('SIGCONT')
  }
  await once(writer.stdout, 'data')
  const closed = once(writer, 'close')
  writer.kill('SIGKILL')
  await closed
  return compare(stops, acknowledged, readFileSync(file, 'utf8').trimEnd().split('\n'))
}

function ownersOf(file: string): readonly string[] {
  try {
    return readdirSync(`${file}.lock`)
  } catch {
    return []
  }
}

function compare(stops: number, acknowledged: readonly string[], found: readonly string[]): Stopped {
  const there = new Set(found)
  return {
    stops,
    acknowledged: acknowledged.length,
    missing: acknowledged.filter(line => !there.has(line)).length,
    repeated: found.length - there.size,
  }
}
