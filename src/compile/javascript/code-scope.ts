import type { JsonObject, JsonValue } from '../../model/json.ts'
import { generateBuiltIn, isBuiltIn } from '../../template/built-ins/index.ts'
import { parseTemplate } from '../../template/template.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { environmentName } from '../environment-names.ts'
import type { HelperName } from './helpers.ts'
import { escapeTemplate, printKey, printText } from './print-text.ts'

/** What the code of a collection is written for. */
export interface CodeTarget {
  /** What reads a variable of the environment: `process.env.NAME`. */
  readonly environment: (name: string) => string
  /** Code for built-ins, by their name without `$`. */
  readonly builtIns: Readonly<Record<string, string>>
  /** Names that the code uses for something else. */
  readonly taken: readonly string[]
}

/** The variables of a whole program. */
export interface CodeVariables {
  readonly values: JsonObject
  /** The keys of `values`, read once for all scopes. */
  readonly names: readonly string[]
  /** Names that steps and folders set. */
  readonly changing: ReadonlySet<string>
  /** Names whose values are made of others that change, and so are written out wherever they are used. */
  readonly dependent: ReadonlySet<string>
}

/** Data rows that a part of the code runs with: what a row is called there, and its columns where they are known. */
export interface RowsInScope {
  readonly identifier: string
  readonly columns?: ReadonlySet<string>
}

/** Widest line that an object or list is written on. */
const width = 88

/** Turns templates and values of a collection into expressions of JavaScript, and keeps account of what they need. */
export class CodeScope {
  readonly #values: JsonObject
  readonly #valueNames: readonly string[]
  readonly #target: CodeTarget
  readonly #changing: ReadonlySet<string>
  readonly #dependent: ReadonlySet<string>
  readonly names: CodeNames
  readonly helpers = new Set<HelperName>()
  /** Built-ins that got one fixed value. */
  readonly fixed = new Set<string>()
  /** Names that nothing sets. */
  readonly unset = new Set<string>()
  /** Names that were used. */
  readonly used = new Set<string>()
  rows: readonly RowsInScope[] = []

  constructor({ values, names, changing, dependent }: CodeVariables, target: CodeTarget) {
    this.#values = values
    this.#valueNames = names
    this.#changing = changing
    this.#target = target
    this.#dependent = dependent
    this.names = new CodeNames(target.taken)
  }

  /** Notes that a helper is needed, and gives its name. */
  helper(name: HelperName): HelperName {
    this.helpers.add(name)
    return name
  }

  /** A template as an expression; a lone placeholder keeps the type of its variable. */
  expression(template: string): string {
    const { parts, only } = parseTemplate(template)
    if (only !== undefined) return this.reference(only.name)
    if (parts.every(part => typeof part === 'string')) return printText(parts.join(''))
    const written = parts.map(part =>
      typeof part === 'string' ? escapeTemplate(part) : `\${${this.reference(part.name)}}`,
    )
    return `\`${written.join('')}\``
  }

  /** A template as an expression that is text, whatever its variables are. */
  text(template: string): string {
    return parseTemplate(template).only === undefined
      ? this.expression(template)
      : `\`\${${this.expression(template)}}\``
  }

  /** A value with its templates; several lines are indented by so many spaces. */
  value(value: JsonValue, indentation = 0): string {
    if (typeof value === 'string') return this.expression(value)
    if (isList(value)) {
      const items = value.map(item => this.value(item, indentation + 2))
      return wrapped('[', items, ']', indentation)
    }
    if (!isObject(value)) return JSON.stringify(value)
    const members = Object.entries(value).map(([key, inside]) => {
      const [name, written] = [this.#key(key), this.value(inside, indentation + 2)]
      return name === written ? name : `${name}: ${written}`
    })
    return wrapped('{', members, '}', indentation)
  }

  /** Fields as an object literal; of a name that comes again the texts are joined by `separator`. */
  fields(fields: readonly (readonly [string, string])[], indentation: number, separator = ', '): string {
    const names = [...new Set(fields.map(([name]) => name))]
    const members = names.map(name => {
      const values = fields.filter(([other]) => other === name).map(([, value]) => value)
      return `${this.#key(name)}: ${this.text(values.join(separator))}`
    })
    return wrapped('{', members, '}', indentation)
  }

  #key(template: string): string {
    const written = this.expression(template)
    return written.startsWith("'")
      ? printKey(
          parseTemplate(template)
            .parts.filter(part => typeof part === 'string')
            .join(''),
        )
      : `[${written}]`
  }

  /** The expression for a placeholder. */
  reference(placeholder: string): string {
    const [, environment] = /^env\.(\w+)$/.exec(placeholder) ?? []
    if (environment !== undefined) return this.#target.environment(environment)
    if (isBuiltIn(placeholder)) return this.#builtIn(placeholder)
    // The address of a mock is one variable, given from outside.
    const isWhole = this.#isKnown(placeholder) || placeholder.startsWith('mocks.')
    const [, name = placeholder, rest = ''] = isWhole ? [] : (/^([^.[]+)([.[].*)$/s.exec(placeholder) ?? [])
    return `${this.#variable(name)}${memberPath(rest)}`
  }

  #variable(name: string): string {
    this.used.add(name)
    const inner = this.#changing.has(name)
      ? undefined
      : this.rows.find(({ columns }) => columns?.has(name) === true)
    if (inner !== undefined) return member(inner.identifier, name)
    if (this.#dependent.has(name)) return this.value(this.#values[name] ?? null)
    if (this.#isKnown(name)) return this.names.identifier(name)
    const open = this.rows.find(({ columns }) => columns === undefined)
    // A file may have a column of this name, or not.
    if (open !== undefined)
      return `(${member(open.identifier, name)} ?? ${this.#target.environment(environmentName(name))})`
    this.unset.add(name)
    return this.names.identifier(name)
  }

  #isKnown(name: string): boolean {
    return Object.hasOwn(this.#values, name) || this.#changing.has(name)
  }

  #builtIn(name: string): string {
    const code = this.#target.builtIns[name.slice(1)]
    if (code !== undefined) return code
    this.fixed.add(name)
    const value = generateBuiltIn(name) ?? ''
    return typeof value === 'string' ? printText(value) : JSON.stringify(value)
  }

  /** Lines that declare the variables which were used, those before others that are made of them. */
  declarations(): readonly string[] {
    const lines = new Map<string, string>()
    const visit = (name: string): void => {
      if (lines.has(name) || this.#dependent.has(name)) return
      const isOwn = Object.hasOwn(this.#values, name)
      if (!isOwn && !this.#changing.has(name) && !this.unset.has(name)) return
      const value = isOwn ? (this.#values[name] ?? null) : undefined
      const before = new Set(this.used)
      const written = value === undefined ? undefined : this.value(value)
      for (const other of this.used) if (!before.has(other)) visit(other)
      for (const other of namesIn(value)) if (other !== name) visit(other)
      lines.set(name, this.#declaration(name, written))
    }
    for (const name of this.#valueNames) if (this.used.has(name)) visit(name)
    for (const name of [...this.#changing, ...this.unset]) if (this.names.has(name)) visit(name)
    return [...lines.values()]
  }

  #declaration(name: string, written: string | undefined): string {
    const identifier = this.names.identifier(name)
    const fromEnvironment = this.#target.environment(environmentName(name))
    if (written === undefined)
      return this.unset.has(name) ? `const ${identifier} = ${fromEnvironment}` : `let ${identifier}`
    const keyword = this.#changing.has(name) ? 'let' : 'const'
    if (written.startsWith(this.#target.environment(''))) return `${keyword} ${identifier} = ${written}`
    const either = `${fromEnvironment} || ${written}`
    const isNumber = typeof this.#values[name] === 'number'
    return `${keyword} ${identifier} = ${isNumber ? `Number(${either})` : either}`
  }
}

function namesIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string')
    return parseTemplate(value).parts.flatMap(part => (typeof part === 'string' ? [] : [part.name]))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(inside => namesIn(inside))
}

function memberPath(path: string): string {
  return path.replace(/\.([^.[\]]+)/g, (_, name: string) => member('', name))
}

function member(owner: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${owner}.${name}` : `${owner}[${printText(name)}]`
}

/** Items on one line where they fit, else on one each. */
export function wrapped(open: string, items: readonly string[], close: string, indentation: number): string {
  if (items.length === 0) return `${open}${close}`
  const space = open === '{' ? ' ' : ''
  const line = `${open}${space}${items.join(', ')}${space}${close}`
  if (line.length + indentation <= width && !line.includes('\n')) return line
  const pad = ' '.repeat(indentation + 2)
  return `${open}\n${items.map(item => `${pad}${item},\n`).join('')}${' '.repeat(indentation)}${close}`
}

/** Words that no variable can be called. */
const reserved = new Set(
  (
    'break case catch class const continue debugger default delete do else enum export extends false finally for function ' +
    'if import in instanceof new null return super switch this throw true try typeof var void while with yield let static ' +
    'await async implements interface package private protected public undefined NaN Infinity arguments eval'
  ).split(' '),
)

/** Gives every variable of a collection a name of JavaScript, the same each time. */
class CodeNames {
  readonly #identifiers = new Map<string, string>()
  readonly #taken: Set<string>

  /** `taken` are names that the code uses for something else. */
  constructor(taken: readonly string[]) {
    this.#taken = new Set([...reserved, ...taken])
  }

  /** Whether the code has a variable for this name. */
  has(name: string): boolean {
    return this.#identifiers.has(name)
  }

  /** `user-id` and `User id` are `userId`. */
  identifier(name: string): string {
    const known = this.#identifiers.get(name)
    if (known !== undefined) return known
    const wanted = camelCase(name)
    let free = wanted
    for (let number = 2; this.#taken.has(free); number++) free = `${wanted}${number}`
    this.#taken.add(free)
    this.#identifiers.set(name, free)
    return free
  }
}

function camelCase(name: string): string {
  if (/^[A-Za-z_]\w*$/.test(name)) return name
  const words = name.split(/[^A-Za-z\d]+/).filter(word => word !== '')
  const [first = 'value', ...rest] = words
  const joined = [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capitalized)].join('')
  return /^\d/.test(joined) ? `value${joined}` : joined
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
