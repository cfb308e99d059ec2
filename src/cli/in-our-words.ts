import { isReporterName } from '../report/index.ts'
import { closest } from '../util/did-you-mean.ts'
import { commandOf, commandWith, type OptionTable } from './command-options.ts'
import { optionRemedy } from './option-remedies.ts'
import { UsageError } from './usage-error.ts'

/** What yargs complains about, with the option as it is typed in `argv`, and the one that was probably meant. */
export function inOurWords(message: string, argv: readonly string[]): UsageError {
  const withoutValue = /^Not enough arguments following: (.*)$/.exec(message)?.[1]
  if (withoutValue !== undefined)
    return new UsageError(`${asTyped(withoutValue)} needs a value`, valueRemedy(withoutValue, argv))
  if (message.startsWith('Not enough non-option arguments')) return withoutArguments(commandOf(argv).name)
  const [, name = '', value = '', choices] =
    /^Invalid values:\s+Argument: ([^,]+), Given: (.*), Choices: (.*)$/s.exec(message) ?? []
  if (choices !== undefined) return outsideChoices(name, value, choices)
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1]?.split(', ')[0]
  return unknown === undefined ? new UsageError(message) : unknownArgument(unknown, argv)
}

/** To other tools, `-v` alone shows more. */
function valueRemedy(name: string, argv: readonly string[]): string {
  const { options } = commandOf(argv)
  const isVariable = options['var']?.alias === 'v' && 'verbose' in options
  return name === 'v' && isVariable ? '-v is --var; --verbose shows more.' : ''
}

function outsideChoices(name: string, given: string, choices: string): UsageError {
  const all = choices.replaceAll('"', '').split(', ')
  const last = all.pop() ?? ''
  return new UsageError(
    `--${name} cannot be ${given}`,
    `It is ${all.length === 0 ? last : `${all.join(', ')} or ${last}`}.`,
  )
}

/** What commands ask for that cannot do without a positional argument. */
const needs: Readonly<Record<string, readonly [need: string, hint: string]>> = {
  'merge-reports': ['the files to join', 'Name the JSON reports of the shards.'],
  compile: ['a source', 'Name a saved collection, a suite, a folder of suites, or a file.'],
  validate: ['a body', 'Name a file, a URL, or - for the standard input.'],
  'contract diff': ['documents', 'Write old.yaml new.yaml, or --since HEAD openapi.yaml.'],
  'pact verify': ['the pacts', 'Name files, or folders of them.'],
  'collections create': ['a name', 'Write apitest collections create Shop.'],
  'collections rename': ['a place and a new name', 'Write apitest collections rename Shop/Users People.'],
  'collections move': ['a place and where to', 'Write apitest collections move Shop/Users Archive.'],
  'environments show': ['a name', 'apitest environments lists them.'],
  'environments set': ['a name and values', 'Write apitest environments set local user=ada.'],
  'environments delete': ['a name', 'apitest environments lists them.'],
}

function withoutArguments(command: string): UsageError {
  const place = ['a place', 'Write the names on the way to it, as in Shop/Users.'] as const
  const [need, hint] = needs[command] ?? place
  return new UsageError(`${command} needs ${need}`, hint)
}

function unknownArgument(name: string, argv: readonly string[]): UsageError {
  const command = commandOf(argv)
  if (argv.includes(name)) {
    const lists = name === 'list' || name === 'ls' ? `apitest ${command.name} alone lists them.` : ''
    return new UsageError(
      `"${name}" is one argument too many`,
      ['collections', 'environments', 'history'].includes(command.name) ? lists : '',
    )
  }
  const [typed, other, remedy] = [asTyped(name), commandWith(name), optionRemedy(name, argv)]
  if (remedy !== undefined) return new UsageError(`unknown option ${typed}`, remedy)
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
