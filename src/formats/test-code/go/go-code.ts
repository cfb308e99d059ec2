import { beyond } from '../../../compile/test-program/beyond.ts'
import type {
  JsonPart,
  JsonParts,
  Path,
  Predicate,
  ProgramVariable,
  Rows,
  Selector,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import { valueText } from '../../../util/value-text.ts'
import { singular } from '../../../compile/singular.ts'
import { NameRegistry } from '../names.ts'
import { call, loose, sum, tight } from './go-sum.ts'
import { goPattern } from './go-pattern.ts'
import { helperCode, type Helper } from './go-helpers.ts'
import { composite, goLiteral, goString, indented, pairs, scalarType } from './go-literals.ts'
import { goName, takenNames } from './go-names.ts'

/** Why something cannot be written. Caught where the statement is written, which then is a loss. */
export class NoWord extends Error {}

/**
 * Type of an expression: a type of Go, `any` for a literal of another type, or `value`, the file's own type for a value
 * of JSON that may be missing.
 */
export type GoType = 'string' | 'int' | 'float64' | 'bool' | 'duration' | 'any' | 'value'

/** An expression. */
export interface GoValue {
  readonly code: string
  readonly type: GoType
}

/** Writes values of a program as expressions of Go, and keeps account of what they need. */
export class GoCode {
  readonly names: NameRegistry
  /** Prefix of the names of helpers. */
  readonly prefix: string
  readonly #helpers = new Set<Helper>()
  readonly #variables: ReadonlyMap<string, ProgramVariable>
  /** Variables whose value is used somewhere. */
  readonly read = new Set<string>()
  #rows: ReadonlyMap<string, WrittenRows> = new Map()
  #items: readonly GoItem[] = []
  #bound: ReadonlyMap<Value, GoValue> = new Map()

  /** Writes the function for the items that a filter is for. */
  readonly #filter: (path: readonly Selector[], holds: Predicate, code: GoCode) => string

  constructor(
    prefix: string,
    variables: readonly ProgramVariable[],
    filter: (path: readonly Selector[], holds: Predicate, code: GoCode) => string,
  ) {
    this.prefix = prefix
    this.#filter = filter
    const own = ['Value', 'ValueOf', 'Client', 'Answer', 'JSON', 'AddPart', 'Cookies'].map(
      word => prefix + word,
    )
    this.names = new NameRegistry([...takenNames, ...own])
    this.#variables = new Map(variables.map(variable => [variable.name, variable]))
  }

  /** Notes that a helper is needed. */
  need(helper: Helper): void {
    this.#helpers.add(helper)
  }

  needs(helper: Helper): boolean {
    return this.#helpers.has(helper)
  }

  /** The functions at the end of the file. `answer` is what sending gives. */
  helpers(answer: string): readonly string[] {
    return helperCode(this.#helpers).map(code => this.named(code).replaceAll('ANSWER', answer))
  }

  /** Code of ours, with the names of this file: `PREFIX` is `users`, and `Infix` is `Users`. */
  named(code: string): string {
    const inner = this.prefix.charAt(0).toUpperCase() + this.prefix.slice(1)
    return code.replaceAll('PREFIX', this.prefix).replaceAll('Infix', inner)
  }

  /** The file's type for a value of JSON. */
  get valueType(): string {
    this.need('value')
    return `${this.prefix}Value`
  }

  /** The name of a variable that is written to. */
  variable(name: string): string {
    return this.names.named(`variable ${name}`, goName(name, 'value'))
  }

  /** The type that a variable is declared with. */
  variableType(name: string): GoType {
    const variable = this.#variables.get(name)
    if (variable === undefined) return 'value'
    if (variable.type === 'text') return 'string'
    if (variable.changes || variable.type === 'json') return 'value'
    if (variable.type === 'boolean') return 'bool'
    const { value } = variable
    return value?.kind === 'literal' && scalarType(value.value) === 'int' ? 'int' : 'value'
  }

  /** The type of a column: that of its values where they are all of one. */
  columnType(rows: Rows, column: string): GoType {
    const types = new Set(rows.rows.map(row => scalarType(row[column] ?? null)))
    const [type = 'string', ...others] = types
    return others.length === 0 ? type : 'any'
  }

  /** Writes something for each of some rows. */
  inRows<Written>(rows: WrittenRows, write: () => Written): Written {
    const before = this.#rows
    this.#rows = new Map([...before, [rows.rows.name, rows]])
    const written = write()
    this.#rows = before
    return written
  }

  /** Writes something in which `item` is what is called so. */
  inItem<Written>(item: GoItem, write: () => Written): Written {
    const before = this.#items
    this.#items = [...before, item]
    const written = write()
    this.#items = before
    return written
  }

  /** The item that is being looked at. */
  get item(): GoItem | undefined {
    return this.#items.at(-1)
  }

  /** Writes something in which some values have names. */
  binding<Written>(bound: readonly (readonly [Value, GoValue])[], write: () => Written): Written {
    const before = this.#bound
    this.#bound = new Map([...before, ...bound])
    const written = write()
    this.#bound = before
    return written
  }

  /** An expression with this value. */
  value(value: Value): GoValue {
    const bound = this.#bound.get(value)
    if (bound !== undefined) return bound
    switch (value.kind) {
      case 'literal':
        return { code: goLiteral(value.value), type: scalarType(value.value) }
      case 'list':
        return {
          code: composite(
            '[]any',
            value.items.map(item => this.element(item)),
          ),
          type: 'any',
        }
      case 'object':
        return { code: this.object(value), type: 'any' }
      case 'template':
        return { code: this.#template(value.parts), type: 'string' }
      case 'variable':
        return this.#variable(value)
      case 'column':
        return this.#column(value)
      case 'environment':
        return { code: `os.Getenv(${goString(value.name)})`, type: 'string' }
      case 'generated':
        return this.#generated(value.what)
      case 'status':
        return { code: 'res.StatusCode', type: 'int' }
      case 'duration':
        return { code: 'res.elapsed', type: 'duration' }
      case 'header':
        return { code: headerCode(value.name), type: 'string' }
      case 'body-text':
        return { code: 'res.text', type: 'string' }
      case 'json':
        return { code: this.part(value), type: 'value' }
      case 'json-list':
        return { code: this.parts(value), type: 'value' }
      case 'length':
        return { code: this.#length(value.of), type: 'int' }
      case 'text-of':
        return { code: this.text(value.of), type: 'string' }
      case 'json-text':
        this.need('jsonText')
        return { code: `${this.prefix}JSONText(t, ${tight(this.plain(value.of))})`, type: 'string' }
      case 'number-of':
        return { code: this.method(value.of, 'parsed'), type: 'float64' }
      case 'call':
      case 'moment':
      case 'round':
      case 'url':
        throw beyond(value)
      case 'found':
        return { code: this.#found(value), type: 'value' }
    }
  }

  /** A value as one of any type, to be compared or sent. */
  plain(value: Value): string {
    const { code, type } = this.value(value)
    if (type === 'value') return `${code}.value`
    return type === 'duration' ? `int(${code}.Milliseconds())` : code
  }

  /** A value in braces. */
  element(value: Value): string {
    return loose(this.plain(value))
  }

  /** A value as text. */
  text(value: Value): string {
    const { code, type } = this.value(value)
    switch (type) {
      case 'string':
        return code
      case 'int':
        return value.kind === 'literal' ? goString(valueText(value.value)) : call('strconv.Itoa', [code])
      case 'float64':
        return call('strconv.FormatFloat', [code, "'f'", '-1', '64'])
      case 'bool':
        return call('strconv.FormatBool', [code])
      case 'duration':
        return call('strconv.FormatInt', [`${code}.Milliseconds()`, '10'])
      case 'any':
      case 'value':
        return value.kind === 'literal' ? goString(valueText(value.value)) : this.method(value, 'text')
    }
  }

  /** A value as the file's own type, which has the methods. */
  wrapped(value: Value): string {
    const { code, type } = this.value(value)
    if (type === 'value') return code
    this.need('valueOf')
    return call(`${this.prefix}ValueOf`, [type === 'duration' ? this.plain(value) : code])
  }

  /** A method of the file's own type, called on a value. */
  method(value: Value, name: Helper, args: readonly string[] = []): string {
    this.need(name)
    return call(`${this.wrapped(value)}.${name}`, args)
  }

  /** The value that a part of a response is a part of. */
  root(of: JsonPart | JsonParts): string {
    if (of.root === 'cookies') {
      this.need('cookies')
      return `${this.prefix}Cookies(res.Header)`
    }
    return of.root === 'body' ? 'res.body' : (this.item?.code ?? 'item')
  }

  part(part: JsonPart): string {
    const root = this.root(part)
    if (part.path.length === 0) return root
    this.need('at')
    return call(`${root}.at`, part.path.map(step))
  }

  parts(parts: JsonParts): string {
    this.need('all')
    return call(`${this.root(parts)}.all`, this.selectors(parts.path))
  }

  /** The steps of a path as arguments. */
  selectors(path: readonly Selector[]): readonly string[] {
    return path.map(selector => {
      if (selector === '*') throw new NoWord('a name of * among wildcards')
      if (typeof selector !== 'object') return step(selector)
      return selector.kind === 'filter' ? this.#filter(path, selector.holds, this) : '"*"'
    })
  }

  /** The name for an item of a list, taken from the name of the list. */
  itemName(path: readonly Selector[]): string {
    const last = path.findLast(selector => typeof selector === 'string')
    const own = typeof last === 'string' ? goName(singular(last), 'item') : 'item'
    const isFree = own !== goName(String(last), 'item')
    const name = isFree && !this.names.has(own) ? own : 'item'
    const before = this.#items.filter(item => item.code.replace(/\d+$/, '') === name)
    return before.length === 0 ? name : `${name}${before.length + 1}`
  }

  /** An object, on one line where it is no wider than this. */
  object({ members }: Extract<Value, { kind: 'object' }>, width = 70): string {
    const entries = members.map(({ key, value }) => [loose(this.text(key)), this.element(value)] as const)
    return pairs('map[string]any', entries, width)
  }

  #template(parts: readonly (string | Value)[]): string {
    const written = parts.map(part => (typeof part === 'string' ? goString(part) : this.text(part)))
    return sum(written.length === 0 ? ['""'] : written)
  }

  #variable({ name, path }: Extract<Value, { kind: 'variable' }>): GoValue {
    this.read.add(name)
    const code = this.variable(name)
    const type = this.variableType(name)
    if (path.length === 0) return { code, type }
    this.need('at')
    const root = type === 'value' ? code : this.#valueOf(code)
    return { code: call(`${root}.at`, path.map(step)), type: 'value' }
  }

  #valueOf(code: string): string {
    this.need('valueOf')
    return call(`${this.prefix}ValueOf`, [code])
  }

  #column({ row, name }: Extract<Value, { kind: 'column' }>): GoValue {
    const written = this.#rows.get(row)
    if (written === undefined) throw new NoWord(`a row ${row}`)
    written.read.add(name)
    return { code: `${row}.${written.field(name)}`, type: this.columnType(written.rows, name) }
  }

  #generated(what: Extract<Value, { kind: 'generated' }>['what']): GoValue {
    switch (what) {
      case 'uuid':
        this.need('uuid')
        return { code: this.named('newInfixUUID()'), type: 'string' }
      case 'timestamp':
        return { code: 'int(time.Now().Unix())', type: 'int' }
      case 'iso-timestamp':
        return { code: 'time.Now().UTC().Format("2006-01-02T15:04:05.000Z")', type: 'string' }
      case 'random-integer':
        return { code: 'rand.IntN(1001)', type: 'int' }
      case 'random-boolean':
        return { code: '(rand.IntN(2) == 0)', type: 'bool' }
    }
  }

  #length(of: Value): string {
    if (this.value(of).type === 'string') return call('utf8.RuneCountInString', [this.value(of).code])
    return this.method(of, 'length')
  }

  #found({ text, pattern, group }: Extract<Value, { kind: 'found' }>): string {
    const written = staticPattern(pattern)
    const of = text.kind === 'text-of' ? text.of : text
    return this.method(of, 'find', [`regexp.MustCompile(${written})`, String(group)])
  }
}

/** An item that is being looked at: what it is called, and what messages call it. */
export interface GoItem {
  readonly code: string
  readonly label: string
  readonly labelArguments: readonly string[]
}

/** Rows that are being written, and which of their columns are used. */
export interface WrittenRows {
  readonly rows: Rows
  readonly field: (column: string) => string
  readonly read: Set<string>
}

/** A pattern of a suite as a literal. */
export function staticPattern(pattern: string): string {
  const written = goPattern(pattern)
  if (written === undefined) throw new NoWord(`the pattern ${pattern}`)
  return goString(written)
}

/** The type of a value, whether it may be the empty text. */
export function mayBeEmptyText(value: Value): boolean {
  if (value.kind === 'literal') return value.value === ''
  if (value.kind === 'template')
    return !value.parts.some(part =>
      typeof part === 'string' ? part !== '' : typeOfValue(part) !== 'text' && typeOfValue(part) !== 'json',
    )
  return typeOfValue(value) === 'text' || typeOfValue(value) === 'json'
}

/** A function that tells something of an item, on one line where gofmt leaves it there. */
export function itemFunction(item: string, type: string, condition: string): string {
  const head = `func(${item} ${type}) bool {`
  const body = `return ${loose(condition)}`
  return head.length + body.length > 60 || body.includes('\n')
    ? `${head}\n${indented(body)}\n}`
    : `${head} ${body} }`
}

/** Headers that an answer has once. */
const single = new Set(
  'content-type content-length content-disposition content-location content-range date etag expires last-modified location retry-after server'.split(
    ' ',
  ),
)

/** A header as text: all its values, where there may be several. */
function headerCode(name: string): string {
  const written = goString(canonicalHeader(name))
  return single.has(name.toLowerCase())
    ? `res.Header.Get(${written})`
    : `strings.Join(res.Header.Values(${written}), ", ")`
}

/** `etag` is `Etag`, as net/http has it. */
export function canonicalHeader(name: string): string {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return name
  return name
    .toLowerCase()
    .replace(/(^|-)([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
}

function step(part: Path[number]): string {
  return typeof part === 'number' ? String(part) : goString(part)
}
