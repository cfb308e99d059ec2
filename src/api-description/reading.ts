import type { JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { property } from '../util/read-values.ts'
import { type DocumentSet, referenceOf } from './documents/document-set.ts'
import type { Located, LocatedObject, UnresolvedReference } from './documents/loaded-document.ts'

/** Follows references while a part of a description is read, and remembers those that lead nowhere. */
export class Reading {
  readonly documents: DocumentSet
  readonly unresolved: UnresolvedReference[] = []

  constructor(documents: DocumentSet) {
    this.documents = documents
  }

  /** The object that a value is or refers to; undefined when it is none. `place` names it in what is remembered. */
  object(located: Located | undefined, place: string): LocatedObject | undefined {
    if (located === undefined) return undefined
    const resolved = this.documents.resolve(located)
    if (!resolved.ok) {
      const reference = referenceOf(located.value) ?? ''
      this.unresolved.push({ reference, place, reason: resolved.problems })
      return undefined
    }
    const { value, document } = resolved.value
    return isObject(value) ? { value, document } : undefined
  }

  /** The members of an object that is there or referred to, references inside not yet followed. */
  members(located: Located | undefined, place: string): readonly (readonly [string, Located])[] {
    const object = this.object(located, place)
    return object === undefined ? [] : membersOf(object)
  }
}

/** The member of an object, in the same document. */
export function inside({ value, document }: LocatedObject, key: string): Located | undefined {
  const member = property(value, key)
  return member === undefined ? undefined : { value: member, document }
}

/** The items of a list, in the same document; none when it is no list. */
export function itemsOf(located: Located | undefined): readonly Located[] {
  if (located === undefined || !isList(located.value)) return []
  return located.value.map((value: JsonValue) => ({ value, document: located.document }))
}

/** The members of an object, in the same document. */
export function membersOf({ value, document }: LocatedObject): readonly (readonly [string, Located])[] {
  return Object.entries(value).map(([key, member]) => [key, { value: member, document }] as const)
}
