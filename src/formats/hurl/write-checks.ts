import { hundredsOf } from '../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isNumber } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import type { Say } from '../told.ts'
import { selectsSeveral } from './found-value.ts'
import { fileText, hurlName, patternText, quotedText, strangePlaceholders } from './hurl-text.ts'
import { checkedQuery, noWord } from './write-captures.ts'
import { queryOf } from './write-query.ts'

/** The asserts that a validation becomes; none, with a loss that says why, where Hurl has no word for it. */
export function assertsOf(validation: JsonObject, extracts: JsonObject, lose: Say): readonly string[] {
  const { name, when, unless, ...targets } = validation
  const [[target, expected] = ['', null]] = Object.entries(targets)
  const what = `validation ${typeof name === 'string' ? name : target}`
  // An assert with `not` passes without a value.
  const isFree = jsonEqual(unless ?? null, { [target]: { missing: true } }) && saysNot(expected)
  if (when !== undefined || (unless !== undefined && !isFree)) {
    lose(what, 'Hurl has no conditions')
    return []
  }
  if (target === 'file') return [`bytes == file,${fileText(valueText(expected ?? ''))};`]
  const query = checkedQuery(target, extracts) ?? queryOf(target)
  const predicates = query === undefined ? undefined : new Predicates(target).of(expected ?? null)
  if (query === undefined || predicates === undefined) {
    lose(what, noWord)
    return []
  }
  return predicates.map(one => (/^(?:jsonpath|bytes) /.test(one) ? one : `${query} ${one}`))
}

function saysNot(expected: JsonValue): boolean {
  return Object.keys(mapping(expected)).some(operator => /^not-(?:contains|matches-regex)$/.test(operator))
}

const numeric: Readonly<Record<string, string>> = {
  'greater-than': '>',
  'less-than': '<',
  'at-least': '>=',
  'at-most': '<=',
}

const types: Readonly<Record<string, string>> = {
  string: 'isString',
  number: 'isNumber',
  integer: 'isInteger',
  boolean: 'isBoolean',
  array: 'isList',
  object: 'isObject',
  null: '== null',
}

const markers: Readonly<Record<string, string>> = {
  '<string>': 'isString',
  '<number>': 'isNumber',
  '<integer>': 'isInteger',
  '<boolean>': 'isBoolean',
  '<null>': '== null',
  '<array>': 'isList',
  '<object>': 'isObject',
  '<uuid>': 'isUuid',
  '<date-time>': 'isIsoDate',
  '<any>': 'exists',
}

/** Predicates of one target, each behind its query or, for parts of a value, with one of its own. */
class Predicates {
  readonly #target: string
  readonly #isSeveral: boolean

  constructor(target: string) {
    this.#target = target
    this.#isSeveral = target.startsWith('$') && selectsSeveral(target)
  }

  /** Undefined where one of them has no word in Hurl. */
  of(expected: JsonValue): readonly string[] | undefined {
    if (!isObject(expected)) return this.#equals(expected)
    const given = mapping(expected)
    const found = Object.entries(given).map(([operator, operand]) => this.#operator(operator, operand, given))
    return found.some(one => one === undefined) ? undefined : found.flatMap(one => one ?? [])
  }

  #operator(operator: string, operand: JsonValue, all: JsonObject): readonly string[] | undefined {
    const bound = numeric[operator]
    if (bound !== undefined) {
      const value = this.#number(operand)
      return value === undefined ? undefined : [`${bound} ${value}`]
    }
    switch (operator) {
      case 'equals':
        return all['within'] === undefined ? this.#equals(operand) : undefined
      case 'same-as':
        return this.#equals(operand)
      case 'not-equals': {
        const value = this.#literal(operand)
        return value === undefined ? undefined : [`!= ${value}`]
      }
      case 'contains':
      case 'not-contains': {
        const value = this.#literal(operand)
        const word = all['has-type'] === 'array' && operator === 'contains' ? 'includes' : 'contains'
        return value === undefined ? undefined : [`${operator === 'contains' ? '' : 'not '}${word} ${value}`]
      }
      case 'starts-with':
        return [`startsWith ${quotedText(valueText(operand))}`]
      case 'ends-with':
        return [`endsWith ${quotedText(valueText(operand))}`]
      case 'matches-regex':
      case 'not-matches-regex':
        return this.#pattern(valueText(operand), operator === 'matches-regex')
      case 'exists':
        if (this.#target === 'text') return [`bytes count ${operand === false ? '==' : '>'} 0`]
        return operand === false ? ['not exists'] : this.#target.startsWith('$') ? ['!= null'] : ['exists']
      case 'missing':
        return [operand === true ? 'not exists' : 'exists']
      case 'one-of':
        return this.#oneOf(operand)
      case 'has-type':
        return this.#type(valueText(operand), all)
      case 'has-length':
        return this.#length(operand, all)
      case 'matches':
        return this.#matches(this.#target, operand)
      case 'each':
        return this.#isSeveral && all['has-length'] === 1 ? new Predicates('$').of(operand) : undefined
      default:
        return undefined
    }
  }

  #equals(value: JsonValue): readonly string[] | undefined {
    if (this.#target === 'status' && typeof value === 'string') {
      const hundreds = hundredsOf(value)
      if (hundreds !== undefined) return [`>= ${hundreds}00`, `< ${hundreds + 1}00`]
      if (/^\d{3}$/.test(value)) return [`== ${value}`]
    }
    if (/ (?:secure|http-only)$/.test(this.#target) && value === true) return ['exists']
    if (this.#target === 'sha256') return [`== hex,${valueText(value)};`]
    if (!isList(value) && !isObject(value)) return [`== ${this.#literal(value) ?? ''}`]
    if (!this.#target.startsWith('$')) return undefined
    if (!this.#isSeveral) return this.#leaves(this.#target, value)
    if (!isList(value)) return undefined
    const [only] = value
    if (only === undefined) return ['not exists']
    const literals = value.map(item => this.#literal(item))
    if (literals.some(literal => literal === undefined)) return undefined
    if (value.length === 1) return [`== ${literals[0] ?? ''}`]
    return [
      `count == ${value.length}`,
      ...literals.map((literal, index) => `nth ${index} == ${literal ?? ''}`),
    ]
  }

  /** Each scalar in a value, by its path, and how many items lists have. */
  #leaves(path: string, value: JsonValue): readonly string[] {
    const query = `jsonpath ${quotedText(path)}`
    if (isList(value))
      return value.length === 0
        ? [`${query} isList`, `${query} isEmpty`]
        : [
            `${query} count == ${value.length}`,
            ...value.flatMap((item, index) => this.#leaves(`${path}[${index}]`, item)),
          ]
    if (isObject(value)) {
      const keys = Object.keys(value)
      return [
        `${query} isObject`,
        keys.length === 0 ? `${query} isEmpty` : this.#members(path, Object.values(value)),
        ...keys.flatMap(key => this.#leaves(member(path, key), value[key] ?? null)),
      ]
    }
    return [`${query} == ${this.#literal(value) ?? ''}`]
  }

  /** The count of the members of an object: a lone one, which a path gives as itself, is asked for what a list of several is not. */
  #members(path: string, [value = null, ...others]: readonly JsonValue[]): string {
    const all = `jsonpath ${quotedText(`${path}.*`)}`
    if (others.length > 0) return `${all} count == ${others.length + 1}`
    if (isObject(value)) return `${all} isObject`
    if (!isList(value)) return `${all} == ${this.#literal(value) ?? ''}`
    if (value.length === 0) return `${all} isEmpty`
    return `jsonpath ${quotedText(`${path}..*`)} count == ${countInside(value) + 1}`
  }

  #matches(path: string, operand: JsonValue): readonly string[] | undefined {
    if (!path.startsWith('$')) return undefined
    const query = `jsonpath ${quotedText(path)}`
    if (isList(operand)) return undefined
    if (isObject(operand)) {
      const found = Object.keys(operand).map(key => this.#matches(member(path, key), operand[key] ?? null))
      return found.some(one => one === undefined) ? undefined : found.flatMap(one => one ?? [])
    }
    if (typeof operand !== 'string') return [`${query} == ${this.#literal(operand) ?? ''}`]
    const [, pattern] = /^<regex:(.*)>$/s.exec(operand) ?? []
    if (pattern !== undefined) return this.#pattern(pattern, true)?.map(one => `${query} ${one}`)
    return [`${query} ${markers[operand] ?? `== ${quotedText(operand)}`}`]
  }

  #pattern(pattern: string, isWanted: boolean): readonly string[] | undefined {
    if (/\(\?<?[=!]|\\[1-9]|\{\{/.test(pattern)) return undefined
    return [`${isWanted ? '' : 'not '}matches ${patternText(pattern)}`]
  }

  #oneOf(operand: JsonValue): readonly string[] | undefined {
    if (!isList(operand) || !operand.every(item => typeof item === 'string' && !item.includes('{{')))
      return undefined
    const words = operand.map(item => valueText(item).replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    return [`matches ${patternText(`^(?:${words.join('|')})$`)}`]
  }

  #type(type: string, all: JsonObject): readonly string[] | undefined {
    const isImplied =
      (type === 'array' && (all['has-length'] !== undefined || all['contains'] !== undefined)) ||
      (type === 'string' && ['matches-regex', 'starts-with', 'ends-with'].some(key => all[key] !== undefined))
    if (isImplied) return []
    const word = types[type]
    return word === undefined ? undefined : [word]
  }

  #length(operand: JsonValue, all: JsonObject): readonly string[] | undefined {
    if (all['each'] !== undefined || all['has-type'] === 'string')
      return all['each'] === undefined ? undefined : []
    const isList = all['has-type'] === 'array' || this.#isSeveral || this.#target.startsWith('xpath ')
    const isSome = isObject(operand) && operand['at-least'] === 1 && Object.keys(operand).length === 1
    const isText = ['starts-with', 'ends-with', 'matches-regex'].some(key => all[key] !== undefined)
    if (isText) return isNumber(operand) ? this.#pattern(`^[\\s\\S]{${String(operand)}}$`, true) : undefined
    if (this.#isSeveral && operand === 0) return ['not exists']
    if (this.#isSeveral && isSome) return ['exists']
    if (this.#isSeveral && all['contains'] !== undefined) return []
    if (!isList && operand === 0) return ['isEmpty']
    if (!isList && isSome) return ['not isEmpty']
    const found = new Predicates('size').of(operand)
    return found?.map(one => `count ${one}`)
  }

  #number(operand: JsonValue): string | undefined {
    if (isNumber(operand)) return String(operand)
    const text = valueText(operand)
    const milliseconds = this.#target === 'time' ? parseDuration(text) : undefined
    if (milliseconds !== undefined) return String(milliseconds)
    return this.#placeholder(text) ?? (/^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined)
  }

  #placeholder(text: string): string | undefined {
    const [, name] = /^\{\{\s*([^{}]+?)\s*\}\}$/.exec(text) ?? []
    if (name === undefined || strangePlaceholders(text).length > 0) return undefined
    return `{{${hurlName(name)}}}`
  }

  /** A scalar as Hurl writes it: of a target that is text, a text. */
  #literal(value: JsonValue): string | undefined {
    if (isList(value) || isObject(value)) return undefined
    const isText = /^(?:header|cookie) |^(?:text|url)$/.test(this.#target)
    if (typeof value !== 'string') return isText ? quotedText(valueText(value)) : valueText(value)
    const milliseconds = this.#target === 'time' ? parseDuration(value) : undefined
    return milliseconds === undefined ? (this.#placeholder(value) ?? quotedText(value)) : String(milliseconds)
  }
}

/** How many values there are in a value, however deep. */
function countInside(value: JsonValue): number {
  const inside = isList(value) || isObject(value) ? Object.values<JsonValue>(value) : []
  return inside.reduce<number>((sum, one) => sum + 1 + countInside(one), 0)
}

function member(path: string, key: string): string {
  return /^[A-Za-z_]\w*$/.test(key)
    ? `${path}.${key}`
    : `${path}['${key.replace(/[\\']/g, String.raw`\$&`)}']`
}
