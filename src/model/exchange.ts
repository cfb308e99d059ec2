import type { X509Certificate } from 'node:crypto'
import type { FieldName } from './expectation.ts'
import type { JsonObject, JsonValue } from './json.ts'

/** Header lines as they were on the wire: order, case and repetition kept. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** The request that one action sent and the response that came back. Validations, extracts and retry know only this. */
export interface Exchange {
  readonly request: RequestRecord
  readonly response: ResponseRecord
  readonly timings: Timings
  /** The success of a step that states no status of its own, and what that means for the action. */
  readonly success: Success
  /** All bytes of a body that was sent, when somebody looks at bodies and the request's record only has its beginning. */
  readonly sentBody?: Uint8Array
  /** The redirects that were followed before `request`, the one that got the response. */
  readonly redirects?: readonly RedirectRecord[]
  /** The namespaces that prefixes in XPath stand for, where somebody looks by it. */
  readonly namespaces?: Readonly<Record<string, string>>
  /** A header that the response must return as it was sent, in lower case, with its value. */
  readonly echo?: readonly [name: string, value: string]
  /** It answers a request of GraphQL, which lists in `$.errors` what went wrong, whatever its status says. */
  readonly graphql?: { readonly allowsErrors: boolean }
  /** Everything that was said, in its order, where that is more than a request and its response. */
  readonly transcript?: Transcript
}

/** The messages that went over a connection, one by one. */
export interface Transcript {
  readonly entries: readonly TranscriptEntry[]
  /** How many in the middle are left out. */
  readonly leftOut: number
}

export interface TranscriptEntry {
  /** Milliseconds since the action began. */
  readonly at: number
  readonly direction: 'sent' | 'received' | 'note'
  /** Kind of the entry, in the protocol's words: `text`, `binary`, `event price`, `close`. */
  readonly kind: string
  /** At most `transcriptTextLimit` characters. */
  readonly text: string
  /** Bytes of the whole. */
  readonly size: number
}

/** An answer that named another place to ask, which was then asked. */
export interface RedirectRecord {
  readonly method: string
  readonly url: string
  readonly status: number
  /** As the answer gave it. */
  readonly location: string
  /** Milliseconds of this request alone. */
  readonly duration: number
  /**
   * The parts that the next request is without, as it goes to another origin: names of headers, `body`, `client
   * certificate`.
   */
  readonly withheld?: readonly string[]
}

/** The success of an action by its own rule. */
export interface Success {
  /** The subject of the rule, where that is not the status: then it counts whatever is said of the status. */
  readonly subject?: 'messages' | 'calls'
  readonly holds: boolean
  /** The value that the rule asks for: `2xx or 3xx`. */
  readonly expected: string
  /** The actual value, where it is not the status. */
  readonly actual?: string
  /** Targets that set the rule aside where a validation looks at one of them. */
  readonly unless?: readonly string[]
}

/** The request that was sent, after placeholders were filled in. */
export interface RequestRecord {
  /** One line that names it: `GET http://127.0.0.1:4010/api/users/1`. */
  readonly summary: string
  readonly method?: string
  readonly url?: string
  /** The URLs that are asked over and over until they are up, where that is the action. */
  readonly urls?: readonly string[]
  readonly headers: HeaderList
  /** The body as text, at most `previewLimit` characters. */
  readonly body?: BodyPreview
  /** Source of the body, when it is more than that text. */
  readonly bodySource?: BodySource
  /**
   * Further settings that decided how it was sent, in the words of the suite language: `tls`, `proxy`, `resolve`,
   * `unix-socket`, `http-version`, `path-as-is`, `follow-redirects` and beside it `cookies`, and of `auth` what the
   * headers do not show. Paths are absolute.
   */
  readonly settings?: JsonObject
}

/** A file, by its absolute path, or the parts of a multipart form. */
export type BodySource =
  | { readonly kind: 'file'; readonly file: string }
  | {
      readonly kind: 'multipart'
      /** Where it is no form, without the boundary that was made. */
      readonly type?: string
      readonly parts: readonly SentPart[]
    }

/** A part of a multipart form: a file by its absolute path, or text as it was sent. */
export interface SentPart {
  readonly name: string
  readonly filename?: string
  readonly contentType?: string
  readonly headers?: HeaderList
  readonly file?: string
  /** At most `previewLimit` characters; absent for a longer text and for a file. */
  readonly text?: string
}

/** The response that came back. */
export interface ResponseRecord {
  /** A number, or a name where the protocol has names for its statuses. */
  readonly status?: number | string
  readonly statusText?: string
  /** Set for an answer by HTTP/2; others came by HTTP/1. */
  readonly httpVersion?: '2'
  readonly headers: HeaderList
  /** Header lines behind the body. */
  readonly trailers?: HeaderList
  /** That of the server, where TLS was spoken with it. */
  readonly certificate?: X509Certificate
  /** Values of the protocol beside these, by the name of the target: `close-code`, `details`. */
  readonly fields?: Fields
  readonly body: Body
}

/** One of several things that came over time: a WebSocket message, an event, a record of a broker. */
export interface Message {
  readonly headers: HeaderList
  /** Values of the protocol beside headers and body, by the name of the target: `key`, `event`. */
  readonly fields: Fields
  readonly body: Body
  /** How it appears in the list of messages that `$` stands for. */
  readonly entry: JsonValue
}

/** Values by the name of the target that shows them. */
export type Fields = Readonly<Partial<Record<FieldName, JsonValue>>>

/** The answer's body. */
export interface Body {
  /** Bytes after decompression, all of them, whether or not they were kept. */
  readonly size: number
  /** False when nobody asked for the body and only its beginning was kept. */
  readonly complete: boolean
  /** The kept bytes; to be asked for before `text` or `json`, which let go of them. */
  bytes(): Uint8Array
  /** The same, piece by piece, where they are not in one. */
  pieces?(): Iterable<Uint8Array>
  /** The first bytes of a body whose text is not all of it, as it is no text. They stay when that is asked for. */
  beginning?(): Uint8Array | undefined
  /** The kept bytes as text (UTF-8, or the charset the answer names). */
  text(): string
  /** The kept bytes as JSON. `unread` where they may well be, and were not read: nobody knows what is in them. */
  json():
    | { readonly ok: true; readonly value: JsonValue }
    | {
        readonly ok: false
        readonly reason: string
        /** The words of the reader of JSON, where they are the reason. */
        readonly syntax?: string
        readonly unread?: true
      }
}

/** The beginning of a body, for reports. */
export interface BodyPreview {
  readonly text: string
  /** Of a body that is no text, the first bytes, at most `previewLimit`. */
  readonly base64?: string
  /** Bytes of the whole body. */
  readonly size: number
  readonly truncated: boolean
}

/** When and how long, in milliseconds; `startedAt` since 1970. */
export interface Timings {
  readonly startedAt: number
  readonly duration: number
  readonly phases?: Phases
  /**
   * How often the request went out again by itself: by another connection, as the one before was closed at the moment it was used
   * again, or the server had not begun with it.
   */
  readonly repeats?: number
}

/** Milliseconds of each part of a request; a part that did not happen (a reused connection) is absent. */
export interface Phases {
  readonly dns?: number
  readonly connect?: number
  readonly tls?: number
  readonly firstByte?: number
  readonly download?: number
}

/** Longest body text that reports carry, in characters. */
export const previewLimit = 16_384

/** Longest text of one entry of a transcript, in characters. */
export const transcriptTextLimit = 2_048
