import {
  type AnyGiven,
  type Command,
  inOrder,
  type Option,
  type OptionTable,
  type TypedOption,
} from './command.ts'
import { camelCase, type OptionToken, readTokens, type Tokens } from './tokens.ts'

/** A typed line that is no command line; `name` is an option as it was typed, without dashes. */
export type Misuse =
  | { readonly kind: 'arguments-missing' }
  | { readonly kind: 'value-missing'; readonly name: string }
  | { readonly kind: 'unknown-option'; readonly name: string; readonly value: string | undefined }
  | { readonly kind: 'unknown-word'; readonly word: string }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string }

/** The result of reading a command line. */
export type Parsed =
  | { readonly kind: 'given'; readonly given: AnyGiven; readonly behind: readonly string[] | undefined }
  | { readonly kind: 'help' }
  | Misuse

/** Options whose value names something, so that an empty one is a variable of the shell that is not set. */
const naming = ['config', 'env', 'env-file', 'data', 'spec', 'schema']

/** Reads what was typed for a command; `typed` is without the words that name it. */
export function parseArguments(
  typed: readonly string[],
  { positionals, options, idle, rewrite, needsCommand, hasCommandBehind }: Omit<Command, 'run'>,
): Parsed {
  const line = rewrite?.(typed) ?? typed
  const tokens = readTokens(line, { ...positionals, ...idle, ...options }, idle !== undefined)
  const { options: found, behind } = tokens
  if (wantsHelp(tokens)) return { kind: 'help' }
  const words = hasCommandBehind === true ? tokens.words : [...tokens.words, ...(behind ?? [])]
  const values = valuesOf(found)
  const given = {
    ...givenOf(options, values),
    ...placed(positionals, words, values),
    [inOrder]: found.flatMap(({ known, value }): readonly TypedOption[] =>
      known !== undefined && typeof value === 'string' ? [[known.name, value]] : [],
    ),
  }
  return (
    withoutCommand(words, needsCommand) ??
    incomplete(words, found, { positionals, options }, given) ??
    unknown(words, found, positionals) ??
    wrongValue(options, values, given) ??
    misused(found) ??
    repeatedOrEmpty(options, values) ?? {
      kind: 'given',
      given,
      behind,
    }
  )
}

function wantsHelp({ options, words }: Tokens): boolean {
  const asked = options.findLast(({ known }) => known?.name === 'help')?.value
  return asked === true || asked === 'true' || words.at(-1) === 'help'
}

/** The typed values of each option, by its name. */
type Values = ReadonlyMap<string, readonly (string | boolean)[]>

function valuesOf(found: readonly OptionToken[]): Values {
  const values = new Map<string, (string | boolean)[]>()
  for (const { known, value } of found)
    if (known !== undefined && value !== undefined)
      values.set(known.name, [...(values.get(known.name) ?? []), value])
  return values
}

/** The values of options as their table says, and the defaults of those that were not typed. */
function givenOf(options: OptionTable, values: Values): AnyGiven {
  const given: Record<string, unknown> = {}
  for (const [name, option] of Object.entries(options)) {
    const all = (values.get(name) ?? []).map(value => valueOf(option, value))
    const value = option.array === true ? (all.length === 0 ? undefined : all) : all.at(-1)
    if (value !== undefined || option.default !== undefined) given[camelCase(name)] = value ?? option.default
  }
  return given
}

function valueOf({ number: isNumber, boolean: isFlag }: Option, value: string | boolean) {
  // A blank text is no number, although JavaScript takes it for 0.
  if (isNumber === true) return String(value).trim() === '' ? Number.NaN : Number(value)
  return isFlag === true ? value === true || value === 'true' : value
}

/** The words by the names of their places, which may also be typed as options; the last place may take several. */
function placed(positionals: OptionTable, words: readonly string[], values: Values): AnyGiven {
  const given: Record<string, unknown> = {}
  for (const [index, [name, { array: isList }]] of Object.entries(positionals).entries()) {
    const typed = values.get(name) ?? []
    const value = isList === true ? [...typed, ...words.slice(index)] : (words[index] ?? typed.at(-1))
    if (value !== undefined) given[camelCase(name)] = value
  }
  return given
}

function withoutCommand(words: readonly string[], needsCommand: Command['needsCommand']): Misuse | undefined {
  const [none, several] = needsCommand ?? []
  const message = words.length === 0 ? none : words.length > 1 ? several : undefined
  return message === undefined ? undefined : refused(message)
}

/** Finds the lacking part: an argument, a value, an option. */
function incomplete(
  words: readonly string[],
  found: readonly OptionToken[],
  { positionals, options }: Pick<Command, 'positionals' | 'options'>,
  given: AnyGiven,
): Misuse | undefined {
  const demanded = Object.values(positionals).filter(({ demandOption }) => demandOption === true)
  if (words.length < demanded.length) return { kind: 'arguments-missing' }
  const lacking = found.findLast(({ known, value }) => known !== undefined && value === undefined)
  if (lacking !== undefined) return { kind: 'value-missing', name: lacking.typed }
  const missing = Object.entries(options).flatMap(([name, { demandOption }]) =>
    demandOption === true && given[camelCase(name)] === undefined ? [name] : [],
  )
  return missing.length === 0
    ? undefined
    : refused(`Missing required argument${missing.length === 1 ? '' : 's'}: ${missing.join(', ')}`)
}

/** An option that the command does not have, or a word that it has no place for. */
function unknown(
  words: readonly string[],
  found: readonly OptionToken[],
  positionals: OptionTable,
): Misuse | undefined {
  const option = found.find(({ known }) => known === undefined)
  if (option !== undefined) {
    const { typed: name, value } = option
    return { kind: 'unknown-option', name, value: typeof value === 'string' ? value : undefined }
  }
  const places = Object.values(positionals)
  const word = places.some(({ array }) => array === true) ? undefined : words[places.length]
  return word === undefined ? undefined : { kind: 'unknown-word', word }
}

function wrongValue(options: OptionTable, values: Values, given: AnyGiven): Misuse | undefined {
  for (const [name, option] of Object.entries(options)) {
    const { choices } = option
    const wrong = (values.get(name) ?? [])
      .map(value => valueOf(option, value))
      .filter(value => choices !== undefined && !choices.some(choice => choice === value))
    if (choices !== undefined && wrong.length > 0) {
      const last = choices.at(-1) ?? ''
      const all = choices.length === 1 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`
      return refused(
        `--${name} cannot be ${wrong.map(value => JSON.stringify(value)).join(', ')}`,
        `It is ${all}.`,
      )
    }
  }
  for (const [name, { conflicts = [] }] of Object.entries(options))
    for (const other of given[camelCase(name)] === undefined ? [] : conflicts)
      if (given[camelCase(other)] !== undefined)
        return refused(`Arguments ${name} and ${other} are mutually exclusive`)
  return undefined
}

/** `--dry-run=yes`, which is no dry run, and `--no-env`, which is no environment. */
function misused(found: readonly OptionToken[]): Misuse | undefined {
  for (const { known, value } of found) {
    if (known === undefined || value === true || value === undefined) continue
    const { name, option } = known
    if (option.boolean !== true && value === false)
      return refused(`unknown option --no-${name}`, `Leave --${name} out.`)
    const isNegated = name.startsWith('no-')
    if (option.boolean === true && value !== false && (isNegated || (value !== 'true' && value !== 'false')))
      return refused(`--${name} takes no value, and "${value}" is one`, `Write --${name} alone.`)
  }
  return undefined
}

function repeatedOrEmpty(options: OptionTable, values: Values): Misuse | undefined {
  for (const [name, { array, boolean }] of Object.entries(options))
    if (array !== true && boolean !== true && (values.get(name) ?? []).length > 1)
      return refused(`--${name} is given more than once`, 'It takes one value.')
  for (const name of naming)
    if (isEmpty(name, values.get(name) ?? [], options[name]))
      return refused(`--${name} is empty`, 'Is a variable of the shell not set?')
  return undefined
}

/** True for an empty value that names something. Data to send may be empty: `send --data ''` takes several texts. */
function isEmpty(name: string, values: readonly (string | boolean)[], option: Option | undefined): boolean {
  const isSent = name === 'data' && option?.array === true
  return option !== undefined && !isSent && values.includes('')
}

function refused(message: string, hint = ''): Misuse {
  return { kind: 'refused', message, hint }
}
