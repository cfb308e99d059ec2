import { writeJson } from '../../util/exact-number.ts'
import type { ApiDescription, Operation, SecurityScheme } from '../../api-description/api-description.ts'
import { literalText } from '../../compile/literal-text.ts'
import type { JsonObject } from '../../model/json.ts'
import type { Result } from '../../model/problem.ts'
import { mapping } from '../../util/read-values.ts'
import { type CallBuilder, keysBesideBody, type OperationCall } from '../live/build-call.ts'
import type { ValueSource } from '../live/value-sources.ts'
import type { Change, ChangedPart, NegativeCase } from './negative-case.ts'

/** The request of a case: the sound one of its operation with the change that breaks the rule. */
export function negativeCall(
  one: NegativeCase,
  builder: CallBuilder,
  description: ApiDescription,
): Result<OperationCall, string> {
  const { operation, change, name } = one
  const built =
    change.kind === 'value'
      ? builder.buildWith(operation, onlyFor(change.part, change))
      : builder.build(change.kind === 'without' ? without(operation, change.part) : operation)
  if (!built.ok) return built
  const step = { ...changed(built.value.step, change, operation, description), name: literalText(name) }
  return { ok: true, value: { ...built.value, operation, step, negative: one } }
}

function onlyFor(part: ChangedPart, { value }: Change & { readonly kind: 'value' }): ValueSource {
  return {
    find: (_, { in: place, name }) =>
      place === part.in && name === part.name ? { value, from: 'given' } : undefined,
  }
}

function without(operation: Operation, { in: place, name }: ChangedPart): Operation {
  if (place === 'body') {
    const { body: _, ...rest } = operation
    return rest
  }
  const parameters = operation.parameters.filter(one => one.in !== place || one.name !== name)
  return { ...operation, parameters }
}

function changed(
  step: JsonObject,
  change: Change,
  operation: Operation,
  { securitySchemes }: ApiDescription,
): JsonObject {
  switch (change.kind) {
    case 'value':
    case 'without':
      return step
    case 'content-type':
      return withText(step, bodyText(step), change.type)
    case 'text':
      return withText(step, change.text, change.type)
    case 'credentials':
      return withCredentials(step, change, operation, securitySchemes)
  }
}

/** A text in place of whatever the body was. */
function withText(step: JsonObject, text: string, type: string): JsonObject {
  const rest = Object.entries(step).filter(
    ([key]) => key !== 'headers' && (keysBesideBody.has(key) || key === 'timeout'),
  )
  const headers = Object.entries(mapping(step['headers'])).filter(
    ([name]) => name.toLowerCase() !== 'content-type',
  )
  return {
    ...Object.fromEntries(rest),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    text: literalText(text),
    ...(type === 'text/plain' ? {} : { 'content-type': type }),
  }
}

/** The JSON of a body as text; a form in another type says nothing. */
function bodyText({ json }: JsonObject): string {
  return json === undefined ? 'example' : writeJson(json)
}

/** Nobody's credentials: they are no secret. */
const nobody = 'apitest-nobody'

/** A step's own `auth` and headers win over those of the settings, which so are left out. */
function withCredentials(
  step: JsonObject,
  { are }: Change & { readonly kind: 'credentials' },
  { security = [] }: Operation,
  known: ReadonlyMap<string, SecurityScheme>,
): JsonObject {
  const schemesOf = (names: Iterable<string>) => [...names].flatMap(name => known.get(name) ?? [])
  const all = schemesOf(security.flatMap(requirement => [...requirement.keys()]))
  const wrong = are === 'wrong' ? schemesOf(security[0]?.keys() ?? []) : []
  const given = wrong.map(wrongCredentials)
  const headers = joined(given.map(one => one.headers))
  const query = joined(given.map(one => one.query))
  const names = new Set(all.flatMap(scheme => headerOf(scheme) ?? []).filter(name => !(name in headers)))
  const own = mapping(step['headers'])
  const left = [...names].filter(name => name !== 'Cookie' || own[name] === undefined)
  const keys = new Set(
    all.flatMap(scheme => (scheme.kind === 'api-key' && scheme.in === 'query' ? scheme.name : [])),
  )
  const { query: asked, headers: _, ...rest } = step
  const ownQuery = Object.entries(mapping(asked)).filter(([name]) => !keys.has(name))
  const wanted = joined([Object.fromEntries(ownQuery), query])
  const sent = joined([own, ...left.map(name => ({ [name]: null })), headers])
  return {
    ...rest,
    ...(Object.keys(wanted).length === 0 ? {} : { query: wanted }),
    ...(Object.keys(sent).length === 0 ? {} : { headers: sent }),
    auth: 'none',
  }
}

function joined(parts: readonly JsonObject[]): JsonObject {
  return Object.fromEntries(parts.flatMap(part => Object.entries(part)))
}

/** The header that a scheme's credentials travel in, if it is one. */
function headerOf(scheme: SecurityScheme): string | undefined {
  if (scheme.kind !== 'api-key') return 'Authorization'
  return scheme.in === 'header' ? scheme.name : scheme.in === 'cookie' ? 'Cookie' : undefined
}

function wrongCredentials(scheme: SecurityScheme): {
  readonly headers: JsonObject
  readonly query: JsonObject
} {
  if (scheme.kind !== 'api-key') {
    const isNamed = scheme.kind === 'http' && (scheme.scheme === 'basic' || scheme.scheme === 'digest')
    const encoded = Buffer.from(`${nobody}:${nobody}`).toString('base64')
    return { headers: { Authorization: isNamed ? `Basic ${encoded}` : `Bearer ${nobody}` }, query: {} }
  }
  if (scheme.in === 'query') return { headers: {}, query: { [scheme.name]: nobody } }
  const header = scheme.in === 'cookie' ? `${scheme.name}=${nobody}` : nobody
  return { headers: { [scheme.in === 'cookie' ? 'Cookie' : scheme.name]: header }, query: {} }
}
