import { type DescribedCollection, describedCollections } from '../api-description/collections.ts'
import { readLocalFile } from '../api-description/documents/read-local-file.ts'
import { loadDescription } from '../api-description/load-description.ts'
import { namesOfOperation } from '../api-description/operation-names.ts'
import type { Result } from '../model/problem.ts'

/** What checks ask of an API description. */
interface DescribedNames {
  /** Every name that an operation goes by: its `operationId`, and its method and path. */
  readonly operations: ReadonlySet<string>
  readonly collections?: ReadonlyMap<string, DescribedCollection>
}

/** The names in an API description; its collections, too, where somebody wants them. */
export async function describedNames(
  file: string,
  wantsCollections: boolean,
): Promise<Result<DescribedNames>> {
  const description = await loadDescription(file, readLocalFile)
  if (!description.ok) return description
  const operations = new Set(description.value.operations.flatMap(namesOfOperation))
  if (!wantsCollections) return { ok: true, value: { operations } }
  return { ok: true, value: { operations, collections: describedCollections(description.value) } }
}
