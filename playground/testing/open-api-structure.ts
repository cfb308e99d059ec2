const text = { type: 'string', minLength: 1 }
const object = { type: 'object' }
const mapOf = (values: object) => ({ type: 'object', additionalProperties: values })
const exactly = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
})

const reference = exactly(['$ref'], { $ref: { type: 'string', pattern: '^#/components/' } })

const content = {
  ...mapOf(exactly(['schema'], { schema: { type: ['object', 'boolean'] }, example: true, examples: object })),
  minProperties: 1,
}

const response = exactly(['description'], { description: text, headers: mapOf(reference), content })

const parameter = exactly(['name', 'in', 'required', 'schema', 'description'], {
  name: text,
  in: { enum: ['path', 'query', 'header', 'cookie'] },
  required: { type: 'boolean' },
  description: text,
  schema: object,
  example: true,
  examples: object,
})

const operation = exactly(['operationId', 'tags', 'summary', 'responses'], {
  operationId: { type: 'string', pattern: '^[a-zA-Z]+$' },
  tags: { type: 'array', items: text, minItems: 1, maxItems: 1 },
  summary: text,
  description: text,
  parameters: { type: 'array', items: parameter },
  requestBody: exactly(['content'], { description: text, required: { type: 'boolean' }, content }),
  responses: {
    type: 'object',
    patternProperties: { '^[1-5]\\d\\d$': response },
    additionalProperties: false,
    minProperties: 1,
  },
  security: { type: 'array', items: mapOf({ type: 'array', items: text }), minItems: 1 },
})

const paths = {
  type: 'object',
  patternProperties: {
    '^/': {
      type: 'object',
      propertyNames: { enum: ['get', 'put', 'post', 'delete', 'patch'] },
      additionalProperties: operation,
    },
  },
  additionalProperties: false,
}

/** The part of OpenAPI 3.1 that the playground's document uses, as a JSON Schema; anything else in it is a mistake. */
export const openApiStructure = exactly(['openapi', 'info', 'servers', 'tags', 'paths', 'components'], {
  openapi: { const: '3.1.0' },
  info: exactly(['title', 'version', 'description'], { title: text, version: text, description: text }),
  servers: {
    type: 'array',
    minItems: 1,
    items: exactly(['url'], { url: { type: 'string', pattern: '^http://[^/]+$' } }),
  },
  tags: { type: 'array', items: exactly(['name', 'description'], { name: text, description: text }) },
  paths,
  components: exactly(['schemas', 'headers', 'securitySchemes'], {
    schemas: mapOf(object),
    headers: mapOf(
      exactly(['description', 'required', 'schema'], { description: text, required: true, schema: object }),
    ),
    securitySchemes: mapOf({ ...object, required: ['type'] }),
  }),
})
