import { beyond } from '../../../compile/test-program/beyond.ts'
import { singular } from '../../../compile/singular.ts'
import type {
  JsonPart,
  JsonParts,
  JsonRoot,
  Path,
  Predicate,
  ProgramVariable,
  Rows,
  Selector,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import type { JsonValue } from '../../../model/json.ts'
import { valueText } from '../../../util/value-text.ts'
import type { Doc } from '../layout.ts'
import { nameOf } from '../names.ts'
import { array, call, concatenated, hasObject, literal, text } from './php-layout.ts'
import type { MethodName, ResponsePart } from './php-methods.ts'
import { PhpNames } from './php-names.ts'

/** How a path is followed. What it leads to may be there in any case; otherwise it is null where there is nothing. */
export type Access = 'strict' | 'lenient'

/** Writes values of a program as expressions of PHP, and keeps account of what they need. */
export class PhpCode {
  readonly methods = new Set<MethodName>()
  readonly responseParts = new Set<ResponsePart>()
  /** Columns that the test looks at which is being written. */
  readonly usedColumns = new Set<string>()
  readonly #variables: ReadonlyMap<string, ProgramVariable>
  readonly #properties = new PhpNames()
  readonly #constants = new PhpNames()
  readonly #rows: { readonly rows: Rows; readonly names: ReadonlyMap<string, string> | undefined }[] = []
  #locals: readonly string[] = []
  /** Writes what filters ask. */
  readonly #asked: (predicate: Predicate, code: PhpCode) => Doc

  constructor(variables: readonly ProgramVariable[], asked: (predicate: Predicate, code: PhpCode) => Doc) {
    this.#variables = new Map(variables.map(variable => [variable.name, variable]))
    this.#asked = asked
  }

  /** A call of a private method, which the class then has. */
  method(name: MethodName, ...args: readonly Doc[]): Doc {
    this.methods.add(name)
    return call(`self::${name}`, ...args)
  }

  /** Which variable of the program it is, to be read or to be set. */
  variable(name: string): string {
    const variable = this.#variables.get(name)
    if (variable !== undefined && isConstant(variable))
      return `self::${this.#constants.name(name, name, 'SCREAMING_SNAKE_CASE', 'value')}`
    return `self::$${this.#properties.name(name, name, 'camelCase', 'value')}`
  }

  /** Writes something for which there are rows: their columns are parameters, or members of the row of the class. */
  withRows<Written>(rows: Rows, kind: 'parameters' | 'property', write: () => Written): Written {
    const own = new PhpNames()
    const names = rows.columns.map(({ name }) => [name, own.name(name, name, 'camelCase', 'value')] as const)
    this.#rows.push({ rows, names: kind === 'parameters' ? new Map(names) : undefined })
    const written = write()
    this.#rows.pop()
    return written
  }

  /** Name of a column that is a parameter. */
  parameter(row: string, column: string): string | undefined {
    return this.#rows.find(({ rows }) => rows.name === row)?.names?.get(column)
  }

  /** The values that a value always has; undefined for one that is only known when tests run. */
  constant(value: Value): readonly JsonValue[] | undefined {
    if (value.kind === 'literal') return [value.value]
    if (value.kind === 'column') {
      const known = this.#rows.find(({ rows }) => rows.name === value.row)
      return known?.rows.rows.map(row => row[value.name] ?? null)
    }
    const variable = value.kind === 'variable' ? this.#variables.get(value.name) : undefined
    if (
      value.kind !== 'variable' ||
      variable === undefined ||
      variable.changes ||
      variable.environment !== undefined
    )
      return undefined
    if (variable.value?.kind !== 'literal') return undefined
    const found = value.path.reduce<JsonValue | undefined>(stepInto, variable.value.value)
    return found === undefined ? undefined : [found]
  }

  /** An expression with this value. */
  value(value: Value, access: Access = 'strict'): Doc {
    switch (value.kind) {
      case 'literal':
        return literal(value.value)
      case 'list':
        return array(value.items.map(item => this.value(item, access)))
      case 'object': {
        const members = value.members.map(({ key, value: inner }): Doc => [
          this.value(key, access),
          ' => ',
          this.value(inner, access),
        ])
        const isList = value.members.every(
          ({ key }) => key.kind !== 'literal' || /^\d+$/.test(valueText(key.value)),
        )
        return isList ? ['(object) ', array(members)] : array(members)
      }
      case 'template':
        return this.template(value.parts)
      case 'variable':
        return this.#variable(value, access)
      case 'column': {
        this.usedColumns.add(value.name)
        const parameter = this.parameter(value.row, value.name)
        return parameter === undefined ? `self::$row[${keyText(value.name)}]` : `$${parameter}`
      }
      case 'environment':
        return this.method('env', text(value.name))
      case 'generated':
        return this.#generated(value.what)
      case 'status':
        return '$response->status'
      case 'duration':
        this.responseParts.add('duration')
        return '$response->duration'
      case 'header': {
        this.responseParts.add('headers')
        const header = `$response->headers[${keyText(value.name.toLowerCase())}]`
        return access === 'strict' ? header : `${header} ?? null`
      }
      case 'body-text':
        return '$response->text'
      case 'json':
        return this.#part(value, access)
      case 'json-list':
        return this.#parts(value, access)
      case 'length':
        return this.#length(value.of, access)
      case 'text-of':
        return typeOfValue(value.of) === 'text'
          ? this.value(value.of, access)
          : this.method('text', this.value(value.of, access))
      case 'json-text':
        return call('json_encode', this.value(value.of))
      case 'number-of': {
        const [known, ...others] = this.constant(value.of) ?? []
        const isKnown = known !== undefined && others.length === 0 && /^-?\d+(\.\d+)?$/.test(valueText(known))
        return isKnown ? String(Number(known)) : this.method('number', this.value(value.of, access))
      }
      case 'call':
      case 'moment':
      case 'round':
      case 'url':
        throw beyond(value)
      case 'found':
        return '$match'
    }
  }

  /** A text that is put together. */
  template(parts: readonly (string | Value)[]): Doc {
    const written = parts.map(part => {
      if (typeof part === 'string') return text(part)
      const type = typeOfValue(part)
      const isText = type === 'text' || this.constant(part)?.every(one => typeof one === 'string') === true
      return isText || (type === 'number' && parts.length > 1)
        ? this.value(part)
        : this.method('text', this.value(part))
    })
    return concatenated(written)
  }

  /** A value that is there, be it null; the test fails where it is not. */
  there(value: Value): Doc {
    return value.kind === 'json' && value.path.length > 0
      ? this.method('valueAt', this.rootName(value.root), ...value.path.map(literalStep))
      : this.value(value)
  }

  /** The list of what a path leads to: one value or none, or all that it selects. */
  found({ root, path }: JsonPart | JsonParts): Doc {
    return path.length === 0
      ? array([this.rootName(root)])
      : this.method('find', this.rootName(root), ...this.#steps(path))
  }

  /** All that a path selects, of which there may be none; null where the path leads into something else. */
  selected({ root, path }: JsonParts): Doc {
    return this.method('select', this.rootName(root), ...this.#steps(path))
  }

  /** The items of a list, none where there is no list. */
  items(list: Value): Doc {
    if (list.kind === 'json-list') return this.found(list)
    if (list.kind === 'json')
      return this.found({ ...list, kind: 'json-list', path: [...list.path, { kind: 'items' }] })
    return this.method('find', this.value(list, 'lenient'), text('[*]'))
  }

  /** Writes something with a name that stands for an item of a list, or for a list. */
  withLocal<Written>(words: string, write: (name: string) => Written): Written {
    const before = this.#locals
    const columns = this.#rows.flatMap(({ names }) => [...(names?.values() ?? [])])
    const names = new PhpNames([...before, ...columns])
    const name = names.name('', words, 'camelCase', 'item')
    this.#locals = [...before, name]
    const written = write(`$${name}`)
    this.#locals = before
    return written
  }

  /** The words for an item of a list. */
  itemWords(list: Value): string {
    const own = listWords(list)
    const isOfEach = list.kind === 'json-list' && typeof list.path.at(-1) === 'string'
    return singular(own) === own && !isOfEach ? 'item' : singular(own)
  }

  /** Writes something in which an item of a list is looked at. */
  inItem<Written>(name: string, write: () => Written): Written {
    const before = this.#item
    this.#item = name
    const written = write()
    this.#item = before
    return written
  }

  #item = '$item'

  rootName(root: JsonRoot): string {
    if (root === 'cookies') {
      this.method('cookiesOf')
      this.responseParts.add('cookies')
      return '$response->cookies'
    }
    return root === 'body' ? '$body' : this.#item
  }

  #steps(path: readonly Selector[]): readonly Doc[] {
    return path.map((selector, index): Doc => {
      if (typeof selector !== 'object') return literalStep(selector)
      if (selector.kind !== 'filter') return text('[*]')
      const list: Value = { kind: 'json-list', root: 'body', path: path.slice(0, index) }
      return this.withLocal(this.itemWords(list), item => [
        `fn (mixed ${item}): bool => `,
        this.inItem(item, () => this.#asked(selector.holds, this)),
      ])
    })
  }

  #variable({ name, path }: Extract<Value, { kind: 'variable' }>, access: Access): Doc {
    const variable = this.#variables.get(name)
    const known =
      path.length === 0 ? undefined : this.constant({ kind: 'variable', name, path, type: 'json' })
    if (known?.[0] !== undefined) return literal(known[0])
    if (variable !== undefined && isRequired(variable))
      return this.method('env', text(variable.environment ?? name))
    const whole = this.variable(name)
    const isSafe = variable !== undefined && (isConstant(variable) || variable.value !== undefined)
    if (path.length === 0) return access === 'strict' || isSafe ? whole : `${whole} ?? null`
    return access === 'strict'
      ? this.method('valueAt', whole, ...path.map(literalStep))
      : [this.method('find', `${whole} ?? null`, ...path.map(literalStep)), '[0] ?? null']
  }

  #part(part: JsonPart, access: Access): Doc {
    const root = this.rootName(part.root)
    const { path } = part
    if (path.length === 0) return root
    const isNamed = path.every(step => typeof step === 'string')
    if (access === 'lenient')
      return isNamed ? `${chain(root, path)} ?? null` : [this.found(part), '[0] ?? null']
    const isChain =
      typeof path.at(-1) === 'string' && path.every(step => typeof step === 'string' || step >= 0)
    return isChain ? chain(root, path) : this.there(part)
  }

  /** All that a path selects; in PHP's own words where it has some. */
  #parts(list: JsonParts, access: Access): Doc {
    const at = list.path.findIndex(selector => typeof selector === 'object')
    const selector = list.path[at]
    const [name, ...others] = list.path.slice(at + 1)
    const isUsual = typeof selector === 'object' && selector.kind === 'items' && others.length === 0
    if (access === 'lenient' || !isUsual) return this.found(list)
    const whole = this.value({ kind: 'json', root: list.root, path: list.path.slice(0, at) as Path })
    if (name === undefined) return whole
    return typeof name === 'string' && !/^\d+$/.test(name)
      ? call('array_column', whole, text(name))
      : this.found(list)
  }

  #length(of: Value, access: Access): Doc {
    if (of.kind === 'json-list') return this.method('length', this.selected(of))
    if (of.kind === 'body-text') return call('mb_strlen', this.value(of))
    return this.method('length', this.value(of, access))
  }

  #generated(what: Extract<Value, { kind: 'generated' }>['what']): Doc {
    switch (what) {
      case 'uuid':
        return this.method('uuid')
      case 'timestamp':
        return 'time()'
      case 'iso-timestamp':
        return String.raw`(new DateTimeImmutable('now', new DateTimeZone('UTC')))->format('Y-m-d\TH:i:s.v\Z')`
      case 'random-integer':
        return 'random_int(0, 1000)'
      case 'random-boolean':
        return '(bool) random_int(0, 1)'
    }
  }
}

/** True where a variable is a constant of the class: others are properties, or read from the environment. */
export function isConstant({ changes, environment, value }: ProgramVariable): boolean {
  return !changes && environment === undefined && value?.kind === 'literal' && !hasObject(value.value)
}

/** True where only the environment gives a variable: it is read where it is needed, so that other tests run without it. */
export function isRequired({ changes, environment, value }: ProgramVariable): boolean {
  return !changes && environment !== undefined && value === undefined
}

/** The last name on the way to a list. */
export function listWords(list: Value): string {
  if (list.kind !== 'json' && list.kind !== 'json-list' && list.kind !== 'variable') return 'items'
  const path: readonly Selector[] = list.path
  const name = path.findLast(selector => typeof selector === 'string')
  return nameOf(name ?? 'items', 'camelCase', 'items')
}

function literalStep(step: string | number): Doc {
  return typeof step === 'string' ? text(step) : String(step)
}

function keyText(name: string): string {
  const written = text(name)
  return typeof written === 'string' ? written : JSON.stringify(name)
}

/** Names and indexes behind a value. */
function chain(root: string, path: Path): string {
  return root + path.map(step => (typeof step === 'number' ? `[${step}]` : `->${memberName(step)}`)).join('')
}

function memberName(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `{${keyText(name)}}`
}

function stepInto(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value))
    return typeof step === 'number' ? (value.at(step) as JsonValue | undefined) : undefined
  return Object.hasOwn(value, step) ? (value as Readonly<Record<string, JsonValue>>)[step] : undefined
}
