import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { property } from '../util/read-values.ts'
import type { DescriptionVersion } from './api-description.ts'
import { type DocumentSet, referenceOf } from './documents/document-set.ts'
import type {
  JudgedPart,
  Located,
  LocatedObject,
  MalformedPart,
  UnresolvedReference,
} from './documents/loaded-document.ts'
import { isSchema, notExpected, notExpectedThere } from './json-schema/keyword-faults.ts'
import { type PartKind, strangeWords } from './strange-words.ts'
import { defined } from '../util/defined.ts'

/** An operation with the path item and the document it stands in. */
export interface OperationParts {
  readonly top: LocatedObject
  readonly item: LocatedObject
  readonly operation: LocatedObject
  readonly version: DescriptionVersion
  readonly reading: Reading
}

/** Follows references while a part of a description is read, and remembers what leads nowhere or is malformed. */
export class Reading {
  readonly documents: DocumentSet
  readonly unresolved: UnresolvedReference[]
  readonly malformed: MalformedPart[]
  readonly #judges: JudgedPart | undefined

  constructor(documents: DocumentSet, around?: Reading, judges?: JudgedPart) {
    this.documents = documents
    this.unresolved = around?.unresolved ?? []
    this.malformed = around?.malformed ?? []
    this.#judges = judges
  }

  /** The same reading for a part that something is judged by, or for one that nothing is. */
  of(judges: JudgedPart | undefined): Reading {
    return new Reading(this.documents, this, judges)
  }

  /** The object that a value is or refers to; undefined when it is none. `place` names it in what is remembered. */
  object(located: Located | undefined, place: string): LocatedObject | undefined {
    if (located === undefined) return undefined
    const resolved = this.documents.resolve(located)
    if (!resolved.ok) {
      const reference = referenceOf(located.value) ?? ''
      this.unresolved.push(defined({ reference, place, reason: resolved.problems, judges: this.#judges }))
      return undefined
    }
    const { value, document } = resolved.value
    const unlike = value === located.value ? notExpected : notExpectedThere
    const reason = isObject(value) ? brokenReference(value) : unlike('an object', value)
    if (reason !== undefined) this.misread(place, reason)
    return isObject(value) && reason === undefined ? { value, document } : undefined
  }

  /** The schema under `schema` of a part; what is none is remembered. */
  schema(holder: LocatedObject, place: string, version: DescriptionVersion): Located | undefined {
    const written = inside(holder, 'schema')
    if (written === undefined || isSchema(written.value, version)) return written
    this.misread(`${place} schema`, notExpected('a schema', written.value))
    return undefined
  }

  /** True where a part says that it is `required`, or the like. */
  isTrue({ value }: LocatedObject, key: string, place: string): boolean {
    const written = property(value, key)
    if (written !== undefined && typeof written !== 'boolean')
      this.misread(`${place} ${key}`, notExpected('true or false', written))
    return written === true
  }

  /** Remembers words of a part that say nothing, and were meant to. */
  words({ value }: LocatedObject, kind: PartKind, place: string, version: DescriptionVersion): void {
    for (const { word, reason } of strangeWords(value, kind, version))
      this.misread(`${place} ${word}`, reason)
  }

  /** Remembers a part that is left out, and why. */
  misread(place: string, reason: string): void {
    this.malformed.push(defined({ place, reason, judges: this.#judges }))
  }

  /** True where a part is null, which is as good as none where nothing is judged by it, and else remembered. */
  isLeftEmpty(located: Located | undefined, place: string, expected: string): boolean {
    if (located?.value !== null) return false
    const judges = this.#judges
    if (judges !== undefined)
      this.malformed.push({ place, reason: notExpected(expected, null), isEmpty: true, judges })
    return true
  }

  /** The members of an object that is there or referred to, references inside not yet followed. */
  members(located: Located | undefined, place: string): readonly (readonly [string, Located])[] {
    if (this.isLeftEmpty(located, place, 'an object')) return []
    const object = this.object(located, place)
    return object === undefined ? [] : membersOf(object)
  }

  /** The items of a list that is there; what is none is remembered. */
  items(located: Located | undefined, place: string): readonly Located[] {
    if (located === undefined || this.isLeftEmpty(located, place, 'a list')) return []
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
