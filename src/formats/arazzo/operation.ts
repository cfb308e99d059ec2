import type { ApiDescription, Operation, Parameter } from '../../api-description/api-description.ts'
import { usualStyle } from '../../api-description/styles.ts'
import { jsonPointerParts } from './pointer.ts'
import { addressOf, type ArazzoDocument, type SourceDescription } from './arazzo-document.ts'

/** An operation that a step calls, and the description that it is in; undefined where only its path is known. */
export interface CalledOperation {
  readonly source: string
  readonly method: string
  readonly path: string
  readonly operation?: Operation
  readonly description?: ApiDescription
}

type OpenApiSource = SourceDescription & { readonly kind: 'openapi' }

/** The operation that an `operationId` means, or why there is none. */
export function operationById(written: string, document: ArazzoDocument): CalledOperation | string {
  const [, named, id = written] = /^\{?\$sourceDescriptions\.([^.]+)\.([^}]+)\}?$/.exec(written) ?? []
  const found = operationIn(document, id, named)
  if (typeof found !== 'string' || named !== undefined) return found
  // People write the name of the description right in front, as Respect reads it.
  const [, source = '', inSource = ''] = /^([^.]+)\.(.+)$/.exec(id) ?? []
  return document.sources.has(source) ? operationIn(document, inSource, source) : found
}

function operationIn({ sources }: ArazzoDocument, id: string, named?: string): CalledOperation | string {
  const among = [...sources].filter(([name]) => named === undefined || name === named)
  for (const [source, one] of among) {
    const operation =
      one.kind === 'openapi'
        ? one.description.operations.find(({ operationId }) => operationId === id)
        : undefined
    if (operation !== undefined) return called(source, operation, one as OpenApiSource)
  }
  const unread = among.find(([, { kind }]) => kind === 'none')
  if (unread !== undefined) return `${unread[0]} is not read`
  return among.length === 0 ? `there is no source description ${named ?? ''}`.trim() : 'no description has it'
}

function called(source: string, operation: Operation, { description }: OpenApiSource): CalledOperation {
  const { method, path } = operation
  return { source, method, path, operation, description }
}

/** The operation at an `operationPath`: of one that is not described path and method are known all the same. */
export function operationByPath(written: string, document: ArazzoDocument): CalledOperation | string {
  const at = written.indexOf('#')
  const [first, path, method, ...more] = jsonPointerParts(at < 0 ? '' : written.slice(at + 1))
  if (first !== 'paths' || path === undefined || method === undefined || more.length > 0)
    return 'it names no method of a path'
  const front = written.slice(0, Math.max(at, 0))
  const [, named] = /\$sourceDescriptions\.([^.}]+)/.exec(front) ?? []
  const names = [...document.sources]
  const found =
    named === undefined
      ? (names.find(
          ([, { url }]) =>
            url === front || addressOf(url, document.address) === addressOf(front, document.address),
        ) ?? (names.length === 1 ? names[0] : undefined))
      : names.find(([name]) => name === named)
  if (found === undefined) return `there is no source description ${named ?? front}`
  const [source, one] = found
  const own = { source, method: String(method).toUpperCase(), path: String(path) }
  if (one.kind !== 'openapi') return own
  const operation = one.description.operations.find(
    other => other.path === own.path && other.method === own.method,
  )
  return operation === undefined ? 'its description has no such operation' : called(source, operation, one)
}

/** How a value of a parameter is written: as its operation says, or as usual for its place. */
export function parameterOf(
  name: string,
  place: Parameter['in'],
  { operation }: CalledOperation,
): Pick<Parameter, 'name' | 'style' | 'explode' | 'mediaType'> {
  const isSame = (one: Parameter): boolean =>
    one.in === place &&
    (place === 'header' ? one.name.toLowerCase() === name.toLowerCase() : one.name === name)
  const style = usualStyle(place)
  return operation?.parameters.find(isSame) ?? { name, style, explode: style === 'form' }
}

/** The type of a body that a step does not name. */
export function bodyTypeOf({ operation }: CalledOperation): string {
  const types = operation?.body?.contents.map(({ type }) => type) ?? []
  return types.find(type => /[/+]json\b/.test(type)) ?? types[0] ?? 'application/json'
}

/** The types that an answer may have, whatever its status is. */
export function acceptedTypes({ operation }: CalledOperation): readonly string[] {
  return [...new Set(operation?.responses.flatMap(({ contents }) => contents.map(({ type }) => type)))]
}
