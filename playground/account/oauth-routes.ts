import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonAnswer, problemAnswers, type Schema } from '../http/answers.ts'
import type { PlaygroundState } from '../state.ts'
import { demoClient, parseBasic, userIdForClient } from './credentials.ts'
import { sendToken, tokenAnswer } from './token-answer.ts'

/** Sign-in by OAuth2 client credentials: the one endpoint that takes a form, and whose errors are those of RFC 6749. */
export function addOAuthRoutes(app: FastifyInstance, state: PlaygroundState): void {
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

const oauthErrorSchema: Schema = {
  type: 'object',
  required: ['error', 'error_description'],
  properties: { error: { type: 'string' }, error_description: { type: 'string' } },
}

const createOAuthToken = {
  operationId: 'createOAuthToken',
  tags: ['Sign-in'],
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
    200: tokenAnswer,
    400: jsonAnswer('Another grant was asked for.', oauthErrorSchema),
    401: jsonAnswer('The client is not known.', oauthErrorSchema),
    ...problemAnswers({ 415: 'The body is not a URL-encoded form.' }),
  },
}
