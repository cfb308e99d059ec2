import { type Option, type OptionTable, yes } from './command.ts'

/** A command line in parts. */
export interface Tokens {
  readonly options: readonly OptionToken[]
  /** The words that belong to no option. */
  readonly words: readonly string[]
  /** Where these stand in the line. */
  readonly places: readonly number[]
  /** The words behind `--`. */
  readonly behind: readonly string[] | undefined
}

/** An option in a command line. */
export interface OptionToken {
  /** As it was typed, without dashes. */
  readonly typed: string
  /** The option that it names; undefined for one that is not known. */
  readonly known: { readonly name: string; readonly option: Option } | undefined
  /** Undefined where it is lacking; false for `--no-NAME`. */
  readonly value: string | boolean | undefined
}

/** How a command line is read. */
interface Rules {
  /** The options by all of their names. */
  readonly names: ReadonlyMap<string, NonNullable<OptionToken['known']>>
  /** True where an option takes a word as its value that looks like another option. */
  readonly takesAnyValue: boolean
}

/** Options that every command has. */
export const everywhere: OptionTable = {
  help: { ...yes, alias: 'h', describe: 'Show help' },
  version: { ...yes, describe: 'Show the version' },
}

/** Takes a command line apart. An option that is not in the table takes the next word as its value. */
export function readTokens(line: readonly string[], table: OptionTable, takesAnyValue = false): Tokens {
  const rules = { names: namesOf({ ...everywhere, ...table }), takesAnyValue }
  const options: OptionToken[] = []
  const places: number[] = []
  let place = 0
  for (; place < line.length && line[place] !== '--'; place++) {
    const text = line[place] ?? ''
    if (isOption(text)) {
      const read = text.startsWith('--') ? longOption : letters
      const found = read(text, line[place + 1], rules)
      options.push(...found.options)
      if (found.usesNext) place++
    } else places.push(place)
  }
  return {
    options,
    words: places.map(index => line[index] ?? ''),
    places,
    behind: place < line.length ? line.slice(place + 1) : undefined,
  }
}

/** The options of a table by all of their names, those with dashes in camelCase, too. */
function namesOf(table: OptionTable): Rules['names'] {
  const names = new Map<string, NonNullable<OptionToken['known']>>()
  for (const [name, option] of Object.entries(table))
    for (const other of [name, option.alias ?? []].flat())
      for (const written of [other, camelCase(other)]) names.set(written, { name, option })
  return names
}

/** A name as it stands in code. */
export function camelCase(name: string): string {
  return name.includes('-') ? name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) : name
}

/** A dash alone is a word, and so is a negative number. */
function isOption(text: string): boolean {
  return /^-./s.test(text) && !/^-(\d+(\.\d+)?|\.\d+)$/.test(text)
}

/** The options that a word names, and whether the next one is the value of the last of them. */
interface Found {
  readonly options: readonly OptionToken[]
  readonly usesNext: boolean
}

function longOption(text: string, next: string | undefined, rules: Rules): Found {
  const [, typed = '', value] = /^--([^=]*)(?:=(.*))?$/s.exec(text) ?? []
  const known = rules.names.get(typed)
  const [, negated] = /^no-(.+)$/s.exec(typed) ?? []
  const opposite = known === undefined && negated !== undefined ? rules.names.get(negated) : undefined
  if (value !== undefined) {
    const own = opposite === undefined ? known : { ...opposite, name: `no-${opposite.name}` }
    return { options: [{ typed, known: own, value }], usesNext: false }
  }
  if (known === undefined && negated !== undefined) {
    return { options: [{ typed: negated, known: opposite, value: false }], usesNext: false }
  }
  return withNext(typed, known, next, rules)
}

/** One letter or several, the last of them perhaps with its value right behind it: `-sXPOST`, `-w=4`. */
function letters(text: string, next: string | undefined, rules: Rules): Found {
  const options: OptionToken[] = []
  for (let index = 1; ; index++) {
    const typed = text.charAt(index)
    const known = rules.names.get(typed)
    const rest = text.slice(index + 1)
    if (rest === '') {
      const last = withNext(typed, known, next, rules)
      return { ...last, options: [...options, ...last.options] }
    }
    const takesRest = known === undefined ? /^[\W\d]/.test(rest) : known.option.boolean !== true
    if (takesRest || rest.startsWith('='))
      return {
        options: [...options, { typed, known, value: rest.replace(/^=/, '') }],
        usesNext: false,
      }
    options.push({ typed, known, value: known === undefined ? undefined : true })
  }
}

/** An option that ends a word; the next one may be its value. */
function withNext(
  typed: string,
  known: OptionToken['known'],
  next: string | undefined,
  { takesAnyValue }: Rules,
): Found {
  const { boolean: isFlag = false, alone } = known?.option ?? {}
  const usesNext =
    next !== undefined &&
    (known === undefined
      ? !isOption(next)
      : isFlag
        ? next === 'true' || next === 'false'
        : alone !== undefined
          ? /^-?\d+(?:\.\d+)?$/.test(next)
          : takesAnyValue || !/^-[^0-9]/.test(next))
  const without = isFlag ? true : alone === undefined ? undefined : String(alone)
  return {
    options: [{ typed, known, value: usesNext ? next : without }],
    usesNext,
  }
}
