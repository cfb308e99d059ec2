import type { FastifyInstance } from 'fastify'
import { jsonBodyProblems, problemAnswers } from '../http/answers.ts'
import { sendProblem } from '../http/problem.ts'
import type { PlaygroundState } from '../state.ts'
import { demoAccounts, userIdFor } from './credentials.ts'
import { sendToken, tokenAnswer } from './token-answer.ts'

/** Sign-in by name and password. */
export function addTokenRoutes(app: FastifyInstance, state: PlaygroundState): void {
  app.post<{ Body: { username: string; password: string } }>(
    '/auth/token',
    { schema: createToken },
    ({ body }, reply) => {
      const userId = userIdFor(body.username, body.password)
      if (userId === undefined)
        return sendProblem(reply, {
          status: 401,
          code: 'wrong-credentials',
          title: 'Wrong credentials',
          detail: wrong,
        })
      return sendToken(reply, state.sessions.open(userId))
    },
  )
}

const wrong = 'User name or password is wrong; try demo and demo-password.'

const createToken = {
  operationId: 'createToken',
  tags: ['Sign-in'],
  summary: 'Sign in with name and password',
  body: {
    type: 'object',
    required: ['username', 'password'],
    additionalProperties: false,
    properties: { username: { type: 'string' }, password: { type: 'string', format: 'password' } },
    examples: demoAccounts.map(({ username, password }) => ({ username, password })).slice(0, 1),
  },
  response: {
    200: tokenAnswer,
    ...jsonBodyProblems,
    ...problemAnswers({ 401: 'User name or password is wrong.' }),
  },
}
