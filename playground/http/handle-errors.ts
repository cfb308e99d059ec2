import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorObject } from 'ajv'
import { sendProblem, type InputError } from './problem.ts'
import { toInputErrors } from './validate-requests.ts'

/** Answers every error, and every path that does not exist, with a problem document. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, _request, reply) => answerError(error, reply))
  app.setNotFoundHandler((request, reply) => sendProblem(reply, { status: 404, detail: nowhere(request) }))
}

/** The answer to a request that failed before or in its handler. */
export function answerError(error: FastifyError, reply: FastifyReply): FastifyReply {
  if (error.validation !== undefined)
    return sendInvalid(
      reply,
      toInputErrors(error.validation as Partial<ErrorObject>[], error.validationContext ?? 'body'),
    )
  const status = error.statusCode ?? 500
  return status >= 500
    ? sendProblem(reply, { status: 500, detail: 'The playground could not answer this request.' })
    : sendProblem(reply, { status, detail: sentence(error.message) })
}

/** Answers 400 and names everything that is wrong with the request. */
export function sendInvalid(reply: FastifyReply, errors: readonly InputError[]): FastifyReply {
  const detail = errors.map(describe).join('; ')
  return sendProblem(reply, {
    status: 400,
    code: 'invalid-request',
    title: 'The request is not valid',
    detail: `${detail}.`,
    errors,
  })
}

function describe(error: InputError): string {
  const place = 'pointer' in error ? error.pointer : error.parameter
  return place === '' ? `The body ${error.message}` : `${place} ${error.message}`
}

function nowhere(request: FastifyRequest): string {
  return `There is nothing at ${request.url.split('?', 1)[0] ?? '/'}. All endpoints are listed at / and in /openapi.json.`
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
