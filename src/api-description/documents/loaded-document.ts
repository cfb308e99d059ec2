import type { JsonObject, JsonValue } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'

/** A document of a description that was read, with its address (`file:` or `http:`, without a fragment). */
export interface LoadedDocument {
  readonly address: string
  readonly root: JsonValue
  /** The document it stands in, where it is a schema that gives itself an address with `$id`. */
  readonly around?: LoadedDocument
}

/** The document that was read, of a schema in it with an address of its own. */
export function wholeDocument(document: LoadedDocument): LoadedDocument {
  return document.around === undefined ? document : wholeDocument(document.around)
}

/** A value and the document it stands in, which is what its references count from. */
export interface Located<Value extends JsonValue = JsonValue> {
  readonly value: Value
  readonly document: LoadedDocument
}

/** A word of an older version of OpenAPI. */
export interface OutdatedWord {
  readonly keyword: 'nullable' | 'exclusiveMinimum' | 'exclusiveMaximum'
  readonly at: LocatedObject
}

/** An object of a document: what most parts of a description are. */
export type LocatedObject = Located<JsonObject>

/**
 * The part of a call that a part of an operation judges: `response 200` is an answer with that status. Other parts,
 * such as examples, judge nothing.
 */
export type JudgedPart = 'parameters' | 'body' | 'responses' | `response ${string}`

/** A reference that leads nowhere. */
export interface UnresolvedReference {
  readonly reference: string
  /** The part of the description that uses it: `parameter 2`, `response 200`. */
  readonly place: string
  /** Why, as a fragment: `there is no file shared.json`. */
  readonly reason: string
  readonly judges?: JudgedPart
}

/** A part of a description that is not what it should be, and is left out. */
export interface MalformedPart {
  /** The part that was not understood: `parameter 2`, `GET /users`. */
  readonly place: string
  /** Why, as a fragment: `an object was expected, not 5`. */
  readonly reason: string
  /** True where it is null: it was left empty. */
  readonly isEmpty?: boolean
  readonly judges?: JudgedPart
}

/** Gives the text at an address (`file:` or `http:`), or says why there is none. The caller knows files and networks. */
export type ReadDocument = (address: string) => Promise<Result<string>>
