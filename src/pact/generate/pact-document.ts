import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { isList, isObject } from '../../util/is-json.ts'
import { jsonEqual } from '../../util/json-equal.ts'
import type { MadeBody, MadeInteraction } from './interaction-of.ts'

/** Versions that can be written. */
export type WrittenVersion = 2 | 3 | 4

/** The consumer and the provider of a pact, and the version in which it is written. */
export interface PactHead {
  readonly consumer: string
  readonly provider: string
  readonly version: WrittenVersion
}

/** A pact as a JSON document: interactions in a stable order, those of `before` that are not made anew among them. */
export function pactDocument(
  { consumer, provider, version }: PactHead,
  made: readonly MadeInteraction[],
  before: readonly JsonObject[] = [],
): JsonObject {
  const written = withOwnNames(made).map(one => interactionDocument(one, version))
  const keys = new Set(written.map(identityOf))
  const kept = before.filter(one => !keys.has(identityOf(one)))
  return {
    consumer: { name: consumer },
    provider: { name: provider },
    interactions: [...kept, ...written].sort((left, right) => compare(identityOf(left), identityOf(right))),
    metadata: { pactSpecification: { version: version === 4 ? '4.0' : `${version}.0.0` } },
  }
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left === right ? 0 : 1
}

/** Description and states: there is one interaction for each. */
function identityOf({ description, providerStates, providerState }: JsonObject): string {
  return JSON.stringify([description ?? '', providerStates ?? providerState ?? []])
}

/** The same request under the same name is kept once; another one gets a number behind its name. */
function withOwnNames(made: readonly MadeInteraction[]): readonly MadeInteraction[] {
  const byName = new Map<string, MadeInteraction[]>()
  for (const one of made) {
    const name = JSON.stringify([one.description, statesDocument(one)])
    const same = byName.get(name) ?? []
    byName.set(name, same)
    const isKnown = same.some(other => jsonEqual(requestDocument(other, 4), requestDocument(one, 4)))
    if (!isKnown) same.push(one)
  }
  return [...byName.values()].flatMap(same =>
    same.map((one, index) =>
      index === 0 ? one : { ...one, description: `${one.description} (${String(index + 1)})` },
    ),
  )
}

function interactionDocument(made: MadeInteraction, version: WrittenVersion): JsonObject {
  const { description, states } = made
  const parts = { request: requestDocument(made, version), response: responseDocument(made, version) }
  if (version === 2) {
    const state = states.map(({ name }) => name).join(' and ')
    return { description, ...(state === '' ? {} : { providerState: state }), ...parts }
  }
  const providerStates = states.length === 0 ? {} : { providerStates: statesDocument(made) }
  if (version === 3) return { description, ...providerStates, ...parts }
  const key = createHash('sha256')
    .update(JSON.stringify([description, statesDocument(made)]))
    .digest('hex')
  return {
    type: 'Synchronous/HTTP',
    key: key.slice(0, 16),
    pending: false,
    description,
    ...providerStates,
    ...parts,
  }
}

function statesDocument({ states }: MadeInteraction): JsonValue {
  return states.map(({ name, params }) => ({
    name,
    ...(Object.keys(params).length === 0 ? {} : { params }),
  }))
}

function requestDocument({ request }: MadeInteraction, version: WrittenVersion): JsonObject {
  const { method, path, query, headers, body } = request
  return {
    method,
    path,
    ...(query.size === 0 ? {} : { query: queryDocument(query, version) }),
    ...headersDocument(headers, version),
    ...(body === undefined ? {} : { body: bodyDocument(body, version) }),
  }
}

function queryDocument(query: MadeInteraction['request']['query'], version: WrittenVersion): JsonValue {
  if (version > 2) return Object.fromEntries(query)
  const pairs = [...query].flatMap(([name, values]) => values.map((value): [string, string] => [name, value]))
  // Older readers do not take a plus sign for a blank.
  return new URLSearchParams(pairs).toString().replaceAll('+', '%20')
}

function headersDocument(headers: ReadonlyMap<string, string>, version: WrittenVersion): JsonObject {
  if (headers.size === 0) return {}
  const sorted = [...headers].sort(([left], [right]) => compare(left, right))
  return {
    headers: Object.fromEntries(sorted.map(([name, value]) => [name, version === 4 ? [value] : value])),
  }
}

function bodyDocument({ contentType, content }: MadeBody, version: WrittenVersion): JsonValue {
  return version === 4 ? { contentType, encoded: false, content } : content
}

function responseDocument({ response }: MadeInteraction, version: WrittenVersion): JsonObject {
  const { status, headers, headerRules, body, bodyRules } = response
  const rules = version === 2 ? flatRules(headerRules, bodyRules) : categorizedRules(headerRules, bodyRules)
  return {
    status,
    ...headersDocument(headers, version),
    ...(body === undefined ? {} : { body: bodyDocument(body, version) }),
    ...(Object.keys(rules).length === 0 ? {} : { matchingRules: rules }),
  }
}

type Rules = ReadonlyMap<string, JsonObject>

function flatRules(headerRules: Rules, bodyRules: Rules): JsonObject {
  return Object.fromEntries([
    ...[...headerRules].map(([name, rule]) => [`$.headers.${name}`, rule] as const),
    ...[...bodyRules].map(([path, rule]) => [`$.body${path.slice(1)}`, rule] as const),
  ])
}

function categorizedRules(headerRules: Rules, bodyRules: Rules): JsonObject {
  return {
    ...(headerRules.size === 0 ? {} : { header: listed(headerRules) }),
    ...(bodyRules.size === 0 ? {} : { body: listed(bodyRules) }),
  }
}

function listed(rules: Rules): JsonObject {
  return Object.fromEntries([...rules].map(([path, rule]) => [path, { combine: 'AND', matchers: [rule] }]))
}

/** The interactions of a pact that is there already, as they were written. */
export function writtenInteractions(document: JsonValue): readonly JsonObject[] {
  const interactions = isObject(document) ? (document['interactions'] ?? []) : []
  return isList(interactions) ? interactions.filter(isObject) : []
}
