import type { Host } from '../operation.ts'

/** A host that works in a folder, without variables of the process, and never ends anything early. */
export function hostIn(workingFolder: string, more: Partial<Host> = {}): Host {
  const never = new AbortController().signal
  return { workingFolder, processEnvironment: {}, interrupt: never, insist: never, ...more }
}
