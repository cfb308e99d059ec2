import type { JsonObject, JsonValue } from '../model/json.ts'
import { isList, isObject } from '../util/is-json.ts'
import { mapping, property, text, texts } from '../util/read-values.ts'
import type { DescriptionVersion, SecurityRequirement, SecurityScheme } from './api-description.ts'
import type { LocatedObject } from './documents/loaded-document.ts'
import { inside, type Reading } from './reading.ts'

/** The alternatives that a `security` lists; undefined when there is none. */
export function buildRequirements(value: JsonValue | undefined): readonly SecurityRequirement[] | undefined {
  if (value === undefined || !isList(value)) return undefined
  return value
    .filter(isObject)
    .map(item => new Map(Object.entries(item).map(([name, scopes]) => [name, texts(scopes)])))
}

/** The security schemes of a document, by name. */
export function buildSecuritySchemes(
  top: LocatedObject,
  version: DescriptionVersion,
  reading: Reading,
): ReadonlyMap<string, SecurityScheme> {
  const written = [...writtenSecuritySchemes(top, version, reading)]
  return new Map(written.map(([name, { value }]) => [name, buildScheme(value)]))
}

/** The security schemes of a document as they are written, references followed, by name. */
export function writtenSecuritySchemes(
  top: LocatedObject,
  version: DescriptionVersion,
  reading: Reading,
): ReadonlyMap<string, LocatedObject> {
  const components = reading.object(inside(top, 'components'), 'components')
  const holder =
    version === '2.0'
      ? inside(top, 'securityDefinitions')
      : components === undefined
        ? undefined
        : inside(components, 'securitySchemes')
  return new Map(
    reading.members(holder, 'security schemes').flatMap(([name, located]) => {
      const scheme = reading.object(located, `security scheme ${name}`)
      return scheme === undefined ? [] : [[name, scheme] as const]
    }),
  )
}

function buildScheme(scheme: JsonObject): SecurityScheme {
  const type = text(property(scheme, 'type')) ?? ''
  switch (type) {
    case 'apiKey':
      return apiKey(scheme)
    case 'basic':
      return { kind: 'http', scheme: 'basic' }
    case 'http':
      return { kind: 'http', scheme: (text(property(scheme, 'scheme')) ?? 'bearer').toLowerCase() }
    case 'oauth2':
      return clientCredentials(scheme) ?? { kind: 'token' }
    case 'openIdConnect':
      return { kind: 'token' }
    default:
      return { kind: 'other', type }
  }
}

function apiKey(scheme: JsonObject): SecurityScheme {
  const place = text(property(scheme, 'in'))
  const name = text(property(scheme, 'name')) ?? 'X-API-Key'
  return { kind: 'api-key', in: place === 'query' || place === 'cookie' ? place : 'header', name }
}

/** The flow that a program can go through alone; Swagger 2 calls it `application`. */
function clientCredentials(scheme: JsonObject): SecurityScheme | undefined {
  const flow =
    property(scheme, 'flow') === 'application'
      ? scheme
      : property(mapping(property(scheme, 'flows')), 'clientCredentials')
  if (!isObject(flow)) return undefined
  const tokenUrl = text(property(flow, 'tokenUrl'))
  const scopes = Object.keys(mapping(property(flow, 'scopes')))
  return tokenUrl === undefined ? undefined : { kind: 'client-credentials', tokenUrl, scopes }
}
