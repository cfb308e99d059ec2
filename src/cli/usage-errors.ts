import { isReporterName } from '../report/index.ts'
import { printable } from '../report/text/printable.ts'
import { closest } from '../util/did-you-mean.ts'
import type { OptionTable } from './command.ts'
import { commands } from './commands/index.ts'
import { type FoundCommand, loaded } from './find-command.ts'
import { optionRemedy } from './option-remedies.ts'
import type { Misuse } from './parse-arguments.ts'

/** What is said of a line that is none; `hint` is a sentence, or empty. */
interface UsageError {
  readonly message: string
  readonly hint: string
}

/** The text of such an error, with the help that it leads to; `command` is undefined for a run without its name. */
export function misuseText({ message, hint }: UsageError, command: string | undefined): string {
  const help = ['apitest', ...(command === undefined ? [] : [command]), '--help'].join(' ')
  return printable(`apitest: ${message}\n${`${hint} See ${help}.`.trim()}\n`)
}

/** What is said of a misuse of a command. */
export async function explainMisuse(misuse: Misuse, found: FoundCommand): Promise<string> {
  return misuseText(await usageError(misuse, found), found.isNamed ? found.entry.name : undefined)
}

async function usageError(misuse: Misuse, found: FoundCommand): Promise<UsageError> {
  const { entry, command } = found
  switch (misuse.kind) {
    case 'refused':
      return misuse
    case 'arguments-missing': {
      const [need = '', hint = ''] = command.needs ?? []
      return { message: `${entry.name} needs ${need}`, hint }
    }
    case 'value-missing':
      return {
        message: `${asTyped(misuse.name)} needs a value`,
        hint: valueRemedy(misuse.name, command.options),
      }
    case 'unknown-word':
      return {
        message: `"${misuse.word}" is one argument too many`,
        hint: listRemedy(misuse.word, entry.name),
      }
    case 'unknown-option':
      return unknownOption(misuse.name, misuse.value, found)
  }
}

/** To other tools, `-v` alone shows more. */
function valueRemedy(name: string, options: OptionTable): string {
  const isVariable = options['var']?.alias === 'v' && 'verbose' in options
  return name === 'v' && isVariable ? '-v is --var; --verbose shows more.' : ''
}

function listRemedy(word: string, command: string): string {
  const lists = ['collections', 'environments', 'history'].includes(command)
  return lists && (word === 'list' || word === 'ls') ? `apitest ${command} alone lists them.` : ''
}

async function unknownOption(
  name: string,
  value: string | undefined,
  { entry, command: { options }, isNamed }: FoundCommand,
): Promise<UsageError> {
  const typed = asTyped(name)
  const remedy = optionRemedy(name, value, { isRun: entry.name === 'run', options })
  if (remedy !== undefined) return { message: `unknown option ${typed}`, hint: remedy }
  const other = await commandWith(name)
  if (other === undefined) return { message: `unknown option ${typed}`, hint: suggestion(name, options) }
  const command = isNamed ? entry.name : 'a run'
  return { message: `${typed} is an option of ${other}, not of ${command}`, hint: '' }
}

/** Name of the first command that has an option with this name or alias. */
async function commandWith(option: string): Promise<string | undefined> {
  for (const entry of commands) {
    const { options } = await loaded(entry)
    const names = Object.entries(options).flatMap(([name, { alias = [] }]) => [name, alias].flat())
    if (names.includes(option)) return entry.name === 'run' ? 'a run' : entry.name
  }
  return undefined
}

function suggestion(name: string, options: OptionTable): string {
  const isReporter = 'reporter' in options && isReporterName(name)
  const meant = isReporter ? `reporter ${name}` : closest(name, Object.keys(options))
  return meant === undefined ? '' : `Did you mean --${meant}?`
}

function asTyped(option: string): string {
  return `${option.length === 1 ? '-' : '--'}${option}`
}
