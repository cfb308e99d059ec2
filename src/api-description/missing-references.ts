import type { ApiDescription } from './api-description.ts'
import { JsonSchemas } from './json-schema/json-schemas.ts'
import { leadsNowhere } from './unreadable-parts.ts'

/** Why references of a description lead nowhere, those in the schemas of its operations included; each is told once. */
export function missingReferences(description: ApiDescription): readonly string[] {
  const schemas = new JsonSchemas(description, 'response')
  const ofSchemas = description.operations
    .flatMap(({ parameters, body, responses }) => [
      ...parameters,
      ...(body?.contents ?? []),
      ...responses.flatMap(({ contents, headers }) => [...contents, ...headers]),
    ])
    .flatMap(({ schema }) => (schema === undefined ? [] : schemas.at(schema).unresolved))
  const ofParts = [description, ...description.operations].flatMap(({ unresolved }) => unresolved)
  return [
    ...new Set([...ofParts, ...ofSchemas].map(({ reference, reason }) => leadsNowhere(reference, reason))),
  ]
}
