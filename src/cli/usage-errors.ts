import { isSuite } from '../load/find-suites.ts'
import { type Problem, usageProblem } from '../model/problem.ts'
import { isReporterName } from '../report/index.ts'
import { closest, editDistance } from '../util/did-you-mean.ts'
import type { OptionTable } from './command.ts'
import { commands, commandsBelow } from './commands/index.ts'
import { type FoundCommand, loaded } from './find-command.ts'
import type { Misuse } from './parse-arguments.ts'

/** The message for a line that is none; `hint` is a sentence, or empty. */
interface UsageError {
  readonly message: string
  readonly hint: string
}

/** A misuse of a command, with what to write and the help that it leads to. */
export async function explainMisuse(misuse: Misuse, found: FoundCommand): Promise<Problem> {
  const { message, hint } = await usageError(misuse, found)
  const help = ['apitest', ...(found.isNamed ? [found.entry.name] : []), '--help'].join(' ')
  return usageProblem(message, `${hint} See ${help}.`.trim())
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
        hint: wordRemedy(misuse.word, entry.name),
      }
    case 'unknown-option':
      return unknownOption(misuse.name, misuse.value, found)
  }
}

/** To other tools, `-v` alone shows more. */
function valueRemedy(name: string, options: OptionTable): string {
  const isVariable = options['var']?.alias === 'v' && 'verbose' in options
  if (name === 'v' && isVariable) return '-v is --var; --verbose shows more.'
  return Object.hasOwn(options, name) && options[name]?.boolean !== true ? written(name, options) : ''
}

function wordRemedy(word: string, command: string): string {
  const lists = ['collections', 'environments', 'attachments', 'history'].includes(command)
  if (lists && (word === 'list' || word === 'ls')) return `apitest ${command} alone lists them.`
  const below = commandsBelow(command).map(({ name }) => name.slice(command.length + 1))
  const meant = closest(word, below)
  return meant === undefined ? '' : `Did you mean \`apitest ${command} ${meant}\`?`
}

/** An option as it is written, with the value that was typed for it, or one that it may have. */
function written(name: string, options: OptionTable, value?: string): string {
  const option = options[name]
  if (option?.boolean === true) return `Write --${name}.`
  const example = value ?? own(examples, name) ?? (option?.number === true ? '2' : undefined)
  return example === undefined ? '' : `Write ${`--${name} ${example}`.trim()}.`
}

/** Values that options may have. */
const examples: Readonly<Record<string, string>> = {
  bail: '',
  config: 'apitest.config.yaml',
  data: 'users.csv',
  env: 'staging',
  'env-file': '.env',
  grep: 'orders',
  'max-time': '10m',
  port: '4010',
  reporter: 'junit=report.xml',
  seed: '1',
  shard: '1/4',
  tags: 'smoke',
  var: 'user=ada',
}

async function unknownOption(
  name: string,
  value: string | undefined,
  { entry, command: { options }, isNamed }: FoundCommand,
): Promise<UsageError> {
  const typed = asTyped(name)
  const remedy = optionRemedy(name, value, { isRun: entry.name === 'run', options })
  if (remedy !== undefined) return { message: `unknown option ${typed}`, hint: remedy }
  const slip = Object.keys({ ...options, ...ofAllCommands }).find(
    option => name.length > 2 && editDistance(name.toLowerCase(), option) === 1,
  )
  if (slip !== undefined) return { message: `unknown option ${typed}`, hint: `Did you mean --${slip}?` }
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
  const meant = closest(name, Object.keys({ ...options, ...ofAllCommands }))
  return meant === undefined ? '' : `Did you mean --${meant}?`
}

/** Options that no table of a command has. */
const ofAllCommands: OptionTable = { help: { boolean: true }, version: { boolean: true } }

function asTyped(option: string): string {
  return `${option.length === 1 ? '-' : '--'}${option}`
}

/** Our options, with what other tools call them. The first one that the command has is meant. */
const otherNames: readonly (readonly [option: string, names: string])[] = [
  ['max-time', 'timeout request-timeout timeout-request test-timeout global-timeout'],
  ['env', 'environment environments'],
  ['data', 'iteration-data data-file data-csv csv dataset body'],
  ['var', 'env-var global-var variable variables define D set arg P'],
  ['env-file', 'var-file vars-file variables-file dotenv secrets-file'],
  ['workers', 'parallel concurrency threads jobs j p max-workers processes numprocesses'],
  ['callers', 'vus users'],
  ['for', 'duration'],
  ['times', 'attempts'],
  ['repeat', 'repeat-each'],
  ['retries', 'retry max-retries reruns'],
  ['shuffle', 'random randomize random-order'],
  ['tags', 'tag include-tags'],
  ['tag', 'tags'],
  ['bail', 'fail-fast failfast exitfirst fail-on-first stop-on-first-failure'],
  ['verbose', 'debug very-verbose trace print log-level'],
  ['list', 'list-tests list-only collect-only'],
  ['watch', 'watchAll watch-all'],
  ['request', 'method'],
  ['version', 'V'],
  ['grep', 'test filter name test-name test-name-pattern testNamePattern match folder scenario'],
]

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
const report: Remedy = file => `Write -r ${reporterFor(file)}; -r json=report.json is another report.`
const chosen: Remedy = tags => `Write --tags '!${tags ?? 'slow'}' to leave steps with the tag out.`
const colors: Remedy = () => 'Colours follow NO_COLOR=1 and FORCE_COLOR=1 of the environment.'
const quiet: Remedy = () => 'Write -r dot.'
const pause: Remedy = () => 'Write `pause: 100ms`, a step between two others; `settings` have no such thing.'

/** The reporter that writes a file of this name, with the file: `html=report.html`. */
function reporterFor(file = 'report.xml'): string {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  const name = own(byExtension, extension) ?? (isReporterName(extension) ? extension : undefined)
  if (name !== undefined) return `${name}=${file}`
  return isReporterName(file) ? file : `html=${file.replace(/\/$/, '')}/report.html`
}

const byExtension: Readonly<Record<string, string>> = { xml: 'junit', md: 'markdown', txt: 'pretty' }

/** `--html report.html` */
function namedReporter(name: string): Remedy | undefined {
  const reporter = name === 'xml' ? 'junit' : name === 'md' ? 'markdown' : name
  if (!isReporterName(reporter)) return undefined
  return file => `Write -r ${reporter}${file === undefined ? '' : `=${file}`}.`
}

/** Other words of runs: what they have in a suite or the configuration, or write otherwise. */
const ofRuns: readonly (readonly [names: string, remedy: Remedy])[] = [
  ['timeout request-timeout timeout-request', limit],
  ['only', () => 'Write FILE:LINE to run the step in a line: `apitest orders.apitest.yaml:12`.'],
  [
    'test',
    word =>
      word !== undefined && isSuite(word)
        ? `Write \`apitest ${word}\`.`
        : `Write --grep ${word ?? own(examples, 'grep') ?? ''}.`,
  ],
  ['k', pattern => (pattern === undefined ? unverified() : `Write --grep ${pattern}.`)],
  ['insecure', unverified],
  [
    'output o out report reporters report-file report-format output-format format output-dir report-dir',
    report,
  ],
  ['header H', headers],
  ['bearer user u', credentials],
  ['x', url => (url === undefined ? 'Write --bail.' : proxy(url))],
  ['proxy', proxy],
  ['n iteration-count iterations', rows],
  ['vus users duration', load],
  ['base-url', url => `Write --var baseUrl=${url ?? 'http://127.0.0.1:3000'}, and {{baseUrl}} in the suite.`],
  ['exclude exclude-tags skip-tags skip-tag ignore-tags', chosen],
  ['quiet silent q s', quiet],
  ['color colors colour no-color', colors],
  ['delay delay-request throttle', pause],
]

/**
 * The remedy for an option that other tools or other commands have, or undefined. `name` is without dashes, `value` is
 * the typed value, `options` are those of the command.
 */
function optionRemedy(
  name: string,
  value: string | undefined,
  { isRun, options }: { readonly isRun: boolean; readonly options: OptionTable },
): string | undefined {
  const remedy = isRun ? (ofWords(ofRuns, name) ?? namedReporter(name)) : undefined
  if (remedy !== undefined) return remedy(value)
  const known = { ...options, ...ofAllCommands }
  const [meant] =
    otherNames.find(([option, names]) => names.split(' ').includes(name) && option in known) ?? []
  if (meant === undefined) return undefined
  // The value of a variable may be a password.
  const shown = meant === 'var' ? value?.replace(/=.*/s, '=VALUE') : value
  return written(meant, known, shown)
}

/** Finds the value beside the words among which one is. */
function ofWords<Value>(
  rows: readonly (readonly [words: string, value: Value])[],
  word: string,
): Value | undefined {
  return rows.find(([words]) => words.split(' ').includes(word))?.[1]
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
