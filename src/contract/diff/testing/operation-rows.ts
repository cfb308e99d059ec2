import type { JsonObject, JsonValue } from '../../../model/json.ts'

/** A change of an operation or of a whole document, with the name of the change back. */
export interface DocumentRow {
  readonly id: string
  readonly before: JsonObject
  readonly after: JsonObject
  readonly back: string
}

const text = { type: 'string' }
const answer = { '200': { description: '' } }
const key = { type: 'apiKey', in: 'header', name: 'X-Key' }
const oauth = (flows: JsonObject): JsonObject => ({ type: 'oauth2', flows })
const flow = { authorizationUrl: 'https://a.example/auth', tokenUrl: 'https://a.example/token', scopes: {} }

/** One pair for every change of an operation or document, but for those of schemas. */
export const documentRows: readonly DocumentRow[] = [
  ...bothWays('api-path-removed-without-deprecation', paths({ get: {} }), paths({}), 'endpoint-added'),
  row('api-path-removed-with-deprecation', paths({ get: { deprecated: true } }), paths({}), 'endpoint-added'),
  row('api-removed-without-deprecation', paths({ get: {}, put: {} }), paths({ get: {} }), 'endpoint-added'),
  row(
    'api-removed-with-deprecation',
    paths({ get: {}, put: { deprecated: true } }),
    paths({ get: {} }),
    'endpoint-added',
  ),
  ...bothWays(
    'webhook-removed',
    { ...paths({}), webhooks: { made: { post: { responses: answer } } } },
    paths({}),
    'webhook-added',
  ),
  ...bothWays(
    'endpoint-deprecated',
    paths({ get: {} }),
    paths({ get: { deprecated: true } }),
    'endpoint-reactivated',
  ),
  ...bothWays(
    'api-operation-id-removed',
    paths({ get: { operationId: 'a' } }),
    paths({ get: {} }),
    'api-operation-id-added',
  ),
  ...bothWays('api-tag-added', paths({ get: {} }), paths({ get: { tags: ['a'] } }), 'api-tag-removed'),
  ...bothWays(
    'api-callback-removed',
    paths({ get: { callbacks: { done: {} } } }),
    paths({ get: {} }),
    'api-callback-added',
  ),

  row(
    'new-required-request-parameter',
    parameters(),
    parameters({ required: true }),
    'request-parameter-removed',
  ),
  row(
    'new-required-request-default-parameter-to-existing-path',
    parameters(),
    parameters({ required: true, schema: { ...text, default: 'a' } }),
    'request-parameter-removed',
  ),
  row(
    'new-request-path-parameter',
    parameters(),
    parameters({ in: 'path', required: true }),
    'request-parameter-removed',
  ),
  ...bothWays('new-optional-request-parameter', parameters(), parameters({}), 'request-parameter-removed'),
  row(
    'new-optional-request-default-parameter-to-existing-path',
    parameters(),
    parameters({ schema: { ...text, default: 'a' } }),
    'request-parameter-removed',
  ),
  row(
    'request-parameter-removed-with-deprecation',
    parameters({ deprecated: true }),
    parameters(),
    'new-optional-request-parameter',
  ),
  ...bothWays(
    'request-parameter-became-required',
    parameters({}),
    parameters({ required: true }),
    'request-parameter-became-optional',
  ),
  ...bothWays(
    'request-parameter-deprecated',
    parameters({}),
    parameters({ deprecated: true }),
    'request-parameter-reactivated',
  ),
  ...bothWays(
    'request-parameter-default-value-added',
    parameters({}),
    parameters({ schema: { ...text, default: 'a' } }),
    'request-parameter-default-value-removed',
  ),
  same(
    'request-parameter-default-value-changed',
    parameters({ schema: { ...text, default: 'a' } }),
    parameters({ schema: { ...text, default: 'b' } }),
  ),
  same(
    'request-parameter-style-changed',
    parameters({ style: 'form' }),
    parameters({ style: 'pipeDelimited' }),
  ),
  same(
    'request-parameter-explode-changed',
    parameters({ schema: { type: 'array', items: text } }),
    parameters({ schema: { type: 'array', items: text }, explode: false }),
  ),
  same('request-parameter-content-type-changed', parameters({}), {
    ...paths({
      get: { parameters: [{ name: 'q', in: 'query', content: { 'application/json': { schema: text } } }] },
    }),
  }),
  ...bothWays(
    'request-parameter-allow-reserved-removed',
    parameters({ allowReserved: true }),
    parameters({}),
    'request-parameter-allow-reserved-added',
  ),
  ...bothWays(
    'request-parameter-allow-empty-value-removed',
    parameters({ allowEmptyValue: true }),
    parameters({}),
    'request-parameter-allow-empty-value-added',
  ),

  row('request-body-added-required', body(), body({ 'application/json': {} }, true), 'request-body-removed'),
  ...bothWays(
    'request-body-added-optional',
    body(),
    body({ 'application/json': {} }),
    'request-body-removed',
  ),
  ...bothWays(
    'request-body-became-required',
    body({ 'application/json': {} }),
    body({ 'application/json': {} }, true),
    'request-body-became-optional',
  ),
  ...bothWays(
    'request-body-media-type-removed',
    body({ 'application/json': {}, 'text/csv': {} }),
    body({ 'application/json': {} }),
    'request-body-media-type-added',
  ),
  ...bothWays(
    'request-body-media-type-schema-added',
    body({ 'application/json': {} }),
    body({ 'application/json': { schema: text } }),
    'request-body-media-type-schema-removed',
  ),

  ...bothWays(
    'response-success-status-removed',
    statuses('200', '201'),
    statuses('200'),
    'response-success-status-added',
  ),
  ...bothWays(
    'response-non-success-status-removed',
    statuses('200', '404'),
    statuses('200'),
    'response-non-success-status-added',
  ),
  ...bothWays(
    'response-media-type-removed',
    types('application/json', 'text/csv'),
    types('text/csv'),
    'response-media-type-added',
  ),
  ...bothWays(
    'response-media-type-name-generalized',
    types('application/hal+json'),
    types('application/json'),
    'response-media-type-name-specialized',
  ),
  ...bothWays(
    'response-body-media-type-schema-removed',
    response({ content: { 'text/csv': { schema: text } } }),
    types('text/csv'),
    'response-body-media-type-schema-added',
  ),
  row('required-response-header-removed', header({ required: true }), header(), 'response-header-added'),
  ...bothWays('optional-response-header-removed', header({}), header(), 'response-header-added'),
  ...bothWays(
    'response-header-became-optional',
    header({ required: true }),
    header({}),
    'response-header-became-required',
  ),

  ...securityRows('api-security', security => ({ ...schemes(), ...paths({ get: { security } }) })),
  ...securityRows('api-global-security', security => ({ ...schemes(), ...paths({ get: {} }), security })),
  same(
    'api-security-component-type-changed',
    schemes({ one: key }),
    schemes({ one: { type: 'http', scheme: 'basic' } }),
  ),
  same(
    'api-security-component-name-changed',
    schemes({ one: key }),
    schemes({ one: { ...key, in: 'query' } }),
  ),
  row(
    'api-security-component-oauth-flow-removed',
    schemes({ one: oauth({ authorizationCode: flow, implicit: flow }) }),
    schemes({ one: oauth({ authorizationCode: flow }) }),
    '',
  ),
  same(
    'api-security-component-oauth-url-changed',
    schemes({ one: oauth({ authorizationCode: flow }) }),
    schemes({ one: oauth({ authorizationCode: { ...flow, authorizationUrl: 'https://b.example/auth' } }) }),
  ),
  same(
    'api-security-component-oauth-token-url-changed',
    schemes({ one: oauth({ authorizationCode: flow }) }),
    schemes({ one: oauth({ authorizationCode: { ...flow, tokenUrl: 'https://b.example/token' } }) }),
  ),
  same(
    'api-security-component-openid-url-changed',
    schemes({ one: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' } }),
    schemes({ one: { type: 'openIdConnect', openIdConnectUrl: 'https://b.example' } }),
  ),
  ...bothWays(
    'api-security-component-removed',
    schemes({ one: key, other: { type: 'http', scheme: 'basic' } }),
    schemes({ one: key }),
    'api-security-component-added',
  ),
]

function row(id: string, before: JsonObject, after: JsonObject, back: string): DocumentRow {
  return { id, before, after, back }
}

function same(id: string, before: JsonObject, after: JsonObject): DocumentRow {
  return { id, before, after, back: id }
}

function bothWays(id: string, before: JsonObject, after: JsonObject, back: string): readonly DocumentRow[] {
  return [row(id, before, after, back), row(back, after, before, id)]
}

function paths(item: Readonly<Record<string, JsonObject>>): JsonObject {
  const operations = Object.entries(item).map(([method, one]) => [method, { responses: answer, ...one }])
  return { paths: { '/things/{id}': Object.fromEntries(operations) as JsonObject } }
}

function parameters(parameter?: JsonObject): JsonObject {
  const list = parameter === undefined ? [] : [{ name: 'q', in: 'query', schema: text, ...parameter }]
  return paths({ get: { parameters: list } })
}

function body(content?: JsonObject, required = false): JsonObject {
  return paths({ post: content === undefined ? {} : { requestBody: { content, required } } })
}

function response(ok: JsonObject): JsonObject {
  return paths({ get: { responses: { '200': { description: '', ...ok } } } })
}

function types(...names: readonly string[]): JsonObject {
  return response({ content: Object.fromEntries(names.map(name => [name, {}])) })
}

function header(one?: JsonObject): JsonObject {
  return response({ headers: one === undefined ? {} : { 'X-Total': { schema: text, ...one } } })
}

function statuses(...names: readonly string[]): JsonObject {
  return paths({ get: { responses: Object.fromEntries(names.map(name => [name, { description: '' }])) } })
}

function schemes(
  securitySchemes: JsonObject = { one: key, other: { type: 'http', scheme: 'bearer' } },
): JsonObject {
  return { ...paths({ get: { security: [{ one: [] }] } }), components: { securitySchemes } }
}

function securityRows(prefix: string, document: (security: JsonValue) => JsonObject): readonly DocumentRow[] {
  const one = { one: [] }
  const other = { other: [] }
  const change = (name: string, before: JsonValue, after: JsonValue, back: string): DocumentRow =>
    row(`${prefix}-${name}`, document(before), document(after), back === '' ? '' : `${prefix}-${back}`)
  return [
    change('added', [], [one], 'removed'),
    change('added', [one], [other], 'added'),
    change('added', [one, {}], [one], 'removed'),
    change('removed', [one], [], 'added'),
    change('scope-added', [{ one: ['a'] }], [{ one: ['a', 'b'] }], 'scope-removed'),
    change('scope-removed', [{ one: ['a', 'b'] }], [{ one: ['a'] }], 'scope-added'),
    change('scheme-combined', [one], [{ one: [], other: [] }], ''),
    change('alternative-removed', [one, other], [one], 'alternative-added'),
    change('alternative-added', [one], [one, other], 'alternative-removed'),
  ]
}
