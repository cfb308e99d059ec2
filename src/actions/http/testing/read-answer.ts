import type { HeaderList } from '../../../model/exchange.ts'
import type { AnswerHead } from '../engine/wire.ts'
import { Http1Reader } from '../engine/http1-reader.ts'

/** An answer as a reader reported it; `isReusable` is undefined as long as it is not whole. */
export interface ReadAnswer {
  status?: number
  statusText?: string
  headers?: HeaderList
  body: string
  trailers?: HeaderList
  interims: number
  isReusable?: boolean
  /** The message of the error. */
  fault?: string | RegExp
  idleTime?: number | undefined
}

/**
 * Reads the answer to a request from pieces, with a byte in each character, and the end of the connection behind them.
 * `before` are the pieces of an answer that came by the same connection.
 */
export function readAnswer(
  pieces: readonly string[],
  end: boolean,
  method = 'GET',
  before?: readonly string[],
): ReadAnswer {
  let answer: ReadAnswer = { body: '', interims: 0 }
  let begun = 0
  const taker = {
    begun: () => {
      begun++
    },
    interim: () => {
      answer.interims++
    },
    head: ({ status, statusText, headers }: AnswerHead) => {
      Object.assign(answer, { status, statusText, headers })
    },
    piece: (bytes: Buffer, from: number, to: number) => {
      if (to <= from || begun === 0) throw new Error('a piece of nothing')
      answer.body += bytes.toString('latin1', from, to)
    },
  }
  const reader = new Http1Reader({
    answered: ({ status, statusText, headers }, body, isReusable) => {
      if (isOver(answer) || begun > answer.interims) throw new Error('ended twice')
      Object.assign(answer, { status, statusText, headers, body, trailers: [], isReusable })
    },
    ended: (trailers, isReusable) => {
      if (isOver(answer)) throw new Error('ended twice')
      Object.assign(answer, { trailers, isReusable })
    },
    failed: error => {
      if (isOver(answer)) throw new Error('ended twice')
      answer.fault = error.message
    },
  })
  if (before !== undefined) {
    reader.expect(method, taker)
    for (const piece of before) reader.read(Buffer.from(piece, 'latin1'), piece.length, 0)
    answer = { body: '', interims: 0 }
    begun = 0
  }
  reader.expect(method, taker)
  for (const piece of pieces) reader.read(Buffer.from(piece, 'latin1'), piece.length, 0)
  if (end) reader.end(0)
  answer.idleTime = reader.head?.idleTime
  return answer
}

function isOver({ isReusable, fault }: ReadAnswer): boolean {
  return isReusable !== undefined || fault !== undefined
}
