import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { jsonAnswer, type Schema } from '../http/answers.ts'
import { callerLeft } from '../http/caller-left.ts'

/** How long `/ajax/slow` takes, in milliseconds. */
const slowDelay = 4000

const tags = ['AJAX']

/** The calls of /ajax that keep nothing: a GET that shows its query, a DELETE, and an answer after four seconds. */
export function addPlainRoutes(app: FastifyInstance): void {
  app.get<{ Querystring: Query }>('/ajax/get', { schema: getAjax }, request => ({
    method: 'GET',
    message: 'This is a plain GET.',
    query: request.query,
  }))
  app.delete('/ajax/delete', { schema: deleteAjax }, () => ({ method: 'DELETE', message: 'Deleted.' }))
  app.get('/ajax/slow', { schema: getSlow }, async (_request, reply) => {
    await wait(slowDelay, undefined, { signal: callerLeft(reply) }).catch(() => undefined)
    return { message: 'This took a while.', delayMilliseconds: slowDelay }
  })
}

type Query = Readonly<Record<string, string | string[]>>

const getAjax = {
  operationId: 'getAjax',
  tags,
  summary: 'Plain GET',
  description: 'Answers with the parameters of the query, whatever they are.',
  response: {
    200: jsonAnswer(
      'What was asked for.',
      {
        type: 'object',
        required: ['method', 'message', 'query'],
        properties: {
          method: { type: 'string', enum: ['GET'] },
          message: { type: 'string' },
          query: {
            type: 'object',
            description: 'The parameters; one that was given several times is a list.',
            additionalProperties: {
              anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
            },
          },
        },
      },
      { method: 'GET', message: 'This is a plain GET.', query: { colour: 'blue' } },
    ),
  },
}

const messageSchema = (properties: Schema): Schema => ({
  type: 'object',
  required: ['message', ...Object.keys(properties)],
  properties: { message: { type: 'string' }, ...properties },
})

const deleteAjax = {
  operationId: 'deleteAjax',
  tags,
  summary: 'DELETE',
  description: 'Answers as if something had been deleted.',
  response: {
    200: jsonAnswer('Done.', messageSchema({ method: { type: 'string', enum: ['DELETE'] } }), {
      method: 'DELETE',
      message: 'Deleted.',
    }),
  },
}

const getSlow = {
  operationId: 'getSlow',
  tags,
  summary: 'Response delayed by 4 seconds',
  response: {
    200: jsonAnswer('After 4 seconds.', messageSchema({ delayMilliseconds: { type: 'integer' } }), {
      message: 'This took a while.',
      delayMilliseconds: slowDelay,
    }),
  },
}
