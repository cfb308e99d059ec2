import { isReporterName } from '../report/index.ts'
import { closest } from '../util/did-you-mean.ts'
import { commandOf, commandWith, type OptionTable } from './command-options.ts'
import { UsageError } from './usage-error.ts'

/** What yargs complains about, with the option as it is typed in `argv`, and the one that was probably meant. */
export function inOurWords(message: string, argv: readonly string[]): UsageError {
  const withoutValue = /^Not enough arguments following: (.*)$/.exec(message)?.[1]
  if (withoutValue !== undefined) return new UsageError(`${asTyped(withoutValue)} needs a value`)
  if (message.startsWith('Not enough non-option arguments')) return withoutArguments(String(argv[0]))
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1]?.split(', ')[0]
  return unknown === undefined ? new UsageError(message) : unknownArgument(unknown, argv)
}

/** Only `merge-reports` and `wait` cannot do without a positional argument. */
function withoutArguments(command: string): UsageError {
  return command === 'wait'
    ? new UsageError('wait needs the addresses of the services', 'Name one URL or more.')
    : new UsageError('merge-reports needs the files to join', 'Name the JSON reports of the shards.')
}

function unknownArgument(name: string, argv: readonly string[]): UsageError {
  if (argv.includes(name)) return new UsageError(`"${name}" is one argument too many`)
  const [typed, command, other] = [asTyped(name), commandOf(argv), commandWith(name)]
  return other === undefined
    ? new UsageError(`unknown option ${typed}`, suggestion(name, command.options))
    : new UsageError(`${typed} is an option of ${other}, not of ${command.name}`)
}

function suggestion(name: string, options: OptionTable): string {
  const isReporter = 'reporter' in options && isReporterName(name)
  const meant = isReporter ? `reporter ${name}` : closest(name, Object.keys(options))
  return meant === undefined ? '' : `Did you mean --${meant}?`
}

function asTyped(option: string): string {
  return `${option.length === 1 ? '-' : '--'}${option}`
}
