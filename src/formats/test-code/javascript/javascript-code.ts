import { singular } from '../../../compile/singular.ts'
import { expandPattern } from '../../../compile/test-program/expand-pattern.ts'
import type {
  JsonPart,
  JsonParts,
  JsonType,
  Path,
  Predicate,
  ProgramVariable,
  Selector,
  Value,
} from '../../../compile/test-program/test-program.ts'
import { typeOfValue } from '../../../compile/test-program/value-type.ts'
import type { JsonValue } from '../../../model/json.ts'
import { NameRegistry } from '../names.ts'
import { valueText } from '../../../util/value-text.ts'

/** Words that no variable can be called, and names that the code uses for something else. */
const taken =
  'arguments assert async await body break case catch class const continue crypto debugger default delete describe do duration ' +
  'else enum eval exists expect export extends false fetch finally for form function if implements import in instanceof ' +
  'interface it item let new null package private process protected public request response return row static super ' +
  'started switch test text textOf this throw true try typeof undefined var void while with yield Infinity NaN'

/** Small functions that a file has at its end where it needs them. */
const helpers = {
  exists: `/** There, and neither null nor empty. */
function exists(value) {
  if (value === undefined || value === null || value === "") return false;
  return typeof value !== "object" || Object.keys(value).length > 0;
}`,
  textOf: `/** Text as it is, anything else as JSON. */
function textOf(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}`,
  isSingle: `/** There, and neither a list nor an object. */
function isSingle(value) {
  return value === null || !["undefined", "object"].includes(typeof value);
}`,
  scalarText: `/** The text of what is neither a list nor an object. */
function scalarText(value) {
  return isSingle(value) ? String(value) : undefined;
}`,
  contains: `/** An item of a list, or a part of a text. */
function contains(value, part) {
  if (Array.isArray(value)) return value.includes(part);
  return value !== undefined && textOf(value).includes(textOf(part));
}`,
  containsText: `/** An item of a list with this text, or a part of a text. */
function containsText(value, part) {
  if (Array.isArray(value)) return value.some((item) => textOf(item) === part);
  return value !== undefined && textOf(value).includes(part);
}`,
  isAbsent: `/** Nothing at the end of a path, nor anything in its way. */
function isAbsent(value, ...path) {
  if (!value) return false;
  for (const step of path) {
    if ([undefined, null, "", false].includes(value)) return true;
    if (typeof value !== "object") return false;
    if (Array.isArray(value) !== (typeof step === "number")) return false;
    value = Array.isArray(value) ? value.at(step) : value[step];
  }
  return !exists(value);
}`,
} as const

type HelperName = keyof typeof helpers

/** Helpers that others call. */
const called: Partial<Record<HelperName, HelperName>> = {
  scalarText: 'isSingle',
  contains: 'textOf',
  containsText: 'textOf',
  isAbsent: 'exists',
}

/** How an answer is looked at by a client of HTTP. */
export interface AnswerWords {
  readonly status: string
  readonly header: (name: string) => string
}

/** Whether a path may end early: then what is behind it is nothing, and nothing throws. */
export type Access = 'strict' | 'lenient'

/** Writes values and predicates of a program as expressions of JavaScript, and keeps account of what they need. */
export class JavaScriptCode {
  readonly names = new NameRegistry(taken.split(' '))
  readonly #answer: AnswerWords
  readonly #used = new Set<HelperName>()
  /** Names that are imported from `node:util`. */
  readonly imports = new Set<'isDeepStrictEqual' | 'randomUUID'>()
  #items: readonly string[] = []

  constructor(answer: AnswerWords) {
    this.#answer = answer
  }

  /** The name of a variable. */
  variable(name: string): string {
    return this.names.name(`variable ${name}`, name, 'camelCase')
  }

  helper(name: HelperName): string {
    this.#used.add(name)
    const other = called[name]
    if (other !== undefined) this.#used.add(other)
    return name
  }

  /** The helpers that were used. */
  helperCode(): readonly string[] {
    return [...this.#used].sort().map(name => helpers[name])
  }

  /** An expression with this value. */
  value(value: Value, access: Access = 'strict'): string {
    switch (value.kind) {
      case 'literal':
        return literal(value.value)
      case 'list':
        return `[${value.items.map(item => this.value(item)).join(', ')}]`
      case 'object':
        return `{ ${value.members.map(({ key, value: inner }) => `${this.#key(key)}: ${this.value(inner)}`).join(', ')} }`
      case 'template':
        return this.#template(value.parts)
      case 'variable':
        return `${this.variable(value.name)}${members(value.path, access === 'lenient')}`
      case 'column':
        return `${value.row}${members([value.name], false)}`
      case 'environment':
        return `process.env.${value.name}`
      case 'generated':
        return this.#generated(value.what)
      case 'status':
        return this.#answer.status
      case 'duration':
        return 'duration'
      case 'header':
        return this.#answer.header(value.name)
      case 'body-text':
        return 'text'
      case 'json':
        return this.#part(value.root, value.path, access)
      case 'json-list':
        return this.#parts(this.#rootName(value.root), value.path, access)
      case 'length':
        return `${this.value(value.of, access)}${access === 'lenient' ? '?.' : '.'}length`
      case 'text-of':
        return `${this.helper('scalarText')}(${this.value(value.of, access)})`
      case 'number-of':
        return `Number(${this.value(value.of, access)}${value.of.kind === 'header' ? ' || NaN' : ''})`
      case 'found':
        return `${regex(value.pattern)}.exec(${this.value(value.text, access)})?.[${value.group}]`
    }
  }

  #key(key: Value): string {
    return key.kind === 'literal' ? literalKey(valueText(key.value)) : `[${this.value(key)}]`
  }

  #template(parts: readonly (string | Value)[]): string {
    const written = parts.map(part =>
      typeof part === 'string' ? escapeTemplate(part) : `\${${this.value(part)}}`,
    )
    return `\`${written.join('')}\``
  }

  #generated(what: Extract<Value, { kind: 'generated' }>['what']): string {
    switch (what) {
      case 'uuid':
        this.imports.add('randomUUID')
        return 'randomUUID()'
      case 'timestamp':
        return 'Math.floor(Date.now() / 1000)'
      case 'iso-timestamp':
        return 'new Date().toISOString()'
      case 'random-integer':
        return 'Math.floor(Math.random() * 1001)'
      case 'random-boolean':
        return 'Math.random() < 0.5'
    }
  }

  #rootName(root: 'body' | 'item'): string {
    return root === 'body' ? 'body' : (this.#items.at(-1) ?? 'item')
  }

  #part(root: 'body' | 'item', path: Path, access: Access): string {
    return `${this.#rootName(root)}${members(path, access === 'lenient')}`
  }

  /** All that a path selects; what some items lack is left out. */
  #parts(root: string, path: readonly Selector[], access: Access): string {
    const at = path.findIndex(selector => typeof selector === 'object')
    const isLenient = access === 'lenient'
    const start = `${root}${members(path.slice(0, at) as Path, isLenient)}`
    const selector = path[at]
    const rest = path.slice(at + 1)
    const isMembers = typeof selector === 'object' && selector.kind === 'members'
    const list = isMembers
      ? `Object.values(${start}${isLenient ? ' ?? {}' : ''})`
      : isLenient
        ? `(${start} ?? [])`
        : start
    const item = this.#itemName(path.slice(0, at))
    const found =
      typeof selector === 'object' && selector.kind === 'filter'
        ? `${list}.filter((${item}) => ${this.inItem(item, () => this.holds(selector.holds))})`
        : list
    if (rest.length === 0) return found
    const inner = rest.some(one => typeof one === 'object')
    if (inner) return `${found}.flatMap((${item}) => ${this.#parts(item, rest, 'lenient')})`
    const value = `${found}.map((${item}) => ${item}${members(rest as Path, rest.length > 1)})`
    return `${value}.filter((value) => value !== undefined)`
  }

  /** A name for an item of a list, taken from the name of the list. */
  #itemName(path: readonly Selector[]): string {
    const last = path.findLast(selector => typeof selector === 'string')
    const own = typeof last === 'string' && /^[a-z][A-Za-z]*$/.test(last) ? singular(last) : 'item'
    const isFree = own !== last && own !== 'value' && !taken.split(' ').includes(own)
    const name = isFree ? own : 'item'
    return this.#items.includes(name) ? `${name}${this.#items.length + 1}` : name
  }

  /** The name for an item of this list. */
  itemOf(list: Value): string {
    return this.#itemName(
      list.kind === 'json' || list.kind === 'json-list' || list.kind === 'variable' ? list.path : [],
    )
  }

  /** Writes something in which `item` is what is called so. */
  inItem<Written>(item: string, write: () => Written): Written {
    const before = this.#items
    this.#items = [...before, item]
    const written = write()
    this.#items = before
    return written
  }

  /** An expression that tells whether a predicate holds, and throws for no answer. */
  holds(predicate: Predicate): string {
    const lenient = (value: Value): string => this.value(value, 'lenient')
    switch (predicate.kind) {
      case 'equal':
        return this.#equal(predicate)
      case 'compare': {
        const comparison = `${lenient(predicate.actual)} ${predicate.sign} ${this.value(predicate.expected)}`
        if (typeOfValue(predicate.actual) === 'number') return comparison
        return `typeof ${lenient(predicate.actual)} === "number" && ${comparison}`
      }
      case 'includes':
        // Of a list or an object its JSON is meant.
        return predicate.text.kind === 'text-of'
          ? `${this.helper('textOf')}(${lenient(predicate.text.of)})?.includes(${this.value(predicate.part)})`
          : `(${lenient(predicate.text)} ?? "").includes(${this.value(predicate.part)})`
      case 'starts-with':
      case 'ends-with':
        return `String(${lenient(predicate.text)}).${textMethods[predicate.kind]}(${this.value(predicate.part)})`
      case 'contains': {
        const [list, part] = [lenient(predicate.actual), this.value(predicate.expected)]
        if (predicate.as === 'loose') return `${this.helper('containsText')}(${list}, ${part})`
        const isList = predicate.actual.kind === 'json-list'
        return isList ? `${list}.includes(${part})` : `${this.helper('contains')}(${list}, ${part})`
      }
      case 'matches-regex':
        return `${this.pattern(predicate.pattern)}.test(${lenient(predicate.text)} ?? "")`
      case 'one-of':
        return this.#oneOf(predicate)
      case 'is':
        return isType(lenient(predicate.value), predicate.type)
      case 'is-single':
        return `${this.helper('isSingle')}(${lenient(predicate.value)})`
      case 'present':
        return `${lenient(predicate.value)} ${typeOfValue(predicate.value) === 'text' ? '!= null' : '!== undefined'}`
      case 'exists':
        return predicate.value.kind === 'json-list'
          ? `${lenient(predicate.value)}.length > 0`
          : `${this.helper('exists')}(${lenient(predicate.value)})`
      case 'empty':
        return `!${this.helper('exists')}(${lenient(predicate.value)})`
      case 'absent':
        return this.absent(predicate.part, 'lenient')
      case 'matches':
        return this.holds(expandPattern(predicate.actual, predicate.pattern))
      case 'each':
      case 'any':
        return this.#quantified(predicate)
      case 'not':
        return this.#not(predicate.of)
      case 'all':
        return predicate.of.length === 0
          ? 'true'
          : predicate.of.map(part => this.#term(part, '&&')).join(' && ')
      case 'some':
        return predicate.of.length === 0
          ? 'false'
          : predicate.of.map(part => this.#term(part, '||')).join(' || ')
    }
  }

  /** That there is nothing at the end of a path, of something that is there. */
  absent(part: JsonPart | JsonParts, access: Access): string {
    const root = this.#rootName(part.root)
    if (part.kind === 'json') {
      const steps = part.path.map(step => JSON.stringify(step))
      return `${this.helper('isAbsent')}(${[root, ...steps].join(', ')})`
    }
    const isThere = access === 'lenient' && part.root === 'body' ? `${root} !== undefined && ` : ''
    return `${isThere}${this.value(part, access)}.length === 0`
  }

  #quantified({ kind, list, holds }: Extract<Predicate, { kind: 'each' | 'any' }>): string {
    const item = this.itemOf(list)
    const written = this.value(list, 'lenient')
    const inner = this.inItem(item, () => this.holds(holds))
    const items = list.kind === 'json-list' ? written : `(${written} ?? [])`
    if (kind === 'any') return `${items}.some((${item}) => ${inner})`
    const isFilled = list.kind === 'json-list' ? `${written}.length > 0` : `${written}?.length > 0`
    return `${isFilled} && ${written}.every((${item}) => ${inner})`
  }

  #term(part: Predicate, sign: '&&' | '||'): string {
    const code = this.holds(part)
    const isMixed = sign === '||' ? / && /.test(code) : part.kind === 'some' && part.of.length > 1
    return isMixed ? `(${code})` : code
  }

  #not(of: Predicate): string {
    if (of.kind === 'equal' && of.as !== 'loose' && this.isScalar(of.expected))
      return `${this.value(of.actual, 'lenient')} !== ${this.value(of.expected)}`
    if (of.kind === 'empty') return this.holds({ kind: 'exists', value: of.value })
    const code = this.holds(of)
    return /^[\w.?]+\(.*\)$/.test(code) && !/ (&&|\|\|) /.test(code) ? `!${code}` : `!(${code})`
  }

  #equal({ actual, expected, as }: Extract<Predicate, { kind: 'equal' }>): string {
    const [left, right] = [this.value(actual, 'lenient'), this.value(expected)]
    if (as === 'loose') return `${this.helper('textOf')}(${left}) === ${right}`
    if (as !== 'json' || this.isScalar(expected)) return `${left} === ${right}`
    this.imports.add('isDeepStrictEqual')
    return `isDeepStrictEqual(${left}, ${right})`
  }

  /** Whether a value can be compared by `===`. What comes from an answer is compared so, too, where it is one of an id or a name. */
  isScalar(value: Value): boolean {
    if (value.kind === 'literal') return typeof value.value !== 'object' || value.value === null
    return value.kind !== 'list' && value.kind !== 'object'
  }

  #oneOf({ actual, expected, as }: Extract<Predicate, { kind: 'one-of' }>): string {
    const left = this.value(actual, 'lenient')
    if (!expected.every(one => this.isScalar(one)))
      return this.holds({
        kind: 'some',
        of: expected.map(one => ({ kind: 'equal', actual, expected: one, as })),
      })
    const values = expected.map(one =>
      as === 'loose' && one.kind === 'literal' ? literal(valueText(one.value)) : this.value(one),
    )
    return `[${values.join(', ')}].includes(${as === 'loose' ? `${this.helper('textOf')}(${left})` : left})`
  }

  /**
   * The list whose item a value is, where a text in its place could pass for it: of a text, JavaScript gives the characters.
   * Undefined where there is no doubt.
   */
  listOf(value: Value): string | undefined {
    if (value.kind !== 'json' || typeof value.path.at(-1) !== 'number') return undefined
    return this.value({ ...value, path: value.path.slice(0, -1) })
  }

  /** A pattern as an expression. */
  pattern(pattern: Value): string {
    return pattern.kind === 'literal' ? regex(valueText(pattern.value)) : `new RegExp(${this.value(pattern)})`
  }

  /** A declaration of a variable of the program. */
  declaration({ name, value, environment, changes, type }: ProgramVariable): string {
    const identifier = this.variable(name)
    const keyword = changes ? 'let' : 'const'
    if (environment === undefined)
      return value === undefined
        ? `${keyword} ${identifier};`
        : `${keyword} ${identifier} = ${this.value(value)};`
    const given = `process.env.${environment}`
    if (value === undefined || (value.kind === 'environment' && value.name === environment))
      return `${keyword} ${identifier} = ${given};`
    const either = `${given} ?? ${this.value(value)}`
    return `${keyword} ${identifier} = ${type === 'number' ? `Number(${either})` : either};`
  }
}

const textMethods = { 'starts-with': 'startsWith', 'ends-with': 'endsWith' } as const

const types: Readonly<Record<JsonType, (code: string) => string>> = {
  string: code => `typeof ${code} === "string"`,
  number: code => `typeof ${code} === "number"`,
  boolean: code => `typeof ${code} === "boolean"`,
  integer: code => `Number.isInteger(${code})`,
  null: code => `${code} === null`,
  array: code => `Array.isArray(${code})`,
  object: code => `${code} !== null && typeof ${code} === "object" && !Array.isArray(${code})`,
}

function isType(code: string, type: JsonType): string {
  return types[type](code)
}

function members(path: Path, isLenient: boolean): string {
  return path
    .map((step, index) => {
      const mark = isLenient || index > 100 ? '?.' : ''
      if (typeof step === 'number') return step < 0 ? `${mark || '.'}at(${step})` : `${mark}[${step}]`
      return /^[A-Za-z_$][\w$]*$/.test(step) ? `${mark || '.'}${step}` : `${mark}[${JSON.stringify(step)}]`
    })
    .join('')
}

function literal(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return escapeSeparators(JSON.stringify(value))
  if (Array.isArray(value)) return `[${value.map(item => literal(item as JsonValue)).join(', ')}]`
  const parts = Object.entries(value).map(([key, inner]) => `${literalKey(key)}: ${literal(inner)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/** A name as a key of an object literal. */
export function literalKey(key: string): string {
  return key === '__proto__' ? '["__proto__"]' : escapeSeparators(JSON.stringify(key))
}

function escapeSeparators(text: string): string {
  return text.replace(/[\u2028\u2029]/g, character => `\\u${character.charCodeAt(0).toString(16)}`)
}

function escapeTemplate(text: string): string {
  return text
    .replace(/[\\`]|\$(?=\{)/g, character => `\\${character}`)
    .replaceAll('\r', '\\r')
    .replaceAll('\n', '\\n')
}

/** A pattern of a suite. `(?i)` in front ignores upper and lower case. */
export function regex(pattern: string): string {
  const [, flag, source = pattern] = /^(\(\?i\))(.*)$/s.exec(pattern) ?? []
  const flags = `${flag === undefined ? '' : 'i'}${/\\p\{|[^\0-\x7f]/u.test(source) ? 'u' : ''}`
  return new RegExp(source, flags).toString()
}
