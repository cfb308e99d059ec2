import type { Position } from '../../model/span.ts'
import type { Numeric } from '../../util/exact-number.ts'

/** A text with placeholders: pieces of text, escapes resolved, and names between them. */
export type Template = readonly (string | { readonly name: string })[]

/** A file of Hurl, taken apart: every character of it is in the text of an entry, or in `rest`. */
export interface HurlFile {
  readonly entries: readonly HurlEntry[]
  /** The text behind the last entry, all of it where there is none. */
  readonly rest: string
}

/** A line or more of a file that say one thing, with the comments above. */
export interface HurlItem {
  readonly source: string
}

/** The same with the number of its line, that of the first behind the comments. */
export interface HurlLine extends HurlItem {
  readonly line: number
}

/** A request, and what its answer must be. */
export interface HurlEntry {
  /** The comment right above. */
  readonly title?: string
  /** Comments that Hurl obeys, such as `@cookie_storage_clear`. */
  readonly commands: readonly string[]
  readonly line: number
  /** Behind its last line. */
  readonly end: Position
  readonly method: string
  readonly url: Template
  readonly request: HurlMessage
  readonly response?: HurlResponse
  /** Its part of the file, as it is. */
  readonly text: string
}

/** The parts that a request and a response have. */
export interface HurlMessage {
  /** The line that it begins with, and the comments above that. */
  readonly source: string
  readonly headers: readonly HurlField[]
  readonly sections: readonly HurlSection[]
  readonly body?: HurlBody & HurlLine
}

export interface HurlResponse extends HurlMessage {
  readonly line: number
  /** `1.1` of `HTTP/1.1`. */
  readonly version?: string
  /** Absent where any is right. */
  readonly status?: number
}

/** Names of sections, with their older ones. */
export const sectionNames = {
  Query: 'Query',
  QueryStringParams: 'Query',
  Form: 'Form',
  FormParams: 'Form',
  Multipart: 'Multipart',
  MultipartFormData: 'Multipart',
  Cookies: 'Cookies',
  BasicAuth: 'BasicAuth',
  Options: 'Options',
  Captures: 'Captures',
  Asserts: 'Asserts',
} as const

export type SectionName = (typeof sectionNames)[keyof typeof sectionNames]

/** The kind of value that an option has. */
export type OptionKind = 'text' | 'file' | 'flag' | 'count' | 'length'

const kinds: Readonly<Record<OptionKind, string>> = {
  text: 'aws-sigv4 connect-to header netrc-file pinnedpubkey proxy resolve unix-socket user variable verbosity',
  file: 'cacert cert key output',
  flag:
    'compressed digest http1.0 http1.1 http2 http3 insecure ipv4 ipv6 location location-trusted negotiate netrc netrc-optional ' +
    'ntlm path-as-is skip verbose very-verbose',
  count: 'limit-rate max-redirs repeat retry',
  length: 'connect-timeout delay max-time retry-interval',
}

/** The kinds of all options, by their names. */
export const optionKinds: ReadonlyMap<string, OptionKind> = new Map(
  Object.entries(kinds).flatMap(([kind, names]) =>
    names.split(' ').map(name => [name, kind as OptionKind] as const),
  ),
)

export interface HurlSection {
  readonly name: SectionName
  /** The line with its name, and the comments above. */
  readonly source: string
  readonly fields: readonly HurlField[]
  readonly captures: readonly HurlCapture[]
  readonly asserts: readonly HurlAssert[]
}

/** `name: value` of a header, a parameter, a cookie or an option. */
export interface HurlField extends HurlLine {
  readonly name: Template
  readonly value: Template
  /** The file of a part of a form, whose type is `value`. */
  readonly file?: Template
}

export interface HurlCapture extends HurlLine {
  readonly name: Template
  readonly query: HurlQuery
  readonly isRedacted: boolean
}

export interface HurlAssert extends HurlLine {
  readonly query: HurlQuery
  readonly isNegated: boolean
  readonly operator: string
  readonly value?: HurlValue
}

/** A part of the answer, and what filters make of it. */
export interface HurlQuery {
  readonly kind: string
  readonly argument?: HurlValue
  /** Of a cookie. */
  readonly attribute?: string
  readonly filters: readonly HurlFilter[]
  /** As it is written. */
  readonly text: string
}

export interface HurlFilter {
  readonly name: string
  readonly arguments: readonly HurlValue[]
}

export type HurlValue =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: Numeric }
  | { readonly kind: 'text'; readonly text: Template }
  | { readonly kind: 'placeholder'; readonly name: string }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | HurlBytes
  | HurlFileName

/** Bytes that are written down. */
export interface HurlBytes {
  readonly kind: 'bytes'
  readonly bytes: Buffer
  readonly written: string
}

export interface HurlFileName {
  readonly kind: 'file'
  readonly file: Template
}

export type HurlBody =
  | { readonly kind: 'json' | 'line'; readonly text: Template }
  | { readonly kind: 'xml'; readonly xml: string }
  | { readonly kind: 'block'; readonly language: 'json' | 'xml' | 'raw' | ''; readonly text: Template }
  | { readonly kind: 'graphql'; readonly query: Template; readonly variables?: Template }
  | HurlBytes
  | HurlFileName
