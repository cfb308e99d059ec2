import type { FastifyInstance, FastifyRequest } from 'fastify'
import { jsonAnswer, problemAnswers, type Schema } from '../http/answers.ts'
import type { PlaygroundState } from '../state.ts'
import { demoClient, parseBasic, userIdFor, userIdForClient, userIdOfAssertion } from './credentials.ts'
import { sendToken, tokenAnswer } from './token-answer.ts'

/** Sign-in by OAuth2: the one endpoint that takes a form, and whose errors are those of RFC 6749. */
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
      const result = grant(request, state)
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

type Form = ReadonlyMap<string, unknown>

const urn = 'urn:ietf:params:oauth:grant-type:'

/** The user that each grant stands for: of the client itself, of a password, of an assertion, and of another token. */
const grants: Readonly<Record<string, (form: Form, state: PlaygroundState) => number | undefined>> = {
  client_credentials: () => demoClient.userId,
  password: form => userIdFor(String(form.get('username')), String(form.get('password'))),
  [`${urn}jwt-bearer`]: form => userIdOfAssertion(String(form.get('assertion'))),
  [`${urn}token-exchange`]: (form, { sessions }) => sessions.userOf(String(form.get('subject_token'))),
}

/** RFC 6749, 4.4 and 5.2: the client's id and secret come in the body or as basic authentication. */
function grant(request: FastifyRequest, state: PlaygroundState): Grant {
  const form: Form = new Map(Object.entries(request.body ?? {}))
  const type = String(form.get('grant_type'))
  const known = Object.hasOwn(grants, type) ? grants[type] : undefined
  if (known === undefined) {
    const description = `grant_type must be ${Object.keys(grants).join(', ')}.`
    return { status: 400, error: 'unsupported_grant_type', description }
  }
  const basic = parseBasic(request.headers.authorization)
  const id = basic?.username ?? form.get('client_id')
  const secret = basic?.password ?? form.get('client_secret')
  if (userIdForClient(String(id), String(secret)) === undefined)
    return { status: 401, error: 'invalid_client', description: 'Client id or secret is wrong.' }
  const userId = known(form, state)
  return userId === undefined
    ? { status: 400, error: 'invalid_grant', description: 'What the token is asked for with does not hold.' }
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
  summary: 'Get a token by OAuth2',
  description:
    'For the client itself, a name and a password, an assertion that is signed with the secret of the client (HS256), or ' +
    'another token. Client id and secret go in the form or as basic authentication. Errors have the shape of RFC 6749.',
  body: {
    description: 'The grant.',
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['grant_type'],
          properties: {
            grant_type: { type: 'string', enum: Object.keys(grants) },
            client_id: { type: 'string' },
            client_secret: { type: 'string' },
            scope: { type: 'string' },
            username: { type: 'string' },
            password: { type: 'string' },
            assertion: { type: 'string' },
            subject_token: { type: 'string' },
            subject_token_type: { type: 'string' },
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
    400: jsonAnswer('The grant is not known, or does not hold.', oauthErrorSchema),
    401: jsonAnswer('The client is not known.', oauthErrorSchema),
    ...problemAnswers({ 415: 'The body is not a URL-encoded form.' }),
  },
}
