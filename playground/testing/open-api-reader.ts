import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { OpenApiDocument } from '../openapi/document.ts'
import { at } from './use-playground.ts'

/** One operation of the document, with what is needed to call it and to judge the answer. */
export interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tags: unknown
  readonly value: unknown
  /** Where it stands in the document, as keys. */
  readonly place: readonly string[]
}

/** Every method of every path of a document. */
export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, value]) => ({
      id: value.operationId,
      method: method.toUpperCase(),
      path,
      tags: value.tags,
      value,
      place: ['paths', path, method],
    })),
  )
}

/** Lists the errors of a value by the schema at this place of the document. */
export type Judge = (place: readonly string[], value: unknown) => string[]

/** A judge by JSON Schema 2020-12, which OpenAPI 3.1 takes over; fields the document does not declare are wrong. */
export function createJudge(document: OpenApiDocument): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false })
  formats.default(ajv)
  ajv.addSchema(withoutUndeclaredFields(document) as object, 'document')
  return (place, value) => {
    const pointer = place
      .map(key => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = ajv.compile({ $ref: `document#/${pointer}` })
    if (validate(value)) return []
    return (validate.errors ?? []).map(error => `${error.instancePath}: ${error.message ?? ''}`)
  }
}

/** The document with every object schema closed: a field that is answered but not described is a mistake, too. */
function withoutUndeclaredFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndeclaredFields)
  if (typeof value !== 'object' || value === null) return value
  const closed = Object.fromEntries(
    Object.entries(value).map(([key, child]) => [key, withoutUndeclaredFields(child)]),
  )
  const isObjectSchema = typeof closed['type'] !== 'undefined' && typeof closed['properties'] === 'object'
  return isObjectSchema ? { additionalProperties: false, ...closed } : closed
}

/** Every place in the document where an example stands beside the schema it should match. */
export function examplesIn(document: OpenApiDocument): { place: readonly string[]; example: unknown }[] {
  const found: { place: readonly string[]; example: unknown }[] = []
  const visit = (value: unknown, place: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return
    if ('schema' in value && 'example' in value)
      found.push({ place: [...place, 'schema'], example: value.example })
    for (const [key, child] of Object.entries(value)) if (key !== 'example') visit(child, [...place, key])
  }
  visit(document.paths, ['paths'])
  return found
}

/** The path of an operation with the examples of its parameters filled in. */
export function examplePath(operation: Operation): string {
  const parameters = at(operation.value, 'parameters')
  let path = operation.path
  for (const parameter of Array.isArray(parameters) ? (parameters as unknown[]) : [])
    path = path.replace(`{${String(at(parameter, 'name'))}}`, String(at(parameter, 'example')))
  return path
}
