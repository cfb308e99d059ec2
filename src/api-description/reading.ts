import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { cutText } from '../util/cut-text.ts'
import { property } from '../util/read-values.ts'
import { type DocumentSet, referenceOf } from './documents/document-set.ts'
import type {
  Located,
  LocatedObject,
  MalformedPart,
  UnresolvedReference,
} from './documents/loaded-document.ts'

/** Follows references while a part of a description is read, and remembers what leads nowhere or is malformed. */
export class Reading {
  readonly documents: DocumentSet
  readonly unresolved: UnresolvedReference[] = []
  readonly malformed: MalformedPart[] = []

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
    const reason = isObject(value) ? brokenReference(value) : notExpected('an object', value)
    if (reason !== undefined) this.misread(place, reason)
    return isObject(value) && reason === undefined ? { value, document } : undefined
  }

  /** Remembers a part that is left out, and why. */
  misread(place: string, reason: string): void {
    this.malformed.push({ place, reason })
  }

  /** The members of an object that is there or referred to, references inside not yet followed. */
  members(located: Located | undefined, place: string): readonly (readonly [string, Located])[] {
    if (located?.value === null) return []
    const object = this.object(located, place)
    return object === undefined ? [] : membersOf(object)
  }

  /** The items of a list that is there; what is none is remembered. */
  items(located: Located | undefined, place: string): readonly Located[] {
    if (located === undefined || located.value === null) return []
    if (!isList(located.value)) this.misread(place, notExpected('a list', located.value))
    return itemsOf(located)
  }
}

/** Nothing but a `$ref` that is no text. */
function brokenReference(value: JsonObject): string | undefined {
  const reference = property(value, '$ref')
  const isBroken = reference !== undefined && typeof reference !== 'string' && Object.keys(value).length === 1
  return isBroken ? 'its $ref is not text' : undefined
}

function notExpected(expected: string, value: JsonValue): string {
  const shown = isList(value) ? 'a list' : isObject(value) ? 'an object' : JSON.stringify(value)
  return `${expected} was expected, not ${cutText(shown, 40)}`
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
