import type { Collection } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { generateBuiltIn, isMade } from '../../template/built-ins/index.ts'
import { Misuse } from '../../template/functions/misuse.ts'
import { hasFunctions, type Pipeline, pipelineOf } from '../../template/functions/pipeline.ts'
import { placeholdersIn } from '../../template/placeholders-in.ts'
import { parseTemplate } from '../../template/template.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { chosenEnvironment, dependentNames, writtenVariables } from '../written-variables.ts'
import { valuesOf } from './answer-parts.ts'
import { buildCalls, canCall } from './build-call.ts'
import { joined } from './joined.ts'
import { literalType, ProgramVariables } from './program-variables.ts'
import { variablePath } from './program-path.ts'
import type { Generated, Path, ProgramVariable, Rows, Value, ValueType } from './test-program.ts'
import { typeOfValue } from './value-type.ts'
import { valueText } from '../../util/value-text.ts'
import { holdsExactNumber } from '../../util/plain-numbers.ts'
import { ExactNumber, isNumber } from '../../util/exact-number.ts'
import { asNumbers, type HeldNumbers, heldNumber, holdsDigits, unheldNumber } from './digits.ts'

const generated: Readonly<Record<string, Generated>> = {
  $timestamp: 'timestamp',
  $isoTimestamp: 'iso-timestamp',
  $randomInt: 'random-integer',
  $uuid: 'uuid',
  $guid: 'uuid',
  $randomUUID: 'uuid',
  $randomBoolean: 'random-boolean',
}

/** The parts of an answer that variables are taken from. */
const answerKinds: ReadonlySet<Value['kind']> = new Set(['json', 'json-list', 'header', 'body-text'])

type Column = Extract<Value, { kind: 'column' }>

/** The language that carries a program out: what it calls variables, and what it can do that most cannot. */
export interface ProgramTarget {
  /** The name of a variable in the environment of the process. */
  readonly nameInEnvironment?: (name: string) => string
  /** True where the environment may set every text and number, and not only what comes from outside. */
  readonly isOpen?: boolean
  /** The things that it can send. */
  readonly sends?: ReadonlySet<'digest' | 'host'>
  /** The functions of placeholders that it can call. */
  readonly calls?: ReadonlySet<string>
  /** True where it goes through the rounds of a step in a loop, and through the steps of a group one after the other. */
  readonly loops?: boolean
  /** True where it leaves out a field of a query that is null. */
  readonly omitsNull?: boolean
  /** True where it knows where an answer came from. */
  readonly knowsUrl?: boolean
  /** The whole numbers that it compares digit by digit, beyond those that a double holds. */
  readonly holds?: HeldNumbers
}

/** The variables of a collection, as all programs that are built of its parts have them. */
type CollectionVariables = Pick<ProgramScope, 'values' | 'changing' | 'given' | 'secrets'> & {
  readonly dependent: ReadonlySet<string>
}

const found = new WeakMap<Collection, CollectionVariables>()

/** They are found once: a collection may be written down as a program for each of its folders. */
function variablesOf(collection: Collection): CollectionVariables {
  const known = found.get(collection) ?? findVariables(collection)
  found.set(collection, known)
  return known
}

function findVariables(collection: Collection): CollectionVariables {
  const { values, changing } = writtenVariables(collection)
  const environment = chosenEnvironment(collection)
  const secrets = { ...collection.secrets, ...environment?.secrets }
  // Whichever environment is meant, the process can say so.
  const all = collection.environments.map(one => ({ ...one.variables, ...one.secrets }))
  const ofEnvironments = new Set(all.flatMap(one => Object.keys(one)))
  const isGiven = (name: string): boolean =>
    Object.hasOwn(secrets, name) ||
    ofEnvironments.has(name) ||
    (name === 'baseUrl' && collection.baseUrl !== undefined) ||
    /^(https?|wss?):\/\/|^$/.test(valueText(values[name] ?? ''))
  return {
    values,
    changing,
    dependent: dependentNames(values, changing),
    given: new Set(Object.keys(values).filter(isGiven)),
    secrets: new Set(Object.keys(secrets)),
  }
}

/** The values of placeholders in a whole collection, and account of what was used of it. */
export class ProgramScope {
  readonly values: JsonObject
  readonly target: ProgramTarget
  readonly changing: ReadonlySet<string>
  readonly #dependent: ReadonlySet<string>
  /** Names that come from outside: of environments, secrets, and addresses. */
  readonly given: ReadonlySet<string>
  readonly secrets: ReadonlySet<string>
  readonly #used = new Set<string>()
  /** The types of what steps set variables to. */
  readonly #set: Map<string, Set<ValueType>>
  /** Variables that steps set to numbers which keep their digits. */
  readonly #withDigits: Map<string, readonly JsonValue[]>
  /** Variables that are taken from answers. */
  readonly #ofAnswers = new Set<string>()
  /** Numbers of which the code has the nearest double. */
  readonly rounded = new Map<string, ExactNumber>()
  /** Names that nothing sets. */
  readonly unset = new Set<string>()
  /** Names that steps extract by what the code has no word for. */
  readonly lost = new Set<string>()
  /** Built-ins that got one fixed value. */
  readonly fixed = new Set<string>()
  /** Variables that no suite has: the id of a run. */
  readonly #made = new Map<string, Value | undefined>()
  /** Variables for OAuth2 tokens, by what they are fetched with. */
  readonly #tokens = new Map<string, Value>()
  /** Its variables as a program declares them. */
  readonly variables = new ProgramVariables(this)
  rows: readonly Rows[] = []
  /** The items of the loops around, by their names; empty where a loop has only a number. */
  #items: readonly string[] = []
  /** The variables that the steps of a group surely leave, while what stands on the group is built: its answer. */
  #left: ReadonlySet<string> | undefined

  /** `before` has read the same steps already, and so knows the types of all that they set. */
  constructor(collection: Collection, target: ProgramTarget, before?: ProgramScope) {
    this.target = target
    this.#set = before === undefined ? new Map<string, Set<ValueType>>() : before.#set
    this.#withDigits = before === undefined ? new Map<string, readonly JsonValue[]>() : before.#withDigits
    const { values, changing, dependent, given, secrets } = variablesOf(collection)
    this.values = values
    this.changing = changing
    this.#dependent = dependent
    this.given = given
    this.secrets = secrets
  }

  /** A value with its templates. A text that is one placeholder keeps the type of its variable. Numbers are those of code. */
  value(value: JsonValue): Value {
    return this.#numbers(this.exact(value))
  }

  /** A value that is compared with: by what a number is, and not by how it is written. */
  expected(value: JsonValue): Value {
    const exact = this.exact(value)
    return asNumbers(
      this.#isLong(exact) ? this.exact(this.values[exact.name] ?? null) : exact,
      number => heldNumber(number, this.target.holds) ?? Number(number),
    )
  }

  /** True where a value is a constant of more digits than code reads out of a text. */
  #isLong(value: Value): value is Extract<Value, { kind: 'variable' }> {
    if (value.kind !== 'variable' || this.changing.has(value.name) || this.given.has(value.name)) return false
    return this.#digitsOf(value).some(number => unheldNumber(number) !== undefined)
  }

  /** The same with the digits of numbers, for what can write them. */
  exact(value: JsonValue): Value {
    if (typeof value === 'string') return this.expression(value)
    if (isList(value)) {
      const items = value.map(item => this.exact(item))
      return items.every(item => item.kind === 'literal')
        ? { kind: 'literal', value: items.map(item => item.value) }
        : { kind: 'list', items }
    }
    if (!isObject(value)) return { kind: 'literal', value }
    const members = Object.entries(value).map(([key, inside]) => ({
      key: this.text(key),
      value: this.exact(inside),
    }))
    const plain = members.flatMap(({ key, value: inside }) =>
      key.kind === 'literal' && inside.kind === 'literal'
        ? [[valueText(key.value), inside.value] as const]
        : [],
    )
    return plain.length === members.length
      ? { kind: 'literal', value: Object.fromEntries(plain) }
      : { kind: 'object', members }
  }

  /** The value of a placeholder, to be compared. */
  subject(placeholder: string): Value {
    const value = this.reference(placeholder)
    const isHeld = this.unheld(`{{${placeholder}}}`) === undefined
    return isHeld ? this.expected(`{{${placeholder}}}`) : value
  }

  /** A number that is not compared digit by digit, among those that are written in a value or that its placeholders stand for. */
  unheld(value: JsonValue): ExactNumber | undefined {
    if (typeof value !== 'string') {
      const own = unheldNumber(value, this.target.holds)
      if (own !== undefined || (!isList(value) && !isObject(value))) return own
      return Object.values<JsonValue>(value)
        .map(part => this.unheld(part))
        .find(number => number !== undefined)
    }
    return placeholdersIn(value)
      .filter(({ name }) => !hasFunctions(name))
      .map(({ name }) => this.reference(name))
      .flatMap(one => {
        const holds = one.kind === 'literal' || this.#isLong(one) ? this.target.holds : undefined
        return this.#digitsOf(one).map(number => unheldNumber(number, holds))
      })
      .find(number => number !== undefined)
  }

  /** The values with digits that a value may be. */
  #digitsOf(value: Value): readonly JsonValue[] {
    if (value.kind === 'literal') return [value.value]
    if (value.kind === 'column')
      return this.rows
        .filter(({ name }) => name === value.row)
        .flatMap(({ written = [] }) => written.map(row => row[value.name] ?? null))
    if (value.kind !== 'variable' || value.isDigits !== true) return []
    return [this.values[value.name] ?? null, ...(this.#withDigits.get(value.name) ?? [])]
  }

  #numbers(value: Value): Value {
    return asNumbers(value, number => {
      const held = heldNumber(number, this.target.holds)
      if (held === undefined || valueText(held) !== number.text) this.rounded.set(number.text, number)
      return held ?? Number(number)
    })
  }

  /** A template; a lone placeholder is what its variable is. */
  expression(template: string): Value {
    const { parts, only } = parseTemplate(template)
    if (only !== undefined) return this.reference(only.name)
    const written = parts.map(part => (typeof part === 'string' ? part : this.reference(part.name)))
    return joined(written)
  }

  /** A template that is text, whatever its variables are. */
  text(template: string): Value {
    const value = this.expression(template)
    return typeOfValue(value) === 'text' ? value : joined([value])
  }

  /** The value of a placeholder. */
  reference(placeholder: string): Value {
    const [, environment] = /^env\.(\w+)$/.exec(placeholder) ?? []
    if (environment !== undefined) return { kind: 'environment', name: environment }
    const isInLoop = this.#items.length > 0
    if (isInLoop && placeholder === '$index') return { kind: 'round', from: 0 }
    if (isInLoop && placeholder === '$round') return { kind: 'round', from: 1 }
    if (isMade(placeholder)) return this.#builtIn(placeholder)
    const pipeline = this.isKnown(placeholder) ? undefined : pipelineOf(placeholder)
    // A function that the target cannot call stands there as a name, and is told as a loss.
    if (pipeline !== undefined && !(pipeline instanceof Misuse) && this.#callable(pipeline))
      return buildCalls(pipeline, name => this.reference(name))
    const { name, path } = this.#place(placeholder)
    return this.#variable(name, path)
  }

  /** The variable that a placeholder is about, and the way into it. */
  #place(placeholder: string): { readonly name: string; readonly path: readonly (string | number)[] } {
    // The address of a mock is one variable, given from outside.
    const isWhole = this.isKnown(placeholder) || placeholder.startsWith('mocks.')
    const [, name = placeholder, rest = ''] = isWhole ? [] : (/^([^.[]+)([.[].*)$/s.exec(placeholder) ?? [])
    const path = variablePath(rest)
    return path === undefined ? { name: placeholder, path: [] } : { name, path }
  }

  /** The text that a placeholder always stands for; undefined where rows, steps or the environment say it. */
  constantText(placeholder: string): string | undefined {
    const { name, path } = this.#place(placeholder)
    if (this.changing.has(name) || this.given.has(name) || this.target.isOpen === true) return undefined
    if (this.#items.includes(name) || this.rows.some(({ columns }) => columns.some(one => one.name === name)))
      return undefined
    return this.#ownText(name, path)
  }

  /** The texts that a value may be at the beginning, as far as they are known. */
  textsOf(value: Value): readonly string[] {
    if (value.kind === 'literal') return [valueText(value.value)]
    if (value.kind === 'column') return this.#rowsOf(value).map(row => valueText(row[value.name] ?? null))
    const own = value.kind === 'variable' ? this.#ownText(value.name, value.path) : undefined
    return own === undefined ? [] : [own]
  }

  #ownText(name: string, path: readonly (string | number)[]): string | undefined {
    const own = valueAt(this.values[name], path)
    return own === undefined || placeholdersIn(own).length > 0 ? undefined : valueText(own)
  }

  #rowsOf({ row }: Column): readonly JsonObject[] {
    return this.rows.find(({ name }) => name === row)?.rows ?? []
  }

  /** A column with these texts, one for each row, beside another. */
  columnBeside(value: Column, texts: readonly string[], number = 1): Value {
    const column = {
      name: `${value.name} in the URL${number === 1 ? '' : ` ${number}`}`,
      type: 'text',
    } as const
    const isTaken = this.#rowsOf(value).some(
      (row, index) => (row[column.name] ?? texts[index]) !== texts[index],
    )
    if (isTaken) return this.columnBeside(value, texts, number + 1)
    this.rows = this.rows.map(one =>
      one.name !== value.row || one.columns.some(({ name }) => name === column.name)
        ? one
        : {
            ...one,
            columns: [...one.columns, column],
            rows: one.rows.map((row, index) => ({ ...row, [column.name]: texts[index] ?? '' })),
          },
    )
    return { kind: 'column', row: value.row, ...column }
  }

  /** True where a value is what answers have left, or an item of a loop. */
  isOfAnswer(value: Value): value is Extract<Value, { kind: 'variable' }> {
    return value.kind === 'variable' && (this.#items.includes(value.name) || this.#ofAnswers.has(value.name))
  }

  /** Builds what is in a loop, where there is a number and perhaps an item. */
  inLoop<Built>(item: string, build: () => Built): Built {
    const around = this.#items
    this.#items = [...around, item]
    try {
      return build()
    } finally {
      this.#items = around
    }
  }

  /** Builds what looks at the answer of a group, which is what its steps leave; undefined where there is another answer. */
  afterSteps<Built>(left: ReadonlySet<string> | undefined, build: () => Built): Built {
    const around = this.#left
    this.#left = left
    try {
      return build()
    } finally {
      this.#left = around
    }
  }

  /** True where the answer is that of a group. */
  get isAfterSteps(): boolean {
    return this.#left !== undefined
  }

  /** The value that the steps of a group have left, at the end of a path; undefined for what they need not have left. */
  leftAt([name, ...path]: Path): Value | undefined {
    if (typeof name !== 'string' || this.#left?.has(name) !== true) return undefined
    const variable = this.reference(name)
    if (variable.kind !== 'variable' || path.length === 0) return variable
    return { ...variable, path, type: 'json' }
  }

  #variable(name: string, path: readonly (string | number)[]): Value {
    if (this.#items.includes(name)) return { kind: 'variable', name, path, type: 'json' }
    const row = this.changing.has(name)
      ? undefined
      : this.rows.find(({ columns }) => columns.some(column => column.name === name))
    const column = row?.columns.find(one => one.name === name)
    if (row !== undefined && column !== undefined && path.length === 0)
      return { kind: 'column', row: row.name, ...column }
    if (this.#dependent.has(name) && path.length === 0) return this.exact(this.values[name] ?? null)
    const constant = this.#constantWithDigits(name, path)
    if (constant !== undefined) return constant
    this.#used.add(name)
    if (!this.isKnown(name)) this.unset.add(name)
    if (path.length > 0) return { kind: 'variable', name, path, type: 'json' }
    const digits = this.#hasDigits(name) ? { isDigits: true as const } : {}
    return { kind: 'variable', name, path, type: this.typeOf(name), ...digits }
  }

  /** The value that a variable always has, where it has numbers with digits that no variable of the program can be given. */
  #constantWithDigits(name: string, path: readonly (string | number)[]): Value | undefined {
    const own = this.values[name]
    if (own === undefined || this.changing.has(name) || !holdsExactNumber(own)) return undefined
    if (own instanceof ExactNumber && (own.text === own.json || this.given.has(name))) return undefined
    const found = valueAt(own, path)
    return found === undefined ? undefined : this.exact(found)
  }

  /** True where a variable only ever is a number, and of one its digits are kept: then it is a text. */
  #hasDigits(name: string): boolean {
    const own = this.values[name]
    if (own !== undefined && !isNumber(own)) return false
    if (!(own instanceof ExactNumber) && !this.#withDigits.has(name)) return false
    return [...(this.#set.get(name) ?? [])].every(type => type === 'number')
  }

  /** A constant of the program's own. */
  constant(name: string, value: Value): Value {
    this.#made.set(name, value)
    return { kind: 'variable', name, path: [], type: typeOfValue(value) }
  }

  /** The variable for a token that is fetched with these keys; `fetch` is called for the first that asks for it. */
  token(keys: string, fetch: (variable: string) => void): Value {
    const known = this.#tokens.get(keys)
    if (known !== undefined) return known
    const name = `$accessToken${this.#tokens.size === 0 ? '' : String(this.#tokens.size + 1)}`
    this.#made.set(name, undefined)
    const value: Value = { kind: 'variable', name, path: [], type: 'json' }
    this.#tokens.set(keys, value)
    fetch(name)
    return value
  }

  #callable(pipeline: Pipeline): boolean {
    return canCall(pipeline, this.target.calls ?? new Set())
  }

  /** True for a variable of the collection. */
  isKnown(name: string): boolean {
    return Object.hasOwn(this.values, name) || this.changing.has(name)
  }

  #builtIn(name: string): Value {
    const what = generated[name]
    if (what !== undefined) return { kind: 'generated', what }
    this.fixed.add(name)
    return { kind: 'literal', value: generateBuiltIn(name) ?? '' }
  }

  /** Notes that a step sets a variable to a value, and gives what is written for that. */
  assign(name: string, value: Value, isPartOfList = false): Value {
    this.#used.add(name)
    if (valuesOf({ kind: 'assign', variable: name, value }).some(({ kind }) => answerKinds.has(kind)))
      this.#ofAnswers.add(name)
    const type = isPartOfList ? 'json' : isNumeric(value) ? 'number' : typeOfValue(value)
    this.#set.set(name, (this.#set.get(name) ?? new Set()).add(type))
    if (type === 'number' && holdsDigits(value))
      this.#withDigits.set(name, [...(this.#withDigits.get(name) ?? []), ...this.#digitsOf(value)])
    return this.#hasDigits(name) ? joined([value]) : this.#numbers(value)
  }

  /** True where a template is nothing but a placeholder whose value may be null. */
  mayBeNull(template: string): boolean {
    const { only } = parseTemplate(template)
    const value = only === undefined ? undefined : this.reference(only.name)
    if (value?.kind === 'column')
      return this.rows.some(
        ({ name, rows }) => name === value.row && rows.some(row => row[value.name] === null),
      )
    if (value?.kind !== 'variable') return value?.kind === 'literal' && value.value === null
    if (this.#items.includes(value.name)) return true
    const isFound = this.#set.get(value.name)?.has('json') === true
    return isFound || (this.values[value.name] === null && value.path.length === 0)
  }

  /** The type of a variable, by its first value and by those that steps before set it to. */
  typeOf(name: string): ValueType {
    if (this.#hasDigits(name)) return 'text'
    const own = this.values[name]
    const first = own === undefined ? [] : [literalType(own)]
    const [type = 'text', ...others] = new Set([...first, ...(this.#set.get(name) ?? [])])
    if (others.length > 0) return 'json'
    return this.changing.has(name) && first.length === 0 && !this.#set.has(name) ? 'json' : type
  }

  /** The value that a variable begins with, of the one that is written for it. */
  first(name: string, own: JsonValue): Value {
    return this.#hasDigits(name) ? joined([this.exact(own)]) : this.value(own)
  }

  /** The variables that were used, each after those that its value is made of. */
  declarations(): readonly ProgramVariable[] {
    const used = this.variables.declared([...Object.keys(this.values), ...this.#used], name =>
      this.#used.has(name),
    )
    const made = [...this.#made].map(([name, value]): ProgramVariable =>
      value === undefined
        ? { name, type: 'json', changes: true }
        : { name, value, type: typeOfValue(value), changes: false },
    )
    return [...used, ...made]
  }
}

/** True where a value is a number, or the digits of one. */
function isNumeric(value: Value): boolean {
  if (value.kind === 'variable') return value.isDigits === true || value.type === 'number'
  if (value.kind === 'column') return value.digits?.areNumbers === true || value.type === 'number'
  return typeOfValue(value) === 'number'
}

function valueAt(value: JsonValue | undefined, path: readonly (string | number)[]): JsonValue | undefined {
  return path.reduce((at, step) => (at === undefined ? at : memberOf(at, step)), value)
}

function memberOf(value: JsonValue, step: string | number): JsonValue | undefined {
  if (isList(value)) return typeof step === 'number' ? value.at(step) : undefined
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
}
