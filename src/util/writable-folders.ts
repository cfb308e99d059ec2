import { AsyncLocalStorage } from 'node:async_hooks'
import os from 'node:os'
import path from 'node:path'
import { isWithin } from './is-within.ts'

const writable = new AsyncLocalStorage<readonly string[]>()

/**
 * Does something that may write files in these places alone, wherever links lead, and in temporary folders of this program: for who
 * lets others say what is written.
 */
export function writingOnlyIn<Value>(places: readonly string[], work: () => Promise<Value>): Promise<Value> {
  return writable.run(places, work)
}

/** Throws, as the system does, where what is done now must not write a file or make a folder there. */
export function mustBeWritable(file: string): void {
  const places = writable.getStore()
  if (places === undefined || places.some(place => isWithin(file, place)) || isOwnTemporary(file)) return
  throw Object.assign(new Error(`EACCES: it leads out of the project, ${path.resolve(file)}`), {
    code: 'EACCES',
  })
}

function isOwnTemporary(file: string): boolean {
  return /^apitest-(?:suites|pact|tests)-/.test(path.relative(os.tmpdir(), path.resolve(file)))
}
