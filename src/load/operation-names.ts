import { readLocalFile } from '../api-description/documents/read-local-file.ts'
import { loadDescription } from '../api-description/load-description.ts'
import { missingReferences } from '../api-description/missing-references.ts'
import { namesOfOperation } from '../api-description/operation-names.ts'
import type { CollectionFacts } from '../check/rule.ts'
import type { Result } from '../model/problem.ts'
import type { LoadOptions } from './load-options.ts'

/** Names in an API description that checks ask for. */
interface DescribedNames {
  /** Every name that an operation goes by: its `operationId`, and its method and path. */
  readonly operations: ReadonlySet<string>
  readonly collections?: ReadonlyMap<string, CollectionFacts>
  /** Why references in it lead nowhere. */
  readonly missing?: readonly string[]
}

interface Wanted {
  readonly isAnsweredBy: boolean
  /** Reads the collections; absent where no mock remembers any. */
  readonly collections?: LoadOptions['collections']
}

/** The names in an API description; more of it, too, where a mock answers by it. */
export async function describedNames(
  file: string,
  { isAnsweredBy, collections }: Wanted,
): Promise<Result<DescribedNames>> {
  const description = await loadDescription(file, readLocalFile)
  if (!description.ok) return description
  const operations = new Set(description.value.operations.flatMap(namesOfOperation))
  return {
    ok: true,
    value: {
      operations,
      ...(isAnsweredBy ? { missing: missingReferences(description.value) } : {}),
      ...(collections === undefined ? {} : { collections: await collections(description.value) }),
    },
  }
}
