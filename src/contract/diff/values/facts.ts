import type { JsonValue } from '../../../model/json.ts'
import { canonicalJson } from '../../../util/canonical-json.ts'
import { isCheckedFormat } from '../../../util/schema-words.ts'
import { fewest, type Inhabitants, type Inside, most } from './inhabitants.ts'
import { type ItemFacts, listsOf } from './item-facts.ts'
import { anyKind, kinds, type Literal, numberKinds, scalarKinds } from './literal.ts'
import { type ObjectFacts, objectsOf, withProperty, withSome } from './object-facts.ts'
import {
  anyCount,
  type Counts,
  isRight,
  kindOf,
  numbersOf,
  type ScalarFacts,
  textsOf,
  tighter,
} from './scalar-facts.ts'

/** All that a value must be like: of each kind of values what is asked of it. */
export interface Facts extends ScalarFacts, ItemFacts, ObjectFacts {
  readonly kinds: number
  /** The only scalars that are right, where they are listed, and those that are not. */
  readonly values?: readonly JsonValue[]
  readonly refused: ReadonlySet<string>
  /** Kinds of which more is asked than is looked into. */
  readonly doubtful: number
}

export const noFacts: Facts = {
  kinds: anyKind,
  refused: new Set(),
  doubtful: 0,
  steps: [],
  length: anyCount,
  texts: [],
  itemCount: anyCount,
  items: [],
  unique: [],
  nameCount: anyCount,
  needed: new Set(),
  missing: new Set(),
  properties: [],
  some: [],
}

/** Facts with another one; undefined where no value is left that they hold of. */
export function withFact(facts: Facts, literal: Literal, inside: Inside): Facts | undefined {
  const more = added(facts, literal)
  const left = more.kinds & ~lost(more, literal, inside)
  const values = more.values?.filter(
    value => (kindOf(value) & left) !== 0 && !more.refused.has(canonicalJson(value)) && isRight(value, more),
  )
  if (left === 0 || values?.length === 0) return undefined
  const same = left === more.kinds && values?.length === more.values?.length
  return same ? more : { ...more, kinds: left, ...(values === undefined ? {} : { values }) }
}

function added(facts: Facts, literal: Literal): Facts {
  switch (literal.is) {
    case 'kind':
      return { ...facts, kinds: facts.kinds & literal.kinds }
    case 'doubtful':
      return { ...facts, doubtful: facts.doubtful | literal.kinds }
    case 'one-of':
      return { ...facts, kinds: facts.kinds & scalarKinds, values: both(facts.values, literal.values) }
    case 'none-of':
      return { ...facts, refused: new Set([...facts.refused, ...literal.values.map(canonicalJson)]) }
    case 'least':
    case 'most':
      return { ...facts, [literal.is]: tighter(facts[literal.is], literal, literal.is) }
    case 'multiple':
      return { ...facts, steps: [...facts.steps, literal] }
    case 'length':
      return { ...facts, length: narrowed(facts.length, literal) }
    case 'pattern':
    case 'format':
      return { ...facts, texts: [...facts.texts, literal] }
    case 'items':
      return { ...facts, itemCount: narrowed(facts.itemCount, literal) }
    case 'unique':
      return { ...facts, unique: [...facts.unique, !literal.isNot] }
    case 'each-item':
    case 'some-item':
      return { ...facts, items: [...facts.items, literal] }
    case 'names':
      return { ...facts, nameCount: narrowed(facts.nameCount, literal) }
    case 'needed':
      return { ...facts, needed: new Set([...facts.needed, literal.name]) }
    case 'missing':
      return { ...facts, missing: new Set([...facts.missing, literal.name]) }
    case 'some-property':
      return { ...facts, some: [...facts.some, literal] }
    case 'property':
      return {
        ...facts,
        needed: new Set([...facts.needed, literal.name]),
        properties: [...facts.properties, literal],
      }
    default:
      return { ...facts, properties: [...facts.properties, literal] }
  }
}

function both(one: readonly JsonValue[] | undefined, other: readonly JsonValue[]): readonly JsonValue[] {
  if (one === undefined) return other
  const known = new Set(other.map(canonicalJson))
  return one.filter(value => known.has(canonicalJson(value)))
}

function narrowed(counts: Counts, { least = 0, most: high = Infinity }: Partial<Counts>): Counts {
  return { least: Math.max(counts.least, least), most: Math.min(counts.most, high) }
}

/** The kinds of which no value is left, because of a fact that was added last. */
function lost(facts: Facts, literal: Literal, inside: Inside): number {
  switch (literal.is) {
    case 'least':
    case 'most':
    case 'multiple':
      return lostNumbers(facts)
    case 'length':
    case 'pattern':
    case 'format':
      return (facts.kinds & kinds.string) !== 0 && textsOf(facts) === 'none' ? kinds.string : 0
    case 'items':
    case 'unique':
    case 'each-item':
    case 'some-item':
      return (facts.kinds & kinds.array) !== 0 && listsOf(facts, inside) === 'none' ? kinds.array : 0
    case 'kind':
    case 'one-of':
    case 'none-of':
    case 'doubtful':
      return 0
    default:
      return (facts.kinds & kinds.object) !== 0 && lacksObjects(facts, literal, inside) ? kinds.object : 0
  }
}

function lostNumbers(facts: Facts): number {
  if ((facts.kinds & numberKinds) === 0) return 0
  const { integer, fraction } = numbersOf(facts)
  return (integer === 'none' ? kinds.integer : 0) | (fraction === 'none' ? kinds.fraction : 0)
}

/** True where no object is left; what a single name is about is looked at for that name alone. */
function lacksObjects(facts: Facts, literal: Literal, inside: Inside): boolean {
  switch (literal.is) {
    case 'property':
      if (literal.claim.sign !== '+' && !inside.isDescribed(literal.name, literal.claim.sign)) return true
      return isOver(facts) || withProperty(facts, literal.name, inside) === 'none'
    case 'needed':
      return isOver(facts) || withProperty(facts, literal.name, inside) === 'none'
    case 'missing':
      return facts.needed.has(literal.name)
    case 'some-property':
      return withSome(facts, literal, inside) === 'none'
    default:
      return objectsOf(facts, inside) === 'none'
  }
}

function isOver({ needed, nameCount }: Facts): boolean {
  return needed.size > nameCount.most
}

/** Finds out whether there are values that all of the facts hold of. */
export function inhabitantsOf(facts: Facts, inside: Inside): Inhabitants {
  const found: Inhabitants[] = []
  const add = (kind: number, known: Inhabitants): void => {
    if ((facts.kinds & kind) !== 0)
      found.push((facts.doubtful & kind) === 0 ? known : fewest([known, 'perhaps']))
  }
  const { values } = facts
  if (values !== undefined) {
    const isPlain = facts.texts.every(({ is, text }) => is === 'pattern' || isCheckedFormat(text))
    for (const value of values) add(kindOf(value), isPlain || typeof value !== 'string' ? 'some' : 'perhaps')
    return most(found)
  }
  const { integer, fraction } = numbersOf(facts)
  add(kinds.null, facts.refused.has('null') ? 'none' : 'some')
  add(kinds.boolean, facts.refused.has('true') && facts.refused.has('false') ? 'none' : 'some')
  add(kinds.integer, integer)
  add(kinds.fraction, fraction)
  add(kinds.string, textsOf(facts))
  if (most(found) === 'some') return 'some'
  add(kinds.array, listsOf(facts, inside))
  add(kinds.object, objectsOf(facts, inside))
  return most(found)
}
