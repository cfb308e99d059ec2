import type { JsonValue } from '../model/json.ts'
import { isObject } from '../util/is-json.ts'
import { property } from '../util/read-values.ts'
import type { DescriptionVersion } from './api-description.ts'
import { isNumber, type Numeric } from '../util/exact-number.ts'

/** True where a document says of itself that it is an OpenAPI 3 or Swagger 2 document. */
export function isOpenApi(document: JsonValue): boolean {
  return versionOf(document) !== undefined
}

/** The version a document says it has; undefined when it is another kind of document, or of an unknown version. */
export function versionOf(document: JsonValue): DescriptionVersion | undefined {
  const { openapi, swagger } = declaredVersions(document)
  if (/^2(?:\.0)?$/.test(swagger ?? '')) return '2.0'
  if (/^3\.0(?:\.|$|-)/.test(openapi ?? '') || openapi === '3') return '3.0'
  return /^3\.\d/.test(openapi ?? '') ? '3.1' : undefined
}

/** Reads the version that a document declares, as text; YAML may hold a number. */
export function declaredVersions(document: JsonValue): { openapi?: string; swagger?: string } {
  if (!isObject(document)) return {}
  const openapi = property(document, 'openapi')
  const swagger = property(document, 'swagger')
  return {
    ...(isVersion(openapi) ? { openapi: String(openapi) } : {}),
    ...(isVersion(swagger) ? { swagger: String(swagger) } : {}),
  }
}

function isVersion(value: JsonValue | undefined): value is string | Numeric {
  return typeof value === 'string' || isNumber(value)
}
