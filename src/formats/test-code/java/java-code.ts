import { beyond } from '../../../compile/test-program/beyond.ts'
import { singular } from '../../../compile/singular.ts'
import type {
  Generated,
  Path,
  Predicate,
  ProgramVariable,
  Rows,
  Selector,
  Value,
} from '../../../compile/test-program/test-program.ts'
import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { ItemScope } from '../item-scope.ts'
import { NameRegistry } from '../names.ts'
import { type HelperName, helperCode, type AnswerWords } from './helpers.ts'
import { atom, binary, call, type Expression, lambda, layoutOf, negated, on, widthOf } from './java-layout.ts'
import { isBlock, javaPattern, takenNames, textCode } from './java-text.ts'
import { columnType, isNumeric, javaTypeOf, type JavaType, numberType } from './java-type.ts'
import type { Doc } from '../layout.ts'

/** An expression, and what it is. */
export interface Typed {
  readonly code: Expression
  readonly type: JavaType
}

interface Column {
  readonly name: string
  readonly type: JavaType
}

/** Writes the values of a program as expressions of Java, and keeps account of what they need. */
export class JavaCode extends ItemScope {
  readonly names = new NameRegistry(takenNames)
  readonly answer: AnswerWords
  readonly imports = new Set<string>()
  readonly #helpers = new Set<HelperName>()
  readonly #variables = new Map<string, Column>()
  #columns: ReadonlyMap<string, Column> = new Map()
  #locals = new NameRegistry([])
  #localCount = 0
  readonly #localNames = new Set<string>()
  /** True where a checked exception may have been thrown since it was last asked. */
  #throws = false

  /** Writes what filters ask. */
  readonly #asked: (predicate: Predicate, code: JavaCode) => Expression

  constructor(
    answer: AnswerWords,
    variables: readonly ProgramVariable[],
    types: ReadonlyMap<string, JavaType>,
    asked: (predicate: Predicate, code: JavaCode) => Expression,
  ) {
    super()
    this.#asked = asked
    this.answer = answer
    for (const { name, changes } of variables)
      this.#variables.set(name, {
        name: this.names.name(
          `variable ${name}`,
          name,
          changes ? 'camelCase' : 'SCREAMING_SNAKE_CASE',
          changes ? 'value' : 'VALUE',
        ),
        type: types.get(name) ?? 'String',
      })
  }

  /** A variable of the program as the file has it. */
  variable(name: string): Column {
    return (
      this.#variables.get(name) ?? {
        name: this.names.name(`variable ${name}`, name, 'camelCase'),
        type: 'String',
      }
    )
  }

  /** Names of local variables start anew. */
  openMethod(): void {
    this.#locals = new NameRegistry([
      ...takenNames,
      ...[...this.#variables.values(), ...this.#columns.values()].map(({ name }) => name),
    ])
    this.#localNames.clear()
    this.#throws = false
  }

  /** Notes that what is written may throw a checked exception. */
  throwing(): void {
    this.#throws = true
  }

  get throws(): boolean {
    return this.#throws
  }

  /** A name for a local variable. */
  local(text: string): string {
    const name = this.#locals.name(`local ${this.#localCount++}`, text, 'camelCase', 'item')
    this.#localNames.add(name)
    return name
  }

  /** Writes something with data rows in scope. `names` gives the names of their columns. */
  inRows<Written>(rows: Rows | undefined, where: 'class' | 'method', write: () => Written): Written {
    if (rows === undefined) return write()
    const before = this.#columns
    const registry = where === 'class' ? this.names : new NameRegistry([...takenNames, ...this.#fieldNames()])
    const own = rows.columns.map(({ name }): readonly [string, Column] => {
      const key = `${rows.name} ${name} ${where === 'class' ? String(before.size) : ''}`
      return [
        `${rows.name} ${name}`,
        { name: registry.name(key, name, 'camelCase'), type: columnType(rows, name) },
      ]
    })
    this.#columns = new Map([...before, ...own])
    try {
      return write()
    } finally {
      this.#columns = before
    }
  }

  #fieldNames(): readonly string[] {
    return [...this.#variables.values(), ...this.#columns.values()].map(({ name }) => name)
  }

  /** A column of data rows that are in scope. */
  column(row: string, name: string): Column {
    return this.#columns.get(`${row} ${name}`) ?? { name: 'row', type: 'JsonNode' }
  }

  /** A small method that the file has at its end when something calls it. */
  helper(name: HelperName, ...args: readonly Expression[]): Expression {
    this.#helpers.add(name)
    return call(name, ...args)
  }

  helperMethods(): readonly Doc[] {
    return helperCode(this.#helpers, this.answer, name => this.imports.add(name))
  }

  /** A name of the standard library or of one that the tests need, imported. */
  use(qualified: string): string {
    this.imports.add(qualified)
    return qualified.slice(qualified.lastIndexOf('.') + 1)
  }

  /** An expression with this value. */
  value(value: Value): Typed {
    switch (value.kind) {
      case 'literal':
        return this.#literal(value.value)
      case 'list':
      case 'object':
        return { code: this.node(this.plain(value)), type: 'JsonNode' }
      case 'template':
        return { code: this.#template(value.parts), type: 'String' }
      case 'variable': {
        const { name, type } = this.variable(value.name)
        if (value.path.length === 0) return { code: atom(name), type }
        const whole = type === 'JsonNode' ? atom(name) : this.node(atom(name))
        return { code: stepsOf(whole, value.path), type: 'JsonNode' }
      }
      case 'column': {
        const { name, type } = this.column(value.row, value.name)
        return { code: atom(name), type }
      }
      case 'environment':
        return { code: on('System', 'getenv', text(value.name)), type: 'String' }
      case 'generated':
        return { code: this.#generated(value.what), type: javaTypeOf(value) }
      case 'status':
        return { code: this.answer.status, type: 'int' }
      case 'duration':
        return { code: atom('duration'), type: 'long' }
      case 'header':
        return { code: this.#header(value.name), type: 'String' }
      case 'body-text':
        return { code: atom('text'), type: 'String' }
      case 'json':
        return { code: stepsOf(atom(this.rootName(value.root)), value.path), type: 'JsonNode' }
      case 'json-list':
        return { code: on(this.stream(value), 'toList'), type: 'List<JsonNode>' }
      case 'length':
        return this.#length(value.of)
      case 'text-of':
        return { code: this.textOf(value.of), type: 'String' }
      case 'json-text':
        this.throwing()
        return { code: on('JSON', 'writeValueAsString', this.plain(value.of)), type: 'String' }
      case 'number-of':
        return this.#numberOf(value.of)
      case 'call':
      case 'moment':
      case 'round':
      case 'url':
        throw beyond(value)
      case 'found':
        return { code: on(this.finding(value), 'orElse', atom('null')), type: 'String' }
    }
  }

  /** The match of a pattern in a text, as an optional. */
  finding({ text: of, pattern, group }: Extract<Value, { kind: 'found' }>): Expression {
    const matcher = on(this.pattern(pattern), 'matcher', this.#filled(of))
    return on(
      on(on(matcher, 'results'), 'findFirst'),
      'map',
      lambda('found', on('found', 'group', ...(group === 0 ? [] : [atom(String(group))]))),
    )
  }

  /** A text that is empty where there is none. */
  #filled(of: Value): Expression {
    const { code, type } = this.value(of)
    const mayLack = of.kind === 'header' || of.kind === 'environment' || of.kind === 'found'
    return mayLack && type === 'String' ? on(this.use('java.util.Objects'), 'toString', code, text('')) : code
  }

  /** A compiled pattern. */
  pattern(pattern: string): Expression {
    return on(this.use('java.util.regex.Pattern'), 'compile', text(javaPattern(pattern) ?? pattern))
  }

  protected cookies(): string {
    this.helper('cookies')
    return 'cookies(response)'
  }

  #header(name: string): Expression {
    const single = /^(content-(type|length|disposition|location)|location|etag|last-modified|retry-after)$/i
    if (this.answer.header !== undefined && single.test(name)) return this.answer.header(name)
    return this.helper('header', atom('response'), text(name))
  }

  #literal(value: JsonValue): Typed {
    if (typeof value === 'string') return { code: text(value), type: 'String' }
    if (typeof value === 'number') return { code: atom(numberCode(value)), type: numberType(value) }
    if (typeof value === 'boolean') return { code: atom(String(value)), type: 'boolean' }
    return { code: this.nodeOf(value), type: 'JsonNode' }
  }

  /** A value that is written down as a `JsonNode`. */
  nodeOf(value: JsonValue): Expression {
    if (value === null) return on('JSON', 'nullNode')
    if (isList(value) && value.length === 0) return on('JSON', 'createArrayNode')
    if (isObject(value) && Object.keys(value).length === 0) return on('JSON', 'createObjectNode')
    return this.node(this.plain({ kind: 'literal', value }))
  }

  /** Anything as a `JsonNode`. */
  node(code: Expression): Expression {
    return on('JSON', 'valueToTree', code)
  }

  /** A value as what Jackson writes as JSON: texts, numbers, lists and maps. */
  plain(value: Value): Expression {
    if (value.kind === 'list')
      return on(this.use('java.util.List'), 'of', ...value.items.map(one => this.plain(one)))
    if (value.kind === 'object')
      return this.#map(
        value.members.map(({ key, value: inner }) => [this.value(key).code, this.plain(inner)] as const),
      )
    if (value.kind !== 'literal') return this.value(value).code
    const { value: known } = value
    if (known === null) return on('JSON', 'nullNode')
    if (isList(known))
      return on(
        this.use('java.util.List'),
        'of',
        ...known.map(item => this.plain({ kind: 'literal', value: item })),
      )
    if (isObject(known))
      return this.#map(
        Object.entries(known).map(
          ([key, item]) => [text(key), this.plain({ kind: 'literal', value: item })] as const,
        ),
      )
    return this.#literal(known).code
  }

  /** A map; one that is long has an entry on each line. */
  #map(members: readonly (readonly [Expression, Expression])[]): Expression {
    const map = this.use('java.util.Map')
    const isShort = widthOf(members.flat().map(layoutOf)) + 2 * members.length <= widestMap
    if (members.length === 1 || (isShort && members.length <= 10)) return on(map, 'of', ...members.flat())
    this.imports.add('static java.util.Map.entry')
    return on(map, 'ofEntries', ...members.map(([key, value]) => call('entry', key, value)))
  }

  #template(parts: readonly (string | Value)[]): Expression {
    const whole = parts.map(part => (typeof part === 'string' ? part : '')).join('')
    if (isBlock(whole)) return this.#formatted(parts)
    return this.concatenated(parts)
  }

  /** Parts of a text, one after the other. */
  concatenated(parts: readonly (string | Value | Typed)[]): Expression {
    const operands = parts.map(part =>
      typeof part === 'string' ? text(part) : 'code' in part ? part.code : this.#joined(part),
    )
    const isTextual = parts
      .slice(0, 2)
      .some(part => typeof part === 'string' || 'code' in part || this.#isText(part))
    const [first, ...others] = parts
    if (first === undefined) return text('')
    if (typeof first === 'string' || 'code' in first || (isTextual && others.length > 0))
      return binary('+', operands)
    return binary('+', [this.textOf(first), ...operands.slice(1)])
  }

  #isText(value: Value): boolean {
    const { type } = this.value(value)
    return type === 'String' || type === 'JsonNode' || type === 'double' || type === 'List<JsonNode>'
  }

  /** Several lines with values in them: a text block that is filled in. */
  #formatted(parts: readonly (string | Value)[]): Expression {
    const block = parts.map(part => (typeof part === 'string' ? part.replaceAll('%', '%%') : '%s')).join('')
    const values = parts.flatMap(part => (typeof part === 'string' ? [] : [this.#joined(part)]))
    return on(text(block), 'formatted', ...values)
  }

  /** A value as it is put into a text. */
  #joined(value: Value): Expression {
    const { code, type } = this.value(value)
    return type === 'String' || type === 'int' || type === 'long' || type === 'boolean'
      ? code
      : this.textOf(value)
  }

  /** The text of a value. */
  textOf(value: Value): Expression {
    const { code, type } = this.value(value)
    if (type === 'String') return code
    if (type === 'JsonNode') return this.helper('text', code)
    if (type === 'double' || type === 'List<JsonNode>') return this.helper('text', this.node(code))
    return on('String', 'valueOf', code)
  }

  #generated(what: Generated): Expression {
    switch (what) {
      case 'uuid':
        return on(on(this.use('java.util.UUID'), 'randomUUID'), 'toString')
      case 'timestamp':
        return on(on(this.use('java.time.Instant'), 'now'), 'getEpochSecond')
      case 'iso-timestamp':
        return on(
          on(
            on(this.use('java.time.Instant'), 'now'),
            'truncatedTo',
            atom(`${this.use('java.time.temporal.ChronoUnit')}.MILLIS`),
          ),
          'toString',
        )
      case 'random-integer':
        return on(on(this.use('java.util.concurrent.ThreadLocalRandom'), 'current'), 'nextInt', atom('1001'))
      case 'random-boolean':
        return on(on(this.use('java.util.concurrent.ThreadLocalRandom'), 'current'), 'nextBoolean')
    }
  }

  /** All that a path selects, as a stream; what some items lack is left out. */
  stream({ root, path }: Extract<Value, { kind: 'json-list' }>): Expression {
    return this.#stream(atom(this.rootName(root)), path)
  }

  #stream(root: Expression, path: readonly Selector[]): Expression {
    const at = path.findIndex(selector => typeof selector === 'object')
    const before = path.slice(0, at) as Path
    const selector = path[at]
    const rest = path.slice(at + 1)
    const all = on(stepsOf(root, before), 'valueStream')
    const item = this.itemName(before)
    const found =
      typeof selector === 'object' && selector.kind === 'filter'
        ? on(
            all,
            'filter',
            lambda(
              item,
              this.inItem(item, () => this.#asked(selector.holds, this)),
            ),
          )
        : all
    if (rest.length === 0) return found
    if (rest.some(one => typeof one === 'object'))
      return on(
        found,
        'flatMap',
        lambda(
          item,
          this.inItem(item, () => this.#stream(atom(item), rest)),
        ),
      )
    const last = this.itemName(rest)
    const name = last === item ? 'part' : last
    return on(
      on(found, 'map', lambda(item, stepsOf(atom(item), rest as Path))),
      'filter',
      lambda(name, negated(on(name, 'isMissingNode'))),
    )
  }

  /** A name for an item of a list, taken from the name of the list. */
  itemName(path: readonly Selector[]): string {
    const last = path.findLast(selector => typeof selector === 'string')
    const own = typeof last === 'string' && /^[a-z][A-Za-z]*$/.test(last) ? singular(last) : 'item'
    const isFree = !takenNames.includes(own) && own !== 'found' && !this.#fieldNames().includes(own)
    const wanted = isFree ? own : 'item'
    let name = wanted
    for (let number = 2; this.around.includes(name) || this.#localNames.has(name); number++)
      name = `${wanted}${number}`
    return name
  }

  #length(of: Value): Typed {
    if (of.kind === 'json-list') {
      const { code } = this.value(of)
      return { code: on(code, 'size'), type: 'int' }
    }
    const { code, type } = this.value(of)
    const isPlain = type === 'String' && of.kind === 'body-text'
    if (isPlain) return { code: on(code, 'codePointCount', atom('0'), on(code, 'length')), type: 'int' }
    return { code: this.helper('length', type === 'JsonNode' ? code : this.node(code)), type: 'double' }
  }

  #numberOf(of: Value): Typed {
    const { code, type } = this.value(of)
    if (isNumeric(type)) return { code, type }
    return { code: this.helper('number', type === 'String' ? code : this.textOf(of)), type: 'double' }
  }
}

/** How wide the members of a map may be that stand on one line. */
const widestMap = 56

/** A text as an expression. */
export function text(value: string): Expression {
  return atom(textCode(value))
}

/** A number as a literal. */
export function numberCode(value: number): string {
  if (numberType(value) === 'long') return `${value}L`
  return String(value).replace(/e\+?/, 'E')
}

/** The value at the end of a path: nothing of it ever throws. */
export function stepsOf(root: Expression, path: Path): Expression {
  return path.reduce<Expression>((inner, step) => on(inner, 'path', stepOf(inner, step)), root)
}

/** The argument for one step of a path. */
export function stepOf(inner: Expression, step: string | number): Expression {
  if (typeof step === 'string') return text(step)
  return step < 0 ? binary('-', [on(inner, 'size'), atom(String(-step))]) : atom(String(step))
}

/** True where two expressions are the same. */
export function isSame(one: Expression, other: Expression): boolean {
  return JSON.stringify(layoutOf(one)) === JSON.stringify(layoutOf(other))
}
