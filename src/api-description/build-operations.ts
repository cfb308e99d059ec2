import { isObject } from '../util/is-json.ts'
import { optional, property, text, texts } from '../util/read-values.ts'
import type { DescriptionVersion, Operation, SecurityRequirement } from './api-description.ts'
import { buildBody } from './build-body.ts'
import { buildParameters } from './build-parameters.ts'
import { buildResponses } from './build-responses.ts'
import { buildRequirements } from './build-security.ts'
import { buildServers } from './build-servers.ts'
import type { Located, LocatedObject } from './documents/loaded-document.ts'
import { inside, Reading } from './reading.ts'

/** What operations get from the document around them. */
export interface OperationSurroundings {
  readonly top: LocatedObject
  readonly version: DescriptionVersion
  /** Gets the references of the path itself. */
  readonly reading: Reading
  readonly security: readonly SecurityRequirement[] | undefined
}

/** An operation with the path item and the document it stands in. */
export interface OperationParts {
  readonly top: LocatedObject
  readonly item: LocatedObject
  readonly operation: LocatedObject
  readonly version: DescriptionVersion
  readonly reading: Reading
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** The operations of a path, in the order of the document. */
export function buildOperations(
  path: string,
  written: Located,
  surroundings: OperationSurroundings,
): readonly Operation[] {
  const item = itemWithSiblings(path, written, surroundings.reading)
  if (item === undefined) return []
  const additional = surroundings.reading.members(inside(item, 'additionalOperations'), path)
  const own = Object.keys(item.value)
    .filter(key => methods.has(key.toLowerCase()))
    .flatMap(key => {
      const operation = inside(item, key)
      return operation === undefined ? [] : [[key, operation] as const]
    })
  return [...own, ...additional].flatMap(([method, operation]) => {
    const found = surroundings.reading.object(operation, `${method.toUpperCase()} ${path}`)
    if (found === undefined) return []
    const reading = new Reading(surroundings.reading.documents)
    const parts = { ...surroundings, reading, item, operation: found }
    return [buildOperation(method.toUpperCase(), path, parts, surroundings.security)]
  })
}

/** A path item; what stands beside its reference counts, too. */
function itemWithSiblings(path: string, written: Located, reading: Reading): LocatedObject | undefined {
  const item = reading.object(written, path)
  if (item === undefined || item.value === written.value || !isObject(written.value)) return item
  const { $ref: _, ...siblings } = written.value
  return Object.keys(siblings).length === 0 || written.document !== item.document
    ? item
    : { ...item, value: { ...item.value, ...siblings } }
}

function buildOperation(
  method: string,
  path: string,
  parts: OperationParts,
  inherited: readonly SecurityRequirement[] | undefined,
): Operation {
  const { top, item, operation, reading, version } = parts
  const { value } = operation
  const body = buildBody(parts)
  const ownServers =
    version === '2.0' ? operation : inside(operation, 'servers') === undefined ? item : operation
  return {
    method,
    path,
    ...optional('operationId', nonEmpty(value, 'operationId')),
    ...optional('summary', nonEmpty(value, 'summary') ?? nonEmpty(item.value, 'summary')),
    ...optional('description', nonEmpty(value, 'description') ?? nonEmpty(item.value, 'description')),
    tags: texts(property(value, 'tags')),
    deprecated: property(value, 'deprecated') === true,
    parameters: buildParameters(parts),
    ...optional('body', body),
    responses: buildResponses(parts),
    ...optional('security', buildRequirements(property(value, 'security')) ?? inherited),
    servers: hasServers(ownServers, version) ? buildServers({ ...top, ...ownServers }, version, top) : [],
    callbacks: reading.members(inside(operation, 'callbacks'), 'callbacks').map(([name]) => name),
    unresolved: reading.unresolved,
    malformed: reading.malformed,
  }
}

function hasServers({ value }: LocatedObject, version: DescriptionVersion): boolean {
  return Array.isArray(property(value, version === '2.0' ? 'schemes' : 'servers'))
}

function nonEmpty(value: LocatedObject['value'], key: string): string | undefined {
  const found = text(property(value, key))?.trim()
  return found === '' ? undefined : found
}
