import { jsonEqual } from '../../../util/json-equal.ts'
import type { ApiDescription } from '../../../api-description/api-description.ts'
import type { Located } from '../../../api-description/documents/loaded-document.ts'
import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import { property } from '../../../util/read-values.ts'
import type { Conjunction } from '../shape/shape.ts'

/** Two schemas that are looked at, or were. */
interface WrittenPair {
  readonly before: Located
  readonly after: Located
  /** Pairs that refer to this one. */
  readonly around: WrittenPair[]
  isOther: boolean
}

/** Follows a reference to its target from where it stands. */
type Follow = (reference: string, from: Located) => Located | undefined

type Side = 'before' | 'after'

interface FollowBoth {
  readonly before: Follow
  readonly after: Follow
}

/**
 * Tells which schemas of two descriptions are written the same, with all that they refer to. Nothing can have changed there, and of
 * most documents little has: they are compared word for word, and not by what they say.
 */
export class SameSchemas {
  readonly #follow: FollowBoth | undefined
  readonly #orders = new Map<JsonValue, readonly JsonValue[]>()
  readonly #known = new Map<JsonValue, Map<JsonValue, WrittenPair>>()

  /** Nothing is the same without ways to follow references. */
  constructor(follow: FollowBoth | undefined) {
    this.#follow = follow
  }

  /** The schemas of two descriptions. In another version the same words may say something else. */
  static of(before: ApiDescription, after: ApiDescription): SameSchemas {
    const isSameVersion = before.version === after.version
    return new SameSchemas(isSameVersion ? { before: followIn(before), after: followIn(after) } : undefined)
  }

  /** True where they are. A reference that leads nowhere, and what is found by its dynamic scope, is the same as nothing. */
  areSame(before: Conjunction, after: Conjunction): boolean {
    return (
      this.#follow !== undefined &&
      before.length === after.length &&
      before.every((schema, index) => {
        const other = after[index]
        return other !== undefined && this.#isSame(schema, other)
      })
    )
  }

  #isSame(before: Located, after: Located): boolean {
    const waiting: WrittenPair[] = []
    const start = this.#pairOf(before, after, waiting)
    const others: WrittenPair[] = []
    for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop())
      if (!this.#isWrittenAlike(pair.before.value, pair.after.value, pair, waiting)) others.push(pair)
    for (let pair = others.pop(); pair !== undefined; pair = others.pop()) {
      if (pair.isOther) continue
      pair.isOther = true
      others.push(...pair.around)
    }
    return !start.isOther
  }

  /** A pair; one that has not been looked at comes to those that wait for it. */
  #pairOf(before: Located, after: Located, waiting: WrittenPair[]): WrittenPair {
    const known = this.#known.get(before.value) ?? new Map<JsonValue, WrittenPair>()
    this.#known.set(before.value, known)
    const made = known.get(after.value)
    if (made !== undefined) return made
    const pair: WrittenPair = { before, after, around: [], isOther: false }
    known.set(after.value, pair)
    waiting.push(pair)
    return pair
  }

  /**
   * True where two values inside a pair are the same, but for what they refer to, which is looked at after them, and for
   * the order of keys and of lists in which it means nothing.
   */
  #isWrittenAlike(
    before: JsonValue,
    after: JsonValue,
    pair: WrittenPair,
    waiting: WrittenPair[],
    keyword = '',
  ): boolean {
    if (isList(before)) {
      if (!isList(after) || before.length !== after.length) return false
      const isSet = before.length > 1 && sets.has(keyword)
      const [one, other] = isSet
        ? [this.#sorted(before, pair, 'before'), this.#sorted(after, pair, 'after')]
        : [before, after]
      return one.every((item, index) => this.#isWrittenAlike(item, other[index] ?? null, pair, waiting))
    }
    if (!isObject(before)) return jsonEqual(before, after)
    if (!isObject(after)) return false
    if ((loneReference(before) === undefined) !== (loneReference(after) === undefined))
      return this.#isOneReferred(before, after, pair, waiting)
    const names = Object.keys(before)
    return (
      names.length === Object.keys(after).length &&
      names.every(name => {
        if (!Object.hasOwn(after, name)) return false
        const [own, other] = [before[name] ?? null, after[name] ?? null]
        if (!this.#isWrittenAlike(own, other, pair, waiting, name)) return false
        if (typeof own !== 'string' || !name.startsWith('$')) return true
        return name === '$ref' ? this.#refersAlike(own, pair, waiting) : !places.has(name)
      })
    )
  }

  #sorted(list: readonly JsonValue[], pair: WrittenPair, side: Side): readonly JsonValue[] {
    const known = this.#orders.get(list)
    if (known !== undefined) return known
    const looks = new Map(list.map(item => [item, lookOf(this.#end(item, pair[side], side).value)] as const))
    const sorted = list.toSorted((one, other) => ((looks.get(one) ?? '') < (looks.get(other) ?? '') ? -1 : 1))
    this.#orders.set(list, sorted)
    return sorted
  }

  /** Finds the end of references that stand alone, however many follow each other. */
  #end(value: JsonValue, from: Located, side: Side): Located {
    let end: Located = { value, document: from.document }
    for (let count = 0; count < mostReferences; count++) {
      const reference = loneReference(end.value)
      const target = reference === undefined ? undefined : this.#follow?.[side](reference, end)
      if (target === undefined) return end
      end = target
    }
    return end
  }

  /** True where a reference and a schema that is written out are alike. */
  #isOneReferred(before: JsonValue, after: JsonValue, pair: WrittenPair, waiting: WrittenPair[]): boolean {
    const [old, fresh] = [this.#end(before, pair.before, 'before'), this.#end(after, pair.after, 'after')]
    if (old.value === before && fresh.value === after) return false
    const target = this.#pairOf(old, fresh, waiting)
    target.around.push(pair)
    return !target.isOther
  }

  #refersAlike(reference: string, pair: WrittenPair, waiting: WrittenPair[]): boolean {
    const { before, after } = pair
    const old = this.#follow?.before(reference, before)
    const fresh = this.#follow?.after(reference, after)
    if (old === undefined || fresh === undefined) return false
    const target = this.#pairOf(old, fresh, waiting)
    target.around.push(pair)
    return !target.isOther
  }
}

function followIn({ documents }: ApiDescription): Follow {
  return (reference, { document }) => {
    const target = documents.follow(reference, document)
    return target.ok ? target.value : undefined
  }
}

/** References that are followed one after the other. */
const mostReferences = 20

function loneReference(value: JsonValue): string | undefined {
  const reference = isObject(value) ? property(value, '$ref') : undefined
  return typeof reference === 'string' && Object.keys(value ?? {}).length === 1 ? reference : undefined
}

/** Describes the look of a value without looking into those inside it, whatever its order. */
export function lookOf(value: JsonValue): string {
  if (!isObject(value)) return JSON.stringify(value)
  const parts = Object.entries(value).map(([key, member]) => {
    if (isObject(member)) return `${key}:${Object.keys(member).sort().join()}`
    return `${key}=${isList(member) ? member.length : String(member)}`
  })
  return parts.sort().join(' ')
}

/** Keywords with lists in which order means nothing. */
const sets = new Set(['oneOf', 'anyOf', 'allOf', 'required', 'enum', 'type'])

/** Keywords by which references count from, or lead, elsewhere. */
const places = new Set(['$id', '$dynamicRef', '$dynamicAnchor', '$recursiveRef'])
