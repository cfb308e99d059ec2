import type { Result } from '../model/problem.ts'
import type { ObjectOf, ObjectSchema, Schema, ValueOf } from '../operations/schema.ts'
import { defined } from '../util/defined.ts'
import type { AnyGiven, Option, OptionTable } from './command.ts'
import { numberProblems } from './number-problems.ts'
import { type OptionChange, usualChanges } from './option-change.ts'
import { camelCase } from './tokens.ts'

/** Schemas by key. */
export type Properties = Readonly<Record<string, Schema>>

/** Changes of options by the keys of an input; false leaves a key to the command. */
export type ChangesOf<All extends Properties> = {
  readonly [Key in keyof All]?: OptionChange<ValueOf<All[Key]>> | false
}

/** The choices of a command about the options of its operation. */
export interface Choices<All extends Properties, Places extends readonly (keyof All)[], Keys> {
  /** Keys that are typed without a name, in this order. */
  readonly positionals?: Places
  readonly keys?: Keys & { readonly [Key in Exclude<keyof Keys, keyof All>]: never }
}

type Kebab<Text> = Text extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Kebab<Tail>}`
  : ''

type ChangeOf<Key, Keys> = (Key extends keyof Keys ? Keys[Key] : unknown) &
  (Key extends keyof typeof usualChanges ? (typeof usualChanges)[Key] : unknown)

type NameOf<Key, Keys> =
  ChangeOf<Key, Keys> extends { readonly name: infer Name extends string } ? Name : Kebab<Key>

/** The part of an option that its value decides; never for what has no form on a command line. */
type Form<Value, Own> = Own extends { readonly read: unknown }
  ? Own extends { readonly array: true }
    ? { readonly array: true }
    : Option
  : [Value] extends [boolean]
    ? { readonly boolean: true }
    : [Value] extends [string | number]
      ? { readonly choices: readonly Value[] }
      : [Value] extends [readonly string[]]
        ? { readonly array: true }
        : never

type IsSure<One, Own> = Own extends { readonly default: unknown }
  ? true
  : Own extends { readonly demandOption: infer Sure }
    ? Sure
    : One extends { readonly optional: true }
      ? false
      : ValueOf<One> extends string
        ? true
        : false

type OptionFor<One, Own> = Form<ValueOf<One>, Own> &
  (IsSure<One, Own> extends true ? { readonly demandOption: true } : unknown)

/** The keys of an input that are arguments or options. */
type Typed<All extends Properties, Keys> = {
  [Key in keyof All]: [Key extends keyof Keys ? Keys[Key] : unknown] extends [false]
    ? never
    : [Form<ValueOf<All[Key]>, ChangeOf<Key, Keys>>] extends [never]
      ? never
      : Key
}[keyof All]

type TableOf<All extends Properties, Keys, Chosen extends keyof All> = {
  readonly [Key in Chosen as NameOf<Key, Keys>]: OptionFor<All[Key], ChangeOf<Key, Keys>>
}

/** The arguments and options of an operation, and the way back to its input. */
export interface Derived<All extends Properties, Places extends readonly (keyof All)[], Keys> {
  readonly positionals: TableOf<All, Keys, Places[number]>
  readonly options: TableOf<All, Keys, Exclude<Typed<All, Keys>, Places[number]>>
  /** The input as it was typed; a list or a text that it needs is empty where nothing was. */
  readonly inputOf: (given: AnyGiven) => Result<ObjectOf<Pick<All, Typed<All, Keys>>>>
}

/** The changes by any key. */
const usual: Readonly<Record<string, OptionChange>> = usualChanges

/** An argument or option beside the key that it gives. */
interface Entry {
  readonly key: string
  readonly name: string
  readonly option: Option
  readonly read: OptionChange['read']
  /** The value where nothing was typed. */
  readonly empty: '' | readonly never[] | undefined
}

/**
 * Derives arguments and options from the input of an operation: each key of a form that can be typed is one, under its
 * own name and with its own words, unless the command says otherwise.
 */
export function optionsOf<
  All extends Properties,
  const Places extends readonly (keyof All)[] = readonly [],
  const Keys extends ChangesOf<All> = ChangesOf<All>,
>(input: ObjectSchema<All>, choices?: Choices<All, Places, Keys>): Derived<All, Places, Keys>
export function optionsOf(
  { properties, required = [] }: ObjectSchema,
  { positionals = [], keys = {} }: { positionals?: readonly string[]; keys?: ChangesOf<Properties> } = {},
) {
  const entries = Object.entries(properties).flatMap(([key, schema]) => {
    const own = keys[key]
    const change = { ...usual[key], ...(own === false ? {} : own) }
    const isLeft = own === false || (formOf(schema) === undefined && change.read === undefined)
    const facts = { isNeeded: required.includes(key), isPlace: positionals.includes(key) }
    return isLeft ? [] : [entryOf(key, schema, change, facts)]
  })
  const places = positionals.flatMap(key => entries.filter(entry => entry.key === key))
  const options = tableOf(entries.filter(({ key }) => !positionals.includes(key)))
  return {
    positionals: tableOf(places),
    options,
    inputOf: (given: AnyGiven) => inputOf(entries, options, given),
  }
}

function entryOf(
  key: string,
  schema: Schema,
  { name = kebab(key), read, demandOption, ...own }: OptionChange,
  { isNeeded, isPlace }: { readonly isNeeded: boolean; readonly isPlace: boolean },
): Entry {
  const form = read === undefined ? formOf(schema) : {}
  const isList = (own.array ?? form?.array) === true
  const isSure = demandOption ?? (isNeeded && !isList && own.default === undefined)
  const { description = '' } = schema
  return {
    key,
    name,
    read,
    option: defined({
      ...form,
      ...(isSure ? { demandOption: true } : {}),
      describe: isList && !isPlace ? `${description}; repeatable` : description,
      ...own,
    }),
    empty: !isNeeded ? undefined : schema.type === 'array' ? [] : schema.type === 'string' ? '' : undefined,
  }
}

/** The form of a value on the command line; undefined for what has none. */
function formOf({ type, enum: choices, minimum, maximum, items }: Schema): Option | undefined {
  if (type === 'string') return choices === undefined ? {} : { choices }
  if (type === 'boolean') return { boolean: true }
  if (type === 'array') return items?.type === 'string' ? { array: true } : undefined
  if (type !== 'integer' && type !== 'number') return undefined
  return defined({ number: true, minimum, maximum })
}

function tableOf(entries: readonly Entry[]): OptionTable {
  return Object.fromEntries(entries.map(({ name, option }) => [name, option]))
}

function kebab(key: string): string {
  return key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

function inputOf(entries: readonly Entry[], options: OptionTable, given: AnyGiven): Result<object> {
  const read = entries.flatMap(({ key, name, read, empty }) => {
    const typed = given[camelCase(name)]
    if (typed === undefined || (Array.isArray(typed) && typed.length === 0))
      return empty === undefined ? [] : [{ key, result: sure(empty) }]
    return [{ key, result: read === undefined ? sure(typed) : read([typed].flat().map(String)) }]
  })
  const problems = [
    ...read.flatMap(({ result }) => (result.ok ? [] : result.problems)),
    ...numberProblems(options, given),
  ]
  if (problems.length > 0) return { ok: false, problems }
  const values = read.flatMap(({ key, result }) => (result.ok ? [[key, result.value] as const] : []))
  return { ok: true, value: Object.fromEntries(values) }
}

function sure(value: unknown): Result<unknown> {
  return { ok: true, value }
}
