import type { FastifyInstance } from 'fastify'
import { parse } from 'graphql'
import { createHandler } from 'graphql-http/lib/use/fastify'
import { jsonAnswer, problemAnswers, type Schema } from '../http/answers.ts'
import type { PlaygroundState } from '../state.ts'
import { maximumTokens } from './limits.ts'
import { createResolvers } from './resolvers.ts'
import { graphqlSchema } from './schema.ts'

/** `POST /graphql` and, for queries, `GET /graphql` (GraphQL over HTTP). */
export function addGraphqlRoutes(app: FastifyInstance, state: PlaygroundState): void {
  const handler = createHandler({
    schema: graphqlSchema,
    rootValue: createResolvers(state),
    parse: source => parse(source, { maxLexicalTokens: maximumTokens }),
  })
  // Errors of a GraphQL request are reported in the shape of GraphQL, not in that of the other endpoints.
  const validatorCompiler = () => () => true
  app.post('/graphql', { schema: runGraphql, validatorCompiler, handler })
  app.get('/graphql', { schema: { hide: true }, handler })
}

const errorSchema: Schema = {
  type: 'object',
  required: ['message'],
  properties: {
    message: { type: 'string' },
    locations: {
      type: 'array',
      items: { type: 'object', properties: { line: { type: 'integer' }, column: { type: 'integer' } } },
    },
    path: { type: 'array', items: {} },
    extensions: { type: 'object', additionalProperties: true },
  },
}

const resultSchema: Schema = {
  type: 'object',
  properties: {
    data: { type: ['object', 'null'], additionalProperties: true },
    errors: { type: 'array', items: errorSchema },
  },
}

const runGraphql = {
  operationId: 'runGraphql',
  tags: ['GraphQL'],
  summary: 'Run a GraphQL query or mutation',
  description:
    'Users, products and orders, and the mutation addToCart. Queries may also come by GET, as ?query=. As a WebSocket ' +
    '(graphql-transport-ws) also the subscriptions orderChanged and countdown.',
  body: {
    type: 'object',
    required: ['query'],
    properties: {
      query: { type: 'string', description: 'The document.' },
      variables: { type: ['object', 'null'], additionalProperties: true },
      operationName: { type: ['string', 'null'] },
    },
    examples: [
      {
        query: 'query User($id: ID!) { user(id: $id) { name email orders { total state } } }',
        variables: { id: '1' },
      },
    ],
  },
  response: {
    200: jsonAnswer('Data, errors or both.', resultSchema, { data: { user: { name: 'Ada Berg' } } }),
    400: {
      description: 'The document cannot be parsed or does not fit the schema, or the body is not valid JSON.',
      content: {
        'application/json': { schema: resultSchema },
        'application/problem+json': { schema: { $ref: 'Problem#' } },
      },
    },
    ...problemAnswers({ 415: 'The body is not application/json.' }),
  },
}
