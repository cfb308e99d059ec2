import type { Schema } from './answers.ts'

/** An error answer: problem details as RFC 9457 defines them, with `errors` as an extension. */
export const problemSchema: Schema = {
  $id: 'Problem',
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'instance'],
  properties: {
    type: {
      type: 'string',
      description: '`about:blank`, or the kind of problem, such as `urn:problem:out-of-stock`.',
    },
    title: { type: 'string', description: 'The kind of problem in words.' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What went wrong this time.' },
    instance: { type: 'string', description: 'The path that was asked for.' },
    errors: {
      type: 'array',
      description: 'What is wrong with the request, field by field.',
      items: {
        type: 'object',
        required: ['message'],
        properties: {
          pointer: {
            type: 'string',
            description: 'JSON pointer to a field of the body, such as `/quantity`.',
          },
          parameter: { type: 'string', description: 'Name of a parameter of the path or the query.' },
          message: { type: 'string', description: 'What is wrong with it, such as `must be >= 1`.' },
        },
      },
    },
  },
}

/** The `meta` of every list. */
export const listMetaSchema: Schema = {
  $id: 'ListMeta',
  type: 'object',
  required: ['total', 'count'],
  properties: {
    total: { type: 'integer', minimum: 0, description: 'How many records there are.' },
    count: { type: 'integer', minimum: 0, description: 'How many of them are in this answer.' },
  },
}

/** An amount in euros with two decimals. */
export function moneySchema(description: string): Schema {
  return { type: 'number', minimum: 0, description }
}

/** An instant as ISO 8601 text. */
export const instantSchema: Schema = {
  type: 'string',
  format: 'date-time',
  description: 'When, as ISO 8601 in UTC.',
}

/** A line of an order or a cart. */
export const orderItemSchema: Schema = {
  $id: 'OrderItem',
  type: 'object',
  required: ['productId', 'name', 'unitPrice', 'quantity', 'total'],
  properties: {
    productId: { type: 'integer', minimum: 1 },
    name: { type: 'string' },
    unitPrice: moneySchema('Price of one piece.'),
    quantity: { type: 'integer', minimum: 1 },
    total: moneySchema('`unitPrice` times `quantity`.'),
  },
}
