import { existsSync } from 'node:fs'
import path from 'node:path'
import { type Problem, usageProblem } from '../../model/problem.ts'
import { shellQuote } from '../../util/shell-quote.ts'
import { statusOf } from '../../util/status-of.ts'

/**
 * Tells that a name is that of a folder and of something saved, with both ways to say which is meant: a collection is often called
 * as the folder that it was imported from. `directory` is that of the configuration.
 */
export async function ambiguousName(
  written: string,
  workingFolder: string,
  directory: string,
): Promise<Problem | undefined> {
  const isPlain = !/^[./]|[\\/]$|^[a-z]:/i.test(written)
  if (!isPlain || statusOf(path.resolve(workingFolder, written))?.isDirectory() !== true) return undefined
  // Most projects have nothing saved, and load nothing of it.
  if (!existsSync(path.join(directory, '.tool', 'api-collections.json'))) return undefined
  const { readSaved } = await import('../../store/saved-collections.ts')
  const { savedPaths } = await import('./find-place.ts')
  const saved = readSaved(directory)
  if (!saved.ok || !savedPaths(saved.value.collections).includes(written)) return undefined
  const [folder, collection] = [`./${written}`, `${written}#1`].map(shellQuote)
  return usageProblem(
    `${written} is a folder, and the name of what is saved`,
    `Write ${folder} for the folder, and ${collection} for what is saved.`,
  )
}
