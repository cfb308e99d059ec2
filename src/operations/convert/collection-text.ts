import validateCollections from '../../generated/collections-validator.js'
import type { Collection } from '../../model/collection.ts'
import type { JsonObject } from '../../model/json.ts'
import { errorProblem, type Problem, type Result, refusal, usageProblem } from '../../model/problem.ts'
import { isObject } from '../../util/is-json.ts'
import { schemaProblems } from '../input-problems.ts'
import { readFileText } from './read-source.ts'
import { writeJson } from '../../util/exact-number.ts'
import { parseJson } from '../../util/parse-json.ts'
import { plainNumbers } from '../../util/plain-numbers.ts'

/** A collection as the text of a file of its own. */
export function collectionText(collection: JsonObject | Collection): string {
  return `${writeJson(collection, 2)}\n`
}

/** Reads a collection that was written to a file of its own: `{ "version": 1, "collection": … }`. */
export function readCollection(file: string): Result<Collection> {
  const text = readFileText(file, file)
  if (!text.ok) return text
  let document: unknown
  try {
    document = parseJson(text.value)
  } catch {
    return unreadable(`${file} is not JSON`)
  }
  const collection: unknown =
    isObject(document) && document['version'] === 1 ? document['collection'] : undefined
  return isCollection(collection)
    ? { ok: true, value: collection }
    : unreadable(`${file} holds no collection of this version of apitest`)
}

/** True where a document is what `collectionText` writes. */
export function isCollection(document: unknown): document is Collection {
  return isObject(document) && validateCollections({ version: 1, collections: [plainNumbers(document)] })
}

/** Finds the problems of a given collection: `collection.items.0: the key "step" is missing`. */
export function collectionProblems(collection: unknown): readonly Problem[] {
  if (isCollection(collection)) return []
  const hint = 'Its schema is schemas/api-collections.schema.json.'
  if (!isObject(collection)) return [usageProblem('collection: must be a mapping', hint)]
  const lead = (path: string): string => `${path.replace(/^collections\.0/, 'collection')}: `
  return schemaProblems(validateCollections.errors ?? [], lead).map(problem => ({ hint, ...problem }))
}

function unreadable(message: string): Result<never> {
  const hint = 'Mend it, or move it away: then the suites alone count.'
  return refusal(errorProblem({ code: 'import-unreadable', message, hint }))
}
