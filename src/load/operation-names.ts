import { readLocalFile } from '../api-description/documents/read-local-file.ts'
import { loadDescription } from '../api-description/load-description.ts'
import { namesOfOperation } from '../api-description/operation-names.ts'
import type { Result } from '../model/problem.ts'

/** Every name that an operation of an API description goes by: its `operationId`, and its method and path. */
export async function operationNames(file: string): Promise<Result<ReadonlySet<string>>> {
  const description = await loadDescription(file, readLocalFile)
  if (!description.ok) return description
  return { ok: true, value: new Set(description.value.operations.flatMap(namesOfOperation)) }
}
