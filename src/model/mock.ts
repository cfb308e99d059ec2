import type { Conditional } from './expectation.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { DocumentPath, Span } from './span.ts'

/** A stand-in for a server, as a suite describes it. */
export interface Mock {
  readonly name: string
  readonly routes: readonly MockRoute[]
  /** An OpenAPI or Swagger document, relative to the suite, whose operations answer what no route does. */
  readonly spec?: string
  /** The collections of the description that remember. */
  readonly state?: readonly MockCollection[]
  /** Whether calls that nothing answers are right, too. */
  readonly allowsUnmatched: boolean
  /** A fixed port; any that is free without one. */
  readonly port?: number
  /** The address to listen on; 127.0.0.1 unless another is given. */
  readonly host?: string
  readonly span: Span
}

/** A collection of a described API whose operations remember. */
export interface MockCollection {
  /** As the description writes it, without a slash at the end. */
  readonly path: string
  /** The member that items go by; that of the description unless said. */
  readonly key?: string
  /** A JSON file with what it begins with, relative to the suite. */
  readonly from?: string
  /** What it begins with; `examples` are those of the description. */
  readonly items?: readonly JsonValue[] | 'examples'
  /** Where it is in the document. */
  readonly at: DocumentPath
}

/** The most items that a collection has. */
export const mostItems = 10_000

/** A request that a mock knows, what it has to be like, and what it is answered. */
export interface MockRoute extends Conditional {
  /** In capitals; `ANY` takes every one. */
  readonly method: string
  /** From the first slash, with `{parameters}`. */
  readonly path: string
  /** One after the other; the last one repeats. */
  readonly answers: readonly MockAnswer[]
  readonly span: Span
}

/** A route as it is written: `POST /charges/{id}`. */
export function routeText({ method, path }: Pick<MockRoute, 'method' | 'path'>): string {
  return `${method} ${path}`
}

/** What a route answers; any text may hold placeholders. */
export interface MockAnswer {
  readonly status: JsonValue
  readonly headers: JsonObject
  readonly body?: MockBody
  readonly delay?: Delay
  /** Where it is in the document. */
  readonly path: DocumentPath
}

/** A body, by the key it is written under; `file` is relative to the suite. */
export interface MockBody {
  readonly kind: 'json' | 'text' | 'xml' | 'html' | 'file'
  readonly value: JsonValue
  readonly contentType?: string
}

/** How long an answer waits, in milliseconds: always the same, evenly between two, or mostly short with a long tail. */
export type Delay =
  | { readonly kind: 'fixed'; readonly time: number }
  | { readonly kind: 'even'; readonly min: number; readonly max: number }
  | { readonly kind: 'tailed'; readonly median: number; readonly p99: number }

/** What the templates of an answer name of a request, beside `path.NAME`, `query.NAME` and `headers.NAME`. */
export const requestNames = ['body', 'method', 'url', 'calls'] as const
