import { write } from './suites.mjs'

/** Fields of a schema, which real descriptions repeat with other names all over. */
const fields = {
  id: { type: 'string', format: 'uuid', description: 'What it is known by, everywhere and for ever.' },
  name: { type: 'string', minLength: 1, maxLength: 120, description: 'What people call it.', example: 'Ada' },
  state: { type: 'string', enum: ['draft', 'active', 'closed'], default: 'draft' },
  amount: {
    type: 'number',
    minimum: 0,
    multipleOf: 0.01,
    description: 'In the smallest unit of the currency.',
  },
  currency: { type: 'string', pattern: '^[A-Z]{3}$', example: 'EUR' },
  createdAt: { type: 'string', format: 'date-time', readOnly: true },
  email: { type: 'string', format: 'email', nullable: true },
  tags: { type: 'array', items: { type: 'string' }, maxItems: 20 },
}

/** An OpenAPI document of some 3 MB: resources with schemas that refer to each other, five operations each; gives its path. `edit` may change it. */
export function writeDescription(folder, { resources = 230, name = 'bench-openapi', edit = () => {} } = {}) {
  const numbers = Array.from({ length: resources }, (_, index) => index + 1)
  const description = {
    openapi: '3.0.3',
    info: { title: 'Bench', version: '1.0.0' },
    servers: [{ url: 'https://api.example.com/v1' }],
    security: [{ token: [] }],
    tags: numbers.map(number => ({ name: `Resource ${number}`, description: 'What can be done with it.' })),
    paths: Object.assign({}, ...numbers.map(pathsOf)),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: Object.assign(
        { Problem: { type: 'object', required: ['title'], properties: { title: { type: 'string' } } } },
        ...numbers.map(number => schemasOf(number, resources)),
      ),
    },
  }
  edit(description)
  return write(folder, `${name}.json`, JSON.stringify(description, null, 2))
}

function pathsOf(number) {
  const tags = [`Resource ${number}`]
  const schema = { $ref: `#/components/schemas/Resource${number}` }
  const list = { $ref: `#/components/schemas/Resource${number}List` }
  const one = [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }]
  const page = [
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
    { name: 'after', in: 'query', schema: { type: 'string' }, description: 'Where the page before ended.' },
  ]
  const operation = (verb, more, answer = schema) => ({
    tags,
    operationId: `${verb}Resource${number}`,
    summary: `${verb} resource ${number}`,
    description: 'What it does, in a sentence or two, as descriptions have it. '.repeat(3),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: answer } } },
      404: {
        description: 'Not there.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
    ...more,
  })
  const body = { requestBody: { required: true, content: { 'application/json': { schema } } } }
  return {
    [`/resources${number}`]: {
      get: operation('list', { parameters: page }, list),
      post: operation('create', body),
    },
    [`/resources${number}/{id}`]: {
      get: operation('get', { parameters: one }),
      put: operation('replace', { parameters: one, ...body }),
      delete: operation('delete', { parameters: one }),
    },
  }
}

function schemasOf(number, resources) {
  // Schemas refer to each other in groups of ten, whose last one leads back to the first.
  const next = {
    $ref: `#/components/schemas/Resource${number % 10 === 0 ? number - 9 : Math.min(number + 1, resources)}`,
  }
  const parts = Object.fromEntries(
    Array.from({ length: 3 }, (_, index) => [`part${index + 1}`, { type: 'object', properties: fields }]),
  )
  return {
    [`Resource${number}`]: {
      type: 'object',
      required: ['id', 'name', 'amount', 'part1'],
      properties: { ...fields, ...parts, next },
    },
    [`Resource${number}List`]: {
      type: 'object',
      properties: { items: { type: 'array', items: { $ref: `#/components/schemas/Resource${number}` } } },
    },
  }
}
