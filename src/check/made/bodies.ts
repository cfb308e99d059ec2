import { jsonIn } from '../../util/json-in.ts'
import type { JsonValue } from '../../model/json.ts'
import { isFoundNowhere } from '../../patterns/index.ts'
import { greatestSeed, Seed } from '../../template/seed.ts'
import { parsePlainPath } from '../../json-path/index.ts'
import { isList, isObject } from '../../util/is-json.ts'

/** One step of a JSONPath: a name, any item, or any depth in front of one. */
interface PathStep {
  readonly name: string | undefined
  readonly isDeep: boolean
  /** The members that a filter speaks of. */
  readonly members: readonly Member[]
  /** A filter says more than made bodies tell. */
  readonly isUntold?: boolean
}

/** The way to a member, with the values that a filter may want of it. */
interface Member {
  readonly way: readonly string[]
  readonly values: readonly JsonValue[]
}

const step =
  /(\.\.|\.)?(?:\[((?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|\[[^\]]*\]|[^\][])*)\]|(\*|[\w\u{80}-\u{10FFFF}]+))/uy
const literal = String.raw`'[^'\\]*'|"[^"\\]*"|-?\d+(?:\.\d+)?|true|false|null`
const key = String.raw`\.[\w\u{80}-\u{10FFFF}-]+|\['[^'\\]*'\]|\["[^"\\]*"\]`
const keys = new RegExp(key, 'gu')
const member = `@(?:${key})*`
const compared = new RegExp(`(${member})\\s*(?:[=!<>]=?\\s*(${literal}))?`, 'gu')
const turned = new RegExp(`(${literal})\\s*([=!<>]=?)\\s*(${member})`, 'gu')

/** The rest of a filter in which all is understood: lengths, comparisons of these, and what joins them. */
const between = new RegExp(`\\blength\\s*\\(|${literal}|[=!<>]=?|[?&|()\\s]`, 'gu')

/** The most members that a filter may compare. */
const mostCompared = 4

/** The steps of a JSONPath that selects several values; undefined where it says more than made bodies tell. */
export function stepsOf(path: string): readonly PathStep[] | undefined {
  const steps = readSteps(path)
  return steps.some(({ isUntold }) => isUntold === true) ? undefined : steps
}

function readSteps(path: string): readonly PathStep[] {
  const steps: PathStep[] = []
  step.lastIndex = 1
  while (step.lastIndex < path.length) {
    const match = step.exec(path)
    if (match === null) return [...steps, untold]
    const [, dots, inside, name = ''] = match
    const read =
      inside === undefined ? { name: name === '*' ? undefined : name, members: [] } : bracket(inside)
    steps.push({ ...read, isDeep: dots === '..' })
  }
  return steps
}

const untold: PathStep = { name: undefined, isDeep: false, members: [], isUntold: true }

function bracket(inside: string): Omit<PathStep, 'isDeep'> {
  const [, single, double] = /^\s*(?:'([^'\\]*)'|"([^"\\]*)")\s*$/.exec(inside) ?? []
  if (!inside.trimStart().startsWith('?')) return { name: single ?? double, members: [] }
  if (inside.includes('$') || /\b(?:match|value)\s*\(/.test(inside)) return untold
  const filter = inside.replaceAll(turned, '$3 $2 $1')
  const members = [...filter.matchAll(compared)].map(([, way = '', value]) => ({
    way: [...way.matchAll(keys)].map(([one]) => (one.startsWith('.') ? one.slice(1) : one.slice(2, -2))),
    values: value === undefined ? [] : besides(read(value)),
  }))
  const patterns = [...inside.matchAll(searched)].map(([, pattern = '']) => textOf(pattern))
  const isOpen = /\bsearch\s*\(/.test(inside) && !(patterns.length > 0 && patterns.every(isFoundNowhere))
  const rest = filter.replaceAll(searched, '').replaceAll(compared, '').replaceAll(between, '')
  return members.length > mostCompared || isOpen || rest !== '' ? untold : { name: undefined, members }
}

/** A pattern that finds nothing in any text is as good as none; others are found in texts that nobody makes here. */
const searched = /\bsearch\s*\([^,]*,\s*('(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")\s*\)/g

function textOf(quoted: string): string {
  return quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1')
}

function read(value: string): JsonValue {
  return /^['"]/.test(value) ? value.slice(1, -1) : (jsonIn(value) ?? value)
}

function besides(value: JsonValue): readonly JsonValue[] {
  if (typeof value === 'number') {
    const half = 0.5 / 10 ** (String(value).split('.')[1]?.length ?? 0)
    return [value, value, value, value, value - 1, value + 1, value - half, value + half]
  }
  return typeof value === 'string' ? [value, value, value, `${value}x`] : [value, value, null]
}

/** Bodies in which a path leads somewhere, and others: with nothing, one and several of each, and with these values. */
export function* bodiesOf(
  steps: readonly PathStep[],
  values: readonly JsonValue[],
  counts: readonly number[],
): Generator<JsonValue> {
  const make = new Maker(values, new Seed(greatestSeed).for(String(steps.length)))
  yield* [{}, []]
  for (const value of values.slice(0, mostAlone)) yield make.alone(steps, value)
  for (let index = 0; index < 200; index++) yield make.value(steps)
  for (const count of counts) yield make.value(steps, count)
}

/** The most values that are made a body of which they are the only one. */
const mostAlone = 300

class Maker {
  readonly #values: readonly JsonValue[]
  readonly #random: () => number

  constructor(values: readonly JsonValue[], random: () => number) {
    this.#values = values
    this.#random = random
  }

  /** A body with this value alone at the end of the path. */
  alone([first, ...rest]: readonly PathStep[], value: JsonValue): JsonValue {
    if (first === undefined) return value
    const inner = this.alone(rest, value)
    return first.name === undefined ? [this.#item(first.members, inner)] : { [first.name]: inner }
  }

  value([first, ...rest]: readonly PathStep[], count?: number): JsonValue {
    if (first === undefined) return this.#pick(this.#values)
    const inner = this.#atStep(first, rest, count)
    if (!first.isDeep || this.#random() < 0.4) return inner
    return this.#random() < 0.5 ? { within: inner, other: this.#pick(this.#values) } : [inner, inner]
  }

  #atStep({ name, members }: PathStep, rest: readonly PathStep[], count?: number): JsonValue {
    if (name !== undefined) return { other: 1, [name]: this.value(rest, count) }
    const length = count ?? Math.floor(this.#random() * 5)
    const items = Array.from({ length }, () => this.#item(members, this.value(rest)))
    return this.#random() < 0.8 ? items : Object.fromEntries(items.map((item, index) => [`k${index}`, item]))
  }

  /** An item with the members that are spoken of, and what the path goes on to. */
  #item(members: readonly Member[], inner: JsonValue): JsonValue {
    const named = members.filter(({ way }) => way.length > 0)
    const own = members.filter(({ way }) => way.length === 0).flatMap(one => one.values)
    if (named.length === 0) return own.length > 0 && this.#random() < 0.7 ? this.#pick(own) : inner
    const item: Record<string, JsonValue> = isObject(inner) ? { ...inner } : {}
    for (const { way, values } of named) {
      if (this.#random() < 0.1) continue
      const value = values.length > 0 && this.#random() < 0.8 ? this.#pick(values) : this.#pick(this.#values)
      const [key = '', ...deeper] = way
      item[key] = deeper.reduceRight<JsonValue>((held, one) => ({ [one]: held }), value)
    }
    return item
  }

  #pick(from: readonly JsonValue[]): JsonValue {
    return from[Math.floor(this.#random() * from.length)] ?? null
  }
}

/** A part of a body that paths lead through: by names, or by indexes. */
interface Part {
  readonly inner: Map<string | number, Part>
  /** The path that ends here. */
  path?: string
  /** A path chooses among its items, of which there may be any number. */
  isOpen?: true
}

/** How many items more a list has than paths lead to. */
type More = (path: string) => number

/** The value at the end of a path; undefined where nothing is to stand there. */
type Leaf = (path: string) => JsonValue | undefined

/** Makes bodies in which each of these paths leads somewhere; a path of the full grammar leads where its names do. */
export function bodyMaker(paths: readonly string[]): (leaf: Leaf, more: More) => JsonValue {
  const root: Part = { inner: new Map() }
  for (const path of paths) {
    let part = root
    for (const written of keysOf(path)) {
      if (written === undefined) part.isOpen = true
      const key = written ?? 0
      const found: Part = part.inner.get(key) ?? { inner: new Map() }
      part.inner.set(key, found)
      part = found
    }
    part.path ??= path
  }
  return (leaf, more) => valueOf(root, leaf, more, '$') ?? {}
}

/** The names and indexes of a path; undefined for items that are chosen in another way. */
function keysOf(path: string): readonly (string | number | undefined)[] {
  const plain = parsePlainPath(path)
  if (plain !== undefined)
    return plain.map(key => (typeof key === 'number' ? Math.min(Math.abs(key), mostItems) : key))
  return readSteps(path).map(({ name }) => name)
}

/** Behind so many items nothing is made. */
const mostItems = 20

function valueOf(
  { inner, path, isOpen }: Part,
  leaf: Leaf,
  more: More,
  place: string,
): JsonValue | undefined {
  const members = [...inner].filter(([key]) => typeof key === 'string')
  if (members.length > 0)
    return Object.fromEntries(
      members.flatMap(([key, part]) => {
        const value = valueOf(part, leaf, more, `${place}.${key}`)
        return value === undefined ? [] : [[key, value]]
      }),
    )
  const own = path === undefined ? undefined : leaf(place)
  const held = own !== undefined && isList(own) ? own.length : undefined
  // A validation of the whole list may be of its length.
  if (inner.size === 0 || held === 0) return own
  const most = Math.max(...[...inner.keys()].map(Number))
  const others = held ?? (isOpen === true ? more(place) : 0)
  return Array.from({ length: most + 1 + others }, (_, index) => {
    const part = inner.get(index) ?? inner.get(most)
    return (part && valueOf(part, leaf, more, `${place}[${index}]`)) ?? null
  })
}
