import path from 'node:path'
import type { Exchange, HeaderList } from '../../model/exchange.ts'
import type { JsonValue } from '../../model/json.ts'
import { parseJson } from '../../util/parse-json.ts'
import { writeJson } from '../../util/exact-number.ts'

/** The parts of a response that a test sets; everything else is ordinary. */
export interface AnswerForTest {
  readonly status?: number
  readonly headers?: HeaderList
  /** Sent as JSON. */
  readonly json?: JsonValue
  /** Sent as it is; wins over `json`. */
  readonly text?: string
  /** Milliseconds. */
  readonly duration?: number
}

const nowhere = { line: 1, column: 1 }

/** A place in a file, where it does not matter which. */
export const span = { file: path.resolve('suite.apitest.yaml'), start: nowhere, end: nowhere }

/** An exchange with this answer, as an action would have made it. */
export function exchangeWith(answer: AnswerForTest): Exchange {
  const text = answer.text ?? (answer.json === undefined ? '' : writeJson(answer.json))
  return {
    request: { summary: 'GET http://127.0.0.1:4010/', headers: [] },
    response: {
      status: answer.status ?? 200,
      headers: answer.headers ?? [],
      body: {
        size: Buffer.byteLength(text),
        complete: true,
        bytes: () => Buffer.from(text),
        text: () => text,
        json: () => parse(text),
      },
    },
    timings: { startedAt: 0, duration: answer.duration ?? 12 },
    success: { holds: true, expected: '2xx or 3xx' },
  }
}

function parse(text: string): ReturnType<Exchange['response']['body']['json']> {
  try {
    return { ok: true, value: parseJson(text) }
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) }
  }
}
