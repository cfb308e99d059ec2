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
  readonly variables: ReadonlyMap<string, JsonValue>
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
 * others. What some of them lack is not in it, and no secret is. `days` are those of the recording: their dates are others on another day.
 */
export function commonPattern(
  bodies: readonly KnownBody[],
  limits: PatternLimits,
  isSecret: IsSecret,
  days: readonly Date[] = [],
): CommonPattern | undefined {
  const found = new Finder(bodies, limits, isSecret, days)
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
  readonly #isSecret: IsSecret

  readonly #days: readonly Date[]

  constructor(
    bodies: readonly KnownBody[],
    limits: PatternLimits,
    isSecret: IsSecret,
    days: readonly Date[],
  ) {
    this.#days = days
    this.#bodies = bodies
    this.#limits = limits
    this.#isSecret = isSecret
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
      const dated = markerOfDay(first, this.#days)
      return dated === undefined ? this.#literal(first) : this.#loose(dated)
    }
    return this.#loose(isHidden ? kindOf(known) : (this.#variable(known) ?? markerOf(known)))
  }

  /** A value that may differ is not told whole. */
  #loose<Value>(value: Value): Value {
    this.isWhole = false
    return value
  }

  #isHidden(names: readonly string[], value: JsonValue): boolean {
    if (typeof value !== 'string' && !isNumber(value)) return false
    return isHiddenMember(names, value) || this.#isSecret(String(value))
  }

  #literal(value: JsonValue): JsonValue {
    if (typeof value !== 'string') return value
    if (value.length > this.#limits.characters) return this.#loose('<string>')
    if (!/^<.*>$/s.test(value)) return literalText(value)
    return this.#loose(`<regex:^${literalPattern(value).replaceAll('{{', String.raw`\{\{`)}$>`)
  }

  #ofObjects(objects: readonly JsonObject[], path: Path): JsonValue {
    const names = [...new Set(objects.flatMap(Object.keys))]
    return Object.fromEntries(
      names.flatMap(name => {
        if (this.#isSecret(name)) return this.#loose([])
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
  #variable(values: readonly JsonValue[]): string | undefined {
    const [own] = this.#bodies
    for (const name of own?.variables.keys() ?? []) {
      const templates = values.map((value, index) => this.#template(value, name, index))
      const [template] = templates
      if (template !== undefined && templates.every(one => one === template)) return template
    }
    return undefined
  }

  #template(value: JsonValue, name: string, index: number): string | undefined {
    const variable = this.#bodies[index]?.variables.get(name)
    if (variable === undefined || variable === '' || typeof variable === 'object') return undefined
    if (jsonEqual(variable, value)) return `{{${name}}}`
    const text = String(variable)
    if (typeof value !== 'string' || !value.includes(text)) return undefined
    return value.split(text).map(literalText).join(`{{${name}}}`)
  }
}

/** Lists of the same items in whatever order, in the order of the first; as they are where they hold others. */
function inOneOrder(lists: readonly (readonly JsonValue[])[]): readonly (readonly JsonValue[])[] {
  const [first = [], ...others] = lists
  const isAnother = others.some(list => list.some((item, index) => !jsonEqual(item, first[index] ?? null)))
  if (!isAnother || first.length > 100) return lists
  const aligned = others.map(list => {
    const left = [...list]
    return first.map(item => {
      const at = left.findIndex(one => jsonEqual(one, item))
      return at < 0 ? undefined : left.splice(at, 1)[0]
    })
  })
  return aligned.every(list => !list.includes(undefined)) ? [first, ...(aligned as JsonValue[][])] : lists
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
