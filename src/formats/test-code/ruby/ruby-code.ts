import { beyond } from '../../../compile/test-program/beyond.ts'
import { singular } from '../../../compile/singular.ts'
import type {
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
import { type Doc, group, ifBreak, indent, line, flat } from '../layout.ts'
import type { HelperName } from './helpers.ts'
import { RubyNames, rubyName } from './ruby-names.ts'
import { ItemScope } from '../item-scope.ts'
import { rubyPattern } from './ruby-pattern.ts'
import { areWords, call, hashOf, listOf, literal, member, template, text } from './ruby-text.ts'

/**
 * `strict` raises where something is missing on the way, `certain` where a header is, too, `dig` gives nil where it is missing and
 * raises where there can be no such thing, and `lenient` never raises.
 */
export type Access = 'strict' | 'certain' | 'dig' | 'lenient'

/** An expression that is written already. */
export interface Written {
  readonly code: Doc
}

/** Writes values of a program as expressions of Ruby, and keeps account of what they need. */
export class RubyCode extends ItemScope {
  readonly #names = new RubyNames('locals')
  readonly #keys = new RubyNames('symbols')
  readonly #variables: ReadonlyMap<string, ProgramVariable>
  readonly #inPlace: ReadonlySet<string>
  readonly helpers = new Set<HelperName>()
  readonly libraries = new Set<string>(['net/http'])
  rows: readonly Rows[] = []
  /** Names of rows that were used. */
  readonly usedRows = new Set<string>()

  /** `inPlace` are variables of the process that are read where they are needed. */
  /** Writes what filters ask. */
  readonly #asked: (predicate: Predicate, code: RubyCode) => Doc

  constructor(
    variables: readonly ProgramVariable[],
    inPlace: ReadonlySet<string>,
    asked: (predicate: Predicate, code: RubyCode) => Doc,
  ) {
    super()
    this.#asked = asked
    this.#variables = new Map(variables.map(variable => [variable.name, variable]))
    this.#inPlace = inPlace
    for (const { name, changes } of variables) if (!changes && !inPlace.has(name)) this.#names.name(name)
  }

  helper(name: HelperName, ...args: readonly Doc[]): Doc {
    this.helpers.add(name)
    if (['text_of', 'contains', 'contain', 'json_of'].includes(name)) this.libraries.add('json')
    return call(name === 'absent' || name === 'contains' || name === 'whole' ? `${name}?` : name, args)
  }

  /** The symbol by which a variable that steps set is kept. */
  key(name: string): string {
    return this.#keys.name(name)
  }

  /** True where steps set a variable. */
  isSaved(name: string): boolean {
    return this.#variables.get(name)?.changes !== false
  }

  /** The symbol for a column of rows in scope. */
  columnKey(row: string, column: string): string {
    const names = new RubyNames('symbols')
    for (const { name } of this.rows.find(one => one.name === row)?.columns ?? []) names.name(name)
    return names.name(column)
  }

  #variable(name: string, access: Access): Doc {
    const variable = this.#variables.get(name)
    if (variable === undefined || variable.changes)
      return access === 'lenient' ? `saved[:${this.key(name)}]` : `saved.fetch(:${this.key(name)})`
    return this.#inPlace.has(name)
      ? call('ENV.fetch', [text(variable.environment ?? name)])
      : this.#names.name(name)
  }

  /** The value that a constant is declared with. */
  firstValue({ value, environment, type }: ProgramVariable): Doc | undefined {
    const written = value === undefined ? undefined : this.value(value)
    if (environment === undefined) return written
    const key = text(environment)
    const isSame = value?.kind === 'environment' && value.name === environment
    if (written === undefined || isSame) return call('ENV.fetch', [key])
    if (type === 'boolean') return [call('ENV.fetch', [key, text(flat(written))]), " == 'true'"]
    if (type !== 'number') return call('ENV.fetch', [key, written])
    const isWhole = value?.kind === 'literal' && Number.isInteger(value.value)
    return call(isWhole ? 'Integer' : 'Float', [call('ENV.fetch', [key, text(flat(written))])])
  }

  /** The values that a constant of the program always has; undefined for one that is only known when tests run. */
  constant(value: Value): readonly JsonValue[] | undefined {
    if (value.kind === 'literal') return [value.value]
    if (value.kind === 'column')
      return this.rows.find(({ name }) => name === value.row)?.rows.map(row => row[value.name] ?? null)
    if (value.kind !== 'variable' || value.path.length > 0) return undefined
    const variable = this.#variables.get(value.name)
    const isFixed = variable?.changes === false && variable.environment === undefined
    return isFixed && variable.value?.kind === 'literal' ? [variable.value.value] : undefined
  }

  /** An expression with this value. Members of objects in a body are called by symbols. */
  value(value: Value, access: Access = 'strict', keys: 'strings' | 'symbols' = 'strings'): Doc {
    switch (value.kind) {
      case 'literal':
        return literal(value.value, keys)
      case 'list':
        return listOf(value.items.map(item => this.value(item, access, keys)))
      case 'object':
        return this.#object(value, access, keys)
      case 'template':
        return this.template(value.parts)
      case 'variable':
        return this.part(this.#variable(value.name, access), value.path, access)
      case 'column':
        this.usedRows.add(value.row)
        return `${value.row}[:${this.columnKey(value.row, value.name)}]`
      case 'environment':
        return call('ENV.fetch', [text(value.name)])
      case 'generated':
        return this.#generated(value.what)
      case 'status':
        return 'response.code.to_i'
      case 'duration':
        return 'duration'
      case 'header':
        return access === 'certain'
          ? call('response.fetch', [text(value.name)])
          : ['response[', text(value.name), ']']
      case 'body-text':
        return this.helper('decoded', 'response')
      case 'json':
        return this.part(this.rootName(value.root), value.path, access)
      case 'json-list':
        return this.helper('values_at', this.rootName(value.root), ...this.steps(value.path))
      case 'length':
        return access === 'lenient'
          ? this.helper('length_of', this.value(value.of, access))
          : [this.value(value.of, access), '.length']
      case 'text-of':
        return this.helper('text_of', this.value(value.of, access))
      case 'json-text':
        this.libraries.add('json')
        return [this.value(value.of), '.to_json']
      case 'number-of':
        return this.#number(value.of, access)
      case 'call':
      case 'moment':
      case 'round':
      case 'url':
        throw beyond(value)
      case 'found':
        return this.#found(value)
    }
  }

  /** The match of a pattern; a group that may find nothing has to. */
  #found({ text: of, pattern, group: index }: Extract<Value, { kind: 'found' }>): Doc {
    const match = [this.value(of, 'certain'), '.match(', rubyPattern(pattern) ?? 'nil', ')']
    const mayLack = index === 1 && /\)[?*{]|\|/.test(pattern)
    return mayLack ? [...match, `.values_at(${index}).compact.fetch(0)`] : [...match, `[${index}]`]
  }

  #object({ members }: Extract<Value, { kind: 'object' }>, access: Access, keys: 'strings' | 'symbols'): Doc {
    const names = members.map(({ key }) => (key.kind === 'literal' ? valueText(key.value) : ''))
    const kind = areWords(names) ? keys : 'strings'
    return hashOf(
      members.map(({ key, value: inner }) =>
        key.kind === 'literal'
          ? member(valueText(key.value), this.value(inner, access, keys), kind)
          : [this.value(key, access), ' => ', this.value(inner, access, keys)],
      ),
    )
  }

  /** The steps of a path, as arguments. */
  steps(path: readonly Selector[]): readonly Doc[] {
    return path.map(step => this.#selector(step))
  }

  #selector(step: Selector): Doc {
    if (typeof step !== 'object') return literal(step)
    if (step.kind !== 'filter') return ':all'
    const item = this.itemName([])
    const holds = this.inItem(item, () => this.#asked(step.holds, this))
    return group([
      ifBreak(`lambda do |${item}|`, `->(${item}) {`),
      indent([line, holds]),
      line,
      ifBreak('end', '}'),
    ])
  }

  protected cookies(): string {
    return flat(this.helper('cookies_of', 'response'))
  }

  /** The value at the end of a path. */
  part(root: Doc, path: Path, access: Access): Doc {
    if (path.length === 0) return root
    const steps = this.steps(path)
    if (access === 'lenient') return this.helper('find', root, ...steps)
    if (access === 'dig' && path.length > 1) return [root, call('.dig', steps)]
    return [root, ...steps.map(step => ['.fetch(', step, ')'])]
  }

  /** A text that is put together. */
  template(parts: readonly (string | Value | Written)[]): Doc {
    const [only, ...others] = parts
    if (only !== undefined && typeof only !== 'string' && others.length === 0 && 'kind' in only)
      return this.#text(only)
    return template(
      parts.map(part => {
        if (typeof part === 'string' || !('kind' in part)) return part
        return { code: typeOfValue(part) === 'json' ? this.#text(part) : this.value(part) }
      }),
    )
  }

  #text(value: Value): Doc {
    const isText =
      typeOfValue(value) === 'text' || this.constant(value)?.every(one => typeof one === 'string') === true
    return isText ? this.value(value) : this.helper('text_of', this.value(value))
  }

  #number(of: Value, access: Access): Doc {
    const known = this.constant(of)
    if (known?.every(one => /^-?\d+$/.test(valueText(one))) === true)
      return call('Integer', [this.value(of), '10'])
    const isKnown = known?.every(one => one !== '' && Number.isFinite(Number(one))) === true
    return isKnown || access !== 'lenient'
      ? call('Float', [this.value(of)])
      : this.helper('number_of', this.value(of, access))
  }

  #generated(what: Extract<Value, { kind: 'generated' }>['what']): Doc {
    switch (what) {
      case 'uuid':
        this.libraries.add('securerandom')
        return 'SecureRandom.uuid'
      case 'timestamp':
        return 'Time.now.to_i'
      case 'iso-timestamp':
        this.libraries.add('time')
        return 'Time.now.utc.iso8601(3)'
      case 'random-integer':
        return 'rand(0..1000)'
      case 'random-boolean':
        return '[true, false].sample'
    }
  }

  /** A name for an item of a list, taken from the name of the list. */
  itemName(path: readonly Selector[]): string {
    const last = path.findLast(selector => typeof selector === 'string')
    const word = typeof last === 'string' ? rubyName(last) : 'items'
    const own = singular(word)
    const name = own !== word && !this.#names.has(own) ? own : 'item'
    return this.around.includes(name) ? `${name}${this.around.length + 1}` : name
  }
}
