import type { JsonObject, JsonValue } from '../../../../model/json.ts'
import type { TranslatedStatement, Translation } from './statement-report.ts'

/** A script in two parts: what it says, and the numbers in it that only pass through. */
export interface NumberedScript {
  /** The same for scripts that differ in such numbers only; each has as many digits in all of them. */
  readonly form: string
  /** Every number once, in its digits. */
  readonly numbers: readonly string[]
  /** In how many places each of them is what a value is compared with. */
  readonly compared: readonly number[]
}

/** Numbers and letters that are not written in plain digits, and so may be the same as one that is. */
const disguised = /\\[xu\d]|\b0[xob]|\b\d[\d.]*(?:e|_\d)/i

/** A row of digits, and whether the number is what something is compared with; undefined where the number may mean more. */
interface Digits {
  readonly number: string
  readonly start: number
  readonly isCompared: boolean | undefined
}

/** Takes a script apart; undefined where no number only passes through. A number that also stands elsewhere stays. */
export function numberedScript(source: string): NumberedScript | undefined {
  if (disguised.test(source)) return undefined
  const found = digitsIn(source)
  const fixed = new Set<string>()
  for (const { number, isCompared } of found) if (isCompared === undefined) fixed.add(number)
  const numbers: string[] = []
  const compared: number[] = []
  let form = ''
  let end = 0
  for (const { number, start, isCompared } of found) {
    if (fixed.has(number)) continue
    if (!numbers.includes(number)) numbers.push(number)
    const place = numbers.indexOf(number)
    compared[place] = (compared[place] ?? 0) + (isCompared === true ? 1 : 0)
    form += `${source.slice(end, start)}\u0000${place}:${number.length}\u0000`
    end = start + number.length
  }
  return numbers.length === 0 ? undefined : { form: form + source.slice(end), numbers, compared }
}

function digitsIn(source: string): readonly Digits[] {
  const found: Digits[] = []
  for (const { 0: number, index: start } of source.matchAll(/\d+/g))
    found.push({ number, start, isCompared: isCompared(source, number, start) })
  return found
}

/** How far before its number a call may begin. */
const farthest = 200

const comparisons = /\.(?:eql|equals?|eq)$/
const settings = /\.(?:set|setEnvironmentVariable|setGlobalVariable)$/

/**
 * True where a number is one that something is compared with, alone in the brackets of a call. False for others of which
 * only the digits pass through: at the end of the name of a variable that is set, and in the name of a test. Undefined
 * for the rest.
 */
function isCompared(source: string, number: string, start: number): boolean | undefined {
  const before = source.slice(Math.max(0, start - farthest), start)
  const open = before.lastIndexOf('(')
  if (open === -1) return undefined
  const end = start + number.length
  const isAlone = open === before.length - 1
  if (isAlone)
    return source[end] === ')' &&
      /^[1-9]\d{0,14}$/.test(number) &&
      comparisons.test(before.slice(Math.max(0, open - 10), open))
      ? true
      : undefined
  const beginning = before.slice(open + 1)
  const called = before.slice(Math.max(0, open - 30), open)
  if (settings.test(called))
    return /^['"][A-Za-z_]+$/.test(beginning) && /^['"],/.test(source.slice(end, end + 2)) ? false : undefined
  const isNamed = /\bpm\.test$/.test(called) && /^['"][^'"\\\n{}<>]*$/.test(beginning)
  return isNamed && /^[^'"\\\n{}<>]*['"],/.test(source.slice(end, end + farthest)) ? false : undefined
}

/** Makes the translation of scripts of some form, by their numbers; undefined for numbers that nothing was learnt for. */
export type Learnt = (numbers: readonly string[]) => Translation | undefined

/** A script and what it became. */
export interface Example {
  readonly script: NumberedScript
  readonly translation: Translation
}

/**
 * Learns the translation of every script of a form from two of them, for all that have the numbers which these have in
 * common; undefined where they differ in anything but what values of the body are equal to, names, and the lines that
 * are told of. Of those places the translation asks nothing but whether two are the same, which in all scripts of a
 * form is alike.
 */
export function learn(one: Example, other: Example): Learnt | undefined {
  const { script, translation } = one
  const all = [...translation.statements, ...other.translation.statements]
  if (translation.rest !== other.translation.rest || all.some(isCutInNumber)) return undefined
  const learner = new Learner(script.numbers, other.script.numbers)
  const validations = learner.validations(translation.validations, other.translation.validations)
  const extracts = learner.names(translation.extracts, other.translation.extracts)
  const variables = learner.names(translation.variables, other.translation.variables)
  const statements = learner.statements(translation.statements, other.translation.statements)
  if (!validations || !extracts || !variables || !statements) return undefined
  const common = script.numbers.map((number, place) =>
    number === other.script.numbers[place] ? number : undefined,
  )
  const allFound = common.every(
    (number, place) => number !== undefined || learner.compared[place] === script.compared[place],
  )
  if (!allFound) return undefined
  return numbers => {
    if (!common.every((number, place) => number === undefined || number === numbers[place])) return undefined
    return {
      validations: validations(numbers),
      extracts: extracts(numbers),
      variables: variables(numbers),
      rest: translation.rest,
      statements: statements(numbers),
    }
  }
}

function isCutInNumber({ text }: TranslatedStatement): boolean {
  return /\d\u2026$/.test(text)
}

/** A part of a translation, by the numbers of the script. */
type Fill<Part> = ((numbers: readonly string[]) => Part) | undefined

/** Finds out where the numbers of two scripts went. */
class Learner {
  readonly #numbers: readonly string[]
  readonly #others: readonly string[]
  /** How often each number was found as what a value is equal to. */
  readonly compared: number[]

  constructor(numbers: readonly string[], others: readonly string[]) {
    this.#numbers = numbers
    this.#others = others
    this.compared = numbers.map(() => 0)
  }

  validations(parts: readonly JsonObject[], others: readonly JsonObject[]): Fill<readonly JsonObject[]> {
    return eachOf(parts, others, (part, other) =>
      this.#members(part, other, ([key, value], [otherKey, otherValue]) => {
        if (key !== otherKey) return undefined
        const fill = key === 'name' ? this.#text(value, otherValue) : this.#equal(key, value, otherValue)
        return fill && (numbers => [key, fill(numbers)])
      }),
    )
  }

  /** Members whose names have numbers in them. */
  names(members: JsonObject, others: JsonObject): Fill<JsonObject> {
    return this.#members(members, others, ([name, value], [otherName, otherValue]) => {
      const fill = isSame(value, otherValue) ? this.#text(name, otherName) : undefined
      return fill && (numbers => [fill(numbers), value])
    })
  }

  statements(
    parts: readonly TranslatedStatement[],
    others: readonly TranslatedStatement[],
  ): Fill<readonly TranslatedStatement[]> {
    return eachOf(parts, others, (part, other) => {
      const fill = isSame({ ...part, text: '' }, { ...other, text: '' })
        ? this.#text(part.text, other.text)
        : undefined
      return fill && (numbers => ({ ...part, text: fill(numbers) }))
    })
  }

  #members(
    members: JsonObject,
    others: JsonObject,
    learnMember: (member: Member, other: Member) => Fill<Member>,
  ): Fill<JsonObject> {
    if (isSame(members, others)) return () => members
    const entries = eachOf<Member>(Object.entries(members), Object.entries(others), learnMember)
    return entries && (numbers => Object.fromEntries(entries(numbers)))
  }

  #equal(target: string, value: JsonValue, other: JsonValue): Fill<JsonValue> {
    if (!target.startsWith('$') || typeof value !== 'number' || typeof other !== 'number') return undefined
    const place = this.#placeOf(String(value), String(other))
    if (place === undefined) return undefined
    this.compared[place] = (this.compared[place] ?? 0) + 1
    return numbers => Number(numbers[place])
  }

  #text(text: JsonValue, other: JsonValue): Fill<string> {
    if (typeof text !== 'string' || typeof other !== 'string') return undefined
    const fills = eachOf(text.split(/(\d+)/), other.split(/(\d+)/), (part, otherPart) => {
      const place = this.#placeOf(part, otherPart)
      return place === undefined ? undefined : numbers => numbers[place] ?? ''
    })
    return fills && (numbers => fills(numbers).join(''))
  }

  #placeOf(number: string, other: string): number | undefined {
    const place = this.#numbers.indexOf(number)
    return place !== -1 && this.#others[place] === other ? place : undefined
  }
}

type Member = readonly [name: string, value: JsonValue]

/** Each part as it is in both, or as `learnPart` has learnt it. */
function eachOf<Part>(
  parts: readonly Part[],
  others: readonly Part[],
  learnPart: (part: Part, other: Part) => Fill<Part>,
): Fill<readonly Part[]> {
  if (isSame(parts, others)) return () => parts
  if (parts.length !== others.length) return undefined
  const fills = parts.map((part, index) => {
    const other = others[index] as Part
    return isSame(part, other) ? () => part : learnPart(part, other)
  })
  return fills.every(fill => fill !== undefined) ? numbers => fills.map(fill => fill(numbers)) : undefined
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right)
}
