import type { FastifyInstance } from 'fastify'
import { emptyAnswer, problemAnswers } from '../http/answers.ts'

/** Adds `/ajax/redirect/N`, which redirects N times before it arrives at `/ajax/get`. */
export function addRedirectRoute(app: FastifyInstance): void {
  app.get<{ Params: { times: number } }>(
    '/ajax/redirect/:times',
    { schema: getRedirect },
    (request, reply) => {
      const left = request.params.times - 1
      return reply.redirect(left === 0 ? '/ajax/get?redirected=yes' : `/ajax/redirect/${left}`, 302)
    },
  )
}

const getRedirect = {
  operationId: 'getRedirect',
  tags: ['AJAX'],
  summary: 'Redirects as often as the path says, and arrives at the plain GET',
  params: {
    type: 'object',
    required: ['times'],
    properties: {
      times: { type: 'integer', minimum: 1, maximum: 50, description: 'How many redirects.', examples: [2] },
    },
  },
  response: {
    302: emptyAnswer('The next place to ask, in `location`.'),
    ...problemAnswers({ 400: 'Not a number from 1 to 50.' }),
  },
}
