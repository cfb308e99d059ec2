import type { FastifyInstance } from 'fastify'
import { dataSizes, recordCounts, type DataSize } from '../data/records.ts'
import { seedShop } from '../data/shop.ts'
import { jsonAnswer, jsonBodyProblems, type Schema } from '../http/answers.ts'
import { apiVersion } from '../http/common-headers.ts'
import type { PlaygroundState } from '../state.ts'

const tags = ['Health & State']

/** `GET /api/health`, and `POST /api/reset`, which replaces all data by that of the size asked for. */
export function addHealthRoutes(app: FastifyInstance, state: PlaygroundState): void {
  app.get('/api/health', { schema: getHealth }, () => ({
    status: 'UP',
    version: apiVersion,
    size: state.shop.size,
  }))
  app.post<{ Body: { size: DataSize } }>('/api/reset', { schema: resetState }, request => {
    const { size } = request.body
    state.shop = seedShop(size)
    return { size, counts: recordCounts[size] }
  })
}

const sizeSchema: Schema = { type: 'string', enum: dataSizes, description: 'Size of the seed data.' }

const getHealth = {
  operationId: 'getHealth',
  tags,
  summary: 'Check that the playground is up',
  response: {
    200: jsonAnswer(
      'It is.',
      {
        type: 'object',
        required: ['status', 'version', 'size'],
        properties: {
          status: { type: 'string', enum: ['UP'] },
          version: { type: 'string', description: 'Version of the API, as in the x-api-version header.' },
          size: sizeSchema,
        },
      },
      { status: 'UP', version: apiVersion, size: 'small' },
    ),
  },
}

const resetState = {
  operationId: 'resetState',
  tags,
  summary: 'Reset and reseed all data',
  description:
    'Start a test with it: changes, placed orders, carts and uploads are gone, and every id and value is as it was at ' +
    'the first start. Tokens stay valid.',
  body: {
    type: 'object',
    required: ['size'],
    additionalProperties: false,
    properties: { size: sizeSchema },
    examples: [{ size: 'small' }],
  },
  response: {
    200: jsonAnswer(
      'How many records there are now.',
      {
        type: 'object',
        required: ['size', 'counts'],
        properties: {
          size: sizeSchema,
          counts: {
            type: 'object',
            required: Object.keys(recordCounts.small),
            properties: Object.fromEntries(
              Object.keys(recordCounts.small).map(name => [name, { type: 'integer', minimum: 0 }]),
            ),
          },
        },
      },
      { size: 'small', counts: recordCounts.small },
    ),
    ...jsonBodyProblems,
  },
}
