import { reporterNames } from '../report/index.ts'
import path from 'node:path'
import { loadConfiguration, nearestConfiguration } from '../operations/opening/load-configuration.ts'
import { savedPaths } from '../operations/saved/find-place.ts'
import { readSaved } from '../store/saved-collections.ts'
import type { Option } from './command.ts'
import { commandsBelow, commandWords } from './commands/index.ts'
import { findCommand } from './find-command.ts'

/**
 * Lists the candidates at the cursor. `words` are those behind the program's name; the last one has been begun, or is
 * empty. Nothing means that the shell completes the name of a file.
 */
export async function complete(words: readonly string[]): Promise<readonly string[]> {
  const begun = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  const found = await candidates(before, begun)
  return found.filter(candidate => candidate.startsWith(begun))
}

async function candidates(before: readonly string[], begun: string): Promise<readonly string[]> {
  const { entry, command, isNamed } = await findCommand(before)
  const options = Object.entries(command.options)
  const previous = options.find(option => namesOf(option).includes(before.at(-1) ?? ''))
  if (previous !== undefined && previous[1].boolean !== true) return valuesOf(previous)
  if (begun.startsWith('-')) return [...options.flatMap(namesOf), '--help', '--version']
  if (before.length === 0) return [...commandWords(), 'completion']
  const below = commandsBelow(entry.name).map(({ name }) => name.slice(entry.name.length + 1))
  const after = isNamed && before.length === 1 ? [...below, ...(command.firstWords ?? [])] : []
  return [...after, ...(namesSaved(before) ? savedNames() : [])]
}

/** True where what stands here may be the name of something saved. */
function namesSaved([first = '', second = '', ...more]: readonly string[]): boolean {
  if (first === 'collections') return second !== '' && second !== 'create' && more.length < 2
  if (first === 'pact') return second === 'generate' && more.length === 0
  return first === 'run' || (first === 'compile' && second === '')
}

/** Lists the collections that are saved beside the nearest configuration, or in the working folder. */
function savedNames(): readonly string[] {
  const file = nearestConfiguration(process.cwd())
  const saved = readSaved(file === undefined ? process.cwd() : path.dirname(file))
  return saved.ok ? savedPaths(saved.value.collections) : []
}

/** The environments of the configuration, and those that are saved. */
async function environmentNames(): Promise<readonly string[]> {
  const configuration = await loadConfiguration(process.cwd(), undefined)
  if (!configuration.ok) return []
  const saved = readSaved(configuration.value.directory)
  const names = saved.ok ? saved.value.environments.map(({ name }) => name) : []
  return [...new Set([...Object.keys(configuration.value.environments), ...names])]
}

/** The ways to type an option, letters with one dash. */
function namesOf([name, { alias = [] }]: [string, Option]): readonly string[] {
  return [name, alias].flat().map(other => `${other.length === 1 ? '-' : '--'}${other}`)
}

function valuesOf([name, { choices }]: [string, Option]): readonly string[] | Promise<readonly string[]> {
  if (name === 'reporter') return reporterNames
  if (name === 'env') return environmentNames()
  return Array.isArray(choices) ? choices.map(String) : []
}
