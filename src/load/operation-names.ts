import type { ApiDescription } from '../api-description/api-description.ts'
import { describedCollections } from '../api-description/collections.ts'
import { readLocalFile } from '../api-description/documents/read-local-file.ts'
import { loadDescription } from '../api-description/load-description.ts'
import { missingReferences } from '../api-description/missing-references.ts'
import { namesOfOperation } from '../api-description/operation-names.ts'
import type { CollectionFacts } from '../check/rule.ts'
import type { Result } from '../model/problem.ts'

/** What checks ask of an API description. */
interface DescribedNames {
  /** Every name that an operation goes by: its `operationId`, and its method and path. */
  readonly operations: ReadonlySet<string>
  readonly collections?: ReadonlyMap<string, CollectionFacts>
  /** Why references in it lead nowhere. */
  readonly missing?: readonly string[]
}

/** The names in an API description; more of it, too, where a mock answers by it. */
export async function describedNames(
  file: string,
  { isAnsweredBy, remembers }: { readonly isAnsweredBy: boolean; readonly remembers: boolean },
): Promise<Result<DescribedNames>> {
  const description = await loadDescription(file, readLocalFile)
  if (!description.ok) return description
  const operations = new Set(description.value.operations.flatMap(namesOfOperation))
  return {
    ok: true,
    value: {
      operations,
      ...(isAnsweredBy ? { missing: missingReferences(description.value) } : {}),
      ...(remembers ? { collections: await collectionFacts(description.value) } : {}),
    },
  }
}

async function collectionFacts(description: ApiDescription): Promise<ReadonlyMap<string, CollectionFacts>> {
  const { itemMisfits } = await import('./item-misfits.ts')
  const misfitOf = itemMisfits(description)
  return new Map(
    [...describedCollections(description)].map(([path, collection]) => [
      path,
      { ...collection, misfit: misfitOf(collection) },
    ]),
  )
}
