import type { Options } from 'yargs'
import type { OptionTable } from './command-options.ts'
import { UsageError } from './usage-error.ts'

/** Options whose value names something, so that an empty one is a variable of the shell that is not set. */
const naming = ['config', 'env', 'env-file', 'data', 'spec', 'schema']

/**
 * Refuses what yargs would guess about: to it, `--dry-run=yes` is no dry run, `--no-env` is an environment named "false",
 * and an option that is given twice has a list for its value. `argv` is what was typed, `given` what yargs made of it,
 * `table` has the options of the command. Throws a `UsageError`.
 */
export function refuseMisuse(
  argv: readonly string[],
  given: Readonly<Record<string, unknown>>,
  table: OptionTable,
): void {
  const end = argv.indexOf('--')
  for (const text of end === -1 ? argv : argv.slice(0, end)) refuseGuess(text, table)
  for (const [name, { array }] of Object.entries(table))
    if (array !== true && Array.isArray(given[name]))
      throw new UsageError(`--${name} is given more than once`, 'It takes one value.')
  for (const name of naming)
    if (isEmpty(name, given[name], table[name]))
      throw new UsageError(`--${name} is empty`, 'Is a variable of the shell not set?')
}

/** What is sent, unlike what is named, may be empty: `send --data ''` takes several texts. */
function isEmpty(name: string, value: unknown, option: Options | undefined): boolean {
  const isSent = name === 'data' && option?.array === true
  return option !== undefined && !isSent && [value].flat().includes('')
}

function refuseGuess(text: string, table: OptionTable): void {
  const [, no, name = '', value] = /^--(no-)?([^=]+)(?:=(.*))?$/s.exec(text) ?? []
  const option = Object.hasOwn(table, name) ? table[name] : undefined
  if (option === undefined) return
  if (option.boolean !== true && no !== undefined)
    throw new UsageError(`unknown option --no-${name}`, `Leave --${name} out.`)
  if (option.boolean === true && value !== undefined && value !== 'true' && value !== 'false')
    throw new UsageError(`--${name} takes no value, and "${value}" is one`, `Write --${name} alone.`)
}
