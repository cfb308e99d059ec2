import type {
  ApiDescription,
  SecurityRequirement,
  SecurityScheme,
} from '../../api-description/api-description.ts'
import { environmentName } from '../../compile/environment-names.ts'
import type { JsonObject, JsonValue } from '../../model/json.ts'
import { camelCase } from './variable-names.ts'

/** The credentials that requests send. */
export interface Credentials {
  /** The suite's `auth`. */
  readonly auth: JsonValue
  /** Further headers and query parameters, where several schemes are needed together. */
  readonly headers: JsonObject
  readonly query: JsonObject
  /** Schemes that a suite cannot follow. */
  readonly unknown: readonly { readonly scheme: string; readonly why: string }[]
}

/** Variables that credentials are kept in. */
export const credentialNames: readonly string[] = [
  ...['token', 'apiKey', 'username', 'password', 'clientId', 'clientSecret'],
]

/** Credentials of every scheme of a description, and the variables they need. */
export class CredentialBook {
  readonly #description: ApiDescription
  readonly #used = new Map<string, string>()
  readonly #baseUrl: string
  readonly variables: Record<string, JsonValue> = {}
  readonly secrets: Record<string, JsonValue> = {}

  /** `baseUrl` is the address of the usual server, which a relative token URL counts from. */
  constructor(description: ApiDescription, baseUrl: string) {
    this.#description = description
    this.#baseUrl = baseUrl
  }

  /** The credentials of an operation; undefined when the document says nothing of them. */
  of(requirements: readonly SecurityRequirement[] | undefined): Credentials | undefined {
    if (requirements === undefined) return undefined
    const given = requirements.filter(requirement => requirement.size > 0)
    const chosen = given.find(requirement => this.#isKnown(requirement)) ?? given[0]
    if (chosen === undefined) return { auth: 'none', headers: {}, query: {}, unknown: [] }
    return this.#together([...chosen.keys()])
  }

  /** A token for who asks for one without saying how it is got. */
  token(): string {
    this.secrets['token'] ??= '{{env.API_TOKEN}}'
    return '{{token}}'
  }

  #isKnown(requirement: SecurityRequirement): boolean {
    return [...requirement.keys()].every(name => {
      const scheme = this.#description.securitySchemes.get(name)
      return scheme !== undefined && isSupported(scheme)
    })
  }

  #together(names: readonly string[]): Credentials {
    const known = names.flatMap(name => {
      const scheme = this.#description.securitySchemes.get(name)
      return scheme !== undefined && isSupported(scheme) ? [[name, scheme] as const] : []
    })
    // A scheme of more than a name and a value becomes the `auth`; of keys alone the first does.
    const main = known.find(([, scheme]) => scheme.kind !== 'api-key') ?? known[0]
    const others = known.filter(one => one !== main)
    const keys = (place: 'header' | 'query'): JsonObject =>
      Object.fromEntries(others.flatMap(([name, scheme]) => this.#pair(name, scheme, place)))
    return {
      auth: main === undefined ? 'none' : this.#auth(...main),
      headers: keys('header'),
      query: keys('query'),
      unknown: names
        .filter(name => !known.some(([own]) => own === name))
        .map(scheme => ({ scheme, why: this.#whyUnknown(scheme) })),
    }
  }

  #whyUnknown(name: string): string {
    const scheme = this.#description.securitySchemes.get(name)
    if (scheme === undefined) return 'the document does not describe it'
    const isCertificate = scheme.kind === 'other' && scheme.type === 'mutualTLS'
    return isCertificate
      ? 'it asks for a client certificate; name yours under `tls`'
      : 'requests have no such authentication'
  }

  #pair(
    name: string,
    scheme: SecurityScheme,
    place: 'header' | 'query',
  ): readonly (readonly [string, string])[] {
    if (scheme.kind !== 'api-key') return []
    const value = this.#secret(name, 'apiKey')
    if (scheme.in === 'cookie') return place === 'header' ? [['Cookie', `${scheme.name}=${value}`]] : []
    return scheme.in === place ? [[scheme.name, value]] : []
  }

  #auth(name: string, scheme: SecurityScheme): JsonValue {
    switch (scheme.kind) {
      case 'api-key':
        return this.#apiKey(name, scheme)
      case 'http':
        return this.#http(name, scheme.scheme)
      case 'client-credentials':
        return { oauth2: this.#clientCredentials(name, scheme) }
      case 'token':
      case 'other':
        return { bearer: this.#secret(name, 'token') }
    }
  }

  #apiKey(name: string, scheme: SecurityScheme & { readonly kind: 'api-key' }): JsonValue {
    const value = this.#secret(name, 'apiKey')
    if (scheme.in === 'cookie') return { 'api-key': { header: 'Cookie', value: `${scheme.name}=${value}` } }
    return { 'api-key': { [scheme.in]: scheme.name, value } }
  }

  #http(name: string, scheme: string): JsonValue {
    if (scheme !== 'basic' && scheme !== 'digest') return { bearer: this.#secret(name, 'token') }
    const username = this.#variable(name, 'username')
    return { [scheme]: { username, password: this.#secret(name, 'password') } }
  }

  #clientCredentials(
    name: string,
    scheme: SecurityScheme & { readonly kind: 'client-credentials' },
  ): JsonObject {
    const scopes = usedScopes(this.#description, name)
    return {
      'token-url': this.#tokenUrl(scheme.tokenUrl),
      'client-id': this.#variable(name, 'clientId'),
      'client-secret': this.#secret(name, 'clientSecret'),
      ...(scopes.length === 0 ? {} : { scope: scopes.join(' ') }),
    }
  }

  #tokenUrl(url: string): string {
    if (/^https?:/i.test(url)) return url
    const path = url.startsWith('/') ? url : `/${url}`
    const origin = /^https?:\/\/[^/]+/.exec(this.#baseUrl)?.[0]
    return origin === undefined ? `{{baseUrl}}${path}` : `${origin}${path}`
  }

  #variable(scheme: string, usual: string): string {
    const name = this.#nameFor(scheme, usual)
    this.variables[name] = fromEnvironment(name)
    return `{{${name}}}`
  }

  #secret(scheme: string, usual: string): string {
    const name = this.#nameFor(scheme, usual)
    this.secrets[name] = fromEnvironment(name)
    return `{{${name}}}`
  }

  /** The usual name for the first scheme that needs it, and one with the scheme's own name for the others. */
  #nameFor(scheme: string, usual: string): string {
    const owner = this.#used.get(usual)
    if (owner === undefined) this.#used.set(usual, scheme)
    if (owner === undefined || owner === scheme) return usual
    const own = camelCase(scheme)
    return own.toLowerCase().includes(usual.toLowerCase()) ? own : camelCase(`${scheme} ${usual}`)
  }
}

/** A description is always of an API, which says more than `TOKEN` alone: `token` is `API_TOKEN`, `apiKey` is `API_KEY`. */
function fromEnvironment(name: string): string {
  return `{{env.${environmentName(/^api(?![a-z])/i.test(name) ? name : `api ${name}`)}}}`
}

/** True where a suite can follow a scheme. */
function isSupported(scheme: SecurityScheme): boolean {
  if (scheme.kind === 'http') return ['basic', 'bearer', 'digest'].includes(scheme.scheme)
  return scheme.kind !== 'other'
}

/** The scopes that operations ask of a scheme: one token for all of them. */
function usedScopes({ operations, security = [] }: ApiDescription, name: string): readonly string[] {
  const requirements = [...security, ...operations.flatMap(operation => operation.security ?? [])]
  return [...new Set(requirements.flatMap(requirement => requirement.get(name) ?? []))]
}
