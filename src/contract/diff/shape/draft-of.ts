import type { DescriptionVersion } from '../../../api-description/api-description.ts'
import { type DocumentSet, referenceOf } from '../../../api-description/documents/document-set.ts'
import type { Located, LocatedObject } from '../../../api-description/documents/loaded-document.ts'
import { itemsOf } from '../../../api-description/reading.ts'
import { isObject } from '../../../util/is-json.ts'
import { property } from '../../../util/read-values.ts'
import { addKeywords } from './add-keywords.ts'
import { addUnion } from './add-union.ts'
import { Draft } from './draft.ts'
import { nameOfReference } from './name-of-reference.ts'
import type { Conjunction } from './shape.ts'

/**
 * What schemas say together, in a shape not yet finished; `name` is that of the component they were reached by. References
 * that lead nowhere are added to `unresolved` with the reason: anything is right there.
 */
export function draftOf(
  schemas: Conjunction,
  version: DescriptionVersion,
  documents: DocumentSet,
  unresolved: Map<string, string>,
): Draft & { name?: string } {
  const drafting = new Drafting(version, documents, unresolved)
  const [first, ...others] = schemas
  const draft: Draft & { name?: string } = first === undefined ? new Draft() : drafting.draft(first)
  for (const other of others) draft.absorb(drafting.draft(other))
  const reference = first === undefined || others.length > 0 ? undefined : referenceOf(first.value)
  if (reference !== undefined) draft.name = nameOfReference(reference)
  return draft
}

/** Merges what stands in references and `allOf`; a schema that holds itself counts once. */
export class Drafting {
  readonly version: DescriptionVersion
  readonly documents: DocumentSet
  readonly #unresolved: Map<string, string>
  readonly #open = new Set<unknown>()

  constructor(version: DescriptionVersion, documents: DocumentSet, unresolved: Map<string, string>) {
    this.version = version
    this.documents = documents
    this.#unresolved = unresolved
  }

  draft({ value, document }: Located): Draft {
    const draft = new Draft()
    if (!isObject(value)) {
      draft.isNever = value === false
      return draft
    }
    if (this.#open.has(value)) return draft
    this.#open.add(value)
    const place = { value, document }
    const reference = referenceOf(value)
    if (reference === undefined) this.#addAll(draft, place)
    else this.#follow(draft, reference, place)
    if (property(value, 'nullable') === true || property(value, 'x-nullable') === true) draft.allowNull()
    this.#open.delete(value)
    return draft
  }

  #follow(draft: Draft, reference: string, place: LocatedObject): void {
    const target = this.documents.follow(reference, place.document)
    if (target.ok) draft.absorb(this.draft(target.value))
    else this.#unresolved.set(reference, target.problems)
    if (this.version !== '3.1' || Object.keys(place.value).length === 1) return
    const { $ref: _, ...siblings } = place.value
    const own = new Draft()
    this.#addAll(own, { value: siblings, document: place.document })
    draft.absorb(own)
  }

  #addAll(draft: Draft, place: LocatedObject): void {
    addKeywords(draft, place)
    const all = itemsOf(inside(place, 'allOf'))
    draft.allOf.push(...all)
    for (const part of all) draft.absorb(this.draft(part))
    addUnion(draft, place, 'oneOf', this)
    addUnion(draft, place, 'anyOf', this)
  }
}

function inside({ value, document }: LocatedObject, key: string): Located | undefined {
  const member = property(value, key)
  return member === undefined ? undefined : { value: member, document }
}
