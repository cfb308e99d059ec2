import { fastifySwagger, type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { demoAccounts, demoApiKey } from '../account/credentials.ts'
import { apiVersion } from '../http/common-headers.ts'

/** The parts of an OpenAPI 3.1 document that are looked at here. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: Readonly<Record<string, unknown>>
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: Readonly<Record<string, unknown>>
}

/** One method of one path, as far as the home page and the tests need it. */
export interface OpenApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly { readonly name: string; readonly example?: unknown }[]
  readonly responses: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly requestBody?: Readonly<Record<string, unknown>>
  /** Set by routes that need no body: Fastify takes every body that is described for required. */
  readonly 'x-body-may-be-missing'?: true
}

/** Collects the routes that are added from now on into an OpenAPI document. */
export async function describeRoutes(app: FastifyInstance): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'apitest playground', version: apiVersion, description },
      tags: [...tags],
      components: { securitySchemes },
    },
    convertConstToEnum: false,
    refResolver: { buildLocalReference: (json, _base, _fragment, index) => nameOf(json, index) },
  })
}

/** The document with the address under which this caller reached the playground. */
export function documentFor(request: FastifyRequest): OpenApiDocument {
  // HTTP/1.0 need not say a host.
  const host = request.host === '' ? `127.0.0.1:${request.socket.localPort ?? 80}` : request.host
  return openApiDocument(request.server, `${request.protocol}://${host}`)
}

/** The document made from the routes, for a playground at `url`. */
export function openApiDocument(app: FastifyInstance, url: string): OpenApiDocument {
  const document = app.swagger() as unknown as OpenApiDocument
  const headers = {
    ApiVersion: { description: 'Version of the API.', required: true, schema: { type: 'string' } },
  }
  return {
    ...document,
    servers: [{ url }],
    paths: mapValues(document.paths, path =>
      mapValues(path, operation => withVersionHeader(withItsBody(operation))),
    ),
    components: { ...document.components, headers },
  }
}

/** One hook sends `x-api-version` with every answer, and this describes it for every answer. */
function withVersionHeader(operation: OpenApiOperation): OpenApiOperation {
  const headers = { 'x-api-version': { $ref: '#/components/headers/ApiVersion' } }
  return { ...operation, responses: mapValues(operation.responses, response => ({ ...response, headers })) }
}

function withItsBody(operation: OpenApiOperation): OpenApiOperation {
  const { 'x-body-may-be-missing': mayBeMissing, ...described } = operation
  return mayBeMissing === true && described.requestBody !== undefined
    ? { ...described, requestBody: { ...described.requestBody, required: false } }
    : operation
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}

function nameOf(schema: Readonly<Record<string, unknown>>, index: number): string {
  return typeof schema['$id'] === 'string' ? schema['$id'] : `Schema${index}`
}

const description = [
  'A small shop to practise API tests on: sample data, forced failures, and helpers for slow, echoing and streaming calls.',
  'Send `POST /api/reset` first for a clean state. All data is made up, and the same at every start.',
  `Sign in as \`${demoAccounts[0].username}\` with \`${demoAccounts[0].password}\`.`,
].join('\n\n')

const tags = [
  { name: 'Health & State', description: 'Whether the playground is up, and a clean start.' },
  { name: 'Users', description: 'Who buys.' },
  { name: 'Products', description: 'What is sold.' },
  { name: 'Orders', description: 'Who bought what.' },
  { name: 'Categories', description: 'How products are sorted.' },
  { name: 'Notifications', description: 'News for users.' },
  { name: 'AJAX', description: 'Plain, echoing, slow, failing and streaming calls.' },
  { name: 'Tables', description: 'Rows of products by page, to change and to delete.' },
  { name: 'Forms', description: 'Dropdowns that depend on each other.' },
  { name: 'Files', description: 'Upload, delete and download.' },
  { name: 'Shop', description: 'A cart with coupons.' },
  { name: 'Sign-in', description: 'Tokens, and what needs one.' },
  { name: 'GraphQL', description: 'The same data by GraphQL.' },
  { name: 'Real-time', description: 'What happens to orders, as it happens; and a WebSocket that echoes.' },
]

const securitySchemes: NonNullable<
  NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>['securitySchemes']
> = {
  bearer: { type: 'http', scheme: 'bearer', description: 'A token from POST /auth/token.' },
  basic: { type: 'http', scheme: 'basic', description: 'User name and password.' },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: `The key \`${demoApiKey}\`.`,
  },
  apiKeyQuery: { type: 'apiKey', in: 'query', name: 'api_key', description: `The key \`${demoApiKey}\`.` },
  clientCredentials: {
    type: 'oauth2',
    description: 'A token from POST /oauth/token.',
    flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: {} } },
  },
}
