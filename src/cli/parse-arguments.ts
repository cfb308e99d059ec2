import type { AnyGiven, Command, Option, OptionTable } from './command.ts'

/** What was typed and is no command line; `name` is an option as it was typed, without dashes. */
export type Misuse =
  | { readonly kind: 'arguments-missing' }
  | { readonly kind: 'value-missing'; readonly name: string }
  | { readonly kind: 'unknown-option'; readonly name: string; readonly value: string | undefined }
  | { readonly kind: 'unknown-word'; readonly word: string }
  | { readonly kind: 'refused'; readonly message: string; readonly hint: string }

/** What a command line comes to. */
export type Parsed =
  | { readonly kind: 'given'; readonly given: AnyGiven; readonly behind: readonly string[] | undefined }
  | { readonly kind: 'help' }
  | Misuse

/** A part of a command line. */
type Token =
  | { readonly kind: 'word'; readonly text: string; readonly place: number }
  | OptionToken
  | { readonly kind: 'end'; readonly place: number }

interface OptionToken {
  readonly kind: 'option'
  /** As it was typed, without dashes. */
  readonly typed: string
  /** Undefined for an option that is not known. */
  readonly known: Known | undefined
  /** Undefined where it is lacking; false for `--no-NAME`. */
  readonly value: string | boolean | undefined
}

/** An option by any of its names. */
interface Known {
  readonly name: string
  readonly option: Option
}

/** How the words of a command line are read. */
interface Reading {
  readonly names: ReadonlyMap<string, Known>
  /** Whether an option takes a word as its value that looks like another option. */
  readonly takesAnyValue: boolean
}

/** Options that every command has. */
const everywhere: OptionTable = {
  help: { boolean: true, alias: 'h' },
  version: { boolean: true },
}

/** Options whose value names something, so that an empty one is a variable of the shell that is not set. */
const naming = ['config', 'env', 'env-file', 'data', 'spec', 'schema']

/** Reads what was typed for a command; `typed` is without the words that name it. */
export function parseArguments(
  typed: readonly string[],
  { positionals, options, idle, rewrite, needsCommand, hasCommandBehind }: Omit<Command, 'run'>,
): Parsed {
  const names = namesOf({ ...everywhere, ...positionals, ...idle, ...options })
  const tokens = tokensOf(rewrite?.(typed) ?? typed, { names, takesAnyValue: idle !== undefined })
  const found = tokens.filter(token => token.kind === 'option')
  const end = tokens.find(token => token.kind === 'end')?.place ?? typed.length
  const words = tokens.flatMap(token =>
    token.kind === 'word' && (token.place < end || hasCommandBehind !== true) ? [token.text] : [],
  )
  const wantsHelp = found.findLast(({ known }) => known?.name === 'help')?.value
  if (wantsHelp === true || wantsHelp === 'true' || words.at(-1) === 'help') return { kind: 'help' }
  const values = valuesOf(found)
  const given = { ...givenOf(options, values), ...placed(positionals, words, values) }
  return (
    withoutCommand(words, needsCommand) ??
    incomplete(words, found, { positionals, options }, given) ??
    unknown(words, found, positionals) ??
    wrongValue(options, values, given) ??
    misused(found) ??
    repeatedOrEmpty(options, values) ?? {
      kind: 'given',
      given,
      behind: hasCommandBehind === true && end < typed.length ? typed.slice(end + 1) : undefined,
    }
  )
}

/** Where words stand that belong to no option. One that is not in the table takes the next word as its value. */
export function wordPlaces(typed: readonly string[], options: OptionTable): readonly number[] {
  const tokens = tokensOf(typed, { names: namesOf({ ...everywhere, ...options }), takesAnyValue: false })
  const end = tokens.find(token => token.kind === 'end')?.place ?? typed.length
  return tokens.flatMap(token => (token.kind === 'word' && token.place < end ? [token.place] : []))
}

/** The options of a table by all of their names, those with dashes in camelCase, too. */
function namesOf(table: OptionTable): ReadonlyMap<string, Known> {
  const names = new Map<string, Known>()
  for (const [name, option] of Object.entries(table))
    for (const other of [name, option.alias ?? []].flat())
      for (const written of [other, camelCase(other)]) names.set(written, { name, option })
  return names
}

function camelCase(name: string): string {
  return name.includes('-') ? name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) : name
}

function tokensOf(words: readonly string[], reading: Reading): readonly Token[] {
  const tokens: Token[] = []
  for (let place = 0; place < words.length; place++) {
    const text = words[place] ?? ''
    if (text === '--') {
      tokens.push({ kind: 'end', place })
      for (place++; place < words.length; place++)
        tokens.push({ kind: 'word', text: words[place] ?? '', place })
    } else if (isOption(text)) {
      const read = text.startsWith('--') ? longOption : letters
      const { options, usesNext } = read(text, words[place + 1], reading)
      tokens.push(...options)
      if (usesNext) place++
    } else tokens.push({ kind: 'word', text, place })
  }
  return tokens
}

/** A dash alone is a word, and so is a negative number. */
function isOption(text: string): boolean {
  return /^-./s.test(text) && !/^-(\d+(\.\d+)?|\.\d+)$/.test(text)
}

/** The options that a word stands for, and whether the next one is the value of the last of them. */
interface Read {
  readonly options: readonly OptionToken[]
  readonly usesNext: boolean
}

function longOption(text: string, next: string | undefined, reading: Reading): Read {
  const [, typed = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const known = reading.names.get(typed)
  if (value !== undefined) return { options: [{ kind: 'option', typed, known, value }], usesNext: false }
  const [, negated] = /^no-(.+)$/s.exec(typed) ?? []
  if (known === undefined && negated !== undefined) {
    const opposite = reading.names.get(negated)
    return { options: [{ kind: 'option', typed: negated, known: opposite, value: false }], usesNext: false }
  }
  return withNext(typed, known, next, reading)
}

/** One letter or several, the last of them perhaps with its value right behind it: `-sXPOST`, `-w=4`. */
function letters(text: string, next: string | undefined, reading: Reading): Read {
  const options: OptionToken[] = []
  for (let index = 1; ; index++) {
    const typed = text.charAt(index)
    const known = reading.names.get(typed)
    const rest = text.slice(index + 1)
    if (rest === '') {
      const last = withNext(typed, known, next, reading)
      return { ...last, options: [...options, ...last.options] }
    }
    const takesRest = known === undefined ? /^[\W\d]/.test(rest) : known.option.boolean !== true
    if (takesRest || rest.startsWith('='))
      return {
        options: [...options, { kind: 'option', typed, known, value: rest.replace(/^=/, '') }],
        usesNext: false,
      }
    options.push({ kind: 'option', typed, known, value: known === undefined ? undefined : true })
  }
}

/** An option that ends a word; the next one may be its value. */
function withNext(
  typed: string,
  known: Known | undefined,
  next: string | undefined,
  { takesAnyValue }: Reading,
): Read {
  const { boolean: isFlag = false, alone } = known?.option ?? {}
  const usesNext =
    next !== undefined &&
    (known === undefined
      ? !isOption(next)
      : isFlag
        ? next === 'true' || next === 'false'
        : alone !== undefined
          ? /^\d+$/.test(next)
          : takesAnyValue || !/^-[^0-9]/.test(next))
  const without = isFlag ? true : alone === undefined ? undefined : String(alone)
  return {
    options: [{ kind: 'option', typed, known, value: usesNext ? next : without }],
    usesNext,
  }
}

/** What was typed for each option, by its name. */
type Values = ReadonlyMap<string, readonly (string | boolean)[]>

function valuesOf(found: readonly OptionToken[]): Values {
  const values = new Map<string, (string | boolean)[]>()
  for (const { known, value } of found)
    if (known !== undefined && value !== undefined)
      values.set(known.name, [...(values.get(known.name) ?? []), value])
  return values
}

/** The values of options as their table says, with those that stand for what was not typed. */
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
  if (isNumber === true) return Number(value)
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

/** What is lacking: an argument, a value, an option. */
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
    if (option.boolean === true && value !== false && value !== 'true' && value !== 'false')
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

/** What is sent, unlike what is named, may be empty: `send --data ''` takes several texts. */
function isEmpty(name: string, values: readonly (string | boolean)[], option: Option | undefined): boolean {
  const isSent = name === 'data' && option?.array === true
  return option !== undefined && !isSent && values.includes('')
}

function refused(message: string, hint = ''): Misuse {
  return { kind: 'refused', message, hint }
}
