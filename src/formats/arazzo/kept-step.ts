import type { Kept } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { mapping } from '../../util/read-values.ts'
import { digestOf } from '../kept-text.ts'

/** The parts of a step in Arazzo, and the keys of suites that say the same. */
const parts: Readonly<Record<string, readonly string[]>> = {
  operationId: ['request'],
  parameters: ['query', 'headers', 'auth'],
  requestBody: ['json', 'form', 'text', 'xml', 'graphql', 'multipart', 'file', 'content-type'],
  successCriteria: ['validations', 'scripts'],
  outputs: ['extracts'],
  onFailure: ['retry'],
  description: ['description'],
}

/** The digest of each part of a step, to see later which have changed. */
export function partDigests(step: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(parts).map(([part, keys]) => [part, digestOf(keys.map(key => step[key] ?? null))]),
  )
}

/** The parts that are not as they were imported. */
export function changedParts(step: JsonObject, kept: Kept | undefined): readonly string[] {
  const before = mapping(mapping(kept?.['arazzo'])['parts'])
  return Object.entries(partDigests(step)).flatMap(([part, digest]) =>
    before[part] === digest ? [] : [part],
  )
}
