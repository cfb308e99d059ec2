import type { DescriptionVersion } from '../../../api-description/api-description.ts'
import { type DocumentSet, referenceOf } from '../../../api-description/documents/document-set.ts'
import type { Located, LocatedObject } from '../../../api-description/documents/loaded-document.ts'
import { itemsOf } from '../../../api-description/reading.ts'
import type { JsonValue } from '../../../model/json.ts'
import { isObject } from '../../../util/is-json.ts'
import { property } from '../../../util/read-values.ts'
import { addKeywords } from './add-keywords.ts'
import { addUnion } from './add-union.ts'
import { Draft } from './draft.ts'
import { nameOfReference } from '../../../api-description/documents/name-of-reference.ts'
import type { Conjunction } from './shape.ts'

/** The sources that drafts of one description are made from. */
export interface DraftSources {
  readonly version: DescriptionVersion
  readonly documents: DocumentSet
  /** References that lead nowhere, with the reason: anything is right there. */
  readonly unresolved: Map<string, string>
  /** The drafts of components that were referred to again, so that nothing is merged for each schema that is built on one. */
  readonly known: Map<JsonValue, Draft>
  /** Components that were referred to once: what each says is a copy of all it is built on, and most are not needed again. */
  readonly met: Set<JsonValue>
}

/** Merges schemas into one shape, not yet finished; `name` is that of the component they were reached by. */
export function draftOf(schemas: Conjunction, sources: DraftSources): Draft & { name?: string } {
  const drafting = new Drafting(sources)
  const [first, ...others] = schemas
  const draft: Draft & { name?: string } = first === undefined ? new Draft() : drafting.draft(first)
  for (const other of others) draft.absorb(drafting.draft(other))
  const reference = first === undefined || others.length > 0 ? undefined : referenceOf(first.value)
  if (reference !== undefined) draft.name = nameOfReference(reference)
  return draft
}

/** Merges what stands in references and `allOf`; a schema that holds itself counts once. */
class Drafting {
  readonly #documents: DocumentSet
  readonly #sources: DraftSources
  /** The schemas that are being merged, with how deep each is inside the first. */
  readonly #open = new Map<JsonValue, number>()
  /** Schemas that hold each other, and how deep the outermost is that was met again. */
  readonly #circle = new Set<JsonValue>()
  #outermost = Infinity

  constructor(sources: DraftSources) {
    this.#documents = sources.documents
    this.#sources = sources
  }

  draft({ value, document }: Located): Draft {
    const draft = new Draft()
    if (!isObject(value)) {
      draft.isNever = value === false
      return draft
    }
    if (this.#open.has(value)) {
      this.#close(value)
      return draft
    }
    this.#open.set(value, this.#open.size)
    const place = { value, document }
    const reference = referenceOf(value)
    if (reference === undefined) this.#addAll(draft, place)
    else this.#follow(draft, reference, place)
    if (property(value, 'nullable') === true || property(value, 'x-nullable') === true) draft.allowNull()
    this.#open.delete(value)
    return draft
  }

  #follow(draft: Draft, reference: string, place: LocatedObject): void {
    const { unresolved, version } = this.#sources
    const target = this.#documents.follow(reference, place.document)
    if (target.ok) {
      const referred = this.#referred(target.value)
      draft.absorb(referred, this.#sources.known.get(target.value.value) === referred)
    } else unresolved.set(reference, target.problems)
    if (version !== '3.1' || Object.keys(place.value).length === 1) return
    const { $ref: _, ...siblings } = place.value
    const own = new Draft()
    this.#addAll(own, { value: siblings, document: place.document })
    draft.absorb(own)
  }

  #close(value: JsonValue): void {
    const depth = this.#open.get(value) ?? 0
    this.#outermost = Math.min(this.#outermost, depth)
    for (const [other, its] of this.#open) if (its >= depth) this.#circle.add(other)
  }

  /**
   * Makes the draft of a component. One that is cut off because it holds something around it is not remembered; those
   * that hold each other all say the same.
   */
  #referred(target: Located): Draft {
    const { known, met } = this.#sources
    const made = known.get(target.value)
    if (made !== undefined) return made
    const [depth, outermost] = [this.#open.size, this.#outermost]
    this.#outermost = Infinity
    const draft = this.draft(target)
    if (this.#outermost >= depth) {
      const isMet = met.has(target.value) || this.#circle.size > 0
      for (const value of isMet ? [target.value, ...this.#circle] : []) known.set(value, draft)
      met.add(target.value)
      this.#circle.clear()
      this.#outermost = Infinity
    }
    this.#outermost = Math.min(outermost, this.#outermost)
    return draft
  }

  #addAll(draft: Draft, place: LocatedObject): void {
    addKeywords(draft, place)
    const all = itemsOf(inside(place, 'allOf'))
    draft.allOf.push(...all)
    for (const part of all) draft.absorb(this.draft(part))
    for (const kind of ['oneOf', 'anyOf'] as const)
      addUnion(draft, place, kind, this.#documents, member => this.draft(member))
  }
}

function inside({ value, document }: LocatedObject, key: string): Located | undefined {
  const member = property(value, key)
  return member === undefined ? undefined : { value: member, document }
}
