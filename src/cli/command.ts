import type { AnyOperation } from '../operations/operation.ts'

/** An option, or an argument without a name. With neither `number` nor `boolean` its value is a text. */
export interface Option {
  readonly number?: true
  /** It takes no value; `--no-NAME` is its opposite. */
  readonly boolean?: true
  /** It may come again. */
  readonly array?: true
  /** Other names; those of one letter are typed behind one dash. */
  readonly alias?: string | readonly string[]
  readonly choices?: readonly (string | number)[]
  /** Options that cannot stand beside it. */
  readonly conflicts?: readonly string[]
  readonly default?: string | number | boolean
  readonly demandOption?: true
  /** Of a whole number: the least that it can be. */
  readonly minimum?: number
  /** Of a whole number: the most that it can be. */
  readonly maximum?: number
  /** The value of a number that is typed without one. */
  readonly alone?: number
  readonly describe?: string
}

/** Options by the name they have behind `--`, or arguments by the name they have in the help. */
export type OptionTable = Readonly<Record<string, Option>>

/** An option with a text. */
export const text = {} as const
/** An option that may come again. */
export const texts = { array: true } as const
/** An option without a value. */
export const yes = { boolean: true } as const

/** The key of the options with their values, in the order in which they were typed. */
export const inOrder = Symbol('in order')

/** The typed values of the options and arguments of a table, by their names in camelCase. */
export type Given<Table extends OptionTable> = {
  readonly [inOrder]?: readonly TypedOption[]
} & {
  readonly [Name in keyof Table as IsSure<Table[Name]> extends true ? CamelCase<Name> : never]: Value<
    Table[Name]
  >
} & {
  readonly [Name in keyof Table as IsSure<Table[Name]> extends true ? never : CamelCase<Name>]?:
    | Value<Table[Name]>
    | undefined
}

/** An option as it was typed, by its name in the table. */
export type TypedOption = readonly [name: string, value: string]

type IsSure<One extends Option> = One extends { readonly demandOption: true }
  ? true
  : One extends { readonly default: string | number | boolean }
    ? true
    : false

type Value<One extends Option> = One extends { readonly array: true } ? readonly Single<One>[] : Single<One>

type Single<One extends Option> = One extends { readonly boolean: true }
  ? boolean
  : One extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : One extends { readonly number: true }
      ? number
      : string

type CamelCase<Name> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

/** The typed values, whatever the command. */
export type AnyGiven = Readonly<Record<string, unknown>>

/** How a command was typed, beside its options and arguments. */
export interface Line {
  /** True where the command was named; a run need not be. */
  readonly isNamed: boolean
  /** The words that lines begin with. */
  readonly commandWords: () => readonly string[]
  /** The words behind `--`, where these are a command line of their own. */
  readonly behind?: readonly string[] | undefined
}

/** The help for a word that was typed, in the place of the help for the command's arguments. */
export interface TypedHelp {
  readonly usage: string
  readonly summary: string
  readonly heading: string
  /** The entries that may be given below the heading: the name of each, its summary, and at the right its kind. */
  readonly entries: readonly {
    readonly text: string
    readonly summary: string
    readonly extra: string
  }[]
}

/** A command of the program: everything that parsing, help, completion and the manual know of it. */
export interface Command {
  /** The operations that it asks for; none for one that only serves or joins files. */
  readonly operations?: readonly AnyOperation[]
  /** The arguments that it takes without an option, in this order. */
  readonly positionals: OptionTable
  readonly options: OptionTable
  /** Lines of usage, where that is not the command with its arguments. */
  readonly usage?: readonly string[]
  /** Names of options by the heading that they stand under in the help. */
  readonly groups?: Readonly<Record<string, readonly string[]>>
  readonly examples?: readonly (readonly [line: string, meaning: string])[]
  /** The part that it lacks without its arguments, and a sentence about that. */
  readonly needs?: readonly [need: string, hint: string]
  /** It is nothing without another command below it: what is said without one, and with several words that are none. */
  readonly needsCommand?: readonly [none: string, several?: string]
  /** The help where some words were typed; undefined where these make no difference. */
  readonly typedHelp?: (words: readonly string[]) => TypedHelp | undefined
  /** Words that may stand right behind it, for completion. */
  readonly firstWords?: readonly string[]
  /**
   * Options of curl that ask for what happens anyway. A command that has them takes lines of curl as they are: the word
   * behind an option is its value, even when it begins with a dash.
   */
  readonly idle?: OptionTable
  /** Puts what people type for another tool into the form of this one. */
  readonly rewrite?: (words: readonly string[]) => readonly string[]
  /** The words behind `--` are a command line of their own. */
  readonly hasCommandBehind?: true
  /** Carries the command out; the answer is the exit code. */
  run(given: AnyGiven, line: Line): Promise<number>
}

/** A command, with what was given typed by its tables. */
export function defineCommand<const Positionals extends OptionTable, const Options extends OptionTable>(
  definition: Omit<Command, 'positionals' | 'options' | 'run'> & {
    readonly positionals: Positionals
    readonly options: Options
    run(given: Given<Positionals> & Given<Options>, line: Line): Promise<number>
  },
): Command {
  return definition
}
