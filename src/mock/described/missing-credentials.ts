import type {
  ApiDescription,
  Operation,
  SecurityRequirement,
  SecurityScheme,
} from '../../api-description/api-description.ts'
import { headerValue } from '../../model/header-value.ts'
import { property } from '../../util/read-values.ts'
import type { ReceivedRequest } from '../received-request.ts'

/**
 * The credentials that an operation asks for where a request has none of those that would do, as the header
 * `WWW-Authenticate` says it (RFC 9110, 11.6.1); undefined when some will do. Whether they are right nobody knows.
 */
export function missingCredentials(
  { securitySchemes }: Pick<ApiDescription, 'securitySchemes'>,
  { security = [] }: Operation,
  request: ReceivedRequest,
): string | undefined {
  const schemesOf = (requirement: SecurityRequirement): readonly SecurityScheme[] =>
    [...requirement.keys()].flatMap(name => securitySchemes.get(name) ?? [])
  if (security.length === 0 || security.some(one => schemesOf(one).every(scheme => isGiven(scheme, request))))
    return undefined
  const challenges = security.flatMap(schemesOf).map(challengeOf)
  return [...new Set(challenges)].join(',')
}

function isGiven(scheme: SecurityScheme, request: ReceivedRequest): boolean {
  const authorization = headerValue(request.headers, 'authorization') ?? ''
  switch (scheme.kind) {
    case 'api-key':
      return hasKey(scheme, request)
    case 'http':
      return isOfScheme(scheme.scheme, authorization)
    case 'client-credentials':
    case 'token':
      return /^bearer\s+\S/i.test(authorization)
    case 'other':
      return true
  }
}

/** True where there is a key, and not only its name. */
function hasKey(
  { in: place, name }: Extract<SecurityScheme, { readonly kind: 'api-key' }>,
  { headers, query }: ReceivedRequest,
): boolean {
  if (place === 'header') return (headerValue(headers, name) ?? '').trim() !== ''
  if (place === 'query') return [property(query, name) ?? ''].flat().some(value => value !== '')
  const cookies = (headerValue(headers, 'cookie') ?? '').split(';').map(pair => pair.trim())
  return cookies.some(pair => pair.startsWith(`${name}=`) && pair.length > name.length + 1)
}

/**
 * True where credentials are written as their scheme asks: those of Basic are `user:password` in base64 (RFC 7617), one
 * of which may be empty.
 */
function isOfScheme(scheme: string, authorization: string): boolean {
  const [, name = '', credentials = ''] = /^(\S+)\s+(\S.*)$/.exec(authorization) ?? []
  if (name.toLowerCase() !== scheme.toLowerCase()) return false
  return name.toLowerCase() !== 'basic' || /:.|.:/s.test(Buffer.from(credentials, 'base64').toString())
}

function challengeOf(scheme: SecurityScheme): string {
  switch (scheme.kind) {
    case 'http':
      return `${scheme.scheme.charAt(0).toUpperCase()}${scheme.scheme.slice(1)} realm="*"`
    case 'api-key':
      return `ApiKey in="${scheme.in}", name="${scheme.name}"`
    default:
      return 'OAuth2'
  }
}
