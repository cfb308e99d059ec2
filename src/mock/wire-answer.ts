import type { OutgoingHttpHeader } from 'node:http'
import { headerBytes } from '../actions/http/engine/header-list.ts'
import type { JsonObject } from '../model/json.ts'
import type { FaultName } from '../model/mock.ts'
import { writeJson } from '../util/exact-number.ts'

/** Header lines of an answer. */
export type HeaderLines = readonly (readonly [name: string, value: string])[]

/** How an answer is sent that is not sent at once and whole. */
interface Manner {
  /** Milliseconds that its body takes. */
  readonly over?: number | undefined
  readonly fault?: FaultName | undefined
  /** The stream that is sent bit by bit in place of a body, until the signal is aborted. */
  readonly stream?: ((signal: AbortSignal) => AsyncIterable<string | Uint8Array>) | undefined
}

/** An answer as it goes over the wire. */
export class WireAnswer {
  readonly status: number
  readonly headers: HeaderLines
  readonly body: Uint8Array
  readonly manner: Manner
  #prepared: PreparedAnswer | undefined

  constructor(status: number, headers: HeaderLines, body: Uint8Array = nothing, manner: Manner = usual) {
    this.status = status
    this.headers = headers
    this.body = body
    this.manner = manner
  }

  /** The same with one more header. */
  with(name: string, value: string): WireAnswer {
    return new WireAnswer(this.status, [...this.headers, [name, value]], this.body, this.manner)
  }

  /** The response for node:http; made once for all who are answered the same. */
  get prepared(): PreparedAnswer {
    this.#prepared ??= prepare(this)
    return this.#prepared
  }
}

interface PreparedAnswer {
  /** Names and values in turn, with the length of the body. */
  readonly lines: OutgoingHttpHeader[]
  /** A small body has a byte in each character: as a text it goes out in one piece with its headers. */
  readonly body: string | Uint8Array | undefined
}

/** Bodies up to this size go out in one piece with their headers. */
const smallBody = 16 * 1024

const nothing = new Uint8Array()
const usual: Manner = {}

function prepare({ status, headers, body, manner }: WireAnswer): PreparedAnswer {
  const lines = headers.flatMap(([name, value]) => [name, headerBytes([value])[0] ?? ''])
  // Neither has a body (RFC 9110, 15.3.5 and 15.4.5).
  if (status === 204 || status === 304 || manner.stream !== undefined) return { lines, body: undefined }
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return {
    lines: [...lines, 'content-length', String(body.length)],
    body: body.length > smallBody ? bytes : bytes.toString('latin1'),
  }
}

/** The response of a mock where it cannot answer as it is described. */
export function explanation(status: number, value: JsonObject): WireAnswer {
  return new WireAnswer(status, [['content-type', 'application/json']], Buffer.from(writeJson(value)))
}
