import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { jsonAnswer, jsonBodyProblems, problemAnswers } from '../http/answers.ts'
import type { Schema } from '../http/answers.ts'
import { sendProblem } from '../http/problem.ts'
import type { PlaygroundState } from '../state.ts'
import { demoAccounts, demoClient, parseBasic, userIdFor, userIdForClient } from './credentials.ts'
import { tokenLifetime } from './sessions.ts'

const tags = ['Sign-in']

/** Sign-in by name and password, and by OAuth2 client credentials. Both give a bearer token. */
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
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => {
        parsed(null, Object.fromEntries(new URLSearchParams(body.toString())))
      },
    )
    scope.setValidatorCompiler(() => () => true)
    scope.post('/oauth/token', { schema: createOAuthToken }, (request, reply) => {
      const result = grant(request)
      return 'error' in result
        ? reply
            .code(result.status)
            .headers(challenge(result.status))
            .send({ error: result.error, error_description: result.description })
        : sendToken(reply, state.sessions.open(result.userId))
    })
    done()
  })
}

const wrong = 'User name or password is wrong; try demo and demo-password.'

/** RFC 6749, 5.1: a token answer must not be stored by any cache. */
function sendToken(reply: FastifyReply, token: string): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .send({ access_token: token, token_type: 'Bearer', expires_in: tokenLifetime })
}

type Grant =
  | { readonly userId: number }
  | { readonly status: 400 | 401; readonly error: string; readonly description: string }

/** RFC 6749, 4.4 and 5.2: the client's id and secret come in the body or as basic authentication. */
function grant(request: FastifyRequest): Grant {
  const form = new Map(Object.entries(request.body ?? {})) as ReadonlyMap<string, unknown>
  if (form.get('grant_type') !== 'client_credentials')
    return {
      status: 400,
      error: 'unsupported_grant_type',
      description: 'grant_type must be client_credentials.',
    }
  const basic = parseBasic(request.headers.authorization)
  const id = basic?.username ?? form.get('client_id')
  const secret = basic?.password ?? form.get('client_secret')
  const userId = userIdForClient(String(id), String(secret))
  return userId === undefined
    ? { status: 401, error: 'invalid_client', description: 'Client id or secret is wrong.' }
    : { userId }
}

function challenge(status: number): Record<string, string> {
  return status === 401 ? { 'www-authenticate': 'Basic realm="playground"' } : {}
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

const token = jsonAnswer('A token for the Authorization header.', tokenSchema, {
  access_token: '0b9a2ad4-5c2f-4a47-9d06-2c8f3d6b8f10',
  token_type: 'Bearer',
  expires_in: tokenLifetime,
})

const createToken = {
  operationId: 'createToken',
  tags,
  summary: 'Sign in with name and password',
  body: {
    type: 'object',
    required: ['username', 'password'],
    additionalProperties: false,
    properties: { username: { type: 'string' }, password: { type: 'string', format: 'password' } },
    examples: demoAccounts.map(({ username, password }) => ({ username, password })).slice(0, 1),
  },
  response: {
    200: token,
    ...jsonBodyProblems,
    ...problemAnswers({ 401: 'User name or password is wrong.' }),
  },
}

const oauthErrorSchema: Schema = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
}

const createOAuthToken = {
  operationId: 'createOAuthToken',
  tags,
  summary: 'Get a token by OAuth2 client credentials',
  description:
    'Client id and secret go in the form or as basic authentication. Errors have the shape of RFC 6749.',
  body: {
    description: 'The grant.',
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['grant_type'],
          properties: {
            grant_type: { type: 'string', enum: ['client_credentials'] },
            client_id: { type: 'string' },
            client_secret: { type: 'string' },
            scope: { type: 'string' },
          },
          examples: [
            {
              grant_type: 'client_credentials',
              client_id: demoClient.id,
              client_secret: demoClient.secret,
            },
          ],
        },
      },
    },
  },
  response: {
    200: token,
    400: jsonAnswer('Another grant was asked for.', oauthErrorSchema),
    401: jsonAnswer('The client is not known.', oauthErrorSchema),
    ...problemAnswers({ 415: 'The body is not a URL-encoded form.' }),
  },
}
