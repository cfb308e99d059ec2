import type { FastifyReply } from 'fastify'
import { jsonAnswer, type Schema } from '../http/answers.ts'
import { tokenLifetime } from './sessions.ts'

/** Answers with a token. RFC 6749, 5.1: such an answer must not be stored by any cache. */
export function sendToken(reply: FastifyReply, token: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .send({ access_token: token, token_type: 'Bearer', expires_in: tokenLifetime })
}

const tokenSchema: Schema = {
  type: 'object',
  required: ['access_token', 'token_type', 'expires_in'],
  properties: {
    access_token: { type: 'string' },
    token_type: { type: 'string', enum: ['Bearer'] },
    expires_in: { type: 'integer', description: 'Seconds.' },
  },
}

/** How that answer is described. */
export const tokenAnswer = jsonAnswer('A token for the Authorization header.', tokenSchema, {
  access_token: '0b9a2ad4-5c2f-4a47-9d06-2c8f3d6b8f10',
  token_type: 'Bearer',
  expires_in: tokenLifetime,
})
