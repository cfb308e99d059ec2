import type { InEnvironments } from './in-environments.ts'
import type { Conditional } from './expectation.ts'
import type { JsonObject, JsonValue } from './json.ts'
import type { DocumentPath, Span } from './span.ts'
import type { Step } from './suite.ts'
import { RouteTrie } from '../util/route-trie.ts'

/** A stand-in for a server, as a suite describes it. */
export interface Mock extends InEnvironments {
  readonly name: string
  readonly routes: readonly MockRoute[]
  /** The routes that do more than answer with a body: of the thousands that there may be, few. */
  readonly notable: readonly MockRoute[]
  /** An OpenAPI or Swagger document, relative to the suite, whose operations answer what no route does. */
  readonly spec?: string
  /** The files that describe the services of one that speaks gRPC, and nothing else. */
  readonly services?: MockServices
  /** The collections of the description that remember. */
  readonly state?: readonly MockCollection[]
  /** The URL of a server that is asked what neither a route nor the description answers; may hold placeholders. */
  readonly proxy?: string
  /** True where calls that nothing answers are right, too. */
  readonly allowsUnmatched: boolean
  /** True where pages of all origins may call it. */
  readonly cors?: boolean
  /** Where its callbacks may go beside this machine. */
  readonly callbackHosts?: readonly string[]
  /** A fixed port; any that is free without one. */
  readonly port?: number
  /** The address to listen on; 127.0.0.1 unless another is given. */
  readonly host?: string
  /** Where the file says these two; absent where the command line does, or nobody. */
  readonly portSpan?: Span | undefined
  readonly hostSpan?: Span | undefined
  /**
   * The certificate that it shows clients that connect by TLS: an identity made for the project, or files. It speaks no
   * TLS without.
   */
  readonly tls?: 'made' | MockTls
  readonly span: Span
}

/** `.proto` files, or a descriptor set, relative to the suite. */
export interface MockServices {
  readonly proto: readonly string[]
  readonly importPaths: readonly string[]
  readonly descriptorSet?: string
}

/** The method of routes that are WebSockets. */
export const webSocketMethod = 'WS'

/** The method of routes of a mock that speaks gRPC; the path is `/package.Service/Method`. */
export const rpcMethod = 'RPC'

/** A collection of a described API whose operations remember. */
export interface MockCollection {
  /** As the description writes it, without a slash at the end. */
  readonly path: string
  /** The member that items go by; that of the description (default). */
  readonly key?: string
  /** A JSON file with what it begins with, relative to the suite. */
  readonly from?: string
  /** The items that it begins with; `examples` are those of the description. */
  readonly items?: readonly JsonValue[] | 'examples'
  /** Where it is in the document. */
  readonly at: DocumentPath
}

/** The items that a collection begins with, beside those that the mock gives it. */
export interface WrittenCollection extends MockCollection {
  /** The items of its file. */
  readonly loaded?: readonly JsonValue[]
}

/** The most items that a collection has. */
export const mostItems = 10_000

/** PEM files, relative to the suite. */
export interface MockTls {
  readonly certificate: string
  readonly key: string
}

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

/** A route as it is written: `POST /charges/{id}`, `WS /chat`, `shop.v1.Orders/GetOrder`. */
export function routeText({ method, path }: Pick<MockRoute, 'method' | 'path'>): string {
  return method === rpcMethod ? path.slice(1) : `${method} ${path}`
}

const known = new WeakMap<readonly MockRoute[], RouteTrie<MockRoute>>()

/** The routes of a mock by their paths: made once, for the check and for all who serve them. */
export function routesByPath(routes: readonly MockRoute[]): RouteTrie<MockRoute> {
  const trie = known.get(routes) ?? new RouteTrie(routes)
  known.set(routes, trie)
  return trie
}

/** The steps that a mock runs after its answers, and their name in reports. */
export interface CallbackSteps {
  readonly owner: string
  readonly steps: readonly Step[]
}

/** The callbacks of mocks, in their order. */
export function callbacksOf(mocks: readonly Mock[]): readonly CallbackSteps[] {
  return mocks.flatMap(mock =>
    mock.notable.flatMap(route =>
      route.answers.flatMap(({ then: steps = [] }) =>
        steps.length === 0 ? [] : [{ owner: callbackOwner(mock, route), steps }],
      ),
    ),
  )
}

/** Names the caller of a callback: `mock payments POST /charges`. */
export function callbackOwner({ name }: Pick<Mock, 'name'>, route: MockRoute): string {
  return `mock ${name} ${routeText(route)}`
}

/** Stands in the place of a route for calls that a server behind the mock answers; no route is written like that. */
export const proxyRoute = 'proxy'

/** The problem of the address of such a server, if there is one. */
export function proxyProblem(address: string): string | undefined {
  if (!URL.canParse(address) || !/^https?:\/\//i.test(address)) return 'must be a URL with http or https'
  const { username, password, search, hash } = new URL(address)
  if (username !== '' || password !== '') return 'must have no credentials: callers bring their own'
  return search === '' && hash === '' ? undefined : 'must have neither a query nor a fragment'
}

/** The variables that a mock has, such as `{{mocks.chat.webSocketUrl}}`. */
export function mockVariables({ services, tls }: Pick<Mock, 'services' | 'tls'>): readonly string[] {
  return [
    ...['url', 'address'],
    ...(services === undefined ? ['webSocketUrl'] : []),
    ...(tls === undefined ? [] : ['certificate']),
  ]
}

/** Answer of a route; any text may hold placeholders. */
export interface MockAnswer {
  readonly status: JsonValue
  readonly headers: JsonObject
  readonly body?: MockBody
  /** Server-sent events, in place of a body. */
  readonly events?: MockEvents
  /** The messages, where they go to and fro. */
  readonly talk?: MockTalk
  /** How a gRPC call ends; `status` is its status. */
  readonly end?: RpcEnd
  readonly delay?: Delay
  /** Milliseconds that the body takes, piece by piece. */
  readonly over?: number
  /** The fault of the answer. */
  readonly fault?: FaultName
  /** Steps that run when it has been sent. */
  readonly then?: readonly Step[]
  /** Where it is in the document. */
  readonly path: DocumentPath
}

/** A stream of events. */
export interface MockEvents {
  readonly events: readonly MockEvent[]
  /** True where the stream stays open when all have been sent. */
  readonly staysOpen: boolean
  /** Milliseconds after which a comment is sent where nothing else was. */
  readonly heartbeat?: number
}

/** An event of a stream, as it is written; any text may hold placeholders. */
export interface MockEvent {
  readonly event?: JsonValue
  readonly data?: JsonValue
  readonly id?: JsonValue
  /** Milliseconds until a client comes again. */
  readonly retry?: JsonValue
  readonly comment?: JsonValue
  /** Before it. */
  readonly delay?: Delay
}

/** The messages of a mock over a WebSocket, or in a gRPC call. */
export interface MockTalk {
  /** The messages that are sent first. */
  readonly messages: readonly MockMessage[]
  /** The replies to messages that come: the first that fits is sent. */
  readonly replies: readonly MockReply[]
  /** Of the subprotocols that a client offers, the one that is chosen; its first one (default). */
  readonly subprotocols?: readonly string[]
  /** True where messages that no reply fits are right. */
  readonly allowsUnmatched: boolean
}

export interface MockMessage {
  /** As it is written, perhaps with a delay; any text may hold placeholders. */
  readonly value: JsonValue
  /** True where it is the message itself, whatever it looks like. */
  readonly isBare?: boolean
  readonly path: DocumentPath
}

export interface MockReply extends Conditional {
  readonly messages: readonly MockMessage[]
  /** Closes the WebSocket then. */
  readonly close?: JsonValue
  /** Ends the call then. */
  readonly status?: JsonValue
  readonly end?: RpcEnd
  readonly path: DocumentPath
}

/** How a gRPC call ends, beside its status. */
export interface RpcEnd {
  readonly statusMessage?: JsonValue
  readonly details: readonly JsonValue[]
  readonly trailers: JsonObject
}
/** The faults that an answer may have. */
export const faultNames = [
  'close',
  'reset',
  'close-within-headers',
  'reset-within-headers',
  'reset-after-headers',
  'close-within-body',
  'reset-within-body',
  'stall',
  'stall-within-headers',
  'stall-within-body',
  'slow-headers',
  'slow-body',
  'no-http',
  'bad-status',
  'bad-header',
  'bad-length',
  'two-lengths',
  'length-too-large',
  'length-too-small',
  'bad-chunks',
  'two-answers',
  'endless-headers',
  'endless-body',
  'cut-body',
  'bad-text',
  'bad-gzip',
  'cut-gzip',
] as const

export type FaultName = (typeof faultNames)[number]

/** A body, by the key it is written under; `file` is relative to the suite. */
export interface MockBody {
  readonly kind: (typeof bodyKinds)[number]
  readonly value: JsonValue
  readonly contentType?: string
}

/** The keys that say what the body of an answer is. An answer has one. */
export const bodyKinds = ['json', 'text', 'xml', 'html', 'file'] as const

/** The longest that an answer may wait, in milliseconds: five minutes. */
export const longestDelay = 300_000

/** How long an answer waits, in milliseconds: always the same, evenly between two, or mostly short with a long tail. */
export type Delay =
  | { readonly kind: 'fixed'; readonly time: number }
  | { readonly kind: 'even'; readonly min: number; readonly max: number }
  | { readonly kind: 'tailed'; readonly median: number; readonly p99: number }

/** Names by which the templates of an answer reach a request, beside `path.NAME`, `query.NAME` and `headers.NAME`. */
export const requestNames = ['body', 'method', 'url', 'calls'] as const

/** `{{mocks.payments.url}}` in the text of a service, with the name between the braces. */
export const mockPlaceholder = /\{\{\s*(mocks\.[\w.-]+)\s*\}\}/g
