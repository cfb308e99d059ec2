import type { JsonObject } from '../model/json.ts'
import { closest, didYouMean } from '../util/did-you-mean.ts'
import { isObject } from '../util/is-json.ts'
import { property, text, texts } from '../util/read-values.ts'
import type {
  BrokenOperation,
  DescriptionVersion,
  Operation,
  SecurityRequirement,
} from './api-description.ts'
import { buildBody } from './build-body.ts'
import { buildParameters } from './build-parameters.ts'
import { buildResponses } from './build-responses.ts'
import { buildRequirements } from './build-security.ts'
import { buildServers } from './build-servers.ts'
import type { JudgedPart, Located, LocatedObject } from './documents/loaded-document.ts'
import { inside, type OperationParts, Reading } from './reading.ts'
import { strangeWords } from './strange-words.ts'
import { leadsNowhere } from './unreadable-parts.ts'
import { defined } from '../util/defined.ts'

/** The surroundings of operations in the document. */
export interface OperationSurroundings {
  readonly top: LocatedObject
  readonly version: DescriptionVersion
  /** Gets the references of the path itself. */
  readonly reading: Reading
  readonly security: readonly SecurityRequirement[] | undefined
  /** Gets what cannot be read of the operations. */
  readonly broken: BrokenOperation[]
}

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])

/** The operations of a path, in the order of the document. */
export function buildOperations(
  path: string,
  written: Located,
  surroundings: OperationSurroundings,
): readonly Operation[] {
  const around = surroundings.reading
  const note = (method?: string) => (reason: string) =>
    surroundings.broken.push(defined({ path, reason, method }))
  const item = noting(around, note(), () => itemWithSiblings(path, written, around))
  if (item === undefined) return []
  for (const [key, reason] of strangeKeys(item.value)) {
    around.misread(`${path} ${key}`, reason)
    note(closest(key, methods)?.toUpperCase())(`"${key}": ${reason}`)
  }
  const additional = around.members(inside(item, 'additionalOperations'), path)
  const own = Object.keys(item.value)
    .filter(key => methods.has(key.toLowerCase()))
    .flatMap(key => {
      const operation = inside(item, key)
      return operation === undefined ? [] : [[key, operation] as const]
    })
  return [...own, ...additional].flatMap(([method, operation]) => {
    const name = method.toUpperCase()
    const found = noting(around, note(name), () => around.object(operation, `${name} ${path}`))
    if (found === undefined) return []
    const reading = new Reading(around.documents)
    const parts = { ...surroundings, reading, item, operation: found }
    return [buildOperation(name, path, parts, surroundings.security)]
  })
}

/** Reads a part, and notes why it cannot be read. */
function noting<Value>(reading: Reading, note: (reason: string) => void, read: () => Value): Value {
  const known = [reading.unresolved.length, reading.malformed.length] as const
  const value = read()
  for (const { reference, reason } of reading.unresolved.slice(known[0]))
    note(leadsNowhere(reference, reason))
  for (const { reason } of reading.malformed.slice(known[1])) note(reason)
  return value
}

/** The keys of a path item beside operations (OpenAPI "Path Item Object"). */
const itemKeys = new Set(['$ref', 'summary', 'description', 'servers', 'parameters', 'additionalOperations'])

/** Keys of a path item that look like operations, and are no methods. */
function strangeKeys(item: JsonObject): readonly (readonly [key: string, reason: string])[] {
  return Object.keys(item)
    .filter(key => !methods.has(key.toLowerCase()) && !itemKeys.has(key) && !key.startsWith('x-'))
    .map(key => [key, ['it is no method.', didYouMean(key, methods) ?? []].flat().join(' ')])
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
  for (const { word, reason, meant } of strangeWords(value, 'operation', version))
    reading.of(judgedBy.get(meant)).misread(word, reason)
  const body = buildBody(parts)
  const ownServers =
    version === '2.0' ? operation : inside(operation, 'servers') === undefined ? item : operation
  return defined({
    method,
    path,
    operationId: nonEmpty(value, 'operationId'),
    summary: nonEmpty(value, 'summary') ?? nonEmpty(item.value, 'summary'),
    description: nonEmpty(value, 'description') ?? nonEmpty(item.value, 'description'),
    tags: texts(property(value, 'tags')),
    deprecated: property(value, 'deprecated') === true,
    parameters: buildParameters(parts),
    body,
    responses: buildResponses(parts),
    security: buildRequirements(property(value, 'security')) ?? inherited,
    servers: hasServers(ownServers, version) ? buildServers({ ...top, ...ownServers }, version, top) : [],
    callbacks: reading.members(inside(operation, 'callbacks'), 'callbacks').map(([name]) => name),
    unresolved: reading.unresolved,
    malformed: reading.malformed,
    written: operation,
  })
}

/** The part of a call that each part of an operation judges. */
const judgedBy: ReadonlyMap<string, JudgedPart> = new Map([
  ['parameters', 'parameters'],
  ['requestBody', 'body'],
  ['responses', 'responses'],
])

function hasServers({ value }: LocatedObject, version: DescriptionVersion): boolean {
  return Array.isArray(property(value, version === '2.0' ? 'schemes' : 'servers'))
}

function nonEmpty(value: LocatedObject['value'], key: string): string | undefined {
  const found = text(property(value, key))?.trim()
  return found === '' ? undefined : found
}
