import { problemContentType, toProblem } from './problem.ts'
import { defined } from '../../src/util/defined.ts'

/** A JSON Schema as the routes write it. */
export type Schema = Readonly<Record<string, unknown>>

/** One entry of a route's `response`: what it means, and per content type how its body looks. */
export interface Answer {
  readonly description: string
  readonly content?: Readonly<Record<string, { schema: Schema; example?: unknown }>>
  readonly type?: 'null'
}

/** A JSON answer, with an example of it. */
export function jsonAnswer(description: string, schema: Schema, example?: unknown): Answer {
  return {
    description,
    content: { 'application/json': defined({ schema, example }) },
  }
}

/** An answer without a body, such as 204 and 304. */
export function emptyAnswer(description: string): Answer {
  return { description, type: 'null' }
}

/** Problem answers, per status the reason: `problemAnswers({ 404: 'There is no product 9999.' })`. */
export function problemAnswers(details: Readonly<Record<number, string>>): Record<string, Answer> {
  return Object.fromEntries(
    Object.entries(details).map(([status, detail]) => [status, problemAnswer(Number(status), detail)]),
  )
}

function problemAnswer(status: number, detail: string): Answer {
  const example = toProblem({ status, detail }, '/')
  return {
    description: detail,
    content: { [problemContentType]: { schema: { $ref: 'Problem#' }, example } },
  }
}

/** The responses of any endpoint that reads a JSON body when the body is not as it expects. */
export const jsonBodyProblems = problemAnswers({
  400: 'The body is not valid JSON, or fields of it are missing or wrong; `errors` names them.',
  413: 'The body is larger than 1 MiB.',
  415: 'The body is not application/json.',
})

/** `{ items, meta }`: the shape of every list; `meta.total` counts all records, `meta.count` those in `items`. */
export function listOf(schemaName: string): Schema {
  return {
    type: 'object',
    required: ['items', 'meta'],
    properties: {
      items: { type: 'array', items: { $ref: `${schemaName}#` } },
      meta: { $ref: 'ListMeta#' },
    },
  }
}

/** The records as a list answer; with a limit, only the first so many. */
export function toList<Item>(all: readonly Item[], limit = Infinity): List<Item> {
  const items = all.slice(0, limit)
  return { items, meta: { total: all.length, count: items.length } }
}

/** The body of a list answer; see `listOf`. */
export interface List<Item> {
  readonly items: readonly Item[]
  readonly meta: { readonly total: number; readonly count: number }
}
