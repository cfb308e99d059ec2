import type { JsonValue } from '../model/json.ts'
import type { DocumentSet } from './documents/document-set.ts'
import type {
  LoadedDocument,
  Located,
  LocatedObject,
  MalformedPart,
  UnresolvedReference,
} from './documents/loaded-document.ts'

/** The dialects of OpenAPI that differ in what schemas mean; 3.2 is read as 3.1. */
export type DescriptionVersion = '2.0' | '3.0' | '3.1'

/** Which way a value travels: requests have no read-only properties, responses need no write-only ones. */
export type Direction = 'request' | 'response'

/**
 * An API as an OpenAPI or Swagger document describes it, whatever its version. Schemas stay where they are: they are places in
 * documents, and their references are followed on request (`JsonSchemas`).
 */
export interface ApiDescription {
  readonly version: DescriptionVersion
  readonly title: string
  readonly description?: string
  readonly root: LoadedDocument
  readonly documents: DocumentSet
  /** At least one; the first is the usual one. */
  readonly servers: readonly Server[]
  readonly tags: readonly Tag[]
  /** Security that operations have unless they say otherwise; absent when the document has none. */
  readonly security?: readonly SecurityRequirement[]
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>
  /** In the order of the document. */
  readonly operations: readonly Operation[]
  /** Operations, and paths with all their operations, that cannot be read; each is also listed under `malformed` or `unresolved`. */
  readonly broken: readonly BrokenOperation[]
  /** `METHOD name` of what the API sends on its own. */
  readonly webhooks: readonly string[]
  /** References that lead nowhere and belong to no operation. */
  readonly unresolved: readonly UnresolvedReference[]
  /** Parts that belong to no operation and are not what they should be. */
  readonly malformed: readonly MalformedPart[]
}

export interface Tag {
  readonly name: string
  readonly description?: string
}

/** Where the API is. The URL is absolute, unless the document came from a file and says only a path. */
export interface Server {
  /** Without a slash at the end; `{name}` is a variable. */
  readonly url: string
  readonly description?: string
  readonly variables: ReadonlyMap<string, ServerVariable>
}

export interface ServerVariable {
  readonly default: string
  readonly values: readonly string[]
}

/** An operation that cannot be read, and so is not among the others. */
export interface BrokenOperation {
  /** In capitals; absent where it may be any. */
  readonly method?: string
  readonly path: string
  /** Why, as a fragment: `an object was expected, not null`. */
  readonly reason: string
}

/** One method of one path. */
export interface Operation {
  /** In capitals. */
  readonly method: string
  /** As written: `/users/{userId}`. */
  readonly path: string
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly deprecated: boolean
  /** The parameters of the path and of the operation, each once. */
  readonly parameters: readonly Parameter[]
  readonly body?: RequestBody
  readonly responses: readonly ResponseDescription[]
  /** Alternatives, its own or inherited; an empty list says none is asked for, absence that nothing is known. */
  readonly security?: readonly SecurityRequirement[]
  /** Servers of its own, in place of those of the description; empty when it has none. */
  readonly servers: readonly Server[]
  /** Names of the calls that the API makes in return. */
  readonly callbacks: readonly string[]
  readonly unresolved: readonly UnresolvedReference[]
  readonly malformed: readonly MalformedPart[]
  /** Where it is written, which may be behind a reference. */
  readonly written?: LocatedObject
}

export type ParameterPlace = 'path' | 'query' | 'header' | 'cookie'

export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'tabDelimited'
  | 'pipeDelimited'
  | 'deepObject'

export interface Parameter {
  readonly name: string
  readonly in: ParameterPlace
  readonly required: boolean
  /** True where it may stand in the query without a value, whatever its schema says; absent where it may not. */
  readonly allowsEmpty?: true
  readonly style: ParameterStyle
  readonly explode: boolean
  /** Set when the value is written in a media type such as JSON, instead of a style. */
  readonly mediaType?: string
  readonly schema?: Located
  /** Its own examples, the best first. */
  readonly examples: readonly JsonValue[]
  /** The examples that have names. */
  readonly namedExamples?: ReadonlyMap<string, JsonValue>
}

export interface RequestBody {
  readonly required: boolean
  /** By media type, in the order of the document. */
  readonly contents: readonly Content[]
}

/** A body in one media type. */
export interface Content {
  /** As written: `application/json; charset=utf-8`. */
  readonly type: string
  readonly schema?: Located
  /** Its own examples, the best first. */
  readonly examples: readonly JsonValue[]
  /** The examples that have names. */
  readonly namedExamples?: ReadonlyMap<string, JsonValue>
  /** How single fields of a form are written. */
  readonly encoding: ReadonlyMap<string, FieldEncoding>
}

export interface FieldEncoding {
  readonly contentType?: string
  readonly style?: ParameterStyle
  readonly explode?: boolean
}

export interface ResponseDescription {
  /** `200`, a range such as `2XX`, or `default`. */
  readonly status: string
  readonly contents: readonly Content[]
  readonly headers: readonly HeaderDescription[]
}

export interface HeaderDescription {
  readonly name: string
  readonly required: boolean
  readonly schema?: Located
  /** Its own examples, the best first; absent where it has none. */
  readonly examples?: readonly JsonValue[]
}

/** Schemes that are all needed together, with the scopes of each; an empty one says that no credentials will do, too. */
export type SecurityRequirement = ReadonlyMap<string, readonly string[]>

export type SecurityScheme =
  | { readonly kind: 'api-key'; readonly in: 'query' | 'header' | 'cookie'; readonly name: string }
  | { readonly kind: 'http'; readonly scheme: string }
  | { readonly kind: 'client-credentials'; readonly tokenUrl: string; readonly scopes: readonly string[] }
  /** A token that is got in another way: by another flow of OAuth 2, or OpenID Connect. */
  | { readonly kind: 'token' }
  | { readonly kind: 'other'; readonly type: string }
