import type { ApiDescription } from '../../../api-description/api-description.ts'
import type { DocumentSet } from '../../../api-description/documents/document-set.ts'
import type { Located } from '../../../api-description/documents/loaded-document.ts'
import type { JsonValue } from '../../../model/json.ts'
import { isList, isObject } from '../../../util/is-json.ts'
import type { Conjunction } from '../shape/shape.ts'

/** Two schemas that are looked at, or were. */
interface WrittenPair {
  readonly before: Located
  readonly after: Located
  /** Pairs that refer to this one. */
  readonly around: WrittenPair[]
  isOther: boolean
}

/**
 * Tells which schemas of two descriptions are written the same, with all that they refer to. Nothing can have changed there, and of
 * most documents little has: they are compared word for word, and not by what they say.
 */
export class SameSchemas {
  readonly #documents: { readonly before: DocumentSet; readonly after: DocumentSet } | undefined
  readonly #known = new Map<JsonValue, Map<JsonValue, WrittenPair>>()

  constructor(before: ApiDescription, after: ApiDescription) {
    // In another version the same words may say something else.
    this.#documents =
      before.version === after.version ? { before: before.documents, after: after.documents } : undefined
  }

  /** Whether they are. A reference that leads nowhere, and what is found by its dynamic scope, is the same as nothing. */
  areSame(before: Conjunction, after: Conjunction): boolean {
    return (
      this.#documents !== undefined &&
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

  /** Whether two values inside a pair are the same, but for what they refer to, which is looked at after them. */
  #isWrittenAlike(before: JsonValue, after: JsonValue, pair: WrittenPair, waiting: WrittenPair[]): boolean {
    if (isList(before))
      return (
        isList(after) &&
        before.length === after.length &&
        before.every((item, index) => this.#isWrittenAlike(item, after[index] ?? null, pair, waiting))
      )
    if (!isObject(before)) return before === after
    if (!isObject(after)) return false
    const [names, others] = [Object.keys(before), Object.keys(after)]
    return (
      names.length === others.length &&
      names.every((name, index) => {
        const [own, other] = [before[name] ?? null, after[name] ?? null]
        if (name !== others[index] || !this.#isWrittenAlike(own, other, pair, waiting)) return false
        if (typeof own !== 'string' || !name.startsWith('$')) return true
        return name === '$ref' ? this.#refersAlike(own, pair, waiting) : !places.has(name)
      })
    )
  }

  #refersAlike(reference: string, pair: WrittenPair, waiting: WrittenPair[]): boolean {
    const { before, after } = pair
    const old = this.#documents?.before.follow(reference, before.document)
    const fresh = this.#documents?.after.follow(reference, after.document)
    if (old?.ok !== true || fresh?.ok !== true) return false
    const target = this.#pairOf(old.value, fresh.value, waiting)
    target.around.push(pair)
    return !target.isOther
  }
}

/** Keywords by which references count from, or lead, elsewhere. */
const places = new Set(['$id', '$dynamicRef', '$dynamicAnchor', '$recursiveRef'])
