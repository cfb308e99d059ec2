import { literalText } from '../compile/literal-text.ts'
import { pathText } from '../json-path/index.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import { literalPattern } from '../patterns/index.ts'
import { isNumber, isWhole } from '../util/exact-number.ts'
import { isList, isObject } from '../util/is-json.ts'
import { jsonEqual } from '../util/json-equal.ts'
import { markerOfDay } from './marker-of-day.ts'
import { isCredentialPair, isHiddenMember } from './hidden-text.ts'

/** A body of JSON as it came once, with the variables that were known before it came. */
export interface KnownBody {
  readonly value: JsonValue
  /** The variables that were known, with those that the answer itself gives. */
  readonly variables: ReadonlyMap<string, JsonValue>
}

/** The surroundings of a recording, by which values mean something. */
export interface RecordedAround {
  readonly isSecret: IsSecret
  /** Its days: their dates are others on another day. */
  readonly days?: readonly Date[]
  /** The server, whose URLs begin with the variable `baseUrl`. */
  readonly origin?: string
  /** Variables of this answer that are the whole of a value, by the path of that, such as `$.id`. */
  readonly taken?: ReadonlyMap<string, string>
}

/** The common part of several bodies. */
export interface CommonPattern {
  /** As `matches` takes it; where `isWhole`, `equals` does, too. */
  readonly pattern: JsonValue
  readonly isWhole: boolean
  /** The lengths of lists that are the same in all, by their paths. */
  readonly lengths: Readonly<Record<string, number>>
}

/** How much of a body a pattern shows: the first items of its lists, and texts up to a length. */
export interface PatternLimits {
  readonly items: number
  readonly characters: number
}

/** Texts that nobody may read. */
export type IsSecret = (text: string) => boolean

/**
 * Finds the common part of bodies that answered the same request: values that are always the same, variables that they repeat, the types of
 * others. What some of them lack is not in it, and no secret is.
 */
export function commonPattern(
  bodies: readonly KnownBody[],
  limits: PatternLimits,
  around: RecordedAround,
): CommonPattern | undefined {
  const found = new Finder(bodies, limits, around)
  const pattern = found.common(
    bodies.map(({ value }) => value),
    [],
  )
  return pattern === undefined ? undefined : { pattern, isWhole: found.isWhole, lengths: found.lengths }
}

type Path = readonly (string | number)[]

class Finder {
  isWhole = true
  readonly lengths: Record<string, number> = {}
  readonly #bodies: readonly KnownBody[]
  readonly #limits: PatternLimits
  readonly #around: RecordedAround

  constructor(bodies: readonly KnownBody[], limits: PatternLimits, around: RecordedAround) {
    this.#bodies = bodies
    this.#limits = limits
    this.#around = around
  }

  /** The common pattern of values, one of each body; undefined where all of it is gone in some. */
  common(values: readonly (JsonValue | undefined)[], path: Path): JsonValue | undefined {
    const [first] = values
    if (first === undefined || values.includes(undefined)) {
      this.isWhole = false
      return undefined
    }
    const known = values as readonly JsonValue[]
    if (known.every(isObject)) return this.#ofObjects(known, path)
    if (known.every(isList)) return this.#ofLists(known, path)
    const names = path.filter(part => typeof part === 'string')
    const isHidden = known.some(value => this.#isHidden(names, value))
    if (!isHidden && known.every(value => jsonEqual(value, first))) {
      const dated = markerOfDay(first, this.#around.days ?? [])
      return dated === undefined ? this.#literal(first) : this.#loose(dated)
    }
    return this.#loose(isHidden ? kindOf(known) : (this.#variable(known, path) ?? markerOf(known)))
  }

  /** A value that may differ is not told whole. */
  #loose<Value>(value: Value): Value {
    this.isWhole = false
    return value
  }

  #isHidden(names: readonly string[], value: JsonValue): boolean {
    if (typeof value !== 'string' && !isNumber(value)) return false
    return isHiddenMember(names, value) || this.#around.isSecret(String(value))
  }

  #literal(value: JsonValue): JsonValue {
    if (typeof value !== 'string') return value
    if (value.length > this.#limits.characters) return this.#loose('<string>')
    if (!/^<.*>$/s.test(value)) return basedText(value, this.#around.origin)
    return this.#loose(`<regex:^${literalPattern(value).replaceAll('{{', String.raw`\{\{`)}$>`)
  }

  #ofObjects(objects: readonly JsonObject[], path: Path): JsonValue {
    const names = [...new Set(objects.flatMap(Object.keys))]
    return Object.fromEntries(
      names.flatMap(name => {
        if (this.#around.isSecret(name)) return this.#loose([])
        const members = objects.map(one => (Object.hasOwn(one, name) ? one[name] : undefined))
        const isPair = name === 'value' && objects.some(isCredentialPair)
        const inside = isPair ? this.#loose('<any>') : this.common(members, [...path, name])
        return inside === undefined ? [] : [[literalText(name), inside]]
      }),
    )
  }

  #ofLists(lists: readonly (readonly JsonValue[])[], path: Path): JsonValue {
    const [first = []] = lists
    if (lists.some(({ length }) => length !== first.length)) return this.#loose('<array>')
    if (path.every(part => typeof part === 'string')) this.lengths[pathText(path)] = first.length
    const ordered = inOneOrder(lists)
    if (ordered !== lists) this.isWhole = false
    const shown = first.slice(0, this.#limits.items)
    if (shown.length < first.length) this.isWhole = false
    return shown.flatMap((_, index) => {
      const item = this.common(
        ordered.map(list => list[index]),
        [...path, index],
      )
      return item === undefined ? [] : [item]
    })
  }

  /** A variable that every one of the values repeats, alone or within a text. */
  #variable(values: readonly JsonValue[], path: Path): string | undefined {
    const { taken, origin } = this.#around
    // It would be compared with itself.
    const itself = taken?.get(pathText(path))
    return variableIn(
      values,
      this.#bodies.map(({ variables }) => variables),
      origin,
      itself,
    )
  }
}

/** A text as a suite writes it, in which URLs of the server begin with the variable for it. */
export function basedText(text: string, origin: string | undefined): string {
  return piecesOf(text, origin).map(literalText).join('{{baseUrl}}')
}

/** The text between the places where the server is named: a single piece where it is not. */
export function piecesOf(text: string, origin: string | undefined): readonly string[] {
  if (origin === undefined || !text.includes(origin)) return [text]
  return text.split(new RegExp(`${literalPattern(origin)}(?![\\w.:@-])`))
}

/** The template of a variable that every one of the values repeats, alone or within a text; `itself` is none. */
export function variableIn(
  values: readonly JsonValue[],
  variables: readonly ReadonlyMap<string, JsonValue>[],
  origin?: string,
  itself?: string,
): string | undefined {
  for (const name of variables[0]?.keys() ?? []) {
    if (name === itself) continue
    const templates = values.map((value, index) =>
      templateOf(value, name, variables[index]?.get(name), origin),
    )
    const [template] = templates
    if (template !== undefined && templates.every(one => one === template)) return template
  }
  return undefined
}

function templateOf(
  value: JsonValue,
  name: string,
  variable: JsonValue | undefined,
  origin: string | undefined,
): string | undefined {
  if (variable === undefined || variable === '' || typeof variable === 'object') return undefined
  if (jsonEqual(variable, value)) return `{{${name}}}`
  const text = String(variable)
  if (typeof value !== 'string' || !value.includes(text)) return undefined
  const pieces = piecesOf(value, origin)
  if (!pieces.some(piece => piece.includes(text))) return undefined
  return pieces.map(piece => piece.split(text).map(literalText).join(`{{${name}}}`)).join('{{baseUrl}}')
}

/** Lists of items in whatever order, in the order of the first: the same ones beside each other, then those that are most alike. */
function inOneOrder(lists: readonly (readonly JsonValue[])[]): readonly (readonly JsonValue[])[] {
  const [first = [], ...others] = lists
  const isAnother = others.some(list => list.some((item, index) => !jsonEqual(item, first[index] ?? null)))
  if (!isAnother || first.length > 100) return lists
  return [first, ...others.map(list => alignedWith(first, list))]
}

function alignedWith(first: readonly JsonValue[], list: readonly JsonValue[]): readonly JsonValue[] {
  const left = new Set(list.keys())
  const found = first.map(item => {
    const same = [...left].find(index => jsonEqual(list[index] ?? null, item))
    if (same !== undefined) left.delete(same)
    return same
  })
  return found.map((same, place) => {
    const at = same ?? mostAlike(first[place] ?? null, place, list, left)
    left.delete(at)
    return list[at] ?? null
  })
}

/** The item that has most in common with another; of those that have the same, the one in its place. */
function mostAlike(
  item: JsonValue,
  place: number,
  list: readonly JsonValue[],
  left: ReadonlySet<number>,
): number {
  const score = (index: number): number => 2 * likeness(item, list[index] ?? null) + (index === place ? 1 : 0)
  return [...left].reduce((best, index) => (score(index) > score(best) ? index : best))
}

/** How many members of two objects are the same. */
function likeness(one: JsonValue, other: JsonValue): number {
  if (!isObject(one) || !isObject(other)) return 0
  return Object.entries(one).filter(([name, value]) => {
    return Object.hasOwn(other, name) && jsonEqual(value, other[name] ?? null)
  }).length
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** The marker for the kind of values, which tells nothing else of them. */
function kindOf(values: readonly JsonValue[]): string {
  if (values.every(value => typeof value === 'boolean')) return '<boolean>'
  if (values.every(isNumber)) return values.every(isWhole) ? '<integer>' : '<number>'
  if (values.every(value => value === null)) return '<null>'
  return values.every(value => typeof value === 'string') ? '<string>' : '<any>'
}

/** The marker that stands for all of these values, and as few others as can be. */
function markerOf(values: readonly JsonValue[]): string {
  if (!values.every(value => typeof value === 'string')) return kindOf(values)
  if (values.every(text => uuid.test(text))) return '<uuid>'
  if (values.every(text => dateTime.test(text))) return '<date-time>'
  return shapeOf(values) ?? '<string>'
}

/** Characters from which a text was drawn by chance, and keeps its length. */
const shortestMade = 8

/** Alphabets of made-up texts, the narrowest first. */
const alphabets = [String.raw`\d`, '[0-9a-f]', '[0-9A-F]', '[0-9A-Za-z]', String.raw`[\w-]`]

/** The pattern of made-up texts of one length, whatever they begin with in common: `^ord_[0-9a-f]{8}$`. */
function shapeOf(texts: readonly string[]): string | undefined {
  const [first = ''] = texts
  if (first.length < 4 || texts.some(({ length }) => length !== first.length)) return undefined
  const lead = /^[A-Za-z]{2,12}[_-]/.exec(first)?.[0] ?? ''
  const start = texts.every(text => text.startsWith(lead)) ? lead : ''
  const rests = texts.map(text => text.slice(start.length))
  const alphabet = alphabets.find(one => rests.every(rest => new RegExp(`^${one}+$`).test(rest)))
  if (alphabet === undefined) return undefined
  const length = first.length - start.length
  // A short one counts up, and grows with that.
  return `<regex:^${literalPattern(start)}${alphabet}${length < shortestMade ? '+' : `{${length}}`}$>`
}
