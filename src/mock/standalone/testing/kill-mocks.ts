import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { runLine, runProgram } from '../../../testing/run-program.ts'
import { entriesOf, untilGone } from './entries.ts'

/** Mocks that are started side by side. */
const atOnce = 5

/**
 * Starts as many mocks as are wanted, some at the same time, and ends them: every other one by force. Answers with what is left of
 * them when the next command has looked: processes, addresses that answer, entries and files.
 */
export async function killMocks(
  folder: string,
  file: string,
  wanted: number,
): Promise<{ readonly killed: number; readonly left: readonly string[] }> {
  const left: string[] = []
  let killed = 0
  while (killed < wanted) {
    const names = Array.from(
      { length: Math.min(atOnce, wanted - killed) },
      (_, index) => `m${killed + index}`,
    )
    const started = await Promise.all(
      names.map(name => runProgram(folder, ['mock', 'start', file, '--name', name])),
    )
    for (const { exitCode, errors } of started) if (exitCode !== 0) left.push(errors)
    const entries = await entriesOf(folder)
    if (entries.length !== names.length) left.push(`${entries.length} entries of ${names.length}`)
    for (const [index, { pid, name }] of entries.entries())
      if (index % 2 === 0) process.kill(pid, 'SIGKILL')
      else await runLine(folder, ['mock', 'stop', name])
    for (const entry of entries) await untilGone(entry)
    await runLine(folder, ['mock', 'list'])
    for (const { url, control } of entries)
      for (const address of [url, control.url])
        await fetch(address).then(
          () => left.push(address),
          () => undefined,
        )
    left.push(...(await entriesOf(folder)).map(({ name }) => name))
    left.push(...(await readdir(path.join(folder, '.tool/mocks'))).filter(name => name !== 'running.json'))
    killed += names.length
  }
  return { killed, left }
}
