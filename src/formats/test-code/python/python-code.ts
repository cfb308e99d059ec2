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
import { valueText } from '../../../util/value-text.ts'
import type { JsonValue } from '../../../model/json.ts'
import { nameOf } from '../names.ts'
import { ItemScope } from '../item-scope.ts'
import { callCode } from './function-calls.ts'
import type { HelperName } from './helpers.ts'
import { formatted, literal, requoted, text } from './literals.ts'
import { isReserved, PythonNames } from './python-names.ts'
import { pythonPattern } from './regex.ts'

/**
 * How a path is followed. What it leads to may have to be there: then Python raises where it is not; otherwise it is
 * None.
 */
export type Access = 'strict' | 'lenient'

/** Modules that tests may need: of the library, and the client. */
export type ModuleName =
  | 'json'
  | 'os'
  | 're'
  | 'time'
  | 'random'
  | 'uuid'
  | 'datetime'
  | 'path'
  | 'urlencode'
  | 'quote'
  | 'base64'
  | 'hashlib'
  | 'hmac'

/** Value that the framework gives to a test. */
export type Given = 'session' | 'saved' | `row ${string}`

/** How rows are seen by a test: as one object, or as a parameter for each column. */
type RowAccess =
  | { readonly kind: 'object' }
  | { readonly kind: 'names'; readonly names: ReadonlyMap<string, string> }

/** The surroundings of values: the variables that they may name, and what else stands in the file. */
interface Surroundings {
  readonly variables: readonly ProgramVariable[]
  readonly inPlace: ReadonlySet<string>
  readonly owner: string
  /** The lines of an answer that set cookies. */
  readonly setCookies: string
}

/** Writes values of a program as expressions of Python, and keeps account of what they need. */
export class PythonCode extends ItemScope {
  readonly #names = new PythonNames('all')
  readonly #attributes = new PythonNames('keywords')
  readonly #variables: ReadonlyMap<string, ProgramVariable>
  readonly #inPlace: ReadonlySet<string>
  readonly #setCookies: string
  /** Prefix of the values that the framework gives: `self.`, or nothing. */
  owner: string
  readonly #rows = new Map<string, { readonly rows: Rows; readonly access: RowAccess }>()
  readonly helpers = new Set<HelperName>()
  readonly modules = new Set<ModuleName>()
  /** The values given by the framework that the test being written uses. */
  readonly given = new Set<Given>()

  /** Writes what filters ask, as a term of `and`. */
  readonly #asked: (predicate: Predicate, code: PythonCode) => string

  /** `inPlace` are variables of the process that are read where they are needed. */
  constructor(
    { variables, inPlace, owner, setCookies }: Surroundings,
    asked: (predicate: Predicate, code: PythonCode) => string,
  ) {
    super()
    this.#asked = asked
    this.#setCookies = setCookies
    this.#variables = new Map(variables.map(variable => [variable.name, variable]))
    this.#inPlace = inPlace
    this.owner = owner
  }

  helper(name: HelperName, ...args: readonly string[]): string {
    this.helpers.add(name)
    if (name === 'text_of' || name === 'contains') this.modules.add('json')
    return `${name}(${args.join(', ')})`
  }

  /** A name for something of the file, the same each time. */
  name(
    key: string,
    words: string,
    convention: 'snake_case' | 'PascalCase' | 'SCREAMING_SNAKE_CASE',
    fallback: string,
  ): string {
    return this.#names.name(key, words, convention, fallback)
  }

  /** Which variable of the program it is, to be read or to be set. */
  variable(name: string): string {
    const variable = this.#variables.get(name)
    if (variable?.changes === true || variable === undefined) {
      this.given.add('saved')
      return `${this.owner}saved.${this.attribute(name)}`
    }
    if (this.#inPlace.has(name)) {
      this.modules.add('os')
      return `os.environ[${text(variable.environment ?? name)}]`
    }
    return this.#names.name(`variable ${name}`, name, 'SCREAMING_SNAKE_CASE', 'value')
  }

  /** Name of a variable that steps set. */
  attribute(name: string): string {
    return this.#attributes.name(name, name, 'snake_case', 'value')
  }

  /** Rows in scope, and how their columns are seen. */
  withRows<Written>(rows: Rows, access: RowAccess, write: () => Written): Written {
    this.#rows.set(rows.name, { rows, access })
    const written = write()
    this.#rows.delete(rows.name)
    return written
  }

  /** Names for the columns of rows that are parameters. */
  columnNames(rows: Rows): ReadonlyMap<string, string> {
    const names = new PythonNames('all')
    return new Map(rows.columns.map(({ name }) => [name, names.name(name, name, 'snake_case', 'value')]))
  }

  #column(row: string, column: string): string {
    const known = this.#rows.get(row)
    if (known?.access.kind === 'names') {
      this.given.add(`row ${row}/${column}`)
      return known.access.names.get(column) ?? 'None'
    }
    this.given.add(`row ${row}`)
    return `${this.owner}${row}[${text(column)}]`
  }

  /** The values of a column in its rows. */
  columnValues(row: string, column: string): readonly JsonValue[] {
    return this.#rows.get(row)?.rows.rows.map(one => one[column] ?? null) ?? []
  }

  /** The values that a constant of the program always has; undefined for one that is only known when tests run. */
  constant(value: Value): readonly JsonValue[] | undefined {
    if (value.kind === 'literal') return [value.value]
    if (value.kind === 'column') return this.columnValues(value.row, value.name)
    if (value.kind !== 'variable') return undefined
    const variable = this.#variables.get(value.name)
    const isFixed = variable?.changes === false && variable.environment === undefined
    if (!isFixed || variable.value?.kind !== 'literal') return undefined
    const found = value.path.reduce<JsonValue | undefined>(stepInto, variable.value.value)
    return found === undefined ? undefined : [found]
  }

  /** True where a value is text, whatever happens. */
  isText(value: Value): boolean {
    return (
      typeOfValue(value) === 'text' || this.constant(value)?.every(one => typeof one === 'string') === true
    )
  }

  /** An expression with this value. */
  value(value: Value, access: Access = 'strict'): string {
    const isLenient = access === 'lenient'
    switch (value.kind) {
      case 'literal':
        return literal(value.value)
      case 'list':
        return `[${value.items.map(item => this.value(item, access)).join(', ')}]`
      case 'object':
        return `{${value.members.map(({ key, value: inner }) => `${this.value(key, access)}: ${this.value(inner, access)}`).join(', ')}}`
      case 'template':
        return this.template(value.parts)
      case 'variable':
        return isLenient
          ? this.#maybeVariable(value.name, value.path)
          : this.variable(value.name) + subscripts(value.path)
      case 'column':
        return this.#column(value.row, value.name)
      case 'environment':
        this.modules.add('os')
        return `os.environ[${text(value.name)}]`
      case 'generated':
        return this.#generated(value.what)
      case 'status':
        return 'response.status_code'
      case 'duration':
        return 'duration'
      case 'header':
        return isLenient
          ? `response.headers.get(${text(value.name)})`
          : `response.headers[${text(value.name)}]`
      case 'body-text':
        return 'response.text'
      case 'json':
        return this.part(this.rootName(value.root), value.path, access)
      case 'json-list':
        return this.#parts(this.rootName(value.root), value.path, access)
      case 'length':
        return `len(${this.value(value.of, access)})`
      case 'text-of':
        return this.helper('text_of', this.value(value.of, access))
      case 'json-text':
        this.modules.add('json')
        return `json.dumps(${this.value(value.of)})`
      case 'number-of':
        return this.#number(value.of, access)
      case 'call':
        return callCode(value, this)
      case 'moment':
      case 'round':
      case 'url':
        throw beyond(value)
      case 'found':
        return `${this.search(value.text, value.pattern) ?? 'None'}[${value.group}]`
    }
  }

  #maybeVariable(name: string, path: Path): string {
    const variable = this.#variables.get(name)
    const isThere = variable !== undefined && (!variable.changes || variable.value !== undefined)
    const code = this.variable(name)
    const whole = isThere ? code : `getattr(${this.owner}saved, ${text(this.attribute(name))}, None)`
    return path.length === 0 ? whole : this.helper('find', whole, ...path.map(literal))
  }

  /** A text that is put together. */
  template(parts: readonly (string | Value)[]): string {
    const [only, ...others] = parts
    if (only !== undefined && typeof only !== 'string' && others.length === 0) return this.#textOf(only)
    if (parts.every(part => typeof part === 'string')) return text(parts.join(''))
    const written = parts.map(part => {
      if (typeof part === 'string') return part
      return typeOfValue(part) === 'number' ? this.value(part) : this.#textOf(part)
    })
    const fits = (['"', "'"] as const).every(quote =>
      written.every((code, index) => typeof parts[index] === 'string' || requoted(code, quote) !== undefined),
    )
    if (!fits)
      return written.map((code, index) => (typeof parts[index] === 'string' ? text(code) : code)).join(' + ')
    return formatted(
      written.map((code, index) =>
        typeof parts[index] === 'string' ? code : quote => requoted(code, quote) ?? code,
      ),
    )
  }

  /** The text that a value has in a URL. */
  #textOf(value: Value): string {
    if (this.isText(value)) return this.value(value)
    switch (typeOfValue(value)) {
      case 'text':
        return this.value(value)
      case 'number':
        return `str(${this.value(value)})`
      case 'boolean':
        return `str(${this.value(value)}).lower()`
      case 'json':
        return this.helper('text_of', this.value(value))
    }
  }

  #number(of: Value, access: Access): string {
    const known = this.constant(of)
    const isKnown = known?.every(one => one !== null && one !== '' && Number.isFinite(Number(one))) === true
    const code = this.value(of, isKnown ? 'strict' : access)
    if (known?.every(one => /^-?\d+$/.test(valueText(one))) === true) return `int(${code})`
    return isKnown || access === 'strict' ? `float(${code})` : this.helper('number_of', code)
  }

  #generated(what: Extract<Value, { kind: 'generated' }>['what']): string {
    const use = (module: ModuleName, code: string): string => {
      this.modules.add(module)
      return code
    }
    switch (what) {
      case 'uuid':
        return use('uuid', 'str(uuid.uuid4())')
      case 'timestamp':
        return use('time', 'int(time.time())')
      case 'iso-timestamp':
        return use('datetime', 'datetime.now(timezone.utc).isoformat(timespec="milliseconds")')
      case 'random-integer':
        return use('random', 'random.randint(0, 1000)')
      case 'random-boolean':
        return use('random', 'random.choice([True, False])')
    }
  }

  protected cookies(): string {
    return this.helper('cookies_of', this.#setCookies)
  }

  /** The value that a path leads to. */
  part(root: string, path: Path, access: Access): string {
    if (path.length === 0) return root
    return access === 'strict' ? root + subscripts(path) : this.helper('find', root, ...path.map(literal))
  }

  /** All that a path selects, what some items lack left out. `holds` writes what filters ask. */
  #parts(root: string, path: readonly Selector[], access: Access): string {
    const clauses: string[] = []
    let conditions: string[] = []
    let place = root
    let at = path
    let isFirst = true
    const before = this.around
    for (;;) {
      const index = at.findIndex(selector => typeof selector === 'object')
      if (index < 0) break
      const selector = at[index] as Extract<Selector, object>
      const way = at.slice(0, index) as Path
      const item = this.itemName(way)
      const list = this.#listOf(place, way, selector.kind, isFirst ? access : 'lenient')
      if (at.length === index + 1 && clauses.length === 0 && selector.kind !== 'filter') return list
      clauses.push(...ifs(conditions), `for ${item} in ${list}`)
      this.around = [...this.around, item]
      conditions = selector.kind === 'filter' ? [this.#asked(selector.holds, this)] : []
      place = item
      at = at.slice(index + 1)
      isFirst = false
    }
    const rest = at as Path
    if (rest.length > 0) conditions.push(this.helper('has', place, ...rest.map(literal)))
    clauses.push(...ifs(conditions))
    this.around = before
    return `[${place}${subscripts(rest)} ${clauses.join(' ')}]`
  }

  #listOf(root: string, path: Path, kind: 'items' | 'members' | 'filter', access: Access): string {
    if (access === 'lenient')
      return this.helper(kind === 'members' ? 'members_of' : 'items_of', root, ...path.map(literal))
    const list = root + subscripts(path)
    return kind === 'members' ? `list(${list}.values())` : list
  }

  /** The items of a list, none where there is no list. */
  items(list: Value): string {
    if (list.kind === 'json') return this.#listOf(this.rootName(list.root), list.path, 'items', 'lenient')
    if (list.kind === 'json-list') return this.value(list, 'lenient')
    return this.helper('items_of', this.value(list, 'lenient'))
  }

  /** A name for an item of a list, taken from the name of the list. */
  itemName(path: readonly Selector[]): string {
    const last = path.findLast(selector => typeof selector === 'string')
    const word = typeof last === 'string' ? nameOf(last, 'snake_case') : 'items'
    const own = singular(word)
    const isFree = own !== word && !isReserved(own)
    const name = isFree ? own : 'item'
    return this.around.includes(name) ? `${name}_${this.around.length + 1}` : name
  }

  /** A search for a known pattern; undefined where Python has no such pattern. */
  search(subject: Value | string, pattern: string): string | undefined {
    const written = pythonPattern(pattern)
    if (written === undefined) return undefined
    this.modules.add('re')
    const code = typeof subject === 'string' ? subject : this.value(subject)
    const flags = written.flags === undefined ? '' : `, ${written.flags}`
    return `re.${written.isWhole ? 'fullmatch' : 'search'}(${written.code}, ${code}${flags})`
  }
}

function stepInto(value: JsonValue | undefined, step: string | number): JsonValue | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value))
    return typeof step === 'number' ? (value.at(step) as JsonValue | undefined) : undefined
  return Object.hasOwn(value, step) ? (value as Readonly<Record<string, JsonValue>>)[step] : undefined
}

function ifs(conditions: readonly string[]): readonly string[] {
  return conditions.length === 0 ? [] : [`if ${conditions.join(' and ')}`]
}

/** Names and indexes behind a value. */
function subscripts(path: Path): string {
  return path.map(step => `[${literal(step)}]`).join('')
}
