import type { X509Certificate } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Body, HeaderList, Timings } from '../../../model/exchange.ts'
import type { Route } from '../../transport/route.ts'

/** A request ready to be written: nothing in it needs looking at again. */
export interface WireRequest {
  /** `http://127.0.0.1:4010`. */
  readonly origin: string
  /** Path and query, beginning with `/`. */
  readonly path: string
  readonly method: string
  /** Names and values in turn, as they will be written; `connection` and `content-length` are the engine's. */
  readonly headers: readonly string[]
  readonly body?: WireBody
  /** Milliseconds from looking up the host to the end of the answer's body. */
  readonly timeout: number
  readonly signal: AbortSignal
  /** True where to keep the whole body of the answer, or only its beginning. */
  readonly wantsBody: boolean
  /** How its connection is made; straight to the origin without it. */
  readonly route?: Route
  /** Takes the body of the answer as it comes. */
  readonly taker?: BodyTaker
}

/** A consumer that takes the body of an answer piece by piece, instead of having it kept until it is whole. */
export interface BodyTaker {
  /** True where the body of an answer with this head is taken; if not, it is kept like any other. */
  begin(head: AnswerHead, resume: () => void): boolean
  /** The next piece, decompressed. False when no more may come until `resume` has been called. */
  take(piece: Buffer): boolean
}

/** The part of an answer before its body. */
export type AnswerHead = Pick<WireResponse, 'status' | 'statusText' | 'headers'>

/** Bytes, or a stream of a known number of bytes that can be opened again for another attempt. */
export type WireBody = Buffer | StreamedBody

/** A body that is read while it is sent. */
export interface StreamedBody {
  readonly size: number
  open(): Readable
}

/** The response, or the fault that kept it from coming; with the times either way. */
export type WireAnswer =
  | { readonly ok: true; readonly response: WireResponse; readonly timings: Timings }
  | { readonly ok: false; readonly fault: Fault; readonly timings: Timings }

/** An answer. */
export interface WireResponse {
  readonly status: number
  readonly statusText: string
  /** Absent for HTTP/1. */
  readonly httpVersion?: '2'
  readonly headers: HeaderList
  /** That of the server, where TLS was spoken with it. */
  readonly certificate?: X509Certificate
  /** Absent when there are none. */
  readonly trailers?: HeaderList
  /** The part of its body that was kept, decompressed. */
  readonly body: Body
}

/** Why there is no answer. */
export interface Fault {
  /** The error that node:net, node:tls, node:http2, node:zlib or the engine itself reported. */
  readonly error: NodeJS.ErrnoException
  /** How far the exchange had come; `sending` while some of the request had still to go out. */
  readonly stage: 'connecting' | 'sending' | 'waiting' | 'headers' | 'body'
  /** True where the connection had been used before. */
  readonly wasKept?: boolean
  /** True where the same server, asked in the same way, has answered before. */
  readonly hasAnswered?: boolean
  /** Body bytes received so far, as they were on the wire. */
  readonly received: number
  /** The answer's content-length, when it named one. */
  readonly announced?: number
}
