import type { ApiDescription, Operation, SecurityRequirement } from '../../api-description/api-description.ts'
import type { Collection, CollectionItem, Folder, SavedEnvironment } from '../../model/collection.ts'
import type { ConversionReport, Counted, Imported, Loss } from '../../model/conversion.ts'
import type { JsonObject } from '../../model/json.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { baseUrlOf, type BaseUrl } from '../../api-requests/making/base-url.ts'
import { CredentialBook, credentialNames } from '../../api-requests/making/credentials.ts'
import {
  nameOf,
  requestOf,
  type MadeRequest,
  type RequestMaking,
} from '../../api-requests/making/request-of.ts'
import { defined } from '../../util/defined.ts'

/** How a description becomes a collection. */
export interface OpenApiOptions {
  /** Where the document is saved, relative to the project. Without it no answer is held against its schema. */
  readonly spec?: string
}

/** An operation with its request. */
interface Made extends MadeRequest {
  readonly operation: Operation
}

/**
 * Makes a collection of a description: one request per operation in the folder of its first tag, with example values that
 * its schemas allow. Nothing is called. What generates and validates values is loaded here.
 */
export async function importOpenApi(
  description: ApiDescription,
  options: OpenApiOptions = {},
): Promise<Imported> {
  const { ExampleFactory } = await import('../../api-requests/making/example-factory.ts')
  const base = baseUrlOf(description)
  const credentials = new CredentialBook(description, base.baseUrl)
  const shared = credentials.of(sharedCredentials(description))
  const making: RequestMaking = {
    description,
    factory: new ExampleFactory(description),
    credentials,
    shared,
    taken: new Set(['baseUrl', 'env', ...Object.keys(base.variables), ...credentialNames]),
    spec: options.spec,
  }
  const made = description.operations
    .filter(isSendable)
    .map(operation => ({ operation, ...requestOf(operation, making) }))
  const collection = collectionOf(making, base, made)
  return { collection, environments: [], report: reportOf(making, base, collection.name, made) }
}

function isSendable({ method }: Operation): boolean {
  return requestMethods.includes(method)
}

function collectionOf(
  { description, shared, credentials }: RequestMaking,
  base: BaseUrl,
  made: readonly Made[],
): Collection {
  const settings = {
    ...unlessEmpty('headers', shared?.headers ?? {}),
    ...(shared === undefined || shared.auth === 'none' ? {} : { auth: shared.auth }),
  }
  return defined({
    name: description.title === '' ? 'API' : description.title,
    description: description.description?.trim(),
    baseUrl: base.baseUrl,
    ...unlessEmpty('variables', { ...base.variables, ...credentials.variables }),
    ...unlessEmpty('secrets', credentials.secrets),
    ...unlessEmpty('settings', settings),
    environments: base.environments.map((environment): SavedEnvironment => environment),
    items: itemsOf(description, made),
  })
}

/**
 * The security that a collection has for all its requests: that of the document, or where it has none, the one that most
 * of its operations say for themselves.
 */
function sharedCredentials({
  security,
  operations,
}: ApiDescription): readonly SecurityRequirement[] | undefined {
  if (security !== undefined) return security
  const counts = new Map<string, { readonly first: Operation; count: number }>()
  for (const operation of operations) {
    const key = keyOf(operation)
    const known = counts.get(key)
    if (known === undefined) counts.set(key, { first: operation, count: 1 })
    else known.count++
  }
  const most = [...counts.values()].find(({ count }) => count * 2 > operations.length)
  return most?.first.security
}

/** The same text for the same alternatives of schemes, whatever their scopes. */
function keyOf({ security = [] }: Operation): string {
  return JSON.stringify(security.map(requirement => [...requirement.keys()]))
}

/** The folders in the order of `tags:` and then of first use, and behind them what has no tag. */
function itemsOf({ tags }: ApiDescription, made: readonly Made[]): readonly CollectionItem[] {
  const used = made.flatMap(({ operation }) => operation.tags[0] ?? [])
  const listed = tags.map(({ name }) => name).filter(name => used.includes(name))
  const folders = [...new Set([...listed, ...used])].map((name): Folder => {
    const description = tags.find(tag => tag.name === name)?.description?.trim()
    return {
      kind: 'folder',
      name,
      ...(description === undefined || description === '' ? {} : { description }),
      items: made.filter(({ operation }) => operation.tags[0] === name).map(({ request }) => request),
    }
  })
  return [
    ...folders,
    ...made.filter(({ operation }) => operation.tags.length === 0).map(({ request }) => request),
  ]
}

function reportOf(
  { description }: RequestMaking,
  base: BaseUrl,
  name: string,
  made: readonly Made[],
): ConversionReport {
  const reported = made.flatMap(({ operation, troubles }) => {
    const where = [...operation.tags.slice(0, 1), nameOf(operation)].join(' / ')
    return troubles.map(({ what, why, isNote }) => ({ isNote, loss: { where, what, why } }))
  })
  return {
    requests: description.operations.length,
    created: made.length,
    merged: [],
    skipped: skippedOf(description),
    losses: [
      ...lossesOf(description, name),
      ...reported.filter(one => one.isNote !== true).map(({ loss }) => loss),
    ],
    notes: [...notesOf(base, name), ...reported.filter(one => one.isNote === true).map(({ loss }) => loss)],
  }
}

function lossesOf({ unresolved, malformed, operations }: ApiDescription, where: string): readonly Loss[] {
  const references = unresolved.map(({ reference, place, reason }) => ({
    where,
    what: `reference ${reference} of ${place}`,
    why: reason,
  }))
  const operationsLost = operations
    .filter(operation => !isSendable(operation))
    .map(({ method, path }) => ({ where, what: `${method} ${path}`, why: 'requests have no such method' }))
  const parts = malformed.map(({ place, reason }) => ({ where, what: place, why: reason }))
  const none = operations.length > 0 ? [] : [{ where, what: 'paths', why: 'they describe no operations' }]
  return [...references, ...parts, ...operationsLost, ...none]
}

function notesOf({ hostIsGuessed, baseUrl }: BaseUrl, where: string): readonly Loss[] {
  const why = 'the document says no host; change `baseUrl` to where the API is'
  return hostIsGuessed ? [{ where, what: `base URL ${baseUrl}`, why }] : []
}

/** Requests that the API itself makes cannot be sent. */
function skippedOf({ webhooks, operations }: ApiDescription): readonly Counted[] {
  const callbacks = operations.flatMap(operation => operation.callbacks)
  return [
    ...(webhooks.length === 0 ? [] : [{ reason: 'webhooks', count: webhooks.length, items: webhooks }]),
    ...(callbacks.length === 0 ? [] : [{ reason: 'callbacks', count: callbacks.length, items: callbacks }]),
  ]
}

function unlessEmpty<Key extends string>(key: Key, value: JsonObject): { [Name in Key]?: JsonObject } {
  return Object.keys(value).length === 0 ? {} : ({ [key]: value } as { [Name in Key]: JsonObject })
}
