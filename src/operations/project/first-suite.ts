import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import { relocateFiles } from '../../compile/relocate-files.ts'
import { importOpenApi } from '../../formats/openapi/import-open-api.ts'
import type { CollectionItem } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { suiteText } from '../../parse/suite-text.ts'
import type { FoundDescription } from './find-descriptions.ts'

/** The folder of the first suite. */
export const suitesFolder = 'suites'

/** A suite that needs no data, and what its environment has to have. */
export interface FirstSuite {
  readonly suite: JsonObject
  /** The path of its first request, which tells whether the API is up. */
  readonly path: string
  readonly variables: JsonObject
  readonly secrets: JsonObject
}

/** More requests than these are no first example. */
const mostRequests = 8

/**
 * A suite of the operations of a description that can be called without any data, with those that need no credentials if
 * there are such; undefined where there are none at all.
 */
export async function suiteOfDescription(
  { file, description }: FoundDescription,
  onlyOpen: boolean,
): Promise<FirstSuite | undefined> {
  const free = description.operations.filter(needsNoData)
  const open = free.filter(isOpen)
  const operations = (open.length > 0 || onlyOpen ? open : free).slice(0, mostRequests)
  const [first] = operations
  if (first === undefined) return undefined
  const chosen: ApiDescription = {
    ...description,
    operations,
    securitySchemes: withoutTokenServers(description),
    ...(open.length > 0 ? { security: [] } : {}),
  }
  const { collection } = await importOpenApi(chosen, { spec: file })
  if (collection === undefined) return undefined
  const { settings, variables = {}, secrets = {} } = collection
  const suite = {
    suite: 'First requests',
    description: `What can be asked without any data, as ${file} describes it.`,
    ...(settings === undefined ? {} : { settings }),
    steps: collection.items.flatMap(stepsOf),
  }
  return {
    suite: relocateFiles(suite, '/', `/${suitesFolder}`),
    path: first.path,
    variables: withDefaults(variables),
    secrets: withDefaults(secrets),
  }
}

/** A first run asks nobody but the API: a token is given to it, in place of being fetched. */
function withoutTokenServers({ securitySchemes }: ApiDescription): ApiDescription['securitySchemes'] {
  const schemes = [...securitySchemes].map(
    ([name, scheme]) =>
      [name, scheme.kind === 'client-credentials' ? { kind: 'token' as const } : scheme] as const,
  )
  return new Map(schemes)
}

/** True where an operation can be called as it stands, and is described as far as that needs. */
function needsNoData(operation: Operation): boolean {
  const { method, path, body, parameters, responses, servers, deprecated, unresolved, malformed } = operation
  return (
    method === 'GET' &&
    !/[{}]/.test(path) &&
    !deprecated &&
    servers.length + unresolved.length + malformed.length === 0 &&
    body?.required !== true &&
    parameters.every(({ required }) => !required) &&
    responses.some(({ status }) => /^2/.test(status)) &&
    responses.every(({ contents }) => contents.every(({ type }) => !type.startsWith('text/event-stream')))
  )
}

function isOpen({ security = [] }: Operation): boolean {
  return security.length === 0 || security.some(({ size }) => size === 0)
}

function stepsOf(item: CollectionItem): readonly JsonObject[] {
  if (item.kind === 'folder') return item.items.flatMap(stepsOf)
  const { name, request, headers, auth, validations } = item.step
  const sent = Object.entries((headers ?? {}) as JsonObject).filter(([, value]) => typeof value === 'string')
  return [
    {
      ...{ name: name ?? '', request: request ?? '' },
      ...(sent.length === 0 ? {} : { headers: Object.fromEntries(sent) }),
      ...(auth === undefined ? {} : { auth }),
      validations: validations ?? [{ status: '2xx' }],
    },
  ]
}

/** A mock takes any credentials: until there are real ones, any text will do. */
function withDefaults(values: JsonObject): JsonObject {
  const entries = Object.entries(values).map(
    ([name, value]) =>
      [
        name,
        typeof value === 'string'
          ? value.replace(/^\{\{(env\.\w+)\}\}$/, '{{$1 | default change-me}}')
          : value,
      ] as const,
  )
  return Object.fromEntries(entries.filter(([name]) => name !== 'baseUrl'))
}

/** A suite that asks for one path, of which nothing is known but that it is answered. */
export function suiteOfPath(path: string, isKnown: boolean): FirstSuite {
  const status = isKnown ? '2xx' : { 'less-than': 500 }
  const steps = [
    {
      name: 'It answers',
      request: `GET {{baseUrl}}${path}`,
      validations: [{ status }, { time: { 'less-than': 2000 } }],
    },
  ]
  return { suite: { suite: 'First requests', steps }, path, variables: {}, secrets: {} }
}

/** A suite for the practice API. */
export const suiteOfPlayground: FirstSuite = {
  suite: {
    suite: 'First requests to the practice API',
    description: 'Requests to the practice API that comes with apitest: put your own in their place.',
    steps: [
      {
        name: 'A user',
        request: 'GET {{baseUrl}}/api/users/1',
        validations: [{ status: 200 }, { '$.email': { contains: '@' } }],
        extracts: { userId: '$.id' },
      },
      {
        name: 'Place an order',
        request: 'POST {{baseUrl}}/api/orders',
        json: { userId: '{{userId}}', items: [{ productId: 1, quantity: 2 }] },
        validations: [{ status: 201 }, { '$.total': { 'greater-than': 0 } }],
        extracts: { orderId: '$.id' },
      },
      {
        name: 'Read it',
        request: 'GET {{baseUrl}}/api/orders/{{orderId}}',
        validations: [{ status: 200 }, { '$.userId': '{{userId}}' }],
      },
    ],
  },
  path: '/api/health',
  variables: {},
  secrets: {},
}

/** The text of a first suite, with the line that names its schema. */
export function firstSuiteText({ suite }: FirstSuite, schema: string): string {
  return `# yaml-language-server: $schema=${schema}\n${suiteText(suite)}`
}
