import { STATUS_CODES } from 'node:http'
import type { FastifyReply } from 'fastify'
import { defined } from '../../src/util/defined.ts'

/** The problem that a handler reports; the parts it leaves out are filled in from the status. */
export interface ProblemInput {
  readonly status: number
  readonly detail: string
  /** The last part of the problem's type, such as `coupon-expired`. */
  readonly code?: string
  readonly title?: string
  readonly errors?: readonly InputError[]
}

/** One thing that is wrong with a request: a JSON pointer into its body, or the name of a parameter. */
export type InputError =
  | { readonly pointer: string; readonly message: string }
  | { readonly parameter: string; readonly message: string }

/** The body of an error answer: RFC 9457, with `errors` as an extension. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance: string
  readonly errors?: readonly InputError[]
}

/** The media type of every error answer (RFC 9457, section 3). */
export const problemContentType = 'application/problem+json'

/** The problem document for the resource `instance` (the path that was asked for). */
export function toProblem(input: ProblemInput, instance: string): Problem {
  return defined({
    type: input.code === undefined ? 'about:blank' : `urn:problem:${input.code}`,
    title: input.title ?? STATUS_CODES[input.status] ?? 'Error',
    status: input.status,
    detail: input.detail,
    instance,
    errors: input.errors,
  })
}

/** Answers with a problem document. */
export function sendProblem(reply: FastifyReply, input: ProblemInput): FastifyReply {
  const path = reply.request.url.split('?', 1)[0] ?? '/'
  return reply.code(input.status).type(problemContentType).send(toProblem(input, path))
}

/** Answers that there is no such record: `notFound(reply, 'product', 7)`. */
export function notFound(reply: FastifyReply, kind: string, id: string | number): FastifyReply {
  return sendProblem(reply, { status: 404, detail: `There is no ${kind} ${id}.` })
}
