import type { Parameter } from './api-description.ts'

/** Header parameters that other parts of a description speak of (OpenAPI "Parameter Object", `name`). */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization'])

/** True where a parameter is a header that OpenAPI says to ignore. */
export function isIgnoredHeader({ in: place, name }: Pick<Parameter, 'in' | 'name'>): boolean {
  return place === 'header' && ignoredHeaders.has(name.toLowerCase())
}
