import { subschemasOf } from '../util/subschemas.ts'
import { isObject } from '../util/is-json.ts'
import type { JsonObject, JsonValue } from '../model/json.ts'
import type { Result } from '../model/problem.ts'
import type { ApiDescription, Operation } from './api-description.ts'
import { circle, type DocumentSet, referenceOf } from './documents/document-set.ts'
import type { Located, MalformedPart } from './documents/loaded-document.ts'
import {
  isSchema,
  type KeywordFault,
  keywordFaults,
  notExpected,
  notExpectedThere,
} from './json-schema/keyword-faults.ts'
import { mapping, property } from '../util/read-values.ts'
import { operationKey } from './operation-names.ts'
import { leadsNowhere } from './unreadable-parts.ts'

/** Everything in a description that is not what it should be, and so has no effect: parts of operations, and keywords of schemas. */
export function malformedParts(description: ApiDescription): readonly MalformedPart[] {
  const { malformed, operations } = description
  const ofOperations = operations.flatMap(operation =>
    operation.malformed.map(part => ({ ...part, place: `${operationKey(operation)}: ${part.place}` })),
  )
  return [...malformed, ...ofOperations, ...malformedKeywords(description)]
}

/** Keywords of all schemas that operations use, each once. */
function malformedKeywords({ operations, documents, version }: ApiDescription): readonly MalformedPart[] {
  const found: MalformedPart[] = []
  const seen = new Set<JsonValue>()
  const waiting = operations.flatMap(schemasOf)
  // Grows while it is gone through.
  for (const next of waiting) {
    const { value, document, user } = next
    if (!isObject(value) || seen.has(value)) continue
    seen.add(value)
    const note = ({ keys, reason }: KeywordFault): void => {
      const place = documents.placeOf(next, keys)
      found.push({ place: place.includes('#') ? place : `${user}: ${place}`, reason })
    }
    const reference = referenceOf(value)
    if (reference !== undefined) {
      const target = followed(reference, next, documents)
      if (target.ok) waiting.push({ ...target.value, user })
      else note({ keys: ['$ref'], reason: target.problems })
      if (version !== '3.1') continue
    }
    keywordFaults(value, version).forEach(note)
    danglingTargets(value, next, documents).forEach(note)
    for (const part of subschemasOf(withoutDefinitions(value))) waiting.push({ value: part, document, user })
  }
  return found
}

/**
 * Values of a discriminator that are mapped to nothing. A target is a reference, or the name of a schema, which is one of
 * the components (OpenAPI 3.1.1 section 4.8.25).
 */
function danglingTargets(
  schema: JsonObject,
  { document }: Located,
  documents: DocumentSet,
): readonly KeywordFault[] {
  const mapped = mapping(property(mapping(property(schema, 'discriminator')), 'mapping'))
  return Object.entries(mapped).flatMap(([value, target]): readonly KeywordFault[] => {
    const keys = ['discriminator', 'mapping', value]
    if (typeof target !== 'string') return [{ keys, reason: notExpected('the name of a schema', target) }]
    const isName = /^[\w.-]+$/.test(target) && !/\.(?:ya?ml|json)$/i.test(target)
    const hasComponents = documents.follow('#/components/schemas', document).ok
    // Other files may be named that nothing else refers to, and that were not read.
    if (!target.startsWith('#') && !(isName && hasComponents)) return []
    const found = documents.follow(isName ? `#/components/schemas/${target}` : target, document)
    return found.ok ? [] : [{ keys, reason: leadsNowhere(target, found.problems) }]
  })
}

/**
 * Follows a reference to its target, unless that is no schema; a missing target is reported elsewhere, and anything is
 * right there.
 */
function followed(reference: string, { document }: Located, documents: DocumentSet): Result<Located, string> {
  const target = documents.follow(reference, document)
  if (!target.ok) return { ok: true, value: { value: {}, document } }
  const end = documents.resolve(target.value)
  const why =
    !end.ok && end.problems === circle
      ? circle
      : isSchema(target.value.value, '3.1')
        ? undefined
        : notExpectedThere('a schema', target.value.value)
  return why === undefined ? target : { ok: false, problems: leadsNowhere(reference, why) }
}

/** A schema, and what uses it. */
interface UsedSchema extends Located {
  readonly user: string
}

function schemasOf(operation: Operation): readonly UsedSchema[] {
  const { parameters, body, responses } = operation
  const contents = [...(body?.contents ?? []), ...responses.flatMap(response => response.contents)]
  const named = [...parameters, ...responses.flatMap(({ headers }) => headers)]
  const parts = [
    ...named.map(({ name, schema }) => ({ schema, part: name })),
    ...contents.map(({ type, schema }) => ({ schema, part: type })),
  ]
  return parts.flatMap(({ schema, part }) =>
    schema === undefined ? [] : [{ ...schema, user: `${operationKey(operation)}: ${part}` }],
  )
}

/** Leaves out the definitions: one that nothing refers to has no effect on values. */
function withoutDefinitions(schema: JsonObject): JsonObject {
  if (!Object.hasOwn(schema, '$defs') && !Object.hasOwn(schema, 'definitions')) return schema
  const { $defs: _, definitions: __, ...rest } = schema
  return rest
}
