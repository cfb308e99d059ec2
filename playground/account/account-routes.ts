import type { FastifyInstance, FastifyReply } from 'fastify'
import { jsonAnswer, listOf, problemAnswers, toList, type Schema } from '../http/answers.ts'
import { sendProblem } from '../http/problem.ts'
import type { PlaygroundState } from '../state.ts'
import { withOrders, type UserWithOrders } from '../users/with-orders.ts'
import { demoAccounts, demoApiKey, parseBasic, parseBearer, userIdFor } from './credentials.ts'

const tags = ['Sign-in']
const realm = 'realm="playground"'

/** Adds the endpoints for authenticated callers only: with a token, a name and password, or a key. */
export function addAccountRoutes(app: FastifyInstance, state: PlaygroundState): void {
  const bearer = (header: string | undefined): UserWithOrders | undefined => {
    const token = parseBearer(header)
    const userId = token === undefined ? undefined : state.sessions.userOf(token)
    const user = userId === undefined ? undefined : state.shop.users.get(userId)
    return user === undefined ? undefined : withOrders(state.shop, user)
  }
  app.get('/account/profile', { schema: getProfile }, ({ headers }, reply) => {
    return bearer(headers.authorization) ?? refuseToken(reply, headers.authorization)
  })
  app.get('/account/orders', { schema: listMyOrders }, ({ headers }, reply) => {
    const user = bearer(headers.authorization)
    return user === undefined ? refuseToken(reply, headers.authorization) : toList(user.orders)
  })
  app.get('/account/basic', { schema: getBasicAccount }, ({ headers }, reply) => {
    const basic = parseBasic(headers.authorization)
    if (basic === undefined || userIdFor(basic.username, basic.password) === undefined)
      return refuse(
        reply,
        `Basic ${realm}, charset="UTF-8"`,
        'Send a user name and password as basic authentication.',
      )
    return { kind: 'basic', name: basic.username }
  })
  app.get<{ Querystring: { api_key?: string } }>(
    '/account/key',
    { schema: getKeyAccount },
    (request, reply) => {
      const inHeader = request.headers['x-api-key']
      if ((inHeader ?? request.query.api_key) !== demoApiKey)
        return refuse(
          reply,
          `ApiKey ${realm}`,
          'Send the key in the header X-API-Key or the parameter api_key.',
        )
      return { kind: inHeader === undefined ? 'api-key-query' : 'api-key-header', name: 'demo' }
    },
  )
}

/** RFC 6750, 3: who sends no token is told how to, who sends a wrong one is told that it is. */
function refuseToken(reply: FastifyReply, sent: string | undefined): FastifyReply {
  return sent === undefined
    ? refuse(reply, `Bearer ${realm}`, 'Send a bearer token; POST /auth/token gives one.')
    : refuse(reply, `Bearer ${realm}, error="invalid_token"`, 'The token is not known or has expired.')
}

function refuse(reply: FastifyReply, challenge: string, detail: string): FastifyReply {
  return sendProblem(reply.header('www-authenticate', challenge), { status: 401, detail })
}

const unauthorized = problemAnswers({
  401: 'Who is asking is not known; WWW-Authenticate says what is needed.',
})

const getProfile = {
  operationId: 'getProfile',
  tags,
  summary: 'Get the user who is signed in',
  security: [{ bearer: [] }, { clientCredentials: [] }],
  response: { 200: jsonAnswer('The user with all orders.', { $ref: 'User#' }), ...unauthorized },
}

const listMyOrders = {
  operationId: 'listMyOrders',
  tags,
  summary: 'List the orders of the user who is signed in',
  security: [{ bearer: [] }, { clientCredentials: [] }],
  response: { 200: jsonAnswer('All orders of the user.', listOf('Order')), ...unauthorized },
}

const callerSchema: Schema = {
  type: 'object',
  required: ['kind', 'name'],
  properties: {
    kind: { type: 'string', enum: ['basic', 'api-key-header', 'api-key-query'] },
    name: { type: 'string' },
  },
}

const getBasicAccount = {
  operationId: 'getBasicAccount',
  tags,
  summary: 'Answer to basic authentication',
  security: [{ basic: [] }],
  response: {
    200: jsonAnswer('Name and password are right.', callerSchema, {
      kind: 'basic',
      name: demoAccounts[0].username,
    }),
    ...unauthorized,
  },
}

const getKeyAccount = {
  operationId: 'getKeyAccount',
  tags,
  summary: 'Answer to an API key',
  security: [{ apiKeyHeader: [] }, { apiKeyQuery: [] }],
  response: {
    200: jsonAnswer('The key is right.', callerSchema, { kind: 'api-key-header', name: 'demo' }),
    ...unauthorized,
  },
}
