import { isReporterName } from '../report/index.ts'
import { printable } from '../report/text/printable.ts'
import { closest } from '../util/did-you-mean.ts'
import type { OptionTable } from './command.ts'
import { commands } from './commands/index.ts'
import { type FoundCommand, loaded } from './find-command.ts'
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
  const lists = ['collections', 'environments', 'attachments', 'history'].includes(command)
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

/** What other tools call the options that are here, too. The first that the command has is meant. */
const otherNames: Readonly<Record<string, string>> = {
  timeout: 'max-time',
  'request-timeout': 'max-time',
  'timeout-request': 'max-time',
  environment: 'env',
  'iteration-data': 'data',
  'data-file': 'data',
  'env-var': 'var',
  'global-var': 'var',
  variable: 'var',
  parallel: 'workers',
  concurrency: 'workers',
  threads: 'workers',
  test: 'grep',
  filter: 'grep',
  format: 'reporter',
  duration: 'for',
  vus: 'callers',
  users: 'callers',
  attempts: 'times',
  'repeat-each': 'repeat',
  retry: 'retries',
  random: 'shuffle',
  randomize: 'shuffle',
  'test-timeout': 'max-time',
  'global-timeout': 'max-time',
  tags: 'tag',
}

/** A sentence for what was typed behind an option. */
type Remedy = (value?: string) => string

/** Says a setting; `value` is one that it may have. */
function setting(key: string, value: string, fits = /^$/): Remedy {
  return typed =>
    `Write \`settings: { ${key}: ${typed !== undefined && fits.test(typed) ? typed : value} }\` in the suite or in apitest.config.yaml.`
}

const unverified = setting('tls', '{ verify: false }')
const headers = setting('headers', '{ Accept: text/html }')
const credentials = setting('auth', '{ bearer: "{{token}}" }')
const proxy = setting('proxy', 'http://127.0.0.1:3128', /^https?:[\w/.:-]+$/)
const rows: Remedy = count =>
  `Write --data users.csv to run once per row of a file, or \`data\` in the suite; --repeat ${count ?? 2} runs all of it so often.`
const limit = setting('timeout', '5s', /^\d+(\.\d+)?(ms|s|m)$/)
const load: Remedy = () =>
  'Write `apitest load PATH --callers 10 --for 30s`: a run goes through each suite once.'
const junit: Remedy = file => `Write -r junit=${file ?? 'report.xml'}; -r json=report.json is another report.`

/** What a run has in a suite or the configuration, and other tools and commands have as an option. */
const ofRuns: Readonly<Record<string, Remedy>> = {
  timeout: limit,
  'request-timeout': limit,
  'timeout-request': limit,
  only: () => 'Write FILE:LINE to run the step in a line: `apitest orders.apitest.yaml:12`.',
  insecure: unverified,
  k: unverified,
  output: junit,
  o: junit,
  header: headers,
  H: headers,
  bearer: credentials,
  user: credentials,
  u: credentials,
  proxy,
  x: proxy,
  n: rows,
  'iteration-count': rows,
  iterations: rows,
  vus: load,
  users: load,
  duration: load,
  'base-url': url => `Write --var baseUrl=${url ?? 'http://127.0.0.1:3000'}, and {{baseUrl}} in the suite.`,
  json: () => 'Write -r json.',
}

/**
 * What to write instead of an option that other tools or other commands have, or undefined. `name` is without dashes,
 * `value` what was typed for it, `options` are those of the command.
 */
function optionRemedy(
  name: string,
  value: string | undefined,
  { isRun, options }: { readonly isRun: boolean; readonly options: OptionTable },
): string | undefined {
  const remedy = isRun ? own(ofRuns, name) : undefined
  if (remedy !== undefined) return remedy(value)
  const meant = own(otherNames, name)
  if (meant === undefined || !Object.hasOwn(options, meant)) return undefined
  // The value of a variable may be a password.
  const shown = meant === 'var' ? value?.replace(/=.*/s, '=VALUE') : value
  return `Write --${meant}${shown === undefined ? '' : ` ${shown}`}.`
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
