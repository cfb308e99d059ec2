import { hundredsOf } from '../../compile/written-checks.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { parseDuration } from '../../util/duration.ts'
import { isNumber } from '../../util/exact-number.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { mapping } from '../../util/read-values.ts'
import { valueText } from '../../util/value-text.ts'
import { mayBeNumber } from './expectation-of-assert.ts'
import { selectsSeveral } from './found-value.ts'
import { nativeRegExp } from '../../patterns/index.ts'
import { kindOfTarget, mayBePart, numberChoice, otherValue, type ValueKind } from './value-kinds.ts'
import { isTextAlone, lengthLines, presenceLines } from './written-lengths.ts'
import { hurlName, patternText, quotedText, strangePlaceholders } from './hurl-text.ts'

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

/** Operators without a word for values of a type, as Hurl compares no text with them. */
const cannotBe: Readonly<Partial<Record<ValueKind, RegExp>>> = {
  date: /^(?!exists|missing)/,
  nodes: /^(?!exists|missing|has-length)/,
  unit: /^(?!exists|missing|equals|same-as)/,
  number: /contains|^(?:not-matches-regex|has-)/,
}

/** Predicates of one target, each behind its query or, for parts of a value, with one of its own. */
export class Predicates {
  readonly #target: string
  readonly #isSeveral: boolean
  readonly #kind: ValueKind | undefined

  constructor(target: string) {
    this.#target = target
    this.#kind = kindOfTarget(target)
    this.#isSeveral = target.startsWith('$') && selectsSeveral(target)
  }

  /** Undefined where one of them has no word in Hurl. */
  of(expected: JsonValue): readonly string[] | undefined {
    if (!isObject(expected)) return this.of({ equals: expected })
    const given = mapping(expected)
    const found = Object.entries(given).map(([operator, operand]) => this.#operator(operator, operand, given))
    if (found.some(one => one === undefined)) return undefined
    const lines = found.flatMap(one => one ?? [])
    // A missing value passes all that is denied.
    const isDenied = lines.length > 0 && lines.every(line => /^not (?!exists)/.test(line))
    return isDenied && !/^(?:text|url|status)$/.test(this.#target) ? ['exists', ...lines] : lines
  }

  #operator(operator: string, operand: JsonValue, all: JsonObject): readonly string[] | undefined {
    if (cannotBe[this.#kind ?? 'text']?.test(operator)) return undefined
    const bound = numeric[operator]
    if (bound !== undefined) {
      const value = this.#number(operand)
      const read = this.#kind === 'text' ? 'toFloat ' : ''
      return value === undefined ? undefined : [`${read}${bound} ${value}`]
    }
    switch (operator) {
      case 'equals':
        return all['within'] === undefined ? this.#equals(operand) : undefined
      case 'same-as':
        return this.#equals(operand, true)
      case 'not-equals':
        return this.#differs(operand)
      case 'contains':
      case 'not-contains': {
        const value = this.literal(operand)
        const word = all['has-type'] === 'array' && operator === 'contains' ? 'includes' : 'contains'
        return value === undefined ? undefined : [`${operator === 'contains' ? '' : 'not '}${word} ${value}`]
      }
      case 'starts-with':
      case 'ends-with':
        return this.#end(operator === 'starts-with' ? 'startsWith' : 'endsWith', valueText(operand), all)
      case 'matches-regex':
        return this.#matching(valueText(operand), all)
      case 'not-matches-regex':
        return this.#pattern(valueText(operand), false)
      case 'exists':
        if (operand !== false) return presenceLines(this.#target, all)
        if (this.#target === 'text') return ['bytes count == 0']
        return this.#kind === 'text' && this.#target.startsWith('xpath ') ? ['isEmpty'] : ['not exists']
      case 'missing':
        return [operand === true ? 'not exists' : 'exists']
      case 'one-of':
        return this.#oneOf(operand, all)
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

  #differs(operand: JsonValue): readonly string[] | undefined {
    const value = this.literal(operand)
    const other = this.#kind === undefined && typeof operand === 'string' ? otherValue(operand) : undefined
    return value === undefined ? undefined : [value, other ?? []].flat().map(one => `!= ${one}`)
  }

  #end(word: string, text: string, all: JsonObject): readonly string[] {
    const read = this.#read(mayBePart(text) && !text.includes('{{'), all)
    return [`${read}${word} ${quotedText(text)}`]
  }

  /** The filter that makes a text of a number, where one may have such a text. */
  #read(mayBeOther: boolean, all: JsonObject): string {
    if (this.#kind === 'number') return 'toString '
    return mayBeOther && this.#kind === undefined && !this.#isSeveral && !isTextAlone(this.#target, all)
      ? 'toString '
      : ''
  }

  /** A text of null is none in a suite. */
  #matching(pattern: string, all: JsonObject): readonly string[] | undefined {
    const read = this.#read(mayBeNumber(pattern), all)
    const lines = this.#pattern(pattern, true)?.map(line => read + line)
    const isNull = read !== '' && this.#kind === undefined && nativeRegExp(pattern)?.test('null') === true
    return lines && isNull ? ['!= null', ...lines] : lines
  }

  #equals(value: JsonValue, isTyped = false): readonly string[] | undefined {
    if (this.#target === 'status' && typeof value === 'string') {
      const hundreds = hundredsOf(value)
      if (hundreds !== undefined) return [`>= ${hundreds}00`, `< ${hundreds + 1}00`]
      if (/^\d{3}$/.test(value)) return [`== ${value}`]
    }
    if (this.#kind === 'unit') return value === true ? ['exists'] : undefined
    if (this.#target === 'sha256') return [`== hex,${valueText(value)};`]
    if (!isList(value) && !isObject(value)) return this.#equalsOne(value, isTyped)
    if (!this.#target.startsWith('$')) return undefined
    if (!this.#isSeveral) return this.#leaves(this.#target, value)
    if (!isList(value)) return undefined
    const [only] = value
    if (only === undefined) return ['not exists']
    const literals = value.map(item => this.literal(item))
    if (literals.some(literal => literal === undefined)) return undefined
    if (value.length === 1) return [`== ${literals[0] ?? ''}`]
    return [
      `count == ${value.length}`,
      ...literals.map((literal, index) => `nth ${index} == ${literal ?? ''}`),
    ]
  }

  #equalsOne(value: JsonValue, isTyped: boolean): readonly string[] | undefined {
    const literal = this.literal(value)
    const isText = typeof value === 'string' && !isTyped
    const read = isText && literal?.startsWith('"') ? this.#read(otherValue(value) !== undefined, {}) : ''
    return literal === undefined ? undefined : [`${read}== ${literal}`]
  }

  /** Each scalar in a value, and how many items lists have. */
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
    return [`${query} == ${this.literal(value) ?? ''}`]
  }

  /** The count of the members of an object: a lone one, which a path gives as itself, is asked for what a list of several is not. */
  #members(path: string, [value = null, ...others]: readonly JsonValue[]): string {
    const all = `jsonpath ${quotedText(`${path}.*`)}`
    if (others.length > 0) return `${all} count == ${others.length + 1}`
    if (isObject(value)) return `${all} isObject`
    if (!isList(value)) return `${all} == ${this.literal(value) ?? ''}`
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
    if (typeof operand !== 'string') return [`${query} == ${this.literal(operand) ?? ''}`]
    const [, pattern] = /^<regex:(.*)>$/s.exec(operand) ?? []
    if (pattern !== undefined) return this.#pattern(pattern, true)?.map(one => `${query} ${one}`)
    const marker = markers[operand]
    const found = marker === undefined ? new Predicates(path).of({ equals: operand }) : [marker]
    return found?.map(one => `${query} ${one}`)
  }

  #pattern(pattern: string, isWanted: boolean): readonly string[] | undefined {
    if (/\(\?<?[=!]|\\[1-9]|\{\{/.test(pattern)) return undefined
    return [`${isWanted ? '' : 'not '}matches ${patternText(pattern)}`]
  }

  #oneOf(operand: JsonValue, all: JsonObject): readonly string[] | undefined {
    if (!isList(operand)) return undefined
    const numbers = this.#isSeveral ? [] : numberChoice(operand, this.#target)
    if (numbers.length > 0) return numbers
    if (!operand.every(item => typeof item === 'string' && !item.includes('{{'))) return undefined
    const words = operand.map(item => valueText(item).replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    const read = this.#read(
      operand.some(item => otherValue(valueText(item)) !== undefined),
      all,
    )
    return [`${read}matches ${patternText(`^(?:${words.join('|')})$`)}`]
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
    if (all['each'] !== undefined) return []
    if (this.#isSeveral && all['contains'] !== undefined) return []
    const isText = ['starts-with', 'ends-with', 'matches-regex'].some(key => all[key] !== undefined)
    return lengthLines(this.#target, operand, isText ? { ...all, 'has-type': 'string' } : all)
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
  literal(value: JsonValue): string | undefined {
    if (isList(value) || isObject(value)) return undefined
    if (typeof value !== 'string')
      return this.#kind === 'text' ? quotedText(valueText(value)) : valueText(value)
    if (this.#kind === 'number' && otherValue(value) !== undefined) return value
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
