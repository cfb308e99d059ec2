import type { Options } from 'yargs'
import { reporterNames } from '../report/index.ts'
import { commandNames, commandOf } from './command-options.ts'

/**
 * What may stand where the cursor is. `words` are those behind the program's name; the last one has been begun, or is empty.
 * Nothing means that the shell completes the name of a file.
 */
export function complete(words: readonly string[]): readonly string[] {
  const begun = words.at(-1) ?? ''
  const before = words.slice(0, -1)
  return candidates(before, begun).filter(candidate => candidate.startsWith(begun))
}

function candidates(before: readonly string[], begun: string): readonly string[] {
  const options = Object.entries<Options>(commandOf(before).options)
  const previous = options.find(option => namesOf(option).includes(before.at(-1) ?? ''))
  if (previous !== undefined && previous[1].boolean !== true) return valuesOf(previous)
  if (begun.startsWith('-')) return [...options.flatMap(namesOf), '--help', '--version']
  if (before.length === 0) return [...commandNames.filter(name => !name.includes(' ')), 'completion']
  return before.length === 1 ? (seconds[before[0] ?? ''] ?? []) : []
}

/** Words that stand behind a command. */
const seconds: Readonly<Record<string, readonly string[]>> = {
  history: ['show', 'clear'],
  grpc: ['list', 'describe', 'template'],
  listen: ['kafka', 'amqp'],
  publish: ['kafka', 'amqp'],
}

/** The ways to type an option, letters with one dash. */
function namesOf([name, { alias = [] }]: [string, Options]): readonly string[] {
  return [name, alias].flat().map(other => `${other.length === 1 ? '-' : '--'}${other}`)
}

function valuesOf([name, { choices }]: [string, Options]): readonly string[] {
  if (name === 'reporter') return reporterNames
  return Array.isArray(choices) ? choices.map(String) : []
}
