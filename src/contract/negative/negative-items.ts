import type { ApiDescription, Operation } from '../../api-description/api-description.ts'
import { baseUrlOf, serverUrl, variablesOf } from '../../api-requests/making/base-url.ts'
import { CredentialBook } from '../../api-requests/making/credentials.ts'
import type { Folder, SavedRequest } from '../../model/collection.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { requestMethods } from '../../model/request-methods.ts'
import { mapping, text } from '../../util/read-values.ts'
import { CallBuilder } from '../live/build-call.ts'
import { isRead } from '../live/select-operations.ts'
import { refusalsOfAnything } from './expected-statuses.ts'
import { negativeCall } from './negative-call.ts'
import type { NegativeCase } from './negative-case.ts'
import { NegativeCases } from './negative-cases.ts'
import type { NegativeOptions } from './negative-options.ts'

/** Which cases are made, of which operations. */
export interface NegativeItemsOptions extends NegativeOptions {
  /** True where cases of operations that may change data are made, too. */
  readonly includeWrites: boolean
}

/**
 * The negative cases of a description as saved requests that expect to be refused, in a folder for each first tag. They go to
 * `{{baseUrl}}`, and have the credentials of a sound request as variables, which the folders define.
 */
export function negativeItems(description: ApiDescription, options: NegativeItemsOptions): readonly Folder[] {
  const credentials = new CredentialBook(description, baseUrlOf(description).baseUrl)
  const surroundings = { baseUrl: '{{baseUrl}}', headers: new Set<string>(), query: new Set<string>() }
  const builder = new CallBuilder(description, { find: () => undefined }, { ...surroundings, credentials })
  const cases = new NegativeCases(description)
  const folders = new Map<string, SavedRequest[]>()
  for (const operation of description.operations) {
    const isWanted = requestMethods.includes(operation.method) && (options.includeWrites || isRead(operation))
    const call = isWanted ? builder.build(operation) : undefined
    if (call?.ok !== true) continue
    for (const one of cases.of(call.value, builder, options)) {
      const made = negativeCall(one, builder, description)
      if (!made.ok) continue
      const name = operation.tags[0] ?? description.title
      const step = withExpectation(atItsServer(made.value.step, operation), one)
      folders.set(name, [...(folders.get(name) ?? []), { kind: 'request', step }])
    }
  }
  return [...folders].map(([name, items]) => folderOf(name, items, credentials))
}

/** Each case stands alone, so that one which fails stops no other; credentials are those of the requests. */
function folderOf(name: string, items: readonly SavedRequest[], book: CredentialBook): Folder {
  const written = JSON.stringify(items)
  const used = (variables: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(variables).filter(([variable]) => written.includes(`{{${variable}}}`)))
  const [variables, secrets] = [used(book.variables), used(book.secrets)]
  return {
    kind: 'folder',
    name: name === '' ? 'API' : name,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...(Object.keys(secrets).length === 0 ? {} : { secrets }),
    settings: { auth: 'none', 'stop-on-failure': false },
    items,
  }
}

/** A server of the operation's own takes the place of the usual one. */
function atItsServer(step: JsonObject, { servers: [server] }: Operation): JsonObject {
  if (server === undefined) return step
  const variables = { ...variablesOf(server), ...mapping(step['variables']) }
  const { request, ...rest } = step
  return {
    ...rest,
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    request: (text(request) ?? '').replace('{{baseUrl}}', () => serverUrl(server)),
  }
}

/** Headers that are left out are those of nobody here. */
function withExpectation({ headers, ...step }: JsonObject, { expected }: NegativeCase): JsonObject {
  const sent = Object.entries(mapping(headers)).filter(([, value]) => value !== null)
  return {
    ...step,
    ...(sent.length === 0 ? {} : { headers: Object.fromEntries(sent) }),
    validations: statusesOf(expected).map(status => ({ status })),
  }
}

/** In the words of a suite: `422`, `{ one-of: [400, 422] }`, `4xx` without those that prove nothing. */
function statusesOf(expected: readonly string[]): readonly JsonValue[] {
  const isAny = expected.includes('4XX')
  return [statusOf(expected), ...(isAny ? [{ 'not-one-of': refusalsOfAnything.map(Number) }] : [])]
}

function statusOf(expected: readonly string[]): JsonValue {
  const statuses = expected.map(status => (status.endsWith('XX') ? status.toLowerCase() : Number(status)))
  const [only] = statuses
  return statuses.length === 1 && only !== undefined ? only : { 'one-of': statuses }
}
