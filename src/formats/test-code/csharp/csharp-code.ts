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
  ValueType,
} from '../../../compile/test-program/test-program.ts'
import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { valueText } from '../../../util/value-text.ts'
import { escaped, textLiteral } from '../escaped-text.ts'
import { ItemScope } from '../item-scope.ts'
import { NameRegistry } from '../names.ts'
import {
  assigned,
  atom,
  binary,
  call,
  type Expression,
  flat,
  initializer,
  itemAt,
  lambda,
  on,
} from './csharp-layout.ts'
import { dotnetPattern, takenNames, verbatim } from './csharp-text.ts'
import type { HelperName } from './helpers.ts'

/**
 * Type of an expression in C#: a text that may be null, too; a `JsonElement`; several of them; or a `JsonNode`, as
 * which JSON is written down.
 */
export type CSharpType = 'string' | 'string?' | 'int' | 'long' | 'double' | 'bool' | 'json' | 'list' | 'node'

/** An expression, and what it is. */
export interface Typed {
  readonly code: Expression
  readonly type: CSharpType
}

/** Name and type of a variable or a column. */
export interface Named {
  readonly name: string
  readonly type: CSharpType
}

const types: Readonly<Record<ValueType, CSharpType>> = {
  text: 'string',
  number: 'double',
  boolean: 'bool',
  json: 'json',
}

/** True where it is one of the kinds of numbers. */
export function isNumeric(type: CSharpType): boolean {
  return type === 'int' || type === 'long' || type === 'double'
}

/** Writes the values of a program as expressions of C#, and keeps account of what they need. */
export class CSharpCode extends ItemScope {
  /** Names of members of the class. */
  readonly names = new NameRegistry(takenNames)
  readonly helpers = new Set<HelperName>()
  readonly #variables: ReadonlyMap<string, Named>
  readonly #columns = new Map<string, Named>()
  #columnNames = new NameRegistry(takenNames)

  /** `unsure` are variables that may have no value when they are needed. */
  constructor(variables: readonly ProgramVariable[], unsure: ReadonlySet<string>) {
    super()
    const fields = new NameRegistry([])
    this.#variables = new Map(
      variables.map(({ name, type, changes }) => [
        name,
        {
          name: changes
            ? `_${fields.name(name, name, 'camelCase')}`
            : this.names.name(`constant ${name}`, name, 'PascalCase', 'Value'),
          type: type === 'text' && unsure.has(name) ? 'string?' : types[type],
        },
      ]),
    )
  }

  /** A variable of the program as the file has it. */
  variable(name: string): Named {
    return this.#variables.get(name) ?? { name: `_${name}`, type: 'string' }
  }

  /** Gives names to the columns of data rows. */
  declareRows({ name: row, columns, rows }: Rows): void {
    for (const { name, type } of columns) {
      const isWhole = rows.every(one => Number.isInteger(one[name]) && Math.abs(Number(one[name])) < 2 ** 31)
      this.#columns.set(`${row} ${name}`, {
        name: this.#columnNames.name(`${row} ${name}`, name, 'camelCase', 'column'),
        type: type === 'number' && isWhole ? 'int' : types[type],
      })
    }
  }

  /** A column of data rows. One that may be any JSON is the text of it. */
  column(row: string, name: string): Named {
    return this.#columns.get(`${row} ${name}`) ?? { name: 'row', type: 'json' }
  }

  /** A small method that the file has at its end when something calls it. */
  helper(name: HelperName, ...args: readonly Expression[]): Expression {
    this.helpers.add(name)
    return call(name.replace(/^(?:Text|Assert)?(Same|Length|Number)(?:Node|Element)?$/, calledName), ...args)
  }

  /** An expression with this value. One that is sure to be there is read without more ado, and fails otherwise. */
  value(value: Value, isSure = false): Typed {
    switch (value.kind) {
      case 'literal':
        return this.#literal(value.value)
      case 'list':
      case 'object':
        return { code: this.node(value), type: 'node' }
      case 'template':
        return { code: this.interpolated(value.parts), type: 'string' }
      case 'variable': {
        const { name, type } = this.variable(value.name)
        const code = atom(name)
        if (value.path.length === 0) return { code, type }
        return { code: this.#at(this.json({ code, type }), value.path, isSure), type: 'json' }
      }
      case 'column': {
        const { name, type } = this.column(value.row, value.name)
        return { code: type === 'json' ? this.helper('Json', atom(name)) : atom(name), type }
      }
      case 'environment':
        return { code: on('Environment', 'GetEnvironmentVariable', text(value.name)), type: 'string?' }
      case 'generated':
        return generated(value.what)
      case 'status':
        return { code: atom('(int)response.StatusCode', 'unary'), type: 'int' }
      case 'duration':
        return { code: atom('duration'), type: 'long' }
      case 'header':
        return { code: this.helper('Header', atom('response'), text(value.name)), type: 'string?' }
      case 'body-text':
        return { code: atom('text'), type: 'string' }
      case 'json':
        return { code: this.#at(atom(this.rootName(value.root)), value.path, isSure), type: 'json' }
      case 'json-list':
        return { code: this.#parts(atom(this.rootName(value.root)), value.path), type: 'list' }
      case 'length':
        return this.#length(value.of)
      case 'text-of':
        return { code: this.textOf(value.of), type: 'string' }
      case 'json-text':
        return { code: on('JsonSerializer', 'Serialize', this.value(value.of).code), type: 'string' }
      case 'number-of': {
        const of = this.value(value.of)
        return isNumeric(of.type)
          ? of
          : { code: this.helper('TextNumber', this.textOf(value.of)), type: 'double' }
      }
      case 'call':
      case 'moment':
      case 'round':
      case 'url':
        throw beyond(value)
      case 'found':
        return {
          code: this.helper(
            'Found',
            this.textOf(value.text),
            newPattern(value.pattern),
            atom(String(value.group)),
          ),
          type: 'string?',
        }
    }
  }

  #literal(value: JsonValue): Typed {
    if (typeof value === 'string') return { code: text(value), type: 'string' }
    if (typeof value === 'boolean') return { code: atom(String(value)), type: 'bool' }
    if (typeof value === 'number')
      return { code: atom(numberCode(value)), type: /^-?\d+$/.test(numberCode(value)) ? 'int' : 'double' }
    return { code: this.node({ kind: 'literal', value }), type: 'node' }
  }

  /** JSON as it is written down: something that becomes a `JsonNode` where one is wanted. */
  node(value: Value): Expression {
    if (value.kind === 'literal' && isList(value.value))
      return this.#array(value.value.map(item => ({ kind: 'literal', value: item })))
    if (value.kind === 'literal' && isObject(value.value))
      return this.#object(
        Object.entries(value.value).map(([key, item]) => [text(key), { kind: 'literal', value: item }]),
      )
    if (value.kind === 'literal' && value.value === null) return atom('null')
    if (value.kind === 'list') return this.#array(value.items)
    if (value.kind === 'object')
      return this.#object(value.members.map(member => [this.textOf(member.key), member.value]))
    const { code, type } = this.value(value)
    return type === 'json' || type === 'list' ? on('JsonSerializer', 'SerializeToNode', code) : code
  }

  #array(items: readonly Value[]): Expression {
    const codes = items.map(item => this.node(item))
    const isOneNull = codes.length === 1 && codes[0]?.code === 'null'
    return call('new JsonArray', ...(isOneNull ? [atom('(JsonNode?)null')] : codes))
  }

  #object(members: readonly (readonly [Expression, Value])[]): Expression {
    if (members.length === 0) return call('new JsonObject')
    const items = members.map(([key, value]) => assigned(`[${flat(key)}]`, this.node(value)))
    return atom(initializer('new JsonObject', items, 2))
  }

  /** Anything as a `JsonElement`. */
  json({ code, type }: Typed): Expression {
    if (type === 'json') return code
    return on(
      'JsonSerializer',
      code.code === 'null' ? 'SerializeToElement<object?>' : 'SerializeToElement',
      code,
    )
  }

  protected cookies(): string {
    this.helpers.add('Cookies')
    return 'Cookies(response)'
  }

  #at(root: Expression, path: Path, isSure: boolean): Expression {
    if (path.length === 0) return root
    if (isSure && path.every(step => typeof step === 'string' || step >= 0))
      return path.reduce<Expression>(
        (inner, step) =>
          typeof step === 'string' ? on(inner, 'GetProperty', text(step)) : itemAt(inner, step),
        root,
      )
    const steps = path.map(step => (typeof step === 'string' ? text(step) : atom(String(step))))
    return this.helper('Part', root, ...steps)
  }

  /** All that a path selects; what some items lack is left out. */
  #parts(root: Expression, path: readonly Selector[]): Expression {
    const at = path.findIndex(selector => typeof selector === 'object')
    const before = path.slice(0, at) as Path
    const selector = path[at]
    const rest = path.slice(at + 1)
    const all = this.helper('Children', this.#at(root, before, false))
    const item = this.itemName(before)
    const found =
      typeof selector === 'object' && selector.kind === 'filter'
        ? on(
            all,
            'Where',
            this.itemLambda(item, () => this.holds(selector.holds)),
          )
        : all
    if (rest.length === 0) return found
    if (rest.some(one => typeof one === 'object'))
      return on(
        found,
        'SelectMany',
        this.itemLambda(item, () => this.#parts(atom(item), rest)),
      )
    const parts = on(
      found,
      'Select',
      this.itemLambda(item, () => this.#at(atom(item), rest as Path, false)),
    )
    this.helpers.add('IsThere')
    return on(parts, 'Where', atom('IsThere'))
  }

  /** A name for an item of a list, taken from the name of the list. */
  itemName(path: readonly Selector[]): string {
    const last = path.findLast(selector => typeof selector === 'string')
    const own = typeof last === 'string' && /^[a-z][A-Za-z]*$/.test(last) ? singular(last) : 'item'
    const columns = [...this.#columns.values()].map(({ name }) => name)
    const wanted = takenNames.includes(own) || columns.includes(own) ? 'item' : own
    let name = wanted
    for (let number = 2; this.around.includes(name); number++) name = `${wanted}${number}`
    return name
  }

  /** A lambda for what is said of an item. */
  itemLambda(item: string, write: () => Parameters<typeof lambda>[1]): Expression {
    return lambda(item, this.inItem(item, write))
  }

  #length(of: Value): Typed {
    const whole = this.value(of)
    if (whole.type === 'list') return { code: on(whole.code, 'Count'), type: 'int' }
    if (whole.type === 'string' || whole.type === 'string?')
      return { code: this.helper('TextLength', whole.code), type: 'double' }
    return { code: this.helper('Length', this.json(whole)), type: 'double' }
  }

  /** The text of a value. */
  textOf(value: Value): Expression {
    const { code, type } = this.value(value)
    if (type === 'string') return code
    if (type === 'string?') return binary('??', [code, text('')])
    if (type === 'int' || type === 'long') return on(code, 'ToString')
    if (type === 'bool') return call('', atom([code.code, ' ? "true" : "false"']))
    return this.helper('Text', this.json({ code, type }))
  }

  /** A text with values in it. */
  interpolated(parts: readonly (string | Value | Expression)[]): Expression {
    const known = parts.map(part =>
      typeof part === 'object' && 'kind' in part && part.kind === 'literal' ? valueText(part.value) : part,
    )
    const [only] = known
    if (known.every(part => typeof part === 'string')) return text(known.join(''))
    if (known.length === 1 && typeof only === 'object') return 'rank' in only ? only : this.textOf(only)
    const written = known.map(part => {
      if (typeof part === 'string') return escaped(part).replace(/[{}]/g, brace => brace + brace)
      if ('rank' in part) return `{${flat(part)}}`
      const { code, type } = this.value(part)
      const isPlain = type === 'string?' || type === 'int' || type === 'long'
      return `{${flat(isPlain ? code : this.textOf(part))}}`
    })
    return atom(`$"${written.join('')}"`)
  }

  /** Set by whoever knows how predicates are written, which filters need. */
  holds: (predicate: Predicate) => Expression = () => atom('true')
}

function calledName(whole: string, name: string): string {
  return whole.startsWith('Assert') ? 'AssertSame' : name
}

function generated(what: Generated): Typed {
  switch (what) {
    case 'uuid':
      return { code: on(on('Guid', 'NewGuid'), 'ToString'), type: 'string' }
    case 'timestamp':
      return { code: on(atom('DateTimeOffset.UtcNow'), 'ToUnixTimeSeconds'), type: 'long' }
    case 'iso-timestamp': {
      const format = [text("yyyy-MM-dd'T'HH:mm:ss.fff'Z'"), atom('CultureInfo.InvariantCulture')]
      return { code: on(atom('DateTimeOffset.UtcNow'), 'ToString', ...format), type: 'string' }
    }
    case 'random-integer':
      return { code: on(atom('Random.Shared'), 'Next', atom('1001')), type: 'int' }
    case 'random-boolean':
      return {
        code: binary('==', [on(atom('Random.Shared'), 'Next', atom('2')), atom('0')]),
        type: 'bool',
      }
  }
}

/** A text as an expression. */
export function text(value: string): Expression {
  return atom(textLiteral(value))
}

/** A number as a literal. */
export function numberCode(value: number): string {
  const isInteger = Number.isInteger(value)
  if (isInteger && Math.abs(value) < 2 ** 31) return String(value)
  const written = String(value).replace(/e\+?/, 'E')
  return isInteger && !written.includes('E') ? `${written}.0` : written
}

/** A pattern and its options, as calls have them. */
export function patternArguments(pattern: string): readonly Expression[] {
  const { pattern: written, needsOption } = dotnetPattern(pattern)
  return [atom(verbatim(written)), ...(needsOption ? [atom('RegexOptions.ECMAScript')] : [])]
}

/** A pattern as an object. */
export function newPattern(pattern: string): Expression {
  return call('new Regex', ...patternArguments(pattern))
}
