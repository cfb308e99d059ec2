import { isReporterName } from '../report/index.ts'
import { closest } from '../util/did-you-mean.ts'
import { runOptions } from './run-options.ts'

/** What was typed is no command; `hint` is a sentence, or empty. */
export class UsageError extends Error {
  readonly hint: string

  constructor(message: string, hint = '') {
    super(message)
    this.hint = hint
  }
}

/** What yargs complains about, with the option as it is typed in `argv`, and the one that was probably meant. */
export function inOurWords(message: string, argv: readonly string[]): UsageError {
  const withoutValue = /^Not enough arguments following: (.*)$/.exec(message)?.[1]
  if (withoutValue !== undefined) return new UsageError(`${asTyped(withoutValue)} needs a value`)
  // Only `merge-reports` cannot do without a positional argument.
  if (message.startsWith('Not enough non-option arguments'))
    return new UsageError('merge-reports needs the files to join', 'Name the JSON reports of the shards.')
  const unknown = /^Unknown arguments?: (.*)$/.exec(message)?.[1]?.split(', ')[0]
  return unknown === undefined ? new UsageError(message) : unknownArgument(unknown, argv)
}

function unknownArgument(name: string, argv: readonly string[]): UsageError {
  if (argv.includes(name)) return new UsageError(`"${name}" is one argument too many`)
  const typed = asTyped(name)
  if (isOptionOfRun(name)) return new UsageError(`${typed} is an option of a run, not of ${String(argv[0])}`)
  return new UsageError(`unknown option ${typed}`, suggestion(name))
}

function isOptionOfRun(name: string): boolean {
  const aliases = Object.values(runOptions).flatMap(option => ('alias' in option ? [option.alias] : []))
  return [...Object.keys(runOptions), ...aliases].includes(name)
}

function suggestion(name: string): string {
  const meant = isReporterName(name) ? `reporter ${name}` : closest(name, Object.keys(runOptions))
  return meant === undefined ? '' : `Did you mean --${meant}?`
}

function asTyped(option: string): string {
  return `${option.length === 1 ? '-' : '--'}${option}`
}
