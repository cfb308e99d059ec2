import type { FastifyInstance } from 'fastify'
import { problemAnswers } from '../http/answers.ts'
import { sendProblem } from '../http/problem.ts'

/** The statuses one can ask for, with what is said about each. */
const failures: Readonly<Record<string, string>> = {
  400: 'You asked for a bad request.',
  401: 'You asked to be unauthorized.',
  404: 'You asked for something that is not there.',
  500: 'You asked for an internal error.',
  503: 'You asked for a service that is not available.',
}

const headers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  401: { 'www-authenticate': 'Bearer realm="playground"' },
  503: { 'retry-after': '1' },
}

/** `GET /ajax/fail/{code}`: fails with one of five statuses, and with the headers that a status calls for. */
export function addFailureRoute(app: FastifyInstance): void {
  app.get<{ Params: { code: string } }>('/ajax/fail/:code', { schema: getFailure }, (request, reply) => {
    const { code } = request.params
    const detail = Object.hasOwn(failures, code) ? failures[code] : undefined
    if (detail === undefined)
      return sendProblem(reply, {
        status: 404,
        code: 'unknown-failure',
        title: 'Unknown failure',
        detail: `There is no failure ${code}; ask for ${Object.keys(failures).join(', ')}.`,
      })
    return sendProblem(reply.headers(headers[code] ?? {}), { status: Number(code), detail })
  })
}

const getFailure = {
  operationId: 'getFailure',
  tags: ['AJAX'],
  summary: 'Forced HTTP error with the status given in the path',
  params: {
    type: 'object',
    required: ['code'],
    properties: {
      code: { type: 'string', description: `One of ${Object.keys(failures).join(', ')}.`, examples: ['503'] },
    },
  },
  response: problemAnswers(failures),
}
